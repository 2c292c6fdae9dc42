"""Paragraphs of a page of a PDF, told by where its lines stand: a PDF knows no paragraphs, and pypdf gives only lines.

A paragraph begins where the space above a line is clearly more than what is usual on the page, where the size of the
letters changes, at an indent, and behind a last line that had room for the next word. Lines at equal distances, such as
the rows of a table or all of a page, stay together.
"""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

_WIDER = 1.3  # times the usual distance: a new paragraph
_EQUAL = 0.04  # of a distance: as exact as they are set
_ROWS = 3  # equal distances one after another, which are those of a table or a list
_OTHER_SIZE = 1.15
_USUAL_SHARE = 0.2  # of the distances of a page are at least the usual one
_INDENT = (0.8, 4.0)  # in sizes of the letters
_EDGE = 2  # lines at the top and the foot of a page that may be running ones: no sentence goes on with them
_SHORT = 0.75  # of the line before
_FULL_LINE = 30  # characters
ENDED = re.compile(r"[.!?:…。！？][\"'”’»)\]]*\Z")


class _Piece(NamedTuple):
    """Text that is set in one go, and where: x and y in points, y upwards; not a number where it is not upright."""

    text: str
    x: float
    y: float
    size: float


class _Line(NamedTuple):
    text: str
    x: float
    y: float
    size: float


class Layout:
    """Is told of every piece of a page's text; knows then where the paragraphs of the page begin."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []

    def visit(self, text: str, page: Sequence[float], line: Sequence[float], _font: Any, size: float) -> None:
        """Take a piece, with the matrices of page and line that place it: what pypdf calls a visitor of text."""
        if text:
            across = line[0] * page[1] + line[1] * page[3]
            up = line[2] * page[1] + line[3] * page[3]
            is_upright = up > 0 and abs(across) < abs(up) / 10
            x = line[4] * page[0] + line[5] * page[2] + page[4]
            y = line[4] * page[1] + line[5] * page[3] + page[5]
            self._pieces.append(_Piece(text, x, y if is_upright else math.nan, abs(size * up)))

    def with_paragraphs(self, text: str) -> str:
        """The text of the page with a blank line ahead of each paragraph; as it is if it is not that of the pieces."""
        if "".join(piece.text for piece in self._pieces) != text:
            return text
        lines = _lines(self._pieces)
        begins = _begins(lines)
        parts: list[str] = []
        for number, line in enumerate(lines):
            if number in begins and parts and parts[-1].strip():
                parts.append("")
            parts.append(line.text)
        return "\n".join(parts)


def _lines(pieces: Iterable[_Piece]) -> list[_Line]:
    """The lines of the text, each placed where its first visible piece is, with the size of its longest one."""
    lines: list[_Line] = []
    texts: list[str] = []
    placed: list[_Piece] = []

    def end() -> None:
        first = placed[0] if placed else _Piece("", math.nan, math.nan, math.nan)
        size = max(placed, key=lambda piece: len(piece.text)).size if placed else math.nan
        lines.append(_Line("".join(texts), first.x, first.y, size))
        texts.clear()
        placed.clear()

    for piece in pieces:
        for number, part in enumerate(piece.text.split("\n")):
            if number:
                end()
            texts.append(part)
            if part.strip() and number == 0:
                placed.append(piece)
    end()
    return lines


def _begins(lines: list[_Line]) -> set[int]:
    """The numbers of the lines that begin a paragraph."""
    rows = _rows(lines)
    gaps = [lines[above].y - lines[below].y for above, below in pairwise(rows)]
    usual = _usual([gap for gap, row in zip(gaps, rows[1:], strict=True) if 0.9 <= gap / lines[row].size <= 4])
    if not usual:
        return set()
    regular = _regular(gaps)
    found = set()
    for place, gap in enumerate(gaps):
        around = [lines[rows[at]] if 0 <= at < len(rows) else None for at in range(place - 1, place + 3)]
        is_edge = place < _EDGE or place >= len(gaps) - _EDGE
        is_apart = not regular[place] and _is_apart(gap, usual, around[1], around[2], is_edge)
        if is_apart or (abs(gap - usual) <= usual * (_WIDER - 1) and _is_parted(*around)):
            found.add(rows[place + 1])
    return found


def _rows(lines: list[_Line]) -> list[int]:
    """The first of the lines at each height: the cells of a row, and small signs, stand at one."""
    rows: list[int] = []
    for number, line in enumerate(lines):
        if not math.isnan(line.y) and line.size > 0:
            above = lines[rows[-1]] if rows else None
            if above is None or abs(above.y - line.y) >= 0.5 * max(above.size, line.size):
                rows.append(number)
    return rows


def _usual(gaps: list[float]) -> float:
    """The distance of the lines of a paragraph: the least that is not rare; 0 where there are too few to tell."""
    gaps.sort()
    first = 0
    for number, gap in enumerate(gaps):
        if gap > gaps[first] * (1 + _EQUAL):
            first = number
        if number - first + 1 >= max(2, _USUAL_SHARE * len(gaps)):
            return gap
    return 0.0


def _regular(gaps: list[float]) -> list[bool]:
    """Of each distance, whether it is one of several equal ones in a row."""
    found = [False] * len(gaps)
    first = 0
    for number in range(1, len(gaps) + 1):
        if number == len(gaps) or abs(gaps[number] - gaps[first]) > _EQUAL * abs(gaps[first]):
            if number - first >= _ROWS:
                found[first:number] = [True] * (number - first)
            first = number
    return found


def _is_apart(gap: float, usual: float, above: _Line | None, line: _Line | None, is_edge: bool) -> bool:
    """Whether more space than usual, or another size, parts a line from the one above."""
    if above is None or line is None or (not is_edge and _goes_on(above.text, line.text)):
        return False
    other_size = max(above.size, line.size) > _OTHER_SIZE * min(above.size, line.size)
    return gap > _WIDER * usual or (other_size and gap >= 0.9 * usual)


def _is_parted(before: _Line | None, above: _Line | None, line: _Line | None, below: _Line | None) -> bool:
    """Whether a sentence ends above a line that is indented, or above which there was room for its first word."""
    if above is None or line is None or not ENDED.search(above.text.rstrip()) or _goes_on(above.text, line.text):
        return False
    near = 0.3 * line.size
    if below is not None and _INDENT[0] <= (line.x - below.x) / line.size <= _INDENT[1]:
        return abs(above.x - below.x) <= near or abs(above.x - line.x) <= near
    if before is None or ENDED.search(before.text.rstrip()) or abs(before.size - above.size) > 0.1 * above.size:
        return False  # lines of which each is a sentence, as verses
    if abs(above.x - line.x) > near:
        return False
    full = len(before.text.strip())
    word = line.text.split(maxsplit=1)[0]
    return full >= _FULL_LINE and len(above.text.strip()) + 1 + len(word) <= _SHORT * full


def _goes_on(above: str, line: str) -> bool:
    """Whether a sentence goes on from one line to the next, whatever is between them."""
    return line.lstrip()[:1].islower() and not ENDED.search(above.rstrip())
