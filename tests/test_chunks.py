"""Chunks as a sequence: each with its text and size, why it is over the limit, and which of them a range stands in."""

from pathlib import Path
from typing import Any

import pytest

from playground import Document, InputError, Settings, analyse, chunk
from playground.chunks import Chunks
from playground.splitting import split_in_context

SAMPLE = Path(__file__).parents[1] / "samples" / "chunking.txt"


def example_text() -> str:
    return SAMPLE.read_bytes().decode("utf-8")


def chunks_of(text: str, settings: Settings) -> Chunks:
    document = Document(text)
    return Chunks(document, settings, *split_in_context(document, settings))


def example(**values: Any) -> Chunks:
    return chunks_of(example_text(), Settings(**values))


def test_chunks_are_a_sequence() -> None:
    chunks = example()
    assert len(chunks) == 3
    assert [one.index for one in chunks] == [0, 1, 2]
    assert chunks[-1] == chunks[2] == list(chunks)[2]
    with pytest.raises(IndexError):
        chunks[3]
    first = chunks[0]
    assert (first.context, first.context_spans, first.embedded, first.size) == ("", (), first.text, 288)
    assert list(chunks.texts()) == [one.text for one in chunks]


def test_what_is_no_text_is_refused_with_one_sentence() -> None:
    for wrong in (b"bytes", None, 5, ["a"]):
        with pytest.raises(InputError, match="text must be a str"):
            chunk(wrong)  # type: ignore[arg-type]


def test_size_and_overlap_count_only_where_they_are_used() -> None:
    packed = example(strategy="sentence", pack=True, chunk_size=60, chunk_overlap=20)
    assert (packed.uses_size, packed.overlap_asked) == (True, 20)
    assert {one.over_limit for one in packed if one.size > 60} == {"over the limit: one sentence"}
    plain = example(strategy="sentence", chunk_size=60, chunk_overlap=20)
    assert (plain.uses_size, plain.overlap_asked, int(plain.over_limit.sum())) == (False, 0, 0)
    fixed = example(strategy="fixed", chunk_size=60, chunk_overlap=20)
    assert (fixed.uses_size, fixed.overlap_asked) == (True, 20)


def test_one_cluster_over_the_limit_is_marked() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    found = chunk(f"Hi {family} end", Settings(chunk_size=5, chunk_overlap=2))
    assert [(one.text, one.over_limit) for one in found] == [
        ("Hi", ""),
        (family, "over the limit: one character"),
        ("end", ""),
    ]


def test_chunk_is_what_the_page_shows() -> None:
    text = example_text()
    assert chunk(text) == chunk(text, Settings()) == list(analyse(Document(text), Settings()))
    assert isinstance(chunk(text), list)


def test_a_range_is_looked_at_in_its_own_chunk_then_in_one_that_holds_it_then_in_one_that_touches_it() -> None:
    chunks = chunks_of("abcdefghij" * 10, Settings(strategy="fixed", chunk_size=12, chunk_overlap=3))
    spans = list(chunks.spans)
    start, end = spans[3]
    assert chunks.row_for(start, end) == 3, "its neighbour touches it too"
    assert chunks.row_for(start + 4, start + 6) == 3
    assert chunks.row_for(start + 1, start + 5) == 3, "the one before touches it and does not hold it"
    assert chunks.row_for(*spans[2]) == 2
    assert chunks.row_for(spans[2][0], end) == 1, "the first that touches it, where none holds it"
    assert chunks.cuts_in(spans[2][0], end) == [start, spans[4][0]]
    assert chunks.cuts_in(start, start + 1) == []
