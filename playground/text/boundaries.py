"""Text -> Spans: paragraphs, lines, and characters as a reader sees them. (Words: see counted_words.)

Every function takes the text and the coarser units to look inside, and returns the finer units, trimmed of
whitespace, so that levels nest by construction. Whitespace is what `str.isspace` calls so (`\\s` of `re` agrees).
Line ends are LF, CR and CRLF; `plain_line_ends` makes them one kind without moving a single character.
"""

import re

import numpy as np
import regex

from playground.spans import Flags, Offsets, Spans

_BLANK_LINES = re.compile(r"\n\s*\n\s*")  # and the indentation of the next line
LINE = re.compile(r"[^\s][^\n]*")
WORD = re.compile(r"\S+")
_VISIBLE = re.compile(r"\S")
# \X alone takes quadratic time over a run of flags (pairs of regional indicators), so these go first.
_CLUSTERS = regex.compile(r"\p{RI}{2}[\p{GCB=EX}\p{GCB=ZWJ}\p{GCB=SM}]*|\X")

_APART = regex.compile(r"\p{GCB=Other}(?=\p{GCB=Other})(?!\p{Extended_Pictographic})")


def plain_line_ends(text: str) -> str:
    """The text with CRLF as space and LF, and CR as LF: of the same length, so that offsets hold in both."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", " \n").replace("\r", "\n")


def last_visible(text: str, end: int, start: int = 0) -> int:
    """The end of the last character that is not whitespace in [start, end)."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def next_visible(text: str, offset: int) -> int | None:
    """The first character from `offset` on that is not whitespace."""
    found = _VISIBLE.search(text, offset)  # not a whole word: without spaces that is all the rest
    return found.start() if found else None


def paragraphs(text: str) -> Spans:
    """The blocks between blank lines (lines of nothing but whitespace)."""
    start = len(text) - len(text.lstrip())
    stop = last_visible(text, len(text), start)
    if start >= stop:
        return Spans([], [])
    gaps = [gap.span() for gap in _BLANK_LINES.finditer(text, start, stop)]
    ends = [end for end, _ in gaps]
    for row in [row for row, end in enumerate(ends) if text[end - 1].isspace()]:
        ends[row] = last_visible(text, ends[row], start)
    return Spans([start, *[after for _, after in gaps]], [*ends, stop])


def lines(text: str, units: Spans) -> Spans:
    """The lines inside each unit, without their indentation."""
    found = [match.span() for start, end in units for match in LINE.finditer(text, start, end)]
    return Spans.of((start, last_visible(text, end, start)) for start, end in found)


def characters(text: str, units: Spans) -> Spans:
    """Characters as a reader sees them: the extended grapheme clusters (UAX #29) inside each unit.

    Units hold no whitespace here (they are words), so CR LF, the one cluster of two ASCII characters, cannot occur
    and an ASCII unit is cut without looking at it.
    """
    starts = [_cluster_starts(text, start, end) for start, end in units]
    ends = [np.append(own[1:], end) for own, (_, end) in zip(starts, units, strict=True)]
    return Spans(np.concatenate(starts), np.concatenate(ends)) if starts else Spans([], [])


def inside_characters(text: str, places: Offsets) -> Flags:
    """Whether each offset, strictly inside the text, is inside a grapheme cluster; shape (n,)."""
    return np.array([_is_inside(text, place) for place in places.tolist()], dtype=np.bool_)


def _is_inside(text: str, place: int) -> bool:
    if not 0 < place < len(text) or (text[place - 1].isascii() and text[place].isascii()):
        return text[place - 1 : place + 1] == "\r\n"
    # Between two characters of which neither joins anything there is always a boundary: clusters are counted from one.
    start = place - 1
    while start > 0 and not _APART.match(text, start - 1):
        start -= 1
    while start < place:
        cluster = _CLUSTERS.match(text, start)
        start = cluster.end() if cluster else place
    return start > place


def _cluster_starts(text: str, start: int, end: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    if text[start:end].isascii():
        return np.arange(start, end, dtype=np.int64)
    return np.fromiter((match.start() for match in _CLUSTERS.finditer(text, start, end)), dtype=np.int64)
