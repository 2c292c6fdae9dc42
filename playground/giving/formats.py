"""The files that a report is written as: the downloads of the page, and the formats of the command line."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.giving import export, report_page


@dataclass(frozen=True)
class Format:
    """One kind of file: its name for people, what makes it of (report, name of the source, rows.Extra), the ends of
    its names, the first one first, its media type, and what it is good for."""

    label: str
    make: Callable[..., bytes]
    ends: tuple[str, ...]
    media: str
    about: str


FORMATS = {
    "jsonl": Format(
        "JSON Lines", export.jsonl, (".jsonl", ".ndjson"), "application/jsonl",
        "For pipelines: one object a line, texts as they are.",
    ),
    "csv": Format(
        "CSV", export.csv, (".csv",), "text/csv",
        "For spreadsheets: texts that begin with = + - or @ get an apostrophe ahead; "
        "for pipelines take JSON Lines.",
    ),
    "parquet": Format(
        "Parquet", export.parquet, (".parquet",), "application/vnd.apache.parquet",
        "A table with types, for pandas, DuckDB and data lakes.",
    ),
    "zip": Format(
        "Markdown files (ZIP)", export.archive, (".zip",), "application/zip",
        "One file a chunk: facts at its head, then what is embedded.",
    ),
    "html": Format(
        "Report (HTML)", report_page.file, (".html",), "text/html", "One file to mail, without script or network."
    ),
}  # fmt: skip
