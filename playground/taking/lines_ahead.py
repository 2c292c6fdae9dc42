"""Chunks that begin with lines which are not in their source there: a title, headings, the header of a table."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from playground.taking.own_chunks import Given
from playground.text.visible import Visible, visible

MOST_LINES = 12  # lines that may stand ahead: a title, headings down to the sixth level, a caption and a header
_TAG = re.compile(r"<[^<>]{1,200}>")
_MOST_MARKS = 80  # characters of marks ahead of a heading
_HEADING = re.compile(r"#{1,6}|(<[^<>]{1,60}>\s*)+")  # what may stand ahead of its label
_MARKS = "#=*_|-"  # of headings and of rows of tables


def without(source: Visible, given: Sequence[Given], rows: Sequence[int], most: int) -> dict[int, Given]:
    """Those of these rows that stand in the source without their first lines, at least one and at most MOST_LINES: what
    is left of each, with those lines as its context.

    As few lines are taken away as can be, and labels of headings that follow. What is left must be at least half of
    the visible characters, or each of the lines must be one of the source, its marks apart, or what at least two of the
    rows and half of them begin with. It ends early where the source has compared `most` places.
    """
    known = _Known(source.source, [_first_line(given[row].text) for row in rows])
    found = {}
    for row in rows:
        if source.tried > most:
            break
        one = _rest(source, given[row], known, most)
        if one is not None:
            found[row] = one
    return found


def _rest(source: Visible, one: Given, known: "_Known", most: int) -> Given | None:
    best, left = 0, ""
    for end in _line_ends(one.text):
        rest = visible(one.text[end:])
        place = _place(source, one, rest, most) if rest else None
        if place is not None:
            best, left = end, rest
            if not _is_behind_marks(source, place, one.text[end:], rest):
                break
        elif best or not rest:
            break
    if not best:
        return None
    lines = [line for line in one.text[:best].split("\n") if line.strip()]
    if 2 * len(left) < len(visible(one.text)) and not all(line in known for line in lines):
        return None
    return replace(one, text=one.text[best:], context=one.context + one.text[:best])


def _place(source: Visible, one: Given, rest: str, most: int) -> int | None:
    """Where the chunk says that it stands, if this is there; else the first place of it; None if there is none."""
    said = -1 if one.start is None else source.place(one.start)
    return said if said >= 0 and source.text.startswith(rest, said) else next(source.everywhere(rest, 0, most), None)


def _is_behind_marks(source: Visible, place: int, text: str, rest: str) -> bool:
    """Whether nothing but marks is ahead of this place in its line: then it is the label of a heading, which stands
    ahead of a chunk without them, and no line of the chunk itself."""
    start = source.range_of(place, text, len(rest))[0]
    ahead = source.source[max(start - _MOST_MARKS, 0) : start].rpartition("\n")[2].strip()
    return _HEADING.fullmatch(ahead) is not None


def _line_ends(text: str) -> Iterator[int]:
    """Where the first lines end, behind their line ends."""
    end = 0
    for _ in range(MOST_LINES):
        end = text.find("\n", end) + 1
        if not end:
            return
        yield end


def _first_line(text: str) -> str:
    return text[: next(_line_ends(text), 0)]


class _Known(Container[str]):
    """The lines of a source without their marks, found when they are first asked for, and a title that many have."""

    def __init__(self, source: str, firsts: Iterable[str]) -> None:
        self._source = source
        self._lines: set[str] | None = None
        many = Counter(map(_bare, firsts))
        self._titles = {line for line, times in many.items() if line and times >= max(many.total() / 2, 2)}

    def __contains__(self, line: object) -> bool:
        bare = _bare(str(line))
        if self._lines is None:
            self._lines = set(map(_bare, self._source.split("\n")))
        return bare in self._titles or bare in self._lines


def _bare(line: str) -> str:
    return visible(_TAG.sub("", line)).strip(_MARKS)
