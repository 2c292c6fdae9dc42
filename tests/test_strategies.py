"""The contract: every strategy, with every value of its options, over random texts, sizes and overlaps."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document, Report, Settings, analyse, chunk
from playground.outline import Outline
from playground.strategies import LANGUAGES, OPTIONS, STRATEGIES
from tests import oracles
from tests.oracles import Pair
from tests.texts import sizes, texts

FENCED = (
    "Alpha beta gamma delta. Alpha beta gamma delta.\n\n```\n\nfirst line. of it\nsecond line. of it\nthird line. of it"
    "\nfourth.\n\n```\n\nend."
)
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


# Of options with many values, those that differ most.
SOME: dict[str, tuple[Any, ...]] = {
    "max_level": (2, 6),
    "merge_under": (0, 30),
    "markup": ("markdown", "html"),
    "min_tail": (0,),
}


def combinations(name: str) -> list[dict[str, Any]]:
    """Every combination of a strategy's options, the language left out, and markup where nothing is read by it."""
    own = [option for option in STRATEGIES[name].options if option != "language"]
    found = [
        {"strategy": name, **dict(zip(own, values, strict=True))}
        for values in product(*(SOME.get(option, tuple(OPTIONS[option].choices)) for option in own))
    ]
    return [row for row in found if row.get("keep_whole", "sections") == "sections" or row["markup"] == "markdown"]


EVERY = [options for name in STRATEGIES for options in combinations(name)]
TITLE = "Notes: 3 pumps"
SHAPES: list[dict[str, Any]] = [  # what sizes count, and what stands ahead
    {},
    {"unit": "words"},
    {"unit": "tokens"},
    {"unit": "tokens", "vocabulary": "estimate"},
    {"title": TITLE},
    {"unit": "words", "title": TITLE},
    {"unit": "tokens", "title": TITLE},
    {"unit": "tokens", "vocabulary": "estimate", "title": TITLE},
    {"unit": "words", "title": TITLE, "context": False},
]
SHAPE_IDS = ["-".join(map(str, shape.values())) or "characters" for shape in SHAPES]
cases = given(texts, sizes(), st.sampled_from(["en", "en", "de", "ja", "ar"]))
each_strategy = pytest.mark.parametrize("name", list(STRATEGIES))


def units_of(text: str, settings: Settings) -> list[Pair]:
    """The units the settings' strategy keeps whole, by the oracle; sentences as a fresh Document gives them."""
    if settings.strategy == "paragraph":
        return oracles.paragraphs(text)
    sentences = list(Document(text).sentences(settings.sentence_rule, settings.language).spans)
    if settings.strategy == "sentence":
        return sentences
    measure, _ = measures_of(text, settings)
    if settings.keep_whole == "sections":
        return opened(text, settings, oracles.sections_of(text, outline_of(text, settings), 6, join=False))
    return oracles.recursive_units(text, sentences, settings.chunk_size, settings.keep_whole, measure)


def outline_of(text: str, settings: Settings) -> Outline:
    return Document(text).outline(settings.markup)


def opened(text: str, settings: Settings, sections: list[Pair]) -> list[Pair]:
    """The pieces of sections, by the oracle; outline and sentences as a fresh Document gives them."""
    sentences = list(Document(text).sentences(settings.sentence_rule, settings.language).spans)
    levels = oracles.opening_levels(text, outline_of(text, settings), sentences)
    measure, _ = measures_of(text, settings)
    return [
        piece
        for section in sections
        for piece in oracles.opened_section(text, section, settings.chunk_size, levels, measure)
    ]


def title_of(settings: Settings) -> str:
    return f"{settings.title}\n" if settings.title and settings.context else ""


def context_of(text: str, settings: Settings) -> Callable[[int], str]:
    """What stands ahead of a chunk that begins at a place, by the oracle."""
    if settings.strategy != "structure" or not settings.context:
        return lambda _: title_of(settings)
    outline = outline_of(text, settings)

    def ahead(context: str) -> int:
        return oracles.measures("", settings.unit, settings.vocabulary, context)[0](0, 0) if context else 0

    return cache(lambda place: oracles.context_at(text, place, outline, ahead, settings.chunk_size, title_of(settings)))


def measures_of(text: str, settings: Settings) -> tuple[oracles.Measure, oracles.Measure]:
    context = context_of(text, settings)
    behind = cache(lambda ahead: oracles.measures(text, settings.unit, settings.vocabulary, ahead))
    return (lambda start, end: behind(context(start))[0](start, end)), behind("")[1]


