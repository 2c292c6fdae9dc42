"""Blocks: what ends a sentence by its place: headings, items, rows, lines of code."""

import pytest
from hypothesis import given

from playground.text import blocks
from playground.text.boundaries import paragraphs, plain_line_ends
from tests import oracles
from tests.texts import texts


def block_texts(text: str) -> list[str]:
    plain = plain_line_ends(text)
    return [text[start:end] for start, end in blocks.find(plain, paragraphs(plain)).spans]


@given(texts)
def test_blocks_nest_in_paragraphs_and_lose_nothing(text: str) -> None:
    plain = plain_line_ends(text)
    coarse = paragraphs(plain)
    found, item_texts = blocks.find(plain, coarse)
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
