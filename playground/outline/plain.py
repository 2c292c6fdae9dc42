"""Plain text -> Outline: headings numbered as in RFCs or underlined as in reStructuredText, and tables of values."""

import re
from dataclasses import dataclass
from itertools import pairwise

from playground.outline.parts import Outline, ascending
from playground.spans import Spans
from playground.text.blocks import is_table_of_values
from playground.text.boundaries import last_visible, next_visible, paragraphs

LONGEST_HEADING = 90  # characters: a longer line is prose
FEWEST = 3  # numbered lines that make headings of them, and not a list
_MARKS = "=\\-~^\"'`#*+.:_<>"
UNDERLINED = re.compile(rf"(?m)^(?P<title>\S[^\n]*)\n(?P<mark>[{_MARKS}])(?P=mark){{2,}}[^\S\n]*$")
_PARTS = r"(?:\.\d{1,3}){0,6}"
NUMBERED = re.compile(
    rf"(?m)^(?P<number>\d{{1,3}}{_PARTS}\.?|[A-Z]{_PARTS}\.|Appendix [A-Z]{_PARTS}[.:]?)[^\S\n]+(?P<title>\S[^\n]*)$"
)
FLUSH = re.compile(r"(?m)^(?P<title>[^\W\d_][^\n]*)$")  # in a text that is indented but for its headings
_INDENTED = re.compile(r"(?m)^[^\S\n]+\S")
_VISIBLE = re.compile(r"(?m)^[^\S\n]*\S")
MOSTLY = 0.7  # of the lines that are indented: then a line that is not is a heading


@dataclass(frozen=True)
class _Heading:
    start: int
    end: int
    label: tuple[int, int]
    level: int


def find(text: str) -> Outline:
    """The outline of a plain text with plain line ends; without headings where none can be told from prose."""
    found = _underlined(text) or _numbered(text)
    blocks = paragraphs(text)
    tables, rows = _tables(text, blocks)
    starts = blocks.starts.tolist() + [heading.start for heading in found]
    starts += [at for heading in found if (at := next_visible(text, heading.end)) is not None]
    return Outline(
        "plain",
        Spans.of((heading.start, heading.end) for heading in found),
        Spans.of(heading.label for heading in found),
        tuple(heading.level for heading in found),
        (ascending(starts), ascending(rows)),
        Spans.of(table for table, _ in tables),
        Spans.of(header for _, header in tables),
    )


def _alone(text: str, start: int, end: int) -> bool:
    """Whether there is a blank line, or nothing, on both sides of a line."""
    before = text.rfind("\n", 0, max(start - 1, 0))
    above = start == 0 or not text[before + 1 : start - 1].strip()
    stop = text.find("\n", end + 1)
    below = end >= len(text) or not text[end + 1 : stop if stop >= 0 else len(text)].strip()
    return above and below


def _is_title(words: str) -> bool:
    return len(words) <= LONGEST_HEADING and words[-1] not in ".,;" and any(map(str.isalnum, words))


def _underlined(text: str) -> list[_Heading]:
    """Lines with a line of one mark under them, at least as long; the marks are levels in the order they come in."""
    found: list[_Heading] = []
    levels: dict[tuple[str, bool], int] = {}
    for match in UNDERLINED.finditer(text):
        title = match["title"].rstrip()
        rule = match[0].rsplit("\n", 1)[1].rstrip()
        above_start = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
        above = text[above_start : max(match.start() - 1, 0)].rstrip()
        overlined = bool(above) and above == rule
        if len(rule) < len(title) or not _is_title(title) or set(title) == {match["mark"]} or (above and not overlined):
            continue
        level = levels.setdefault((match["mark"], overlined), len(levels) + 1)
        start = above_start if overlined else match.start()
        label = (match.start(), match.start() + len(title))
        found.append(_Heading(start, last_visible(text, match.end()), label, min(level, 6)))
    return found


def has_numbered_headings(text: str) -> bool:
    """Whether lines that stand alone count on from one another."""
    return bool(_numbered(text))


def _numbered(text: str) -> list[_Heading]:
    """Numbered lines that stand alone and count on from one another, and in an indented text every flush line."""
    found: list[_Heading] = []
    last: tuple[int, ...] = ()
    for match in NUMBERED.finditer(text):
        end = last_visible(text, match.end())
        number = _parts(match["number"])
        title = match["title"].rstrip()
        if _is_title(title) and _alone(text, match.start(), match.end()) and (not last or _follows(last, number)):
            found.append(_Heading(match.start(), end, (match.start(), end), min(len(number), 6)))
            last = number
    holding = sum(next_visible(text, one.end) != after.start for one, after in pairwise(found)) + 1
    if len(found) < FEWEST or holding * 2 < len(found):
        return []  # a list: most have nothing under them
    if len(_INDENTED.findall(text)) >= MOSTLY * max(len(_VISIBLE.findall(text)), 1):
        taken = {heading.start for heading in found}
        for match in FLUSH.finditer(text):
            title = match["title"].rstrip()
            alone = match.start() not in taken and _alone(text, match.start(), match.end())
            if alone and _is_title(title) and "   " not in title:  # three spaces: the head or foot of a page
                end = match.start() + len(title)
                found.append(_Heading(match.start(), end, (match.start(), end), 1))
    return sorted(found, key=lambda heading: heading.start)


def _parts(number: str) -> tuple[int, ...]:
    """ "2.1." -> (2, 1); letters count from 1,001, so that appendices follow sections."""
    words = number.removeprefix("Appendix ").rstrip(".:").split(".")
    return tuple(int(word) if word.isdigit() else 1000 + ord(word) - ord("A") + 1 for word in words)


def _follows(last: tuple[int, ...], number: tuple[int, ...]) -> bool:
    """Whether a number is the next one on some level: 2.1 is followed by 2.2, 2.1.1 or 3 (or appendix A)."""
    if number == (*last, 1):
        return True
    depth = len(number)
    if depth > len(last) or number[:-1] != last[: depth - 1]:
        return False
    return number[-1] == last[depth - 1] + 1 or (depth == 1 and number[0] == 1001)


def _tables(text: str, blocks: Spans) -> tuple[list[tuple[tuple[int, int], tuple[int, int]]], list[int]]:
    """Paragraphs of comma-separated values and the like, with their first line; and where their rows begin."""
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    rows: list[int] = []
    for start, end in blocks:
        if not is_table_of_values(text, start, end):
            continue
        lines = [match.span() for match in re.compile(r"[^\n]*\S").finditer(text, start, end)]
        found.append(((start, end), lines[0]))
        rows += [first for first, _ in lines[2:]]
    return found, rows
