"""A report as a file: CSV, JSON Lines, Parquet, or an archive of one Markdown file a chunk.

The columns are those of rows.COLUMNS. The same report makes the same bytes: nothing here knows the time.
"""

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from csv import QUOTE_NONNUMERIC, writer
from typing import Any

from playground.cells import guard
from playground.giving.rows import COLUMNS, NOTHING, NUMBERS, Extra, about, columns
from playground.json_lines import compact
from playground.judging.report import Report

EXCEL_CELL = 32_767  # characters a cell of Excel holds; it cuts longer ones
LONGEST_SLUG = 40  # characters of a heading in the name of a file
_IN_MANIFEST = ("vocabulary", "unit", "digest", "settings")  # and not in every file of the archive
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP can say

# --- CSV -------------------------------------------------------------------------------------------------------------


def csv(report: Report, source: str = "", extra: Extra = NOTHING) -> bytes:
    """One header row and one row a chunk, in UTF-8 with a mark that spreadsheets look for, rows ended by CRLF.

    Each cell but a number is quoted and guarded (`unguard` gives its text back exactly); `headings` and `settings` are
    JSON. Python's csv.reader takes cells above 131,072 characters only after csv.field_size_limit(), and Excel cuts
    those above EXCEL_CELL. Errors as rows.columns.
    """
    made = columns(report, source, extra)
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding="utf-8-sig", newline="")
    out = writer(file, quoting=QUOTE_NONNUMERIC, lineterminator="\r\n")
    out.writerow(made)
    cells = [values if name in NUMBERS else map(_Cell(), values) for name, values in made.items()]
    out.writerows(zip(*cells, strict=True))
    file.flush()
    return buffer.getvalue()


class _Cell:
    """A value as a guarded cell. The last one is remembered: most columns say one thing of all chunks."""

    def __init__(self) -> None:
        self._last: object = None
        self._cell = ""

    def __call__(self, value: object) -> str:
        if value is not self._last:
            self._last, self._cell = value, guard(value if isinstance(value, str) else compact(value))
        return self._cell


def cut_by_excel(report: Report) -> int:
    """How many chunks have more characters than a cell of Excel holds."""
    return int((report.spans.lengths > EXCEL_CELL).sum())


# --- JSON Lines ------------------------------------------------------------------------------------------------------


def lines(report: Report, source: str = "", extra: Extra = NOTHING) -> Iterator[str]:
    """One JSON object a chunk, each with its line end, made as they are taken. Texts stand in it unguarded.

    `headings` is an array and `settings` an object. U+2028, U+2029 and U+0085 are escaped, so that whoever reads lines
    reads these. Errors as rows.columns.
    """
    made = columns(report, source, extra)
    return (f"{compact(dict(zip(made, row, strict=True)))}\n" for row in zip(*made.values(), strict=True))


def jsonl(report: Report, source: str = "", extra: Extra = NOTHING) -> bytes:
    """`lines` as one file in UTF-8."""
    buffer = io.BytesIO()
    buffer.writelines(line.encode() for line in lines(report, source, extra))
    return buffer.getvalue()


# --- Parquet ---------------------------------------------------------------------------------------------------------


def parquet(report: Report, source: str = "", extra: Extra = NOTHING) -> bytes:
    """A table of int64 and string columns; `headings` are lists of strings, `settings` JSON.

    What each column holds is its `description`; source, digest and settings stand in the metadata of the schema too.
    Errors as rows.columns.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = columns(report, source, extra)
    same = about(report, source, extra)
    same["settings"] = compact(same["settings"])
    made["settings"] = [same["settings"]] * len(report)
    kinds = {name: pa.int64() for name in NUMBERS} | {"headings": pa.list_(pa.string())}
    fields = [pa.field(name, kinds.get(name, pa.string()), metadata={"description": COLUMNS[name]}) for name in made]
    arrays = [pa.array(list(values), type=field.type) for values, field in zip(made.values(), fields, strict=True)]
    buffer = io.BytesIO()
    pq.write_table(pa.table(arrays, schema=pa.schema(fields, metadata=same)), buffer)
    return buffer.getvalue()


# --- an archive of files ---------------------------------------------------------------------------------------------


def archive(report: Report, source: str = "", extra: Extra = NOTHING) -> bytes:
    """A ZIP of one Markdown file a chunk, and manifest.json with what all chunks share.

    A file is a front matter between two lines of ---, a line a column, its value in JSON (which YAML reads as well),
    then exactly what is embedded, context and text: a vector store that is filled from a folder has nothing else to
    add. `context_characters` of it are the context. Names are the index and the innermost heading. Errors as
    rows.columns.
    """
    made = columns(report, source, extra)
    for name in _IN_MANIFEST:
        del made[name]
    width = len(str(max(len(report) - 1, 0)))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        _add(file, "manifest.json", json.dumps(_manifest(report, about(report, source, extra)), indent=2))
        for row in zip(*made.values(), strict=True):
            one: dict[str, Any] = dict(zip(made, row, strict=True))
            _add(file, f"{one['index']:0{width}d}{_slug(one.get('headings') or ())}.md", _markdown(one))
    return buffer.getvalue()


def _manifest(report: Report, same: dict[str, object]) -> dict[str, object]:
    numbers = {"chunks": len(report), "document_characters": len(report.document)}
    return numbers | same | {"columns": COLUMNS | {"context_characters": "code points of the context"}}


def _markdown(one: dict[str, Any]) -> str:
    context, text = one.pop("context"), one.pop("text")
    front = one | {"context_characters": len(context)}
    said = "".join(f"{name}: {_yaml(value)}\n" for name, value in front.items())
    return f"---\n{said}---\n{context}{text}"


# YAML takes these in no form but escaped; half characters are none of the texts.
_UNSEEN = re.compile("[\x7f-\x9f\ufeff\ufffe\uffff]")


def _yaml(value: object) -> str:
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", compact(value))


def _slug(headings: tuple[str, ...]) -> str:
    """The innermost heading as a part of a file name, a dash ahead: letters, digits and their marks, else dashes."""
    kept = "".join(
        character if unicodedata.category(character)[0] in "LNM" else " "
        for character in unicodedata.normalize("NFKC", headings[-1][: 4 * LONGEST_SLUG].lower() if headings else "")
    )
    slug = "-".join(kept.split())[:LONGEST_SLUG].strip("-")
    return f"-{slug}" if slug else ""


def _add(file: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name, _FIRST_DATE)
    entry.create_system, entry.external_attr = 3, 0o644 << 16  # else they are those of the machine
    file.writestr(entry, text.encode(), zipfile.ZIP_DEFLATED)
