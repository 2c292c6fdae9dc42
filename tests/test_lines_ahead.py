"""Chunks with a title and headings ahead of their text: found without them, which become what is embedded ahead."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse, chunk
from playground.taking.alignment import NOT_THERE, align
from playground.taking.lines_ahead import MOST_LINES, without
from playground.taking.own_chunks import Given
from playground.text.visible import Visible
from tests.growth import assert_linear

HANDBOOK = (Path(__file__).resolve().parents[1] / "samples" / "handbook.md").read_text("utf-8")
SOURCE = "# Pumps\n\n## Night\n\nThe pump stops at night, and nobody knows why it does.\n\n## Day\n\nIt runs.\n"
LONG = "The pump stops at night, and nobody knows why it does."


def texts_of(*chunks: str) -> list[Given]:
    return [Given(one) for one in chunks]


@pytest.mark.parametrize("size", [60, 120, 300])
@pytest.mark.parametrize("title", ["", "A handbook"])
@pytest.mark.parametrize("starts", [False, True])
def test_chunks_as_our_own_code_embeds_them_come_back(size: int, title: str, starts: bool) -> None:
    made = chunk(HANDBOOK, Settings(strategy="structure", chunk_size=size, title=title))
    found = align(HANDBOOK, [Given(one.embedded, one.start if starts else None) for one in made])
    assert found.mismatches == ()
    assert [HANDBOOK[slice(*pair)] for pair in found.spans] == [one.text for one in made]
    assert found.ahead == tuple(one.context for one in made)
    report = analyse(Document(HANDBOOK, found.spans, found.ahead), Settings(strategy="yours"))
    assert [one.embedded for one in report] == [one.embedded for one in made]
    ahead = sum(bool(one.context) for one in made)
    assert f"{ahead} chunks have lines ahead that are not in the text at that place" in found.remarks[0]


def test_as_few_lines_are_taken_away_as_can_be() -> None:
    found = align(SOURCE, texts_of(f"A title\nPumps\n{LONG}", "## Day\n\nIt runs."))
    assert found.ahead == ("A title\nPumps\n", "")
    assert found.remarks[0].startswith("1 chunk has lines ahead")
    assert align(SOURCE, texts_of(f"A title\n## Night\n{LONG}")).ahead == ("A title\n",)


def test_a_short_rest_needs_lines_that_are_known() -> None:
    strange = align(SOURCE, texts_of("Something else entirely\nIt runs."))
    assert [one.why for one in strange.mismatches] == [NOT_THERE]
    assert align(SOURCE, texts_of("Pumps\nDay\nIt runs.")).ahead == ("Pumps\nDay\n",)
    titled = align(SOURCE, texts_of(f"All about our pumps\n{LONG}", "All about our pumps\nIt runs."))
    assert titled.ahead == ("All about our pumps\n",) * 2


def test_only_whole_lines_and_not_many_are_taken_away() -> None:
    assert align(SOURCE, texts_of(f"Night: {LONG}")).mismatches
    assert not align(SOURCE, texts_of("x\n" * MOST_LINES + LONG)).mismatches
    assert align(SOURCE, texts_of("x\n" * (MOST_LINES + 1) + LONG)).mismatches
    assert align(SOURCE, texts_of("Pumps\n")).ahead == ("",)
    assert align(SOURCE, texts_of("Nowhere\n")).mismatches


def test_what_a_chunk_had_ahead_stays_ahead() -> None:
    assert align(SOURCE, [Given(f"Pumps\n{LONG}", context="Title\n")]).ahead == ("Title\nPumps\n",)


@given(st.lists(st.text("ab\n", max_size=20), max_size=5), st.text("ab\n", max_size=40))
def test_lines_and_rest_are_the_chunk(chunks: list[str], source: str) -> None:
    given = texts_of(*chunks)
    for row, one in without(Visible(source), given, range(len(given)), 10**9).items():
        assert one.context + one.text == given[row].text
        assert one.context.endswith("\n")
        assert "".join(one.text.split()) in "".join(source.split())


def test_it_grows_as_the_chunks_do() -> None:
    def work(count: int) -> None:
        lines = [f"line {row} of many, {row * 7919 % 1000}" for row in range(count)]
        align("\n".join(lines), texts_of(*(f"A title\nHeading\n{line}" for line in lines)))

    assert_linear(work, 16_000)
