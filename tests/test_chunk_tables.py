"""Tables kept by columns: Parquet, ours and others', with its bombs, and JSON with a list for each name."""

import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from playground import Document, InputError, Settings, analyse
from playground.giving import export
from playground.taking import chunk_tables, own_chunks
from playground.taking.alignment import align
from playground.taking.own_chunks import Given, read_chunks

HANDBOOK = (Path(__file__).resolve().parents[1] / "samples" / "handbook.md").read_text("utf-8")
WANTED = [Given("One.", 0, 4), Given("Two\nÄ水", 5, 10)]


def parquet(columns: dict[str, Any], **how: Any) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer, **how)
    return buffer.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_chunks(data, "chunks.parquet")
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


# --- Parquet ---------------------------------------------------------------------------------------------------------


def test_our_own_parquet_comes_back() -> None:
    report = analyse(Document(HANDBOOK), Settings(strategy="structure", chunk_size=120))
    given = read_chunks(export.parquet(report, "handbook.md"), "mine.parquet")
    assert given == [Given(one.text, one.start, one.end, one.context) for one in report]
    assert align(HANDBOOK, given).spans == report.spans


@pytest.mark.parametrize("how", [{}, {"compression": "gzip"}, {"use_dictionary": False}, {"data_page_version": "2.0"}])
def test_other_names_and_kinds_are_read(how: dict[str, Any]) -> None:
    texts, starts, ends = (list(one) for one in zip(*((one.text, one.start, one.end) for one in WANTED), strict=True))
    vectors = [[0.5] * 9] * 2
    assert read_chunks(parquet({"vector": vectors, "Text": texts, "Start": starts, "END": ends}, **how), "x") == WANTED
    rows = [{"start_index": start, "end_index": end, "tags": ["a"]} for start, end in zip(starts, ends, strict=True)]
    assert read_chunks(parquet({"page_content": texts, "metadata": rows}, **how), "x") == WANTED
    large = pa.array(texts, type=pa.large_string())
    assert [one.text for one in read_chunks(parquet({"content": large}, **how), "x")] == texts


def test_pandas_writes_what_is_read(tmp_path: Path) -> None:
    frame = pd.DataFrame([{"text": one.text, "start": one.start, "end": one.end} for one in WANTED])
    frame.to_parquet(tmp_path / "c.parquet")
    assert read_chunks((tmp_path / "c.parquet").read_bytes(), "c.parquet") == WANTED
    assert read_chunks(frame.to_json().encode(), "c.json") == WANTED


def test_what_is_no_table_of_chunks_is_said() -> None:
    assert "no column that chunks are known by" in refused(parquet({"name": ["a"]}))
    assert "Chunk 2 of chunks.parquet has no text" in refused(parquet({"text": ["a", None]}))
    assert "has no chunks" in refused(parquet({"text": pa.array([], type=pa.string())}))
    whole = parquet({"text": ["a"]})
    assert "cannot be read as Parquet" in refused(whole[:4] + b"\0" * 20 + whole[-4:])
    assert "cannot be read as Parquet" in refused(b"PAR1")


def test_a_table_that_unpacks_to_too_much_is_refused_before_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_tables, "MAX_UNPACKED_COLUMNS_BYTES", 1_000_000)
    bomb = parquet({"text": ["x" * 2_000_000]}, compression="zstd")
    assert len(bomb) < 5_000
    assert "more than 1,000,000 bytes when unpacked" in refused(bomb)
    assert len(read_chunks(parquet({"text": ["x"], "other": ["x" * 2_000_000]}), "x")) == 1, "what is not read is free"
    monkeypatch.setattr(chunk_tables, "MAX_CHUNKS", 3)
    assert "more than 3 chunks" in refused(parquet({"text": ["a"] * 4}))


