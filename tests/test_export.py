"""Exports: what is read back from each format is what the chunks hold, whatever that is."""

import csv
import io
import json
import re
import zipfile
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Report, Settings, analyse
from playground.cells import guard, unguard
from playground.giving import export
from playground.giving.rows import COLUMNS, NUMBERS, Extra, columns, settings_of
from playground.halves import whole
from playground.json_lines import compact
from tests.texts import sizes, texts

FORMATS = {"csv": export.csv, "jsonl": export.jsonl, "parquet": export.parquet, "archive": export.archive}
HANDBOOK = "# Pumps & co\n\nOpen the valve. Wait.\n\n## ../..\\Hoses: \x00CON?\n\nThe end.\n\n# 水泵 हिन्दी\n\nLast."
NASTY = (
    "".join(map(chr, range(33)))
    + "\x7f\x85\xa0\u2400\u241b\u2028\u2029\u202e\ufeff\ufffe'\"=+-@＝,;\\\ud83d\U0001f600ש"
)
nasty = st.one_of(texts, st.text(st.sampled_from(NASTY), max_size=40))


def report_of(text: str, **values: Any) -> Report:
    return analyse(Document(text), Settings(**({"sentence_rule": "punctuation"} | values)))


def expected(report: Report, source: str = "a.md", extra: Extra | None = None) -> list[dict[str, Any]]:
    made = columns(report, source, extra or Extra())
    return [dict(zip(made, row, strict=True)) for row in zip(*made.values(), strict=True)]


def read_csv(data: bytes) -> list[dict[str, Any]]:
    """As the documentation says that a file is read back."""
    head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert all(len(row) == len(head) for row in rows)
    read: list[dict[str, Any]] = [dict(zip(head, map(unguard, row), strict=True)) for row in rows]
    for row in read:
        row |= {name: int(row[name]) for name in NUMBERS if name in row}
        row |= {name: json.loads(row[name]) for name in ("settings", "headings") if name in row}
    return read


def read_jsonl(data: bytes) -> list[dict[str, Any]]:
    text = data.decode()
    assert text.splitlines() == text.split("\n")[:-1], "no reader of lines finds more of them"
    return [json.loads(line) for line in text.splitlines()]


def read_parquet(data: bytes) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(io.BytesIO(data)).to_pylist()
    return [row | {"settings": json.loads(row["settings"])} for row in rows]


def read_archive(data: bytes) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The manifest, and by name what each file says; `text` and `context` as its front matter parts them."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert len(set(names)) == len(names)
        read = {name: file.read(name).decode() for name in names}
    manifest = json.loads(read.pop("manifest.json"))
    files = {}
    for name, content in read.items():
        front, body = content.removeprefix("---\n").split("\n---\n", 1)
        one = {key: json.loads(value) for key, value in (line.split(": ", 1) for line in front.split("\n"))}
        ahead = one.pop("context_characters")
        files[name] = one | {"context": body[:ahead], "text": body[ahead:]}
    return manifest, files


