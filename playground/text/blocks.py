"""Paragraphs -> blocks: what ends a sentence by its place on the page, not by a stop.

Headings, list items, table rows, lines of code, and the lines of logs and chats are blocks of their own; a
hard-wrapped line end is inside a block. Texts have plain line ends here (boundaries.plain_line_ends).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from playground.spans import Spans
from playground.text.boundaries import LINE, WORD, last_visible

# What may begin a line that is a unit of its own. A pattern that opens with a literal is searched fastest, and prose,
# which has none of these lines, must stay fast.
_MARKS = "-#|*+•=~`_0123456789["
_MARKED_LINE = re.compile(rf"\n[^\S\n]*[{re.escape(_MARKS)}]")
_FENCE = re.compile(r"[^\S\n]*(`{3,}|~{3,})")
_HEADING = re.compile(r"#{1,6}[^\S\n]")
_RULE = re.compile(r"([-=~*_+])\1{2,}[^\S\n]*(?:\n|\Z)")
_TABLE_ROW = re.compile(r"\||\+[-=]")
_BULLET = re.compile(r"[-*+•][^\S\n]")
_TIME = re.compile(r"\[?(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2})(?!\w)|\[?\d{4}-\d{2}-\d{2}T\d")  # of a log or a chat
_NUMBER = re.compile(r"(\d{1,3})[.)][^\S\n]+(?=\S)")

# A line of code by its look: it ends as statements do, opens like one, or assigns.
_CODE_END = re.compile(r"\n(?<=[;{}()\[\]: \t]\n)")
_CODE_LAST = ";{}()[]:"
_CODE_ENDINGS = (";", "{", "}", "(", "[", ")", "]", "),", "],", "},", "):", "]:")
_CODE_OPENING = re.compile(
    r"""[\w.\[\]'"]+\ ?[-+*/|:]?=[^=] | (?:if|for|while|elif|except|with|def|class)\b.*:$ | else:|try:|return\b|import\b
      | from\ \S+\ import\b|raise\b|@\w|//|/\*|\*/|\#include\b|const\b|let\b|var\b|function\b""",
    re.VERBOSE,
)
_STATEMENT = re.compile(
    r"""\s*(?:(?:async\ )?(?:def|class)\ \w+.*:$ | (?:if|for|while|elif|except|with)\b.*:$ | else:$ | try:$
      | (?:from\ \S+\ )?import\ \S | return\b | raise\ | @\w | \#include\b | (?:const|let|var|function)\ \w | .*[;{}]$
      | self\.\w | [\w.]+\ =\ \S)""",
    re.VERBOSE,
)
_FENCED = re.compile(r"(?ms)^[^\S\n]*(```|~~~).*?^[^\S\n]*\1")
_SAMPLE = 30_000  # characters
_LONGEST_CODE_LINE = 200  # characters, on average in a paragraph; prose on one line a paragraph is longer


# A table of values (CSV, TSV) is known by its first rows; a row has at least two separators, for prose has commas too.
_HEAD = 4_000  # characters looked at
_ROWS_SEEN = 12
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def _same_count(head: list[str], mark: str) -> bool:
    whole = head if len(head) < _ROWS_SEEN else head[:-1]  # the last may be cut off
    counts = {_separators(line, mark) for line in whole}
    return len(counts) == 1 and counts.pop() >= 2


def _separators(line: str, mark: str) -> int:
    """How many of these marks there are outside quotes."""
    return (_QUOTED.sub("", line) if '"' in line else line).count(mark)


def is_table_of_values(text: str, start: int, end: int) -> bool:
    """Whether the first lines of a paragraph, three or more, hold the same number of commas, semicolons or tabs."""
    if not _alike(text, start, end):
        return False
    head = text[start : min(end, start + _HEAD)].split("\n")[:_ROWS_SEEN]
    return len(head) >= 3 and any(_same_count(head, mark) for mark in ",;\t")


