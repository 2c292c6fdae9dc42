"""HTML -> Outline, by the parser of the standard library: places are those of the tags in the source."""

import re
from html.parser import HTMLParser

from playground.boundaries import next_visible
from playground.outline.lines import Lines
from playground.outline.parts import Outline, ascending
from playground.spans import Spans

DEEPEST = 6
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "details", "div", "dl", "dt", "figure", "footer", "form", "header",
    "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul", *HEADINGS,
}  # fmt: skip
_NESTED = {"li", "tr", "dt"}  # what a block opens at
_UNSEEN = {"script", "style", "title", "head"}
_BLANK_LINE = re.compile(r"\n\s*\n\s*")
_LINE = re.compile(r"\n\s*")


def find(text: str) -> Outline:
    """The outline of an HTML text with plain line ends: h1 to h6, blocks, tables with a row of th, pre, li.

    A heading or cell that is not closed ends where the next block begins.
    """
    reader = _Reader(text)
    reader.feed(text)
    reader.close()
    return reader.outline()


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.text = text
        self.lines = Lines(text)
        self.cuts: list[list[int]] = [[] for _ in range(DEEPEST + 2)]
        self.headings: list[tuple[int, int]] = []
        self.labels: list[tuple[int, int]] = []
        self.levels: list[int] = []
        self.tables: list[tuple[int, int]] = []
        self.headers: list[tuple[int, int]] = []
        self.captions: list[tuple[int, tuple[int, int]]] = []
        self.code: list[tuple[int, int]] = []
        self.items: list[list[int]] = []
        self.open_items: list[tuple[int, int]] = []  # number and the lists around, from the outermost
        self.lists = 0
        self.heading: tuple[int, int] | None = None  # where the open one starts, and its level
        self.pre = self.table = self.row = self.unseen = -1  # where the open one starts
        self.tables_open = 0
        self.words: tuple[int, int] | None = None  # from the first to the last visible character of what is collected
        self.caption: tuple[int, int] | None = None
        self.is_header = False
        self.header: tuple[int, int] | None = None
        self.body_rows = 0

    # --- what the parser says ---

    def handle_starttag(self, tag: str, attrs: object) -> None:
        at = self._at()
        if tag == "li":
            self._end_items(at)
        if tag in _BLOCKS:
            self._end_heading(at)
            if tag == "tr" and self.tables_open == 1:
                self._end_row(at)
            self._cut(tag, at)
        if tag in HEADINGS:
            self.heading, self.words = (at, HEADINGS[tag]), None
        elif tag == "pre":
            self.pre = at
        elif tag == "li":
            self._start_item(at)
        elif tag in {"ul", "ol"}:
            self.lists += 1
        elif tag == "table":
            self.tables_open += 1
            if self.tables_open == 1:
                self.table, self.header, self.caption, self.body_rows = at, None, None, 0
        elif tag == "tr" and self.tables_open == 1:
            self.row, self.is_header = at, False
        elif tag == "th" and self.row >= 0 and not self.body_rows:
            self.is_header = True
        elif tag == "td":
            self.is_header = False
        elif tag == "caption":
            self.words = None
        elif tag in _UNSEEN:
            self.unseen = at

    def handle_endtag(self, tag: str) -> None:
        at, end = self._at(), self._end()
        if tag in HEADINGS:
            self._end_heading(end)
        elif tag == "pre" and self.pre >= 0:
            self._end_code(end)
        elif tag == "li":
            self._end_items(end)
        elif tag in {"ul", "ol"} and self.lists:
            self._end_items(at)
            self.lists -= 1
        elif tag == "caption" and self.tables_open == 1:
            self.caption = self.words
        elif tag == "tr" and self.tables_open == 1:
            self._end_row(end)
        elif tag == "table" and self.tables_open:
            self.tables_open -= 1
            if not self.tables_open:
                self._end_row(at)
                self._end_table(end)
        elif tag in _UNSEEN:
            self.unseen = -1

    def handle_data(self, data: str) -> None:
        if self.unseen >= 0 or not data.strip():
            return
        start = self._at() + len(data) - len(data.lstrip())
        end = self._at() + len(data.rstrip())
        self.words = (self.words[0] if self.words else start, end)

    def handle_entityref(self, name: str) -> None:
        self._reference(len(name) + 1)

    def handle_charref(self, name: str) -> None:
        self._reference(len(name) + 2)

    # --- what it means ---

    def _reference(self, length: int) -> None:
        start = self._at()
        end = start + length + int(self.text.startswith(";", start + length))
        self.words = (self.words[0] if self.words else start, end)

    def _at(self) -> int:
        line, column = self.getpos()
        return self.lines.starts[line - 1] + column

    def _end(self) -> int:
        """Behind the end tag that is read."""
        close = self.text.find(">", self._at())
        return close + 1 if close >= 0 else len(self.text)

    def _cut(self, tag: str, at: int) -> None:
        if self.tables_open > 1 or (self.tables_open and tag != "tr"):
            depth = 3
        elif tag == "tr":
            depth = 1
        else:
            depth = min(len(self.open_items) + int(tag in _NESTED), DEEPEST)
        if tag == "tr" and self.tables_open == 1 and self.body_rows == 0:
            return  # the first row of the body stays with the header
        self.cuts[depth].append(at)

    def _end_heading(self, end: int) -> None:
        if self.heading is None:
            return
        start, level = self.heading
        self.heading = None
        end = start + len(self.text[start:end].rstrip())
        self.headings.append((start, end))
        self.labels.append(self.words if self.words and self.words[1] <= end else (start, end))
        self.levels.append(level)
        following = next_visible(self.text, end)
        if following is not None:
            self.cuts[0].append(following)

    def _start_item(self, at: int) -> None:
        self.open_items.append((len(self.items), self.lists))
        self.items.append([at, -1])

    def _end_items(self, end: int) -> None:
        """End the items of the list that is open, and of lists inside it that were never closed."""
        while self.open_items and self.open_items[-1][1] >= self.lists:
            self.items[self.open_items.pop()[0]][1] = end

    def _end_code(self, end: int) -> None:
        start, self.pre = self.pre, -1
        self.code.append((start, end))
        last = self.text.rfind("\n", start, end)
        for depth, pattern in ((1, _BLANK_LINE), (2, _LINE)):
            places = [match.end() for match in pattern.finditer(self.text, start, end)]
            self.cuts[depth] += [at for at in places if at < end and (at <= last or not self.text.startswith("<", at))]

    def _end_row(self, end: int) -> None:
        if self.row < 0:
            return
        start, self.row = self.row, -1
        end = start + len(self.text[start:end].rstrip())
        if self.is_header and self.header is None:
            self.header = (start, end)
        else:
            self.body_rows += 1

    def _end_table(self, end: int) -> None:
        if self.header is not None:
            if self.caption is not None:
                self.captions.append((len(self.tables), self.caption))
            self.tables.append((self.table, end))
            self.headers.append(self.header)

    def outline(self) -> Outline:
        self._end_heading(len(self.text))
        for number, _ in self.open_items:
            self.items[number][1] = len(self.text.rstrip())
        return Outline(
            "html",
            Spans.of(self.headings),
            Spans.of(self.labels),
            tuple(self.levels),
            tuple(ascending(cuts) for cuts in self.cuts if cuts),
            Spans.of(self.tables),
            Spans.of(self.headers),
            tuple(self.captions),
            Spans.of(self.code),
            Spans.of(self._own_items()),
        )

    def _own_items(self) -> list[tuple[int, int]]:
        """Each item up to the first item inside it."""
        found = []
        for row, (start, end) in enumerate(self.items):
            inner = self.items[row + 1][0] if row + 1 < len(self.items) else end
            end = min(end, inner) if end > start else inner
            end = start + len(self.text[start:end].rstrip())
            if start < end:
                found.append((start, end))
        return found