def test_a_footer_that_lies_about_sizes_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_tables, "MAX_UNPACKED_COLUMNS_BYTES", 1_000_000)
    bomb = parquet({"text": ["x" * 2_000_000]}, compression="zstd", use_dictionary=False, write_statistics=False)
    begin = len(bomb) - 8 - int.from_bytes(bomb[-8:-4], "little")
    size = pq.read_metadata(io.BytesIO(bomb)).row_group(0).column(0).total_uncompressed_size
    written, smaller = (bytes([(two := 2 * n) & 127 | 128, two >> 7 & 127 | 128, two >> 14 & 127 | 128, two >> 21])
                        for n in (size, 1_000))  # fmt: skip
    lie = bomb[:begin] + bomb[begin:].replace(written, smaller)
    assert pq.read_metadata(io.BytesIO(lie)).row_group(0).column(0).total_uncompressed_size == 1_000
    assert "more than 1,000,000 bytes when unpacked" in refused(lie)


def test_one_long_text_in_many_rows_is_stopped_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_chunks, "MAX_STORED_CHARACTERS", 10_000_000)
    dictionary = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, type=pa.int32()), pa.array(["x" * 1_000_000]))
    bomb = parquet({"text": dictionary}, compression="zstd")  # 100 GB of text
    before = pa.total_allocated_bytes()
    assert "more than 10,000,000 characters together" in refused(bomb)
    assert pa.total_allocated_bytes() - before < 50_000_000
    expanding = parquet({"text": ["a", "ab"]}, use_dictionary=False, column_encoding={"text": "DELTA_BYTE_ARRAY"})
    assert "DELTA_BYTE_ARRAY, which is not read" in refused(expanding)


def test_columns_that_say_to_be_the_same_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of them is looked through, and a small file takes as long as it has columns."""
    data = parquet({"text": [f"Pump {row}." for row in range(99)]}, row_group_size=1)
    meta = pq.read_metadata(io.BytesIO(data))
    sizes = [meta.row_group(row).column(0).total_compressed_size for row in range(99)]
    walked: list[int] = []

    def walk(_data: bytes, start: int, end: int) -> int:
        walked.append(end - start)
        return 0

    monkeypatch.setattr(chunk_tables, "unpacked_bytes", walk)
    assert len(read_chunks(data, "x")) == 99
    assert walked == sizes, "an honest file has each byte in one column"
    walked.clear()
    with pytest.raises(ValueError, match="more bytes than the file"):
        chunk_tables._check_sizes(meta, data[: sum(sizes[:50])], "x", [0])
    assert walked == sizes[:50]


def test_a_name_that_stands_for_several_columns_is_refused() -> None:
    """The library would unpack all of them, also those that were not looked at."""
    below = pa.array([{"payload": "y" * 9}])
    table = pa.Table.from_arrays([pa.array(["a"]), below], names=["text", "text"])
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    assert "several columns named 'text'" in refused(buffer.getvalue())


def test_values_of_a_fixed_length_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one that many rows have would be in memory as often."""
    long = pa.array([b"x" * 200_000] * 9, type=pa.binary(200_000))
    monkeypatch.setattr(chunk_tables, "MAX_UNPACKED_COLUMNS_BYTES", 100_000)
    assert read_chunks(parquet({"text": ["a"] * 9, "chunk": long}), "x") == [Given("a")] * 9
    assert "no text under text" in refused(parquet({"chunk": long, "start": [1] * 9}))


def test_a_date_that_python_has_not_is_said() -> None:
    assert "cannot be read as Parquet" in refused(
        parquet({"text": ["a"], "end": pa.array([2**60], pa.timestamp("us"))})
    )


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_json_by_columns_is_read() -> None:
    columns: dict[str, Any] = {"id": [7, 8], "Text": ["One.", "Two\nÄ水"], "start": [0, 5], "end": [4, 10], "of": "x"}
    assert read_chunks(json.dumps(columns).encode(), "c.json") == WANTED
    by_rows = {key: dict(enumerate(one)) for key, one in columns.items() if isinstance(one, list)}
    assert read_chunks(json.dumps(by_rows, indent=1).encode(), "c.json") == WANTED
    nested = {"content": ["a"], "metadata": [{"start": 3}]}
    assert read_chunks(json.dumps(nested).encode(), "c.json") == [Given("a", 3)]
    one = {"document": {"text": "a", "start": 3}}
    assert read_chunks(json.dumps(one).encode(), "c.json") == [Given("a", 3)], "an object, no column"


def test_columns_of_different_lengths_are_refused() -> None:
    assert "1 values of 'start' for 2 texts" in refused(b'{"text": ["a", "b"], "start": [0]}')
