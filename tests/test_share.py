"""Settings to the address and back: nothing is lost, and every bad value is named once."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from playground import InputError, Settings
from playground.asking.reading import MATCH, READ, Reading
from playground.giving import share
from playground.judging.models import MODELS, OWN
from playground.judging.plan import Plan
from playground.settings import LARGEST_SIZE, UNITS, VOCABULARIES
from playground.strategies import OPTIONS, STRATEGIES

NUMBERS = ("chunk_size", "chunk_overlap")
KNOWN: dict[str, list[Any]] = {
    "strategy": list(STRATEGIES),
    "unit": list(UNITS),
    "vocabulary": list(VOCABULARIES),
    "context": [False, True],
    "title": ["", "Notes on pumps", "ä & b = c#d?"],
    **{name: list(option.choices) or [0, 90, LARGEST_SIZE] for name, option in OPTIONS.items()},
}


@some.composite
def settings(draw: some.DrawFn) -> Settings:
    """Any valid settings."""
    size = draw(some.one_of(some.integers(1, 5_000), some.integers(1, LARGEST_SIZE)))
    overlap = draw(some.one_of(some.just(0), some.just(size - 1), some.integers(0, size - 1)))
    values = {name: draw(some.sampled_from(choices)) for name, choices in KNOWN.items()}
    return Settings(**values, chunk_size=size, chunk_overlap=overlap)


# Words that stand, or nearly stand, for values.
_words = some.one_of(
    some.sampled_from(
        ["true", "false", "True", "1", "0", "", " ", "-", "--5", "-5", "+5", "1e9", "3.5", "007", "²", "٣"]
    ),
    some.sampled_from([share.write(Settings())[name] for name in share.NAMES.values()]),
    some.sampled_from([str(value) for choices in KNOWN.values() for value in choices]),
    some.integers(-(10**25), 10**25).map(str),
    some.integers(0, 400).map(str),
    some.text(max_size=60),
)
_names = some.one_of(some.sampled_from([*share.NAMES.values(), "v", "tab", "sample", "k"]), some.text(max_size=8))
addresses = some.dictionaries(_names, _words, max_size=10)


def test_no_two_things_of_an_address_have_one_name() -> None:
    names = [*share.NAMES.values(), *share.PLAN_NAMES.values(), *share.READING_NAMES.values(), "v", "tab", "sample"]
    assert len(names) == len(set(names))


@given(
    some.builds(
        Reading,
        match=some.sampled_from(list(MATCH)),
        read=some.sampled_from(list(READ)),
        around=some.integers(0, 20),
        longest=some.integers(1, 1_000_000),
        sections=some.integers(1, 20),
        k1=some.floats(0, 5),
        b=some.floats(0, 1),
    )
)
def test_a_reading_comes_back_from_its_address(reading: Reading) -> None:
    assert share.read_reading(share.write_reading(reading)) == (reading, ())


def test_a_wrong_reading_is_named_and_the_rest_is_kept() -> None:
    found, remarks = share.read_reading({"match": "word", "k1": "nan", "b": "0.5", "around": "99"})
    assert found == Reading(b=0.5)
    assert [remark.split(",")[0] for remark in remarks] == [
        "The address says match=word", "The address says around=99", "The address says k1=nan",
    ]  # fmt: skip


def test_every_field_has_a_name_of_its_own() -> None:
    assert set(share.NAMES) == set(Settings.__dataclass_fields__)
    assert len(set(share.NAMES.values())) == len(share.NAMES)
    assert "v" not in share.NAMES.values()


def test_an_address_says_every_setting_and_the_version() -> None:
    assert share.write(Settings(chunk_overlap=45)) == {
        "strategy": "recursive",
        "size": "300",
        "overlap": "45",
        "unit": "characters",
        "vocabulary": "cl100k_base",
        "title": "",
        "context": "true",
        "pack": "false",
        "keep_whole": "sentences",
        "max_level": "6",
        "merge_under": "0",
        "min_tail": "0",
        "markup": "auto",
        "sentence_rule": "pysbd",
        "overlap_at": "units",
        "language": "en",
        "v": "1",
    }


@given(settings())
def test_round_trip(wanted: Settings) -> None:
    address = share.write(wanted)
    assert set(address) == {*share.NAMES.values(), "v"}
    assert share.read(address) == (wanted, ())


@given(settings(), some.sets(some.sampled_from(list(share.NAMES.values()))))
def test_what_is_missing_has_its_default(wanted: Settings, missing: set[str]) -> None:
    address = {name: word for name, word in share.write(wanted).items() if name not in missing}
    found, remarks = share.read(address)
    for field, name in share.NAMES.items():
        if field not in NUMBERS:
            assert getattr(found, field) == getattr(Settings() if name in missing else wanted, field)
    assert found.chunk_size == (300 if "size" in missing else wanted.chunk_size)
    overlap = 0 if "overlap" in missing else wanted.chunk_overlap
    fits = overlap < found.chunk_size
    assert found.chunk_overlap == (overlap if fits else 0)
    assert len(remarks) == (not fits)


def is_good(field: str, word: str) -> bool:
    """Whether `word` is a value of the field when nothing else is said."""
    if field in NUMBERS or field in {"max_level", "merge_under", "min_tail"}:
        try:
            number = int(word)
        except ValueError:
            return False
        least, most = {
            "chunk_size": (1, LARGEST_SIZE), "chunk_overlap": (0, LARGEST_SIZE - 1), "max_level": (1, 6),
            "merge_under": (0, LARGEST_SIZE), "min_tail": (0, LARGEST_SIZE),
        }[field]  # fmt: skip
        return word.isascii() and word.lstrip("-").isdecimal() and least <= number <= most
    if field == "title":
        return word == word.strip() and len(word.splitlines()) < 2
    return word in [str(value).lower() if isinstance(value, bool) else value for value in KNOWN[field]]


@given(addresses)
@example({"size": "0", "overlap": "0"})
@example({"overlap": "300"})
@example({"size": "10000001", "overlap": "10000000"})
@example({"strategy": "banana", "size": "abc", "overlap": "-5", "unit": "", "k": "1e9"})
def test_any_address_gives_valid_settings_and_a_remark_for_each_bad_value(address: dict[str, str]) -> None:
    found, remarks = share.read(address)
    assert Settings(**{field: getattr(found, field) for field in share.NAMES}) == found
    fields = {field: name for field, name in share.NAMES.items() if name in address}
    bad = {field: name for field, name in fields.items() if not is_good(field, address[name])}
    for field, name in bad.items():
        shown = address[name][: share.LONGEST_SHOWN]
        assert sum(f"{name}={shown}" in remark for remark in remarks) >= 1
        assert getattr(found, field) == getattr(Settings(), field)
    for field, name in fields.items():
        if field not in bad and field != "chunk_overlap":
            word = address[name]
            value = getattr(found, field)
            assert (str(value).lower() if isinstance(value, bool) else str(value)) == (
                str(int(word)) if type(value) is int else word
            )
    asked = int(address["overlap"]) if "chunk_overlap" in fields and "chunk_overlap" not in bad else 0
    unfitting = asked >= found.chunk_size
    assert found.chunk_overlap == (0 if unfitting else asked)
    other_version = address.get("v", share.VERSION) != share.VERSION
    assert len(remarks) == len(bad) + unfitting + other_version
    if unfitting:
        assert str(asked) in remarks[-1]
        assert str(found.chunk_size) in remarks[-1]


PLANS = some.builds(
    Plan,
    model=some.sampled_from([*MODELS, OWN]),
    kind=some.sampled_from(["float32", "int8", "binary"]),
    corpus=some.integers(1, 1_000_000),
    top_k=some.integers(1, 100),
    price=some.floats(0, 1_000_000),
    window=some.integers(1, 10_000_000),
)


@given(PLANS)
def test_a_plan_goes_round(plan: Plan) -> None:
    assert share.read_plan(share.write_plan(plan)) == (plan, ())
    assert not set(share.PLAN_NAMES.values()) & {*share.NAMES.values(), "v", "tab", "sample"}


def test_each_bad_value_of_a_plan_is_named_and_has_its_default() -> None:
    bad = {"model": "gpt", "kind": "float16", "corpus": "0", "top_k": "101", "price": "nan", "window": "x"}
    found, remarks = share.read_plan(bad)
    assert found == Plan()
    assert [remark.split(",")[0] for remark in remarks] == [
        f"The address says {name}={word}" for name, word in bad.items()
    ]


def test_ui_06_bad_share_parameters() -> None:
    query = {"strategy": "banana", "size": "abc", "overlap": "-5", "unit": "", "k": "1e9", "text": "\ufffd\ufffd"}
    found, remarks = share.read(query)
    assert found == Settings()
    assert len(remarks) == 4
    for remark, value in zip(remarks, ["strategy=banana", "size=abc", "overlap=-5", "unit="], strict=True):
        assert value in remark
    assert share.read({"size": "24"}) == (Settings(chunk_size=24), ())


@pytest.mark.parametrize("size", ["0", "-1", "10000001", "9" * 30, "1e3", "300.0", " 300", "3_00", "３００"])
def test_a_size_out_of_range_is_refused(size: str) -> None:
    found, remarks = share.read({"size": size})
    assert found == Settings()
    assert len(remarks) == 1


def test_a_remark_stays_short() -> None:
    _, remarks = share.read({"strategy": "x" * 5_000})
    assert len(remarks[0]) < 200


def test_an_overlap_that_does_not_fit_leaves_the_size() -> None:
    found, remarks = share.read({"size": "200", "overlap": "200"})
    assert (found.chunk_size, found.chunk_overlap) == (200, 0)
    assert len(remarks) == 1
    with pytest.raises(InputError):
        Settings(chunk_size=200, chunk_overlap=200)


def test_names_out_of_html_are_the_names_themselves() -> None:
    assert share.unescaped({"size": "300", "amp;overlap": "45", "amp;amp;unit": "words"}) == {
        "size": "300",
        "overlap": "45",
        "unit": "words",
    }
    assert share.unescaped({"amp;size": "1", "size": "2"}) == {"size": "2"}


def test_a_name_that_is_no_setting_is_remarked_on() -> None:
    assert share.remark_on_names(["size", "siez", "tab"], ["tab"]) == (
        "“siez” is not a setting of this page and is ignored.",
    )
    [both] = share.remark_on_names(["siez", "x" * 500], [])
    assert both == f"“siez” and “{'x' * share.LONGEST_SHOWN}…” are not settings of this page and are ignored."
    [many] = share.remark_on_names([f"n{number}" for number in range(1_000)], [])
    assert many == "“n0”, “n1”, “n2”, “n3”, “n4” and 995 more are not settings of this page and are ignored."


def test_what_others_add_to_an_address_and_all_that_is_written_is_no_stranger() -> None:
    added = ["embed", "embed_options", "EMBED", "utm_source", "utm_campaign", "fbclid", "gclid", "__theme", "_gl"]
    assert share.remark_on_names(added, []) == ()
    written = share.write(Settings()) | share.write_plan(Plan()) | share.write_reading(Reading())
    assert share.remark_on_names(written, []) == ()
