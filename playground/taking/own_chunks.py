"""Chunks that somebody's own pipeline made, read from a file: JSON, JSON Lines, CSV or Parquet, by its names."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from playground.cells import unguard
from playground.errors import InputError
from playground.halves import whole
from playground.limits import MAX_CHUNKS, MAX_CHUNKS_FILE_BYTES, MAX_STORED_CHARACTERS
from playground.taking import chunk_tables, loading

# Names of the text of a chunk, in lower case. Where there are several the first counts, so names that mean nothing but
# a text stand ahead of those that may mean a whole document or a title.
TEXTS = (
    "text",  # LlamaIndex, Chonkie, Haystack's older ones, most vector stores, and our own export
    "page_content",  # LangChain
    "chunk_text",
    "content",  # Haystack, Azure AI Search
    "chunk",
    "contents",
    "passage",
    "body",
    "document",  # Chroma
)
STARTS = (
    "start",  # our own export
    "start_index",  # LangChain (in the metadata), Chonkie
    "start_char_idx",  # LlamaIndex
    "start_char",
    "start_offset",
    "char_start",
    "begin",
    "offset",
)
ENDS = ("end", "end_index", "end_char_idx", "end_char", "end_offset", "char_end", "stop")
CONTEXT = "context"  # our own export
LISTS = ("chunks", "documents", "nodes", "data", "docstore/data")  # where an object keeps them; the last: LlamaIndex
INSIDE = ("kwargs", "__data__", "node", "chunk", "document", "payload")  # an object within, that has the text
METADATA = ("metadata", "meta")  # where offsets stand if they do not stand beside the text
_OURS = {"digest", "settings", "text"}  # columns of our own export, whose cells are guarded by an apostrophe
_SHOWN = 8  # names that a sentence repeats


@dataclass(frozen=True, slots=True)
class Given:
    """A chunk as it was given: its text, and where it says that it stands, in code points; None where it does not.

    context: what stands ahead of it when it is embedded, "" or lines with line ends.
    """

    text: str
    start: int | None = None
    end: int | None = None
    context: str = ""


def read_chunks(data: bytes, name: str) -> list[Given]:
    """The chunks of the file `name`, in its order.

    JSON: an array of strings or of objects, or an object that has one under a name of LISTS. JSON Lines: one of these
    strings or objects a line; or an object with a list for each name. CSV: a header row that names the columns; commas,
    semicolons, tabs or bars between cells. Parquet: columns of these names.
    Raises InputError, naming the row, for what is none of these or has no text, and for more than MAX_CHUNKS or
    MAX_STORED_CHARACTERS. Half characters become U+FFFD, as in every text that is loaded.
    """
    rows = _rows_of(data, name)
    found: list[Given] = []
    characters = 0
    for number, row in enumerate(rows, 1):
        if number > MAX_CHUNKS:
            raise InputError(f"{name} has more than {MAX_CHUNKS:,} chunks.")
        one = _given(row, f"Chunk {number:,} of {name}")
        characters += len(one.text) + len(one.context)
        if characters > MAX_STORED_CHARACTERS:
            raise InputError(f"The chunks of {name} have more than {MAX_STORED_CHARACTERS:,} characters together.")
        found.append(one)
    if not found:
        raise InputError(f"{name} has no chunks.")
    return found


def _rows_of(data: bytes, name: str) -> Iterable[object]:
    if len(data) > MAX_CHUNKS_FILE_BYTES:
        raise InputError(f"{name} has {len(data):,} bytes; chunks may have at most {MAX_CHUNKS_FILE_BYTES:,}.")
    if data.startswith(chunk_tables.MAGIC):
        wanted = {*TEXTS, *STARTS, *ENDS, CONTEXT}
        return chunk_tables.parquet_rows(data, name, wanted, {*METADATA, *INSIDE})
    text = _decoded(data, name)
    return _csv(text, name) if name.lower().endswith((".csv", ".tsv")) else _lines_or_json(text, name)


def _decoded(data: bytes, name: str) -> str:
    if len(data) <= loading.MAX_UPLOAD_MB * 10**6:
        return loading.decode(data, name).text
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8, as a file of chunks over {loading.MAX_UPLOAD_MB} MB must be (byte {error.start:,})."
        ) from error


# --- JSON ------------------------------------------------------------------------------------------------------------


def _lines_or_json(text: str, name: str) -> Iterable[object]:
    """What begins like JSON is JSON, or else JSON Lines if its first line is a value by itself; all else is CSV."""
    if text.lstrip()[:1] not in {"[", "{", '"'}:
        return _csv(text, name)
    value, problem = _parsed(text)
    if not problem and not (isinstance(value, dict) and _list_of(value, name) is None):
        return _rows(value, name)
    first = next(line for line in text.split("\n") if line.strip())
    if not _parsed(first)[1]:  # also one object alone: a single line
        return _lines(text, name)
    if text.lstrip()[0] == '"':
        return _csv(text, name)
    if not problem:
        problem = f"its object has no list of chunks under {_either(LISTS)}"
    raise InputError(f"{name} cannot be read as JSON: {problem}.")


def _parsed(text: str) -> tuple[Any, str]:
    """A JSON value, and what is wrong with it ("" if nothing)."""
    try:
        return json.loads(text), ""
    except json.JSONDecodeError as error:
        said = error.msg.lower().rstrip(": ").removesuffix(" at")  # some of these sentences end with "at"
        return None, f"{said} at line {error.lineno:,}, column {error.colno:,}"
    except RecursionError:
        return None, "it is nested too deep"
    except ValueError:  # Python reads no whole number of thousands of digits
        return None, "it has a number that is too long"


def _lines(text: str, name: str) -> Iterator[object]:
    for number, line in enumerate(text.split("\n"), 1):  # not splitlines: a string may hold U+2028
        if line.strip():
            value, problem = _parsed(line)
            if problem:
                raise InputError(f"Line {number:,} of {name} is not JSON: {problem.replace(' line 1, ', ' ')}.")
            yield value


def _rows(value: object, name: str) -> Sequence[object]:
    if isinstance(value, str):
        return [value]  # one line of JSON Lines
    rows = _list_of(value, name) if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise InputError(f"{name} is JSON, but no array of chunks.")
    return rows


def _list_of(value: dict[str, Any], name: str) -> Sequence[object] | None:
    """The chunks inside an object: a list, what an object holds by their ids, or lists of each column."""
    for key in LISTS:
        inner = value.get(key)
        if isinstance(inner, list):
            return inner
        if isinstance(inner, dict) and all(isinstance(one, dict) for one in inner.values()):
            return list(inner.values())
    return chunk_tables.rows_of_columns(value, TEXTS, name)


# --- CSV -------------------------------------------------------------------------------------------------------------


def _csv(text: str, name: str) -> Iterator[object]:
    csv.field_size_limit(max(csv.field_size_limit(), MAX_STORED_CHARACTERS))  # of the process; 131,072 by default
    head = text.lstrip().split("\n", 1)[0]
    reader = csv.reader(_kept_lines(text), delimiter=max(",;\t|", key=head.count))
    try:
        names = [cell.strip() for cell in next(reader, [])]
        if not set(TEXTS) & {one.lower() for one in names}:
            raise InputError(
                f"{name} is neither JSON nor a table with the text of chunks in a column named {_either(TEXTS)}; "
                f"its first row is {_some(names)}."
            )
        clean: Callable[[str], str] = unguard if set(names) >= _OURS else str
        for cells in reader:
            if cells:
                yield {key: clean(cell) for key, cell in zip(names, cells, strict=False)}
    except csv.Error as error:
        raise InputError(f"Line {reader.line_num:,} of {name} cannot be read as CSV: {error}.") from error


def _kept_lines(text: str) -> Iterator[str]:
    """The lines with their ends, so that a cell keeps those inside it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


