"""Files of chunks that other programs made: their shapes, their names, and one sentence for what is no such file."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError, Settings, chunk
from playground.giving import command
from playground.taking import loading, own_chunks
from playground.taking.alignment import align
from playground.taking.own_chunks import ENDS, LISTS, STARTS, TEXTS, Given, read_chunks
from tests.texts import soup

ROOT = Path(__file__).resolve().parents[1]
HANDBOOK = ROOT / "samples" / "handbook.md"
WANTED = [Given("One.", 0, 4), Given('Two "2"\nÄ水', 5, 14)]
ROWS = [{"text": one.text, "start": one.start, "end": one.end} for one in WANTED]


def read(value: object, name: str = "chunks.json") -> list[Given]:
    return read_chunks(json.dumps(value).encode(), name)


def lines(rows: list[Any]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def table(rows: list[dict[str, Any]], delimiter: str = ",") -> bytes:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def refused(data: bytes, name: str = "chunks.json") -> str:
    with pytest.raises(InputError) as caught:
        read_chunks(data, name)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 500
    return message


@pytest.mark.parametrize("name", ["chunks.json", "chunks.jsonl", "chunks.txt", "chunks"])
def test_json_is_read_by_its_shape_not_its_name(name: str) -> None:
    assert read(ROWS, name) == WANTED
    assert read([one.text for one in WANTED], name) == [Given(one.text) for one in WANTED]
    assert read_chunks(lines(ROWS), name) == WANTED
    assert read_chunks(lines(ROWS[:1]), name) == WANTED[:1], "one line is one object"
    assert read_chunks(lines([one.text for one in WANTED]), name) == [Given(one.text) for one in WANTED]
    for key in LISTS:
        assert read({"version": 1, key: ROWS}, name) == WANTED


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["chunks.csv", "chunks.TSV", "chunks.txt"])
def test_tables_are_read(delimiter: str, name: str) -> None:
    assert read_chunks(b"\xef\xbb\xbf" + table(ROWS, delimiter), name) == WANTED


def test_a_table_of_another_encoding_and_of_quoted_names() -> None:
    assert read_chunks('"Text","Start"\r\n"Größe, naïve","3.0"\r\n\r\n'.encode("cp1252"), "t") == [
        Given("Größe, naïve", 3)
    ]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("end", ENDS[:2])
@pytest.mark.parametrize("text", TEXTS)
def test_every_name_is_known(text: str, start: str, end: str) -> None:
    assert read([{"id": "x", text.title(): "a", start.upper(): "7", end: 8.0}]) == [Given("a", 7, 8)]
    assert read([{text: "a", "metadata": {start: 7, end: 8}}]) == [Given("a", 7, 8)]


def test_what_libraries_write() -> None:
    langchain = {"id": None, "metadata": {"start_index": 7}, "page_content": "a", "type": "Document"}
    assert read([langchain, {**langchain, "metadata": {"start_index": -1}}]) == [Given("a", 7), Given("a")]
    assert read([{"lc": 1, "type": "constructor", "id": ["Document"], "kwargs": langchain}]) == [Given("a", 7)]
    node = {"id_": "n", "metadata": {}, "text": "a", "start_char_idx": 7, "end_char_idx": 8, "class_name": "TextNode"}
    assert read([node, {"node": node, "score": 0.5}]) == [Given("a", 7, 8)] * 2
    assert read({"docstore/data": {"n": {"__data__": node, "__type__": "1"}}}) == [Given("a", 7, 8)]
    assert read([{"text": "a", "start_index": 7, "end_index": 8, "context": None}]) == [Given("a", 7, 8)]
    assert read({"ids": ["x"], "documents": ["a"], "metadatas": [{}]}) == [Given("a")]


@pytest.mark.parametrize(
    ("value", "wanted"), [("A\n", "A\n"), ("A › B", "A › B\n"), (" \n", ""), ("", ""), (None, ""), (7, ""), (["A"], "")]
)
def test_what_stands_ahead_is_lines(value: object, wanted: str) -> None:
    assert read([{"text": "a", "context": value}]) == [Given("a", context=wanted)]
    assert read([{"page_content": "a", "metadata": {"context": value}}]) == [Given("a", context=wanted)]


def test_our_own_export_comes_back(tmp_path: Path) -> None:
    out = tmp_path / "chunks.jsonl"
    line = ["--strategy", "structure", "--chunk-size", "120", "--quiet", "--out", str(out)]
    assert command.main(["chunk", str(HANDBOOK), *line]) == 0
    text = HANDBOOK.read_text(encoding="utf-8")
    wanted = chunk(text, Settings(strategy="structure", chunk_size=120))
    assert read_chunks(out.read_bytes(), "chunks.jsonl") == [
        Given(one.text, one.start, one.end, one.context) for one in wanted
    ]
    assert any(one.context for one in wanted)
    row = {"text": "'=1+1", "start": 0, "digest": "d", "settings": "{}"}
    assert read_chunks(table([row]), "c.csv") == [Given("=1+1", 0)], "a guarded cell"
    del row["digest"]
    assert read_chunks(table([row]), "c.csv") == [Given("'=1+1", 0)], "of another program"


def test_parquet_that_is_cut_off_or_has_no_chunks_is_called_so() -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = io.BytesIO()
    pq.write_table(pa.table({"x": ["a"]}), file)
    with pytest.raises(
        InputError, match=r"^a\.parquet has no column that chunks are known by, such as text; it has 'x'\.$"
    ):
        read_chunks(file.getvalue(), "a.parquet")
    with pytest.raises(InputError, match=r"^a\.parquet cannot be read as Parquet: "):
        read_chunks(file.getvalue()[:60], "a.parquet")


@given(st.lists(soup, min_size=1, max_size=5))
def test_texts_come_back(texts: list[str]) -> None:
    wanted = [Given(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")) for text in texts]
    filler = Given("words " * (sum(map(len, texts)) + 1))  # a file of control characters alone is no text
    assert read_chunks(json.dumps([*texts, filler.text]).encode(), "c.json") == [*wanted, filler]
    assert read_chunks(lines([one.text for one in [*wanted, filler]]), "c.jsonl") == [*wanted, filler]


@pytest.mark.parametrize("value", [True, "x", "", None, -1, 1.5, float("nan"), float("inf"), 10**30, [1], "1e3"])
def test_an_offset_that_is_none_is_passed_over(value: object) -> None:
    assert read([{"text": "a", "start": value}]) == [Given("a")]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ("neither JSON nor a table", "text, page_content")),
        (b"[]", ("has no chunks",)),
        (b"text\n", ("has no chunks",)),
        (b'{"rows": []}', ("Chunk 1", "no text", "'rows'")),
        (b'{\n"rows": []}', ("no list of chunks", "chunks, documents")),
        (b"[1]", ("Chunk 1 of chunks.json", "neither a text nor an object")),
        (b'["a", {"text": null}]', ("Chunk 2 of chunks.json", "no text under text,", "'text'")),
        (b'["a", {"name": "b", "kwargs": {"x": 1}}]', ("Chunk 2", "no text")),
        (b'["a", "b"', ("JSON", "line 1")),
        (b'{"text": "a"}\n{"text": "b"\n', ("Line 2 of chunks.json", "JSON")),
        (b"[" * 100_000, ("nested too deep",)),
        (b"[" + b"9" * 10_000 + b"]", ("number that is too long",)),
        (b"A letter to a friend,\nand more", ("neither JSON nor a table", "'A letter to a friend")),
        (b"%PDF-1.7", ("PDF",)),
        (b'"' + b"x" * 3_000, ("neither JSON nor a table",)),
    ],
    ids=range(15),
)
def test_what_is_no_file_of_chunks_is_said(data: bytes, said: tuple[str, ...]) -> None:
    message = refused(data)
    assert all(part in message for part in said), message


def test_what_is_wrong_with_json_says_at_once() -> None:
    for data in (b'["a', b'["a\tb"]', b'["\\x"]', b'["a" "b"]', b'{"text": "a"}\n{"text": "b'):
        message = refused(data)
        assert " at at " not in message
        assert message.count(" at ") == 1, message


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_chunks, "MAX_CHUNKS", 3)
    monkeypatch.setattr(own_chunks, "MAX_STORED_CHARACTERS", 12)
    assert len(read(["aaaa", "bbbb", "cccc"])) == 3
    assert "more than 3 chunks" in refused(json.dumps(["a"] * 4).encode())
    assert "more than 12 characters" in refused(json.dumps(["aaaa", "bbbb", "ccccc"]).encode())
    monkeypatch.setattr(own_chunks, "MAX_CHUNKS_FILE_BYTES", 10)
    assert "at most 10" in refused(b"[" + b" " * 10 + b"]")


def test_files_beyond_what_is_uploaded_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MAX_UPLOAD_MB", 0)
    assert read_chunks('\ufeff["Ä"]'.encode(), "c.json") == [Given("Ä")]
    assert "not UTF-8" in refused('["Ä"]'.encode("cp1252"))


@pytest.mark.parametrize("overlap", [0, 40])
def test_what_langchain_makes(overlap: int) -> None:
    splitters = pytest.importorskip("langchain_text_splitters")
    text = HANDBOOK.read_text(encoding="utf-8") * 3
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=150, chunk_overlap=overlap, add_start_index=True)
    documents = splitter.create_documents([text])
    data = json.dumps([one.model_dump() for one in documents]).encode()
    plain = json.dumps([one.page_content for one in documents]).encode()
    for file in (data, plain):
        alignment = align(text, read_chunks(file, "langchain.json"))
        assert alignment.spans.starts.tolist() == [one.metadata["start_index"] for one in documents]
        assert [text[slice(*pair)] for pair in alignment.spans] == [one.page_content for one in documents]
        assert (alignment.mismatches, alignment.remarks) == ((), ())
