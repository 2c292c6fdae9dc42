"""Settings: checked when built, and messages a person can act on."""

import re
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError, Settings
from playground.settings import DEFAULTS
from playground.strategies import LANGUAGES, OPTIONS, STRATEGIES

NAMES = {
    "strategy": ("recursive", "fixed", "sentence", "paragraph", "structure"),
    "unit": ("characters", "words", "tokens"),
    "vocabulary": ("cl100k_base", "o200k_base", "estimate"),
    "context": (True, False),
    "keep_whole": ("sentences", "paragraphs", "sections"),
    "markup": ("auto", "markdown", "html", "plain"),
    "sentence_rule": ("pysbd", "punctuation"),
    "overlap_at": ("units", "words"),
    "pack": (True, False),
    "language": ("en", "ja", "zh", "de"),
}
WRONG: list[object] = ["", "Fixed", "banana", " fixed", None, 0, 1, 1.0, b"en", "en ", "EN", [], ("en",), "true"]


def refused(**values: Any) -> str:
    with pytest.raises(InputError) as caught:
        Settings(**values)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


def test_the_defaults_are_those_of_the_design() -> None:
    assert DEFAULTS == {
        "strategy": "recursive", "chunk_size": 300, "chunk_overlap": 0, "unit": "characters", "pack": False,
        "vocabulary": "cl100k_base", "title": "", "context": True, "keep_whole": "sentences", "max_level": 6,
        "merge_under": 0, "min_tail": 0, "markup": "auto", "sentence_rule": "pysbd", "overlap_at": "units",
        "language": "en",
    }  # fmt: skip
    assert Settings() == Settings(**DEFAULTS)


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, known in NAMES.items() for value in known])
def test_known_names_are_taken(field: str, value: object) -> None:
    assert getattr(Settings(**{field: value}), field) == value  # type: ignore[arg-type]


@pytest.mark.parametrize("field", NAMES)
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_unknown_names_are_refused_with_the_known_ones(field: str, value: object) -> None:
    message = refused(**{field: value})
    assert field in message
    assert repr(value) in message
    assert all(repr(known) in message for known in NAMES[field])


def test_every_row_of_the_tables_is_a_known_name() -> None:
    assert all(Settings(strategy=name).strategy == name for name in STRATEGIES)
    assert all(Settings(language=code).language == code for code in LANGUAGES)
    assert all(DEFAULTS[field] in option.choices for field, option in OPTIONS.items() if option.choices)


@pytest.mark.parametrize("title", [None, 1, " a", "a ", "a\nb", "a\u2028b", "x" * 301, b"a"], ids=repr)
def test_a_title_is_one_short_line(title: object) -> None:
    message = refused(title=title)
    assert "title must be one line" in message
    assert len(message) < 250
    assert Settings(title="x" * 300).title == "x" * 300


@pytest.mark.parametrize(
    "value", [0, -1, -300, 1.5, 300.0, "300", "", None, True, False, float("nan"), 10**30], ids=repr
)
def test_a_size_is_a_whole_number_from_one_on(value: object) -> None:
    message = refused(chunk_size=value)
    assert re.search(r"\bchunk_size\b", message)
    assert repr(value) in message


@pytest.mark.parametrize("value", [-1, -5, 1.0, "10", None, True, False, 10**30], ids=repr)
def test_an_overlap_is_a_whole_number_from_zero_on(value: object) -> None:
    message = refused(chunk_overlap=value)
    assert re.search(r"\bchunk_overlap\b", message)
    assert repr(value) in message


@pytest.mark.parametrize(("size", "overlap"), [(12, 12), (12, 13), (1, 1), (300, 5_000)])
def test_overlap_stays_below_size_and_the_message_names_both(size: int, overlap: int) -> None:
    message = refused(chunk_size=size, chunk_overlap=overlap)
    assert "chunk_overlap" in message
    assert "chunk_size" in message
    assert str(size) in message.replace(",", "")
    assert str(overlap) in message.replace(",", "")


@given(st.integers(1, 10_000_000), st.data())
def test_every_overlap_below_the_size_is_taken(size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    built = Settings(chunk_size=size, chunk_overlap=overlap)
    assert (built.chunk_size, built.chunk_overlap) == (size, overlap)
    assert built == Settings(chunk_overlap=overlap, chunk_size=size)
    assert hash(built) == hash(Settings(chunk_overlap=overlap, chunk_size=size))


def test_they_are_frozen_and_by_keyword_only() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().chunk_size = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        Settings("fixed")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Settings(size=3)  # type: ignore[call-arg]


def test_an_input_error_is_a_value_error() -> None:
    assert issubclass(InputError, ValueError)


def test_whole_numbers_of_numpy_count() -> None:
    settings = Settings(chunk_size=np.int64(300), chunk_overlap=np.int32(45))  # type: ignore[arg-type]
    assert settings == Settings(chunk_size=300, chunk_overlap=45)
    assert type(settings.chunk_size) is int


def test_an_array_is_no_name() -> None:
    with pytest.raises(InputError, match="strategy must be one of"):
        Settings(strategy=np.array(["fixed", "fixed"]))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, 7, "x", 1.0, True, None], ids=repr)
def test_a_level_is_a_whole_number_from_1_to_6(value: object) -> None:
    assert "max_level" in refused(max_level=value)


@pytest.mark.parametrize("value", [-1, 10_000_001, "x", 1.5, True, None], ids=repr)
def test_an_option_without_choices_is_a_whole_number(value: object) -> None:
    assert Settings(merge_under=100).merge_under == 100
    assert "merge_under" in refused(merge_under=value)
