"""Contexts: what stands ahead of a chunk, by where it begins."""

import numpy as np

from playground import Document, Settings, analyse, chunk
from playground.contexts import InContext, of_chunks, of_outline, same
from playground.measuring.lengths import Characters
from tests.growth import assert_linear

TEXT = "# One\n\ntext of one\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nafter\n\n# Three\n\nend"


def contexts(size: int, title: str = "") -> dict[str, str]:
    document = Document(TEXT)
    found = of_outline(TEXT, document.outline("markdown"), Characters(), size, title)
    places = ["# One", "text of", "## Two", "| a", "| 1", "| 3", "after", "# Three", "end"]
    rows = found.rows(np.array([TEXT.index(place) for place in places]))
    return {place: found.texts[row] for place, row in zip(places, rows.tolist(), strict=True)}


def test_a_heading_is_ahead_of_all_but_the_chunk_that_it_begins() -> None:
    assert contexts(1_000) == {
        "# One": "", "text of": "One\n", "## Two": "One\n", "| a": "One\nTwo\n", "| 1": "One\nTwo\n| a | b |\n",
        "| 3": "One\nTwo\n| a | b |\n", "after": "One\nTwo\n", "# Three": "", "end": "Three\n",
    }  # fmt: skip


def test_half_of_the_room_is_for_text_and_the_outermost_go_first() -> None:
    assert contexts(36)["| 3"] == "One\nTwo\n| a | b |\n"
    assert contexts(35)["| 3"] == "Two\n| a | b |\n"
    assert contexts(20)["| 3"] == "| a | b |\n"
    assert contexts(19)["| 3"] == ""


def test_the_title_is_ahead_of_all_and_leaves_less_room() -> None:
    assert contexts(60, "A title\n")["| 3"] == "A title\nOne\nTwo\n| a | b |\n"
    assert contexts(43, "A title\n")["| 3"] == "A title\nTwo\n| a | b |\n"


def test_lengths_count_the_context_of_the_start() -> None:
    found = of_outline(TEXT, Document(TEXT).outline("markdown"), Characters(), 1_000, "")
    length = InContext(Characters(), found)
    start = TEXT.index("after")
    assert length.one(start, start + 5) == 5 + len("One\nTwo\n")
    assert length.of(np.array([0, start]), np.array([5, start + 5])).tolist() == [5, 13]
    assert length.reach(start, 20) == start + 12
    assert same("T\n").is_one


def test_context_spans_are_headings_or_header_rows_of_the_source() -> None:
    settings = Settings(strategy="structure", chunk_size=40)
    outline = Document(TEXT).outline("markdown")
    known = {*outline.labels, *outline.headers}
    chunks = chunk(TEXT, settings)
    assert any(one.context_spans for one in chunks)
    assert all(pair in known for one in chunks for pair in one.context_spans)


def test_without_context_the_headings_are_known_all_the_same() -> None:
    on, off = (
        analyse(Document(TEXT), Settings(strategy="structure", chunk_size=40, context=on)) for on in (True, False)
    )
    assert not any(one.context for one in off)
    assert [one.headings for one in off if "end" in one.text] == [("Three",)]
    assert any(one.context for one in on)


def test_of_what_chunks_brought_the_lines_of_the_source_are_known() -> None:
    text = "# Pumps\n\n## Oil\n\nOil it.\n"
    starts = np.array([text.index("Oil it."), text.index("it.")], dtype=np.int64)
    found = of_chunks(text, Document(text).outline("markdown"), starts, ["Handbook\nPumps\n", "Oil and more\n"], "T\n")
    assert found.texts == ("T\n", "T\nHandbook\nPumps\n", "T\nOil and more\n")
    assert [[text[slice(*pair)] for pair in own] for own in found.spans] == [[], ["Pumps"], []]
    assert [len(own) for own in found.headings] == [0, 2, 2]


def test_a_long_header_is_not_read_for_each_chunk_of_its_table() -> None:
    def work(rows: int) -> None:
        text = f"| {'a' * 50 * rows} |\n| --- |\n" + "| b |\n" * rows
        starts = np.arange(len(text) - 6 * rows, len(text), 6)
        of_chunks(text, Document(text).outline("markdown"), starts, ["x\n"] * rows, "")

    assert_linear(work, 16_000)