def _alike(text: str, start: int, end: int) -> bool:
    """Whether the first two of three or more lines agree in a number of separators: quick, and rarely true."""
    first = text.find("\n", start, end)
    second = text.find("\n", first + 1, end) if first >= 0 else -1
    if second >= 0:
        for mark in ",;\t":
            if text.count(mark, start, first) < 2:
                continue
            count = _separators(text[start:first], mark)
            if count >= 2 and _separators(text[first + 1 : second], mark) == count:
                return True
    return False


def is_mostly_code(text: str) -> bool:
    """Whether a quarter of the first lines outside fences are statements: a file of code, not a text about code."""
    lines = [line for line in _FENCED.sub("", text[:_SAMPLE]).split("\n")[:-1] if line.strip()]
    code = sum(_STATEMENT.match(line) is not None for line in lines)
    return len(lines) >= 3 and code * 4 >= len(lines)


def _looks_like_code(line: str) -> bool:
    line = line.strip()
    return line.endswith(_CODE_ENDINGS) or _CODE_OPENING.match(line) is not None


def may_have_fences(text: str) -> bool:
    """Whether ``` or ~~~ stands anywhere in it."""
    # One character is found much faster than three, and most texts have neither.
    return ("`" in text and "```" in text) or ("~" in text and "~~~" in text)


class Blocks(NamedTuple):
    """Blocks, and the offsets where the text of a numbered item begins, behind its "1." or "2)"."""

    spans: Spans
    item_texts: frozenset[int]


def find(text: str, paragraphs: Spans) -> Blocks:
    """The paragraphs of a text, opened at their headings, list items, table rows and lines of code.

    A hard-wrapped line end is inside a block. A numbered line is an item when it is the first of its paragraph, is
    number 1, or goes on from the item before: "in\\n1984. " in the middle of a sentence is none. Lines that begin with
    a time or a date (a log, a chat) are blocks where the first line of their paragraph and a quarter of all do.
    All paragraphs of the text must be given if it may_have_fences, since a fence may close in another one.
    """
    finder = _BlockFinder(text, paragraphs)
    return Blocks(finder.blocks(), frozenset(finder.item_texts))


