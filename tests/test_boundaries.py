"""Boundaries against line-by-line and character-by-character oracles; blocks by the design's list of what ends one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.boundaries import blocks, characters, lines, paragraphs, plain_line_ends, words
from playground.spans import Spans
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
    assert list(words(plain, coarse)) == own_words
    found = characters(plain, Spans.of(own_words))
    assert list(found) == [one for pair in own_words for one in oracles.clusters_of(text, *pair)]
    assert list(words(plain, Spans.of(own_lines))) == own_words


@pytest.mark.parametrize(
    "cluster", [FAMILY, FLAG, "\U0001f44d\U0001f3fd", "e\u0301", "각", "ก\u0e33", "a" + "\u0308" * 50]
)
def test_a_character_as_a_reader_sees_it_stays_whole(cluster: str) -> None:
    text = f"x{cluster}y"
    inner = (1, 1 + len(cluster))
    assert list(characters(text, Spans([0], [len(text)]))) == [(0, 1), inner, (inner[1], len(text))]


def test_flags_pair_up_from_the_left() -> None:
    assert characters(FLAG * 3, Spans([0], [6])).lengths.tolist() == [2, 2, 2]


def block_texts(text: str) -> list[str]:
    plain = plain_line_ends(text)
    return [text[start:end] for start, end in blocks(plain, paragraphs(plain))[0]]


@given(texts)
def test_blocks_nest_in_paragraphs_and_lose_nothing(text: str) -> None:
    plain = plain_line_ends(text)
    coarse = paragraphs(plain)
    found, item_texts = blocks(plain, coarse)
    assert oracles.missing_and_twice(text, list(found)) == (0, 0)
    assert all(any(low <= start and end <= high for low, high in coarse) for start, end in found)
    assert all(oracles.trimmed(text, *pair) == pair for pair in found)
    inside = [offset for offset in item_texts if any(low <= offset < high for low, high in coarse)]
    assert not any(text[offset].isspace() for offset in inside)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "opened",
    [
        ["A wrapped line\nthat goes on\nand on."],
        ["# Heading", "Text below\nwrapped."],
        ["Text above", "## Heading ##", "### Next", "Text."],
        ["Title\n=====", "Text."],
        ["- one\n  wrapped", "- two", "  - three"],
        ["* one", "+ two", "• three"],
        ["Buy:", "1. one\nwrapped", "2. two", "3) three"],
        ["It was in\n1984. Then it\n12. was not"],
        ["| a | b |", "|---|---|", "| 1 | 2 |"],
        ["+---+---+", "| a | b |", "+---+---+"],
        ["Run:", "```sh", "# not a heading", "pump --start", "```", "Then wait\nfor it."],
        ["````md", "```", "# inner", "```", "~~~", "````", "After\nit."],
        ["x = 1", "y = f(x)", "print(y)"],
        ["def f(x):", "return x", "class A:", "pass"],
        ["name,low,high", "North,1,2", "East,3,4", "West,5,6"],
        ["a\tb\tc", "1\t2\t3", "4\t5\t6"],
        ["#hash is a word\n#too"],
        ["-5 degrees\n-3 degrees"],
        ["It left at\n10:30 and came on\n2024-05-01 at noon."],
    ],
    ids=lambda opened: opened[0][:20],
)
def test_what_opens_a_block(opened: list[str], ending: str) -> None:
    wanted = [part.strip().replace("\n", ending) for part in opened]
    assert block_texts("\n".join(opened).replace("\n", ending)) == wanted


def test_a_fence_holds_blank_lines() -> None:
    assert block_texts("```\none\n\ntwo\nthree\n```\nafter\nit") == ["```", "one", "two", "three", "```", "after\nit"]


def test_a_fence_that_never_closes_ends_with_its_paragraph() -> None:
    assert block_texts("```\none\ntwo\n\nprose that\nis wrapped") == ["```", "one", "two", "prose that\nis wrapped"]


def test_lines_that_begin_with_a_time_are_blocks_in_a_log_or_chat() -> None:
    assert block_texts("[08:02] Mara: hi\nthere\n[08:05] Teo: not me") == [
        "[08:02] Mara: hi\nthere",
        "[08:05] Teo: not me",
    ]
    log = (
        "2031-04-07T02:14:55Z INFO start\n2031-04-07 02:14:56 WARN slow\n  at pool.take\n2031-04-07T02:15:00Z INFO end"
    )
    assert len(block_texts(log)) == 3
    assert (
        len(block_texts("10:30 is when it left and\nthen it came back and\n" + "went on and\n" * 8 + "11:15 it was."))
        == 1
    )
