"""Markdown -> Outline, by markdown-it-py: CommonMark with pipe tables. Front matter is a block of its own."""

import re
from bisect import bisect_right
from functools import cache
from typing import Literal, cast

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from playground.outline.lines import Lines
from playground.outline.parts import Found, Outline, Pair

# A line "key: value" stands right under the rule that opens it: a text may also begin with a rule.
FRONT_MATTER = re.compile(
    r"\A---[^\S\n]*\n(?:#[^\n]*\n)*(?:[\w-]+:[^\n]*\n(?:[^\n]*\n)*?)?(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)"
)
CAPTION = re.compile(r"\W*(?:table|tabelle|tableau|tabla|tabella|表)\b.*|.*:\W*", re.IGNORECASE)
LONGEST_CAPTION = 200  # characters
_PROSE = re.compile(r"(?:(?<=\n\n)|\A)(?:(?:[^\W\d_][^\n>]*+\n)++\n++)+")
_GAP = re.compile(r"\n\n+")
_BLOCKS = {
    "paragraph_open", "heading_open", "fence", "code_block", "html_block", "hr", "bullet_list_open",
    "ordered_list_open", "list_item_open", "blockquote_open", "table_open", "tr_open",
}  # fmt: skip


def find(text: str) -> Outline:
    """The outline of a Markdown text with plain line ends. Only headings that stand in no list or quote count."""
    text = text.replace("\0", "\ufffd")  # as the parser does it
    return _Reader(text).read()


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": 40}).enable("table").disable("reference")


class _Token:
    """What is read of a token; making the parser's own takes a quarter of its time."""

    __slots__ = (
        "attrs",
        "block",
        "children",
        "content",
        "hidden",
        "info",
        "level",
        "map",
        "markup",
        "meta",
        "tag",
        "type",
    )

    def __init__(self, kind: str, tag: str, level: int) -> None:
        self.type, self.tag, self.level = kind, tag, level
        self.map: list[int] | None = None
        self.content = ""
        self.attrs: dict[str, object] = {}

    def attrSet(self, name: str, value: object) -> None:  # noqa: N802 - the parser calls it so
        self.attrs[name] = value


class _State(StateBlock):
    """The parser's state, which makes tokens of ours."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        self.level -= nesting < 0
        token = cast(Token, _Token(ttype, tag, self.level))
        self.level += nesting > 0
        self.tokens.append(token)
        return token


def _tokens(text: str) -> list[Token]:
    """Blocks alone: what stands inside a paragraph says nothing about where it begins."""
    parser, tokens = _parser(), list[Token]()
    state = _State(text, parser, {}, tokens)
    parser.block.tokenize(state, state.line, state.lineMax)
    return tokens


class _Shortened:
    """A text without its plain prose, which the parser would take most of its time for, and its lines in the whole.

    Paragraphs between blank lines whose lines all begin with a letter and hold no ">" can be neither heading, list,
    table nor the end of anything that is open; a run of them is one line with an x. (A fence may hold such an x.)
    """

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        done = short = whole = 0  # what is done of the text, and the lines of both
        self._short, self._whole = [0], [0]
        self.runs: dict[int, tuple[int, int]] = {}  # line of an x -> the run that it stands for
        for match in _PROSE.finditer(text):
            before = text[done : match.start()]
            lines = before.count("\n")
            self.runs[whole + lines] = match.span()
            short, whole = short + lines + 2, whole + lines + match[0].count("\n")
            parts += [before, "x\n\n"]
            self._short.append(short)
            self._whole.append(whole)
            done = match.end()
        self.text = "".join([*parts, text[done:]])

    def line(self, line: int) -> int:
        """The line of the whole text that a line of the short one is."""
        row = bisect_right(self._short, line) - 1
        return self._whole[row] + line - self._short[row]


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.found = Found()
        self.paragraph = (0, 0, -1)  # the block before, if it is a paragraph: its first line, its end, its depth
        self.rows = 0  # of the table that is read

    def read(self) -> Outline:
        front = FRONT_MATTER.match(self.text)
        first, offset = (self.text.count("\n", 0, front.end()), front.end()) if front else (0, 0)
        if front:
            self.found.cut(0, 0)
        short = _Shortened(self.text[offset:])
        tokens = _tokens(short.text)
        for row, token in enumerate(tokens):
            if token.type not in _BLOCKS or token.map is None:
                continue
            begin, stop = short.line(token.map[0]), short.line(token.map[1])
            if token.type == "paragraph_open" and (run := short.runs.get(begin)):
                self._prose(run[0] + offset, run[1] + offset)
            else:
                self._block(token, begin + first, stop + first, tokens[row + 1] if row + 1 < len(tokens) else token)
        return self.found.outline("markdown", self.text)

    def _prose(self, start: int, end: int) -> None:
        """A run of plain paragraphs; the last one may be a caption."""
        starts = [start, *(gap.end() for gap in _GAP.finditer(self.text, start, end) if gap.end() < end)]
        for at in starts:
            self.found.cut(0, at)
        self.paragraph = (self.lines.of(starts[-1]), self.lines.end(self.lines.of(end - 1)), 0)

    def _block(self, token: Token, begin: int, stop: int, after: Token) -> None:
        start, end = self.lines.start(begin), self.lines.end(stop)
        if start >= end:  # a list item that holds nothing
            return
        above, self.paragraph = self.paragraph, (0, 0, -1)
        if token.type == "tr_open":
            self._row(start, token.level)
            return
        self.found.cut(token.level, start)
        if token.type == "heading_open" and token.level == 0 and after.content.strip():  # "# " alone says nothing
            at = self.text.find(after.content, start, end)
            label = (at, at + len(after.content)) if at >= 0 else (start, end)
            self.found.heading((start, end), label, int(token.tag[1]))
        elif token.type in {"fence", "code_block"}:
            self.found.code.append((start, end))
            self._code(begin, stop, token.level, int(token.type == "fence"))
        elif token.type == "list_item_open":
            self.found.items.append((start, end))
        elif token.type == "paragraph_open":
            self.paragraph = (begin, end, token.level)
        elif token.type == "table_open":
            self.rows = 0
            caption = self._caption(above, token.level)
            self.found.table((start, end), (start, self.lines.end(begin + 1)), caption)

    def _code(self, begin: int, stop: int, depth: int, fenced: int) -> None:
        """Code opens at blank lines, then at lines; a fence stays with the line next to it."""
        for line in range(begin + 1 + fenced, stop - fenced):
            start = self.lines.start(line)
            if start >= len(self.text) or self.text[start].isspace():
                continue  # a blank line
            if self.lines.end(line) < self.lines.starts[line - 1]:  # the line above is blank
                self.found.cut(depth + 1, start)
            self.found.cut(depth + 2, start)

    def _caption(self, paragraph: tuple[int, int, int], level: int) -> Pair | None:
        """The paragraph right ahead of a table, if it is one short line that looks like a caption."""
        first, end, depth = paragraph
        start = self.lines.start(first)
        if depth != level or end - start > LONGEST_CAPTION:
            return None
        line = self.text[start:end]
        return (start, end) if "\n" not in line and CAPTION.fullmatch(line) else None

    def _row(self, start: int, depth: int) -> None:
        """Rows of the body may be parted, but the first of them stays with the header."""
        self.rows += 1
        if self.rows > 2:
            self.found.cut(depth, start)
