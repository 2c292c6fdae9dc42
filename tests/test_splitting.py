"""From a document and settings to spans: what is asked before, and what is refused."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, InputError, Settings
from playground.splitting import context_length, contexts_of, split, split_in_context, windows_at_most
from playground.strategies import STRATEGIES
from tests.texts import sizes, texts


@given(texts, sizes())
def test_what_stands_ahead_is_found_with_the_spans_and_without_them(text: str, size: tuple[int, int]) -> None:
    document = Document(text)
    for name in STRATEGIES:
        settings = Settings(strategy=name, chunk_size=size[0], chunk_overlap=size[1])
        spans, contexts = split_in_context(document, settings)
        assert split(document, settings) == spans
        assert contexts_of(document, settings).texts == contexts.texts


@given(st.integers(0, 300), st.integers(20, 60), st.integers(0, 19), st.sampled_from(["", "A handbook"]))
def test_windows_are_counted_before_they_are_made(length: int, size: int, overlap: int, title: str) -> None:
    """Never fewer than there are; more only by those that the overlap would begin behind the end of the text."""
    document = Document("x" * length)
    settings = Settings(strategy="fixed", chunk_size=size + 20, chunk_overlap=overlap, title=title)
    room = size + 20 - (len(title) + 1 if title else 0)
    starts = range(0, length, room - overlap)
    assert windows_at_most(document, settings) == len(starts)
    assert len(split(document, settings)) == sum(start == 0 or start + overlap < length for start in starts)


@pytest.mark.parametrize(("unit", "size", "ahead"), [("characters", 13, 5), ("words", 3, 1)])
def test_the_size_of_the_whole_text_as_one_chunk(unit: Any, size: int, ahead: int) -> None:
    document = Document("One two three")
    assert context_length(document, Settings(unit=unit)) == size
    titled = Settings(unit=unit, title="Pump", strategy="fixed", chunk_size=size + ahead)
    assert context_length(document, titled) == size + ahead
    assert list(split(document, titled)) == [(0, 13)]


def test_a_title_that_leaves_no_room_is_refused() -> None:
    for values, words in [
        ({"chunk_size": 8}, "no room for text: choose a larger size or a shorter title."),
        ({"chunk_size": 12, "chunk_overlap": 5}, "no room for text beside the overlap: choose a larger size, less "),
    ]:
        with pytest.raises(InputError, match=re.escape(words)):
            split(Document("One two."), Settings(strategy="fixed", title="A handbook", **values))  # type: ignore[arg-type]
