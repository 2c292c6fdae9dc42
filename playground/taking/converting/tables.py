"""Tables made of cells of blocks: which are data, and those as Markdown; the others only set a page.

A block is what a `Writer` (markdown.py) makes of a paragraph, a heading, a piece of code or a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from playground.taking.converting.parts import refuse_too_long
from playground.words import count

Kind = Literal["text", "heading", "code", "table", "rule"]

# A cell of a few rows without a heading that holds more is a part of a page, which a table only sets side by side.
_PAGE_CHARACTERS, _PAGE_LINES = 1_500, 8
_INNER_CHARACTERS = 500  # of a table inside it
_REGULAR_ROWS = 3  # all with as many cells: no page is set like that
WIDEST_SPAN = 100  # columns; also those of a row behind which cells reach over none and into no other row
_BLANK = "  |"  # a cell of a row that holds nothing


@dataclass
class Block:
    """Some lines and what stands ahead of the first and of the others; `region` is the caller's own mark."""

    text: str
    kind: Kind
    region: str
    first: str = ""
    rest: str = ""
    of_list: int = 0  # number of the outermost list it is in, from 1
    tight: bool = False  # no blank line ahead, as between the items of a list
    flat: str = ""  # a table that stands in a cell: its text in one line

    def lines(self) -> str:
        """The block as it stands in the text."""
        if not self.first and not self.rest:
            return self.text
        lines = self.text.split("\n")
        blank = self.rest.rstrip()
        return "\n".join([self.first + lines[0], *(self.rest + line if line else blank for line in lines[1:])])


@dataclass
class Cell:
    """A cell of a table: its blocks, whether it is a heading (th), and over how many columns and rows it reaches."""

    head: bool
    columns: int
    rows: int
    blocks: list[Block] = field(default_factory=list)

    def line(self) -> str:
        """All of the cell in one line."""
        return self.flat().replace("|", "\\|")

    def flat(self) -> str:
        """The same, not yet a part of a table."""
        return " ".join(_flat(block) for block in self.blocks if block.kind != "rule")


def _flat(block: Block) -> str:
    """A block in one line, of which a cell may be made."""
    if block.kind == "table":
        return block.flat
    lines = block.text.split("\n")
    if block.kind == "code":
        return "<br>".join(_in_ticks(line) for line in lines[1:-1] if line)
    return block.text.lstrip("#").lstrip() if block.kind == "heading" else " ".join(lines)


def _in_ticks(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def is_data(rows: list[list[Cell]]) -> bool:
    """Whether a table is more than layout: rows and columns, however long, that are not the frame of a page."""
    cells = [cell for row in rows for cell in row]
    if max(map(len, rows), default=0) < 2 or not any(cell.blocks for cell in cells):
        return False
    if _has_heads(rows):
        return True
    if len(rows) < 2 or any(block.kind in {"heading", "rule"} for cell in cells for block in cell.blocks):
        return False
    is_regular = len(rows) >= _REGULAR_ROWS and len({len(row) for row in rows}) == 1
    return is_regular or not any(_is_part_of_page(cell) for cell in cells)


def _has_heads(rows: list[list[Cell]]) -> bool:
    """Whether a cell is a heading, or each of the first row that is not blank holds one and nothing else."""
    if any(cell.head and cell.blocks for row in rows for cell in row):
        return True
    first = [block.kind for row in rows[:1] for cell in row for block in cell.blocks]
    others = (block for row in rows[1:] for cell in row for block in cell.blocks)
    return bool(first) and set(first) == {"heading"} and not any(block.kind == "heading" for block in others)


def _is_part_of_page(cell: Cell) -> bool:
    inner = sum(len(block.text) for block in cell.blocks if block.kind == "table")
    size = sum(len(block.text) for block in cell.blocks)
    lines = sum(1 + block.text.count("\n") for block in cell.blocks)
    return inner > _INNER_CHARACTERS or (size > _PAGE_CHARACTERS and lines >= _PAGE_LINES)


def flat_table(rows: list[list[Cell]]) -> str:
    """A table in one line: rows parted by semicolons, cells by commas."""
    lines = (", ".join(text for cell in row if (text := cell.flat())) for row in rows)
    return "; ".join(line for line in lines if line)


def table_remarks(opened: int, flattened: int) -> list[str]:
    """What became of tables that are none in the text, in sentences."""
    remarks = []
    if opened:
        remarks.append(f"The cells of {count(opened, 'table')} that only set the page stand one after another.")
    if flattened:
        remarks.append(f"Written as text in the cell around: {count(flattened, 'table')}, rows parted by semicolons.")
    return remarks


def grid(rows: list[list[Cell]], name: str) -> str:
    """A Markdown table. What reaches over more columns or rows leaves the others blank.

    The first row is the header, as Markdown must have one; where only the first column is headings (th), it is blank.
    Raises InputError, with `name` in it, as soon as its blank cells alone are a text that is too long.
    """
    lines: list[list[str]] = []
    carried: dict[int, int] = {}  # column -> rows that a cell above still reaches over
    cells = 0
    for row in rows:
        if any(line := _filled(row, carried)):
            lines.append(line)
            cells += len(line)
            refuse_too_long(len(_BLANK) * cells, name)
    first, others = rows[0], rows[1:]
    if not all(cell.head for cell in first) and any(cell.head for row in others for cell in row[:1]):
        lines.insert(0, [])
    width = max(map(len, lines))
    lines[0] += [""] * (width - len(lines[0]))
    lines.insert(1, ["---"] * width)
    return "\n".join(_row(line) for line in lines)


def _filled(row: list[Cell], carried: dict[int, int]) -> list[str]:
    line: list[str] = []

    def skip() -> None:
        while carried.get(len(line), 0) > 0:
            carried[len(line)] -= 1
            line.append("")

    for cell in row:
        skip()
        for column in range(len(line), min(len(line) + cell.columns, WIDEST_SPAN)):
            carried[column] = cell.rows - 1
        columns = max(min(cell.columns, WIDEST_SPAN - len(line)), 1)
        line += [cell.line(), *[""] * (columns - 1)]
    skip()
    return line


def _row(cells: Iterable[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else _BLANK for cell in cells)
