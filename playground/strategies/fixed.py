"""Fixed windows, blind to the text."""

import numpy as np

from playground.document import Document
from playground.measuring.lengths import Length, Words
from playground.measuring.token_length import NEAR, Tokens
from playground.spans import Offsets, Spans


def windows(document: Document, length: Length, size: int, overlap: int) -> Spans:
    """Windows of exactly `size`, less the context; each starts `overlap` ahead of the end of the one before.

    In characters the windows follow one another without a gap; in words each begins and ends with a word; in tokens
    each holds as many as fit, and a character that alone has more stands alone. The last ends at the end of the text;
    no window lies inside the one before it; a window of nothing but whitespace is no chunk.
    """
    if isinstance(length, Tokens):
        found = _by_tokens(len(document), length, size, overlap)
    elif isinstance(length, Words):
        first, last = _rows(len(length.starts), size - length.ahead, overlap)
        found = Spans(length.starts[first], length.ends[last - 1])
    else:
        shared = -length.body.back(0, overlap) if overlap else 0
        found = Spans(*_rows(len(document), length.reach(0, size), shared))
    return _visible(document.text, found)


def _rows(count: int, size: int, overlap: int) -> tuple[Offsets, Offsets]:
    """First and behind the last of each window over `count` things in a row; shape (windows,) each."""
    step = size - overlap
    windows = max(1, -(-(count - size) // step) + 1) if count else 0
    starts = np.arange(windows, dtype=np.int64) * step
    return starts, np.minimum(starts + size, count)


def _by_tokens(stop: int, length: Tokens, size: int, overlap: int) -> Spans:
    body = length.body
    starts: list[int] = []
    ends: list[int] = []
    start, end = 0, 0
    while end < stop:
        end = length.longest(start, size)
        if end <= start:
            end = start + 1
        starts.append(start)
        ends.append(end)
        if end < stop:
            start = _next(length, body, starts[-1], end, size, overlap) if overlap else end
    return Spans(starts, ends)


def _next(length: Tokens, body: Tokens, before: int, end: int, size: int, overlap: int) -> int:
    """The earliest start that shares at most `overlap` and leaves room for something new."""
    first = max(body.earliest(end, overlap), length.earliest(end + 1, size), before + 1)
    for start in range(first, min(first + NEAR, end)):
        if body.one(start, end) <= overlap and length.one(start, end + 1) <= size:
            return start
    return end


def _visible(text: str, found: Spans) -> Spans:
    """Without the windows of nothing but whitespace."""
    blank = [row for row, (start, end) in enumerate(found) if text[start].isspace() and text[start:end].isspace()]
    return Spans(np.delete(found.starts, blank), np.delete(found.ends, blank)) if blank else found
