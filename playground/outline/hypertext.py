"""HTML -> Outline: places are those of the tags in the source."""

import re
from dataclasses import dataclass

from playground.outline.parts import Found, Outline, Pair
from playground.outline.tags import Token, tokens
from playground.text.boundaries import last_visible, next_visible

HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "details", "div", "dl", "dt", "figure", "footer", "form", "header",
    "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul", *HEADINGS,
}  # fmt: skip
_NESTED = {"li", "tr", "dt"}  # what a block opens at
_TABULAR = {"table", "thead", "tr", "th", "td", "caption"}
_UNSEEN = {"script", "style", "title", "textarea", "template"}
LONGEST_LABEL = 300  # characters: more is no heading's words
_BLANK_LINE = re.compile(r"\n\s*\n\s*")
_LINE = re.compile(r"\n\s*")


def find(text: str) -> Outline:
    """The outline of an HTML text with plain line ends: h1 to h6, blocks, tables with a row of th, pre, li.

    A heading or cell that is not closed ends where the next block begins.
    """
    reader = _Reader(text)
    for token in tokens(text):
        reader.take(token)
    return reader.outline()


@dataclass
class _Table:
    """The outermost table that is open."""

    start: int
    header: Pair | None = None
    caption: Pair | None = None
    body_rows: int = 0
    row: int = -1  # where the open row starts
    row_has_heads: bool = False
    in_head: bool = False


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Found()
        self.items: list[list[int]] = []
        self.open_items: list[tuple[int, int]] = []  # number and the lists around, from the outermost
        self.lists = 0
        self.heading: tuple[int, int, int] | None = None  # of the open one: its start, its level, where its words begin
        self.pre = self.unseen = -1  # where the open one starts
        self.table: _Table | None = None
        self.tables = 0  # open inside one another
        self.words: Pair | None = None  # from the first to the last visible character of what is collected

    # --- texts and tags, in order ---

    def take(self, token: Token) -> None:
        """Read one more."""
        if token.kind == "text":
            self._text(token)
        elif token.kind == "start":
            self._start_tag(token.text, token.start, token.end)
            if token.closed:
                self._end_tag(token.text, token.start, token.end)
        else:
            self._end_tag(token.text, token.start, token.end)

    def _start_tag(self, tag: str, at: int, end: int) -> None:
        if self.unseen >= 0:
            return
        if tag == "li":
            self._end_items(at)
        if tag in _BLOCKS:
            self._end_heading(at, at)
            self._cut(tag, at)
        if tag in HEADINGS:
            self.heading, self.words = (at, HEADINGS[tag], end), None
        elif tag == "pre":
            self.pre = at
        elif tag == "li":
            self.open_items.append((len(self.items), self.lists))
            self.items.append([at, -1])
        elif tag in {"ul", "ol"}:
            self.lists += 1
        elif tag in _UNSEEN:
            self.unseen = at
        elif tag in _TABULAR:
            self._start_tabular(tag, at)

    def _end_tag(self, tag: str, at: int, end: int) -> None:
        if self.unseen >= 0 and tag not in _UNSEEN:
            return
        if tag in HEADINGS:
            self._end_heading(at, end)
        elif tag == "pre" and self.pre >= 0:
            self._end_code(end)
        elif tag == "li":
            self._end_items(end)
        elif tag in {"ul", "ol"} and self.lists:
            self._end_items(at)
            self.lists -= 1
        elif tag in _UNSEEN:
            self.unseen = -1
        elif tag in _TABULAR:
            self._end_tabular(tag, at, end)

    def _text(self, token: Token) -> None:
        raw = self.text[token.start : token.end]
        if self.unseen < 0 and raw.strip():
            first, last = token.start + len(raw) - len(raw.lstrip()), token.start + len(raw.rstrip())
            self.words = (self.words[0] if self.words else first, last)

    def _cut(self, tag: str, at: int) -> None:
        """A block begins. Inside an item there are two depths more than around it: items, and blocks in them."""
        depth = 2 * len(self.open_items)
        if self.table is not None:
            if tag == "tr" and self.tables == 1 and not self._first_of_body():
                self.found.cut(depth + 1, at)
            elif tag != "tr" or self.tables > 1:
                self.found.cut(depth + 3, at)
            return
        self.found.cut(depth + int(tag in _NESTED), at)

    # --- headings, items, code ---

    def _end_heading(self, inner: int, end: int) -> None:
        """End the open heading, whose content ends at `inner`: that is its label, inline tags and all."""
        if self.heading is None:
            return
        start, level, first = self.heading
        self.heading = None
        end = last_visible(self.text, end, start)
        words = next_visible(self.text, first)
        stop = last_visible(self.text, min(inner, end), start)
        if words is None or words >= stop:  # it says nothing
            return
        label = (words, stop)
        if stop - first > LONGEST_LABEL and self.words:  # never closed: the text behind it is no part of it
            label = (self.words[0], min(self.words[0] + LONGEST_LABEL, self.words[1]))
        self.found.heading((start, end), label, level)
        following = next_visible(self.text, end)
        if following is not None:
            self.found.cut(0, following)

    def _end_items(self, end: int) -> None:
        """End the items of the list that is open, and of lists inside it that were never closed."""
        while self.open_items and self.open_items[-1][1] >= self.lists:
            self.items[self.open_items.pop()[0]][1] = end

    def _end_code(self, end: int) -> None:
        start, self.pre = self.pre, -1
        self.found.code.append((start, end))
        last = self.text.rfind("\n", start, end)
        for deeper, pattern in ((1, _BLANK_LINE), (2, _LINE)):
            for match in pattern.finditer(self.text, start, end):
                at = match.end()
                if at < end and (at <= last or not self.text.startswith("<", at)):
                    self.found.cut(2 * len(self.open_items) + deeper, at)

    # --- tables: only the outermost ---

    def _first_of_body(self) -> bool:
        """Whether no row of the body has ended: the first stays with the header."""
        table = self.table
        return table is not None and not table.body_rows and (table.row < 0 or table.row_has_heads or table.in_head)

    def _start_tabular(self, tag: str, at: int) -> None:
        if tag == "table":
            self.tables += 1
            self.table = self.table or _Table(at)
        if self.table is None or self.tables != 1:
            return
        if tag == "thead":
            self.table.in_head = True
        elif tag == "tr":
            self._end_row(at)
            self.table.row, self.table.row_has_heads = at, False
        elif tag == "th":
            self.table.row_has_heads = self.table.row >= 0 and not self.table.body_rows
        elif tag == "td":
            self.table.row_has_heads = False
        elif tag == "caption":
            self.words = None

    def _end_tabular(self, tag: str, at: int, end: int) -> None:
        if self.table is None:
            return
        if tag == "caption" and self.tables == 1:
            self.table.caption = self.words
        elif tag == "thead" and self.tables == 1:
            self._end_row(at)
            self.table.in_head = False
        elif tag == "tr" and self.tables == 1:
            self._end_row(end)
        elif tag == "table":
            self.tables -= 1
            if not self.tables:
                self._end_row(at)
                if self.table.header is not None:
                    self.found.table((self.table.start, end), self.table.header, self.table.caption)
                self.table = None

    def _end_row(self, end: int) -> None:
        table = self.table
        if table is None or table.row < 0:
            return
        start, table.row = table.row, -1
        if table.in_head or (table.row_has_heads and table.header is None):
            first = table.header[0] if table.header else start
            table.header = (first, last_visible(self.text, end, start))
        else:
            table.body_rows += 1

    def outline(self) -> Outline:
        """What was found, once all is read."""
        stop = last_visible(self.text, len(self.text))
        self._end_heading(stop, stop)
        for number, _ in self.open_items:
            self.items[number][1] = stop
        self.found.items = [(start, end) for start, end in self.items]
        return self.found.outline("html", self.text)