def fitting(text: str, **values: Any) -> Settings:
    """Settings in which the title leaves room: with a size and an overlap that are larger where it does not."""
    settings = Settings(**values)
    if settings.title and settings.context:
        ahead = measures_of(text, settings)[0](0, 0)
        size = max(settings.chunk_size, settings.chunk_overlap + ahead + 1)
        settings = replace(settings, chunk_size=size)
    return settings


def expected(text: str, settings: Settings) -> list[Pair]:
    """The chunks, by the oracles."""
    size, overlap = settings.chunk_size, settings.chunk_overlap
    measure, body = measures_of(text, settings)
    if settings.strategy == "fixed" and settings.unit == "tokens" and settings.vocabulary != "estimate":
        return oracles.windows_that_fit(text, size, overlap, measure, body)
    if settings.strategy == "fixed" and settings.unit == "words":
        return oracles.windows_of_words(text, size - measure(0, 0), overlap)
    if settings.strategy == "fixed":
        most = max(end for end in range(4 * size + 2) if measure(0, end) <= size)
        return oracles.windows(
            text, most, max([0, *(end for end in range(1, 4 * overlap + 2) if body(0, end) <= overlap)])
        )
    if settings.strategy == "structure":
        return structure(text, settings, measure, body)
    units = units_of(text, settings)
    if settings.strategy != "recursive" and not settings.pack:
        return units
    noted: list[Pair] = []
    if settings.strategy == "recursive":
        whole = {"sentences": list(Document(text).sentences(settings.sentence_rule, settings.language).spans)}
        whole["paragraphs"] = oracles.paragraphs(text)
        whole["sections"] = [
            block
            for section in oracles.sections_of(text, outline_of(text, settings), 6, join=False)
            for block in oracles.divided(text, section, blocks_of(text, settings))
        ]
        noted = long_ones(text, settings, whole[settings.keep_whole], measure)
    return oracles.pack(text, units, size, overlap, settings.overlap_at == "words", measure, body, noted)


def blocks_of(text: str, settings: Settings) -> list[int]:
    """Where the outermost blocks begin, those left out that a heading holds."""
    outline = outline_of(text, settings)
    return list(oracles.opening_levels(text, outline, [])[0]((0, len(text)))) if outline.cuts else []


def long_ones(text: str, settings: Settings, units: list[Pair], measure: oracles.Measure) -> list[Pair]:
    """Those that have to be opened."""
    return [unit for unit in units if measure(*unit) > settings.chunk_size]


def structure(text: str, settings: Settings, measure: oracles.Measure, body: oracles.Measure) -> list[Pair]:
    """The chunks of the structure strategy, section by section."""
    outline = outline_of(text, settings)
    sections = oracles.sections_of(text, outline, settings.max_level)
    if settings.merge_under:
        sections = oracles.merged(text, sections, outline, settings.merge_under, settings.chunk_size, measure, body)
    found: list[Pair] = []
    for section in sections:
        if measure(*section) <= settings.chunk_size:
            found.append(section)
        else:
            units = opened(text, settings, [section])
            noted = long_ones(text, settings, oracles.divided(text, section, blocks_of(text, settings)), measure)
            found += oracles.pack(text, units, settings.chunk_size, settings.chunk_overlap, False, measure, body, noted)
    return found