def in_lists(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As JSON and Arrow have it: lists for tuples."""
    return [row | ({"headings": list(row["headings"])} if "headings" in row else {}) for row in rows]


@given(nasty, sizes(), st.sampled_from(["fixed", "structure", "paragraph"]), nasty)
def test_every_format_goes_round(text: str, size: tuple[int, int], strategy: str, source: str) -> None:
    report = report_of(text, strategy=strategy, chunk_size=size[0], chunk_overlap=size[1], unit="characters")
    rows = in_lists(expected(report, source))
    assert [row["text"] for row in rows] == [whole(text[start:end]) for start, end in report.spans]
    assert read_csv(export.csv(report, source)) == rows
    assert read_jsonl(export.jsonl(report, source)) == rows
    assert read_parquet(export.parquet(report, source)) == rows
    manifest, files = read_archive(export.archive(report, source))
    shared = {name: manifest[name] for name in ("vocabulary", "unit", "digest", "settings")}
    assert [one | shared for one in files.values()] == rows


@given(nasty)
def test_a_guard_is_undone_and_lets_no_formula_through(text: str) -> None:
    cell = guard(text)
    assert unguard(cell) == text
    assert "\x00" not in cell
    assert not re.match("[=+\\-@\t\r\n]", cell)
    assert not re.match("[=+\\-@＝＋－＠]", cell.strip().lstrip("\ufeff\u200b\u202e"))


@pytest.mark.parametrize("text", ["'", "''", "'=1", "=1", " =1", "\u00a0+1", "\ufeff@a", "-", "\t", "\r", "\n1", "＝1"])
def test_what_is_guarded_has_one_apostrophe(text: str) -> None:
    assert guard(text) == f"'{text}"
    assert unguard(guard(text)) == text


@pytest.mark.parametrize("text", ["", "a=1", "1-2", " a", '"=1"', "€ 5", "שלום", "it's", "—", "{}", "5"])
def test_what_is_harmless_stays(text: str) -> None:
    assert guard(text) == text


def test_nul_becomes_its_picture_and_pictures_stay_apart() -> None:
    assert guard("a\x00b") == "a␀b"
    assert guard("a␀b␛") == "a␛␀b␛␛"


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_report_gives_the_same_bytes(form: str) -> None:
    one, other = (report_of(HANDBOOK, strategy="structure", chunk_size=30, title="T") for _ in range(2))
    assert FORMATS[form](one, "a.md") == FORMATS[form](other, "a.md")


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_without_chunks_has_a_file_too(form: str) -> None:
    report = report_of(" \n ")
    data = FORMATS[form](report, "empty.txt")
    if form == "archive":
        manifest, files = read_archive(data)
        assert (manifest["chunks"], manifest["settings"], files) == (0, settings_of(report), {})
    else:
        assert {"csv": read_csv, "jsonl": read_jsonl, "parquet": read_parquet}[form](data) == []


@pytest.mark.parametrize("form", FORMATS)
def test_pages_and_counts_of_another_vocabulary_are_taken(form: str) -> None:
    report = report_of(HANDBOOK, strategy="structure", chunk_size=30)
    extra = Extra(np.arange(len(report)) + 4, np.full(len(report), 9), "estimate")
    data = FORMATS[form](report, "a.md", extra)
    if form == "archive":
        manifest, files = read_archive(data)
        assert manifest["vocabulary"] == "estimate"
        rows = list(files.values())
    else:
        rows = {"csv": read_csv, "jsonl": read_jsonl, "parquet": read_parquet}[form](data)
        assert {row["vocabulary"] for row in rows} == {"estimate"}
    assert [row["page"] for row in rows] == list(range(4, 4 + len(report)))
    assert {row["tokens"] for row in rows} == {9}


def test_csv_begins_with_the_mark_of_utf_8_and_rows_end_alike() -> None:
    data = export.csv(report_of("5 € für Öl.\n\nZwei."), "öl.txt")
    assert data.startswith('\ufeff"index","start","end","characters"'.encode())
    assert "5 € für Öl." in data.decode("utf-8-sig")
    assert data.endswith(b"\r\n")


def test_chunks_too_long_for_a_cell_of_excel_are_counted() -> None:
    report = report_of(f"{'x' * 32_767}\n\n{'y' * 32_768}", strategy="paragraph")
    assert export.cut_by_excel(report) == 1


def test_lines_are_made_as_they_are_taken() -> None:
    report = report_of("One. Two. Three.", strategy="sentence")
    taken = export.lines(report, "a.txt")
    assert json.loads(next(taken))["text"] == "One."
    assert [json.loads(line)["index"] for line in taken] == [1, 2]


def test_parquet_says_what_its_columns_are() -> None:
    report = report_of(HANDBOOK, strategy="structure", chunk_size=30)
    schema = pq.read_schema(io.BytesIO(export.parquet(report, "a.md")))
    assert {field.name: str(field.type) for field in schema} == {
        name: "int64" if name in NUMBERS else "list<element: string>" if name == "headings" else "string"
        for name in COLUMNS
        if name != "page"
    }
    assert schema.metadata[b"settings"].decode() == compact(settings_of(report))
    assert schema.metadata[b"digest"].decode() == report.document.digest
    assert schema.field("text").metadata[b"description"].decode() == COLUMNS["text"]


def test_files_of_the_archive_are_named_by_index_and_heading() -> None:
    report = report_of(HANDBOOK, strategy="structure", chunk_size=60)
    manifest, files = read_archive(export.archive(report, "a.md"))
    assert list(files) == ["0-pumps-co.md", "1-hoses-con.md", "2-水泵-हिन्दी.md"]
    assert manifest["chunks"] == 3
    assert [one["context"] + one["text"] for one in files.values()] == [one.embedded for one in report]
    eleven = report_of("\n\n".join("abcdefghijk"), strategy="paragraph")
    assert list(read_archive(export.archive(eleven))[1])[:2] == ["00.md", "01.md"]


@given(st.lists(nasty, min_size=1, max_size=4))
def test_no_heading_makes_a_path(headings: list[str]) -> None:
    text = "\n\n".join(f"# {' '.join(heading.split())}\n\nText." for heading in headings)
    report = report_of(text, strategy="structure", markup="markdown")
    for name in read_archive(export.archive(report))[1]:
        assert re.fullmatch(r"\d+(-[^\x00-,./:-@\[-`{-\xa0\u2000-\u206f\ufeff]+)?\.md", name)
        assert len(name.encode()) < 200


# --- cases -----------------------------------------------------------------------------------------------------------


def test_ex_01_csv_cells() -> None:
    text = (
        "=1+1 is a sum\n\n+49 30 1234\n\n-3 degrees\n\n@home today\n\n"
        'She said "no, thanks",\nthen left; 5 € für Öl.\n\n\t=2*3'
    )
    for pack in (False, True):
        report = report_of(text, strategy="paragraph", chunk_size=45, pack=pack)
        data = export.csv(report, "=cells.txt")
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
        assert len(rows) == len(report) + 1
        assert {len(row) for row in rows} == {len(rows[0])}
        assert not any(cell[:1] in set("=+-@\t\r") for row in rows for cell in row if cell)
        at = rows[0].index("text")
        assert [row[at].removeprefix("'") for row in rows[1:]] == [text[start:end] for start, end in report.spans]
        assert [row["text"] for row in read_jsonl(export.jsonl(report))] == [one.text for one in report]


def test_md_09_tabs_nbsp_indent_kept() -> None:
    text = "# Run\n\n```py\ndef f():\n\tx = 1\u00a0# note\n\n    return x\n```\n\npara one\n\n\npara two  \nend\n"
    rows = read_jsonl(export.jsonl(report_of(text, strategy="structure", chunk_size=400), "run.md"))
    assert all(text[row["start"] : row["end"]] == row["text"] for row in rows)
    whole_text = "".join(row["text"] for row in rows)
    assert "\tx = 1\u00a0# note\n\n    return x" in whole_text
    assert "para one\n\n\npara two  \nend" in whole_text


def test_size_01_one_long_block() -> None:
    text = "Notes\n\n" + "q" * 60 + "\n\nEnd."
    report = report_of(text, strategy="paragraph", chunk_size=25, pack=True)
    reasons = ["", "over the limit: one paragraph", ""]
    assert [row["over_limit"] for row in read_csv(export.csv(report))] == reasons
    assert [row["over_limit"] for row in read_jsonl(export.jsonl(report))] == reasons
    assert [row["over_limit"] for row in read_parquet(export.parquet(report))] == reasons
    assert [row["over_limit"] for row in read_archive(export.archive(report))[1].values()] == reasons


def test_uni_05_nul_and_controls() -> None:
    text = "Valve\x00 open.\x07 Next\x1b[31m red.\x7f Done."
    for strategy in ("sentence", "fixed"):
        report = report_of(text, strategy=strategy, chunk_size=30)
        data = export.csv(report, "valve.txt")
        assert b"\x00" not in data
        for rows in (read_csv(data), read_jsonl(export.jsonl(report)), read_parquet(export.parquet(report))):
            assert [row["text"] for row in rows] == [text[row["start"] : row["end"]] for row in rows]
            assert "".join("".join(row["text"].split()) for row in rows) == "".join(text.split())