class _BlockFinder:
    """One pass over the lines that begin with a mark. `text` has plain line ends."""

    def __init__(self, text: str, units: Spans) -> None:
        self.text = text
        self.starts = units.starts.tolist()
        self.ends = units.ends.tolist()
        self.opened: set[int] = set()  # first characters of lines at which a block begins
        self.item_texts: list[int] = []
        self.last_number: dict[int, int] = {}  # paragraph -> number of its last item
        self.timed: dict[int, list[int]] = {}  # paragraph -> its lines that begin with a time

    def blocks(self) -> Spans:
        if self.starts:
            marks = self._marks()
            self._marked_lines(marks, self._fences(marks))
            self._timed_lines()
            self._code_paragraphs()
            self._tables_of_values()
        if not self.opened:
            return Spans(self.starts, self.ends)
        inner = sorted(self.opened.difference(self.starts))
        before = [last_visible(self.text, start) for start in inner]
        return Spans(sorted([*self.starts, *inner]), sorted([*self.ends, *before]))

    def _row(self, offset: int) -> int:
        """The row of the paragraph that holds `offset`, or -1."""
        row = bisect_right(self.starts, offset) - 1
        return row if row >= 0 and offset < self.ends[row] else -1

    def _open(self, offset: int) -> None:
        """Begin a block at the line whose first visible character is `offset`, if a paragraph holds it."""
        if self._row(offset) >= 0:
            self.opened.add(offset)

    def _open_next_line(self, offset: int) -> None:
        line_end = self.text.find("\n", offset)
        if line_end < 0:
            return
        visible = WORD.search(self.text, line_end)
        if visible:
            self._open(visible.start())

    def _marks(self) -> list[int]:
        """The first visible characters of lines that begin with a mark."""
        first_lines = [start for start in self.starts if self.text[start] in _MARKS]
        inner = [mark.end() - 1 for mark in self._search(_MARKED_LINE)]
        return sorted({*first_lines, *inner})

    def _search(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """All matches inside the paragraphs; in one go where they are most of the text, which is quicker."""
        dense = 2 * sum(self.ends) - 2 * sum(self.starts) > self.ends[-1] - self.starts[0]
        ranges = [(self.starts[0], self.ends[-1])] if dense else zip(self.starts, self.ends, strict=True)
        return chain.from_iterable(pattern.finditer(self.text, start, end) for start, end in ranges)

    def _fences(self, marks: list[int]) -> list[tuple[int, int]]:
        """The ranges between ``` or ~~~ and the line that closes it; each line inside is a block.

        A fence closes with the same character and at least its own length. One that never closes ends with its
        paragraph: prose behind a stray ``` must not be cut line by line.
        """
        if not any(self.text.startswith(("```", "~~~"), mark) for mark in marks):
            return []
        ranges: list[tuple[int, int]] = []
        opening: tuple[int, str] | None = None
        for line in LINE.finditer(self.text, 0, self.ends[-1]):
            mark = _FENCE.match(self.text, line.start())
            if mark is None:
                continue
            if opening is None:
                opening = (line.start(), mark[1])
            elif mark[1][0] == opening[1][0] and len(mark[1]) >= len(opening[1]) and line[0].strip() == mark[1]:
                ranges.append((opening[0], line.end()))
                opening = None
        if opening is not None:
            row = bisect_right(self.starts, opening[0]) - 1
            ranges.append((opening[0], self.ends[max(row, 0)]))
        for start, end in ranges:
            self._open_lines(start, end)
            self._open_next_line(end - 1)
        return ranges

    def _marked_lines(self, marks: list[int], fences: list[tuple[int, int]]) -> None:
        fence_starts = [start for start, _ in fences]
        for offset in marks:
            row = bisect_right(fence_starts, offset) - 1
            if row < 0 or offset >= fences[row][1]:
                self._judge(offset)

    def _judge(self, offset: int) -> None:
        text = self.text
        if _HEADING.match(text, offset) or _TABLE_ROW.match(text, offset):
            self._open(offset)
            self._open_next_line(offset)
        elif _RULE.match(text, offset):  # an underline belongs to the line above it
            self._open_next_line(offset)
        elif _BULLET.match(text, offset):
            self._open(offset)
        elif _TIME.match(text, offset):
            self.timed.setdefault(self._row(offset), []).append(offset)
        elif number := _NUMBER.match(text, offset):
            self._number(offset, int(number[1]), number.end())

    def _number(self, offset: int, number: int, text_start: int) -> None:
        row = self._row(offset)
        if row < 0:
            return
        expected = self.last_number.get(row, 0) + 1
        if offset == self.starts[row] or number in (1, expected):
            self._open(offset)
            self.item_texts.append(text_start)
            self.last_number[row] = number

    def _timed_lines(self) -> None:
        self.timed.pop(-1, None)
        for row, offsets in self.timed.items():
            line_count = self.text.count("\n", self.starts[row], self.ends[row]) + 1
            if offsets[0] == self.starts[row] and len(offsets) * 4 >= line_count:
                self.opened.update(offsets)

    def _tables_of_values(self) -> None:
        """Open every line of a paragraph whose first lines hold the same number of commas, semicolons or tabs."""
        for start, end in zip(self.starts, self.ends, strict=True):
            if is_table_of_values(self.text, start, end):
                self._open_lines(start, end)

    def _open_lines(self, start: int, end: int) -> None:
        for line in LINE.finditer(self.text, start, end):
            self._open(line.start())

    def _code_paragraphs(self) -> None:
        """Open every line of a paragraph most of whose lines look like code."""
        endings: dict[int, int] = {}
        for ending in self._search(_CODE_END):
            if self.text[last_visible(self.text, ending.start()) - 1] in _CODE_LAST:
                row = self._row(ending.start())
                endings[row] = endings.get(row, 0) + 1
        endings.pop(-1, None)
        for row, count in endings.items():
            start, end = self.starts[row], self.ends[row]
            line_count = self.text.count("\n", start, end) + 1
            if line_count < 2 or count * 5 < line_count or end - start > line_count * _LONGEST_CODE_LINE:
                continue
            code = sum(map(_looks_like_code, self.text[start:end].split("\n")))
            if code * 5 >= line_count * 3:
                self._open_lines(start, end)