def check(text: str, settings: Settings, report: Report) -> None:
    """All that holds for every strategy; for what is packed also edges, overlap and limit."""
    chunks = list(report)
    pairs = [(one.start, one.end) for one in chunks]
    packs = settings.strategy in {"recursive", "structure"} or (settings.strategy != "fixed" and settings.pack)
    uses_size = packs or settings.strategy == "fixed"
    assert [one.index for one in chunks] == list(range(len(chunks)))
    assert all(one.text == text[one.start : one.end] for one in chunks)
    assert all(one.embedded == one.context + one.text for one in chunks)
    ahead = context_of(text, settings)
    for one in chunks:
        assert one.context == ahead(one.start)
        lines = [text[slice(*pair)] + "\n" for pair in one.context_spans]
        assert one.context == title_of(settings) + "".join(lines), "the context is spans of the source"
    measure, body = measures_of(text, settings)
    assert [one.size for one in chunks] == [measure(*pair) for pair in pairs]
    assert all(one.text.strip() for one in chunks), "a blank chunk"
    for (start, end), (next_start, next_end) in pairwise(pairs):
        assert start < next_start, "starts must increase"
        assert end < next_end, "ends must increase"
        if next_start < end:
            assert body(next_start, end) <= (settings.chunk_overlap if uses_size else 0), "more overlap than asked"
    missing, twice = oracles.missing_and_twice(text, pairs)
    assert missing == 0, "text in no chunk"
    assert twice == 0 or (uses_size and settings.chunk_overlap), "text in two chunks"
    if settings.strategy != "fixed":
        assert all(one.text == one.text.strip() for one in chunks), "whitespace at an edge"
    over = [one for one in chunks if one.over_limit]
    assert over == [one for one in chunks if uses_size and one.size > settings.chunk_size]
    if over:
        packed = settings.strategy in {"fixed", "structure"}
        units = set(pairs if packed else units_of(text, settings))
        whole = settings.strategy if settings.strategy in {"sentence", "paragraph"} else "character"
        assert {one.over_limit for one in over} == {f"over the limit: one {whole}"}
        assert all((one.start, one.end) in units for one in over), "over the limit, but not one unit"
        if settings.strategy == "fixed":
            assert all(len(one.text) == 1 for one in over)
        if settings.strategy in {"recursive", "structure"}:
            assert all(len(oracles.clusters_of(text, one.start, one.end)) == 1 for one in over)
    assert pairs == expected(text, settings)


@pytest.mark.parametrize("shape", SHAPES, ids=SHAPE_IDS)
@each_strategy
@cases
@example(FENCED, (40, 0), "en")
@example(f"Hi {FAMILY * 3} end. {FAMILY}", (3, 2), "en")
@example("一。「二。」三！\r\n\r\n四？五", (4, 3), "en")
@example("One.\r\rTwo \ud83d.\r\n \r\nThree\x00four.\u2028Five.", (6, 3), "en")
@example(
    "# A\n\n## B\n\n### C\n\nunder c. And more.\n\n## D\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", (20, 4), "en"
)
@example(
    "Table 1:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nx\n===\n\ny\n---\n\n- one\n\n  two\n- three",
    (30, 9),
    "en",
)
@example("<h1>A &amp; B</h1><p>One. Two.<ul><li>x<li>y</ul><table><tr><th>a<tr><td>1<tr><td>2</table>", (30, 0), "en")
@example("0  " * 60, (12, 5), "en")  # 181 tokens whole, 120 summed
@example("\U0001f469\u200d\U0001f467\u4f60\u597d \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35" * 3, (2, 1), "ja")
def test_the_contract_holds(shape: dict[str, Any], name: str, text: str, size: tuple[int, int], language: str) -> None:
    document = Document(text)
    for options in combinations(name):
        settings = fitting(text, **options, **shape, chunk_size=size[0], chunk_overlap=size[1], language=language)
        check(text, settings, analyse(document, settings))


@pytest.mark.parametrize("size", [(1, 0), (2, 1), (7, 3), (40, 10), (300, 0), (300, 299), (100_000, 5)], ids=str)
@pytest.mark.parametrize("options", EVERY, ids=lambda options: "-".join(map(str, options.values())))
def test_the_contract_holds_on_a_page_with_everything(options: dict[str, Any], size: tuple[int, int]) -> None:
    text = (
        "# A page\r\n\r\nDr. Ames met J. R. Orr at 3.5 km. She left!\r\nWas it late? “Yes.”\r\n\r\n- one\r\n"
        "- two. Three."
        "\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n \t\r\n```py\r\nx = 1\r\n\r\ny = 2\r\n```\r\n\r\n"
        f"{FAMILY} {'q' * 70} "
        "彼は「いいえ。」と言った。そうですか。\u2028B♭ minor \ud83d. \u3000End.  "
    )
    settings = Settings(**options, chunk_size=size[0], chunk_overlap=size[1])
    check(text, settings, analyse(Document(text), settings))


@cases
@example(FENCED, (40, 0), "en")
def test_what_was_asked_before_changes_nothing(text: str, size: tuple[int, int], language: str) -> None:
    shared = Document(text)
    shapes = [*EVERY, *reversed(EVERY)]
    for options in shapes:
        settings = Settings(**options, chunk_size=size[0], chunk_overlap=size[1], language=language)
        again = Settings(**options, chunk_size=size[0] * 3, chunk_overlap=size[1], language=language)
        fresh = analyse(Document(text), settings)
        assert list(analyse(shared, settings)) == list(fresh)
        assert list(analyse(shared, again)) == list(analyse(Document(text), again))
        assert list(analyse(shared, settings)) == list(fresh)


