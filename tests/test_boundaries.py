"""Boundaries against line-by-line and character-by-character oracles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.spans import Spans
from playground.text.boundaries import characters, lines, paragraphs, plain_line_ends
from tests import oracles
from tests.texts import texts

FLAG, FAMILY = "\U0001f1f8\U0001f1ea", "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@given(st.one_of(texts, st.text("\r\n a")))
def test_plain_line_ends_moves_nothing(text: str) -> None:
    plain = plain_line_ends(text)
    assert len(plain) == len(text)
    assert "\r" not in plain
    assert [one for one in plain if not one.isspace()] == [one for one in text if not one.isspace()]
    kept = [(start, end) for start, end in oracles.lines_with_ends(text) if text[start:end].strip()]
    found = [(start, end) for start, end in oracles.lines_with_ends(plain) if plain[start:end].strip()]
    assert [oracles.trimmed(text, *pair) for pair in kept] == [oracles.trimmed(text, *pair) for pair in found]


@given(st.one_of(texts, st.text("\r\n \ta")))
def test_paragraphs(text: str) -> None:
    assert list(paragraphs(plain_line_ends(text))) == oracles.paragraphs(text)


@given(texts)
def test_finer_levels(text: str) -> None:
    plain = plain_line_ends(text)
    coarse = paragraphs(plain)
    pairs = oracles.paragraphs(text)
    own_lines = [line for pair in pairs for line in oracles.lines_of(text, *pair)]
    own_words = [word for pair in pairs for word in oracles.words_of(text, *pair)]
    assert list(lines(plain, coarse)) == own_lines
    found = characters(plain, Spans.of(own_words))
    assert list(found) == [one for pair in own_words for one in oracles.clusters_of(text, *pair)]


@pytest.mark.parametrize(
    "cluster", [FAMILY, FLAG, "\U0001f44d\U0001f3fd", "e\u0301", "각", "ก\u0e33", "a" + "\u0308" * 50]
)
def test_a_character_as_a_reader_sees_it_stays_whole(cluster: str) -> None:
    text = f"x{cluster}y"
    inner = (1, 1 + len(cluster))
    assert list(characters(text, Spans([0], [len(text)]))) == [(0, 1), inner, (inner[1], len(text))]


def test_flags_pair_up_from_the_left() -> None:
    assert characters(FLAG * 3, Spans([0], [6])).lengths.tolist() == [2, 2, 2]
