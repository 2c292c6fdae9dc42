"""Blocks inside lists, quotations and table cells -> Markdown.

A writer is told what opens and closes and is handed the text of each block; it knows nothing of any file format. What
only sets type (bold, italics) has no place here: the text is read by a model, not by a browser.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from playground.limits import MAX_NESTED
from playground.taking.converting.parts import refuse_too_long
from playground.taking.converting.tables import WIDEST_SPAN, Block, Cell, flat_table, grid, is_data

# What a line of prose may begin with and must not be taken for: a heading, a fence, an underline of a heading.
_MARKUP = re.compile(r"^(?=#{1,6}(?:\s|$)|```|~~~|(?:=+|-+)$)", re.MULTILINE)
_POWER = re.compile(r"[+\-−–]?\d+|[A-Za-z]")
_TICKS = re.compile("`+")


@dataclass
class _Inside:
    """A list item or a quotation that is open."""

    first: str
    rest: str


@dataclass
class _Table:
    ahead: list[Block]  # the caption, and what else stands before the first cell
    rows: list[list[Cell]] = field(default_factory=list)


@dataclass
class _Frame:
    """Where blocks go: the page, or a cell, which has lists of its own."""

    blocks: list[Block] = field(default_factory=list)
    inside: list[_Inside] = field(default_factory=list)
    lists: int = 0  # open inside one another
    table: _Table | None = None  # whose cells the blocks go to


class Writer:
    """Takes what opens, closes and stands in a document, in its order; `blocks` is what came of it.

    `opened` and `flattened` count, by region, the tables whose cells were taken out as they only set a page, and those
    inside a cell that became text of it. Raises InputError, with `name` in it, as soon as the text is longer than may
    be.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._frames = [_Frame()]
        self._written = 0
        self._lists = 0  # outermost lists so far
        self.opened: Counter[str] = Counter()
        self.flattened: Counter[str] = Counter()

    @property
    def blocks(self) -> list[Block]:
        """The blocks of the page, once everything is closed."""
        return self._frames[0].blocks

    # --- blocks ---

    def text(self, text: str, region: str = "") -> None:
        """A paragraph; its lines stay lines. A blank one is none."""
        if text.strip():
            self._add(Block(_MARKUP.sub(r"\\", text), "text", region))

    def heading(self, text: str, level: int, region: str = "") -> None:
        """A heading of level 1 to 6, in one line."""
        if text.strip():
            self._add(Block(f"{'#' * level} {' '.join(text.split())}", "heading", region))

    def code(self, text: str, language: str = "", region: str = "") -> None:
        """Code between fences that are longer than any in it; trailing spaces are not kept."""
        lines = [line.rstrip() for line in text.strip("\n").split("\n")]
        if any(lines):
            fence = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
            self._add(Block("\n".join([fence + language, *lines, fence]), "code", region))

    def rule(self, region: str = "") -> None:
        """A break between two parts; one at the start of something breaks nothing."""
        blocks = self._frames[-1].blocks
        if blocks and blocks[-1].kind != "rule":
            self._add(Block("---", "rule", region))

    def _add(self, block: Block) -> None:
        frame = self._frames[-1]
        inside = frame.inside[:MAX_NESTED]
        block.of_list = block.of_list or (self._lists if frame.lists else 0)
        if block.of_list and frame.blocks and any(each.first != each.rest for each in inside):
            last = frame.blocks[-1]
            block.tight = last.of_list == block.of_list and last.kind == block.kind == "text"
        block.first = "".join(each.first for each in inside) + block.first
        block.rest = "".join(each.rest for each in inside) + block.rest
        for each in inside:
            each.first = each.rest
        frame.blocks.append(block)
        self._written += len(block.text) + len(block.first) + block.text.count("\n") * len(block.rest)
        refuse_too_long(self._written, self._name)

    # --- lists and quotations ---

    def open_list(self) -> None:
        self._frames[-1].lists += 1
        self._lists += self._frames[-1].lists == 1

    def close_list(self) -> None:
        self._frames[-1].lists = max(0, self._frames[-1].lists - 1)

    def open_item(self, marker: str) -> None:
        """An item of a list, with its marker ("- ", "1. ")."""
        self._frames[-1].inside.append(_Inside(marker, " " * len(marker)))

    def open_quotation(self) -> None:
        self._frames[-1].inside.append(_Inside("> ", "> "))

    def close_inner(self) -> None:
        """The innermost item or quotation ends."""
        if self._frames[-1].inside:
            self._frames[-1].inside.pop()

    # --- tables ---

    @property
    def tables(self) -> int:
        """How many tables are open inside one another."""
        return len(self._frames) - 1

    def open_table(self) -> None:
        ahead: list[Block] = []
        self._frames.append(_Frame(ahead, table=_Table(ahead)))

    def open_row(self) -> None:
        if (table := self._frames[-1].table) is not None:
            table.rows.append([])

    def open_cell(self, head: bool, columns: int = 1, rows: int = 1) -> None:
        """A cell of the last row; blocks go to it until the next one opens."""
        frame = self._frames[-1]
        if frame.table is None:
            return
        if not frame.table.rows:
            frame.table.rows.append([])
        cell = Cell(head, max(1, min(columns, WIDEST_SPAN)), max(1, min(rows, 1_000)))
        frame.table.rows[-1].append(cell)
        frame.blocks, frame.inside, frame.lists = cell.blocks, [], 0

    def close_table(self, region: str = "") -> None:
        """The innermost table ends. One that is only layout leaves its blocks, one after another."""
        table = self._frames[-1].table
        if table is None:
            return
        self._frames.pop()
        inner = [*table.ahead, *(block for row in table.rows for cell in row for block in cell.blocks)]
        self._written -= sum(len(block.text) for block in inner)  # it is counted again where it goes
        as_grid = is_data(table.rows)
        for block in table.ahead if as_grid else inner:
            self._add(block)
        if as_grid:
            self.flattened[region] += sum(block.kind == "table" for block in inner)
            flat = flat_table(table.rows) if self.tables else ""
            self._add(Block(grid(table.rows, self._name), "table", region, flat=flat))
        else:
            self.opened[region] += sum(bool(cell.blocks) for row in table.rows for cell in row) > 1


def joined(blocks: Iterable[Block]) -> str:
    """The text of the blocks, a blank line between two that are not of one list."""
    parts: list[str] = []
    for block in blocks:
        if parts:
            parts.append("\n" if block.tight else "\n\n")
        parts.append(block.lines())
    return "".join(parts)


def raised(before: str, text: str) -> str:
    """A superscript: with a caret where it is a power, as 10^6 is not 106; "st" behind a 1 and the like are none."""
    return f"^{text}" if before[-1:].isalnum() and _POWER.fullmatch(text) else text