@cases
def test_one_chunk_a_unit_ignores_size_and_overlap(text: str, size: tuple[int, int], language: str) -> None:
    for name in ("sentence", "paragraph"):
        plain = Settings(strategy=name, language=language)
        other = Settings(
            strategy=name, language=language, chunk_size=size[0], chunk_overlap=size[1], overlap_at="words"
        )
        found = chunk(text, other)
        assert found == chunk(text, plain)
        assert not any(one.over_limit for one in found)


@given(texts, sizes())
def test_options_of_other_strategies_have_no_effect(text: str, size: tuple[int, int]) -> None:
    both = {"chunk_size": size[0], "chunk_overlap": size[1], "sentence_rule": "punctuation"}
    other = {"pack": True, "keep_whole": "paragraphs", "overlap_at": "words", "language": "ja"}
    for name, row in STRATEGIES.items():
        kept = {option: value for option, value in other.items() if option not in row.options}
        assert chunk(text, Settings(strategy=name, **both, **kept)) == chunk(text, Settings(strategy=name, **both))  # type: ignore[arg-type]


@given(texts)
@example("x = f(1)\ny = {\nz: 1. A\n}\n")
def test_line_ends_only_move_offsets(text: str) -> None:
    """Paragraphs and simple sentences hold the same words for LF, CRLF and CR; pysbd counts spaces, so not always."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for settings in (Settings(strategy="paragraph"), Settings(strategy="sentence", sentence_rule="punctuation")):
        wanted = [one.text.split() for one in chunk(plain, settings)]
        assert [one.text.split() for one in chunk(plain.replace("\n", "\r\n"), settings)] == wanted
        assert [one.text.split() for one in chunk(plain.replace("\n", "\r"), settings)] == wanted


@pytest.mark.parametrize("text", ["", " ", "\n\n\r\n\t\u3000\u2028\x85"])
@pytest.mark.parametrize("options", EVERY, ids=lambda options: "-".join(map(str, options.values())))
def test_nothing_to_split_is_no_chunk(options: dict[str, Any], text: str) -> None:
    report = analyse(Document(text), Settings(**options, chunk_size=2, chunk_overlap=1))
    assert list(report) == []
    assert report.storage.outside == len(text)
    assert (report.proof.missing, report.proof.twice, report.refused) == (0, 0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_splits(language: str) -> None:
    text = "It is 3.5 km. (He left [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]. She “stayed”.) 彼は「いいえ。」と言った。そう！"
    text += "\n\nनमस्ते। हाँ؟ Why?"
    for options in EVERY:
        settings = Settings(**options, chunk_size=20, chunk_overlap=8, language=language)
        check(text, settings, analyse(Document(text), settings))


def test_every_row_of_the_table_says_what_it_is() -> None:
    for name, row in STRATEGIES.items():
        assert name == row.name == name.lower()
        assert row.label
        assert row.summary
        assert set(row.options) <= set(OPTIONS)
        assert [row.units, row.windows, row.sections].count(None) == 2
    assert STRATEGIES["fixed"].first_percent == 15
    assert {row.first_percent for name, row in STRATEGIES.items() if name != "fixed"} == {0}


@given(texts, sizes(), st.integers(1, 40))
def test_a_short_last_chunk_is_joined_and_said_to_be(text: str, size: tuple[int, int], least: int) -> None:
    for name, row in STRATEGIES.items():
        if "min_tail" not in row.options:
            continue
        settings = Settings(
            strategy=name, pack=True, chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation"
        )
        plain, joined = chunk(text, settings), chunk(text, replace(settings, min_tail=least))
        new = plain[-1].end - max(plain[-1].start, plain[-2].end) if len(plain) > 1 else least
        if new >= least:
            assert joined == plain
            continue
        assert [(one.start, one.end) for one in joined] == [
            *((one.start, one.end) for one in plain[:-2]), (plain[-2].start, plain[-1].end)
        ]  # fmt: skip
        assert bool(joined[-1].over_limit) == (joined[-1].size > settings.chunk_size)
        if joined[-1].over_limit:
            assert joined[-1].over_limit == "over the limit: a short last chunk joined it"