# --- one chunk -------------------------------------------------------------------------------------------------------


def _given(row: object, place: str) -> Given:
    """One chunk; `place` says which, for a sentence."""
    if isinstance(row, str):
        return Given(whole(row))
    if not isinstance(row, dict):
        raise InputError(f"{place} is neither a text nor an object.")
    fields = {str(key).lower(): value for key, value in row.items()}
    while not any(isinstance(fields.get(key), str) for key in TEXTS):
        inner = next((fields[key] for key in INSIDE if isinstance(fields.get(key), dict)), None)
        if inner is None:
            raise InputError(f"{place} has no text under {_either(TEXTS)}; it has {_some(row)}.")
        fields = {str(key).lower(): value for key, value in inner.items()}
    text = next(fields[key] for key in TEXTS if isinstance(fields.get(key), str))
    beside: dict[str, object] = next((fields[key] for key in METADATA if isinstance(fields.get(key), dict)), {})
    return Given(whole(text), _offset(STARTS, fields, beside), _offset(ENDS, fields, beside), _context(fields, beside))


def _context(*places: Mapping[str, object]) -> str:
    """What stands ahead, as lines: a line end behind the last one if there is none."""
    for fields in places:
        value = fields.get(CONTEXT)
        if isinstance(value, str) and value.strip():
            return whole(value if value.endswith("\n") else f"{value}\n")
    return ""


def _offset(names: tuple[str, ...], *places: Mapping[str, object]) -> int | None:
    """The first of these names that has a whole number, from 0, as a number or as digits; else None."""
    for fields in places:
        for name in names:
            value = fields.get(name)
            if isinstance(value, str) and re.fullmatch(r"[0-9]{1,15}(\.0)?", value.strip()):
                value = float(value)
            if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e15 and value % 1 == 0:
                return int(value)
    return None


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _some(names: Iterable[object]) -> str:
    """A few names for a sentence, each short."""
    shown = [f"{str(one)[:20]!r}" for one in islice(names, _SHOWN + 1)]
    return ", ".join(shown[:_SHOWN]) + (" ..." if len(shown) > _SHOWN else "") if shown else "empty"
