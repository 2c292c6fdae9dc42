"""Headers of pages: the bytes of a column when unpacked, as the library that wrote it counts them."""

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.taking.parquet_pages import unpacked_bytes


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd", "gzip"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("dictionary", [False, True])
def test_pages_are_as_long_as_the_column_says(compression: str, version: str, dictionary: bool) -> None:
    buffer = io.BytesIO()
    table = pa.table({"text": [f"Pump {row % 70}." * 9 for row in range(5_000)], "start": range(5_000)})
    pq.write_table(
        table, buffer, compression=compression, data_page_version=version, use_dictionary=dictionary,
        data_page_size=1_000, row_group_size=2_000, write_page_checksum=True,
    )  # fmt: skip
    data = buffer.getvalue()
    meta = pq.read_metadata(io.BytesIO(data))
    for group in range(meta.num_row_groups):
        for number in range(2):
            one = meta.row_group(group).column(number)
            start = one.dictionary_page_offset or one.data_page_offset
            pages = unpacked_bytes(data, start, start + one.total_compressed_size)
            assert 0.9 * one.total_uncompressed_size < pages <= one.total_uncompressed_size, "without their headers"


@given(st.binary(max_size=60))
def test_any_bytes_end_in_a_number_or_a_refusal(data: bytes) -> None:
    try:
        found = unpacked_bytes(data, 0, len(data))
    except ValueError:
        return
    assert found >= 0


@pytest.mark.parametrize("one", [b"\x1c", b"\x19"], ids=["structs", "lists"])
def test_a_header_that_is_nested_for_ever_is_refused(one: bytes) -> None:
    with pytest.raises(ValueError, match="too deep"):
        unpacked_bytes(one * 10_000, 0, 10_000)


@pytest.mark.parametrize("kind", [1, 7, 8], ids=["booleans", "doubles", "texts"])
def test_a_list_ends_with_the_file_however_long_it_says_it_is(kind: int) -> None:
    endless = bytes([0x19, 0xF0 | kind, *[0xFF] * 8, 0x7F])  # 2**63 - 1 values
    with pytest.raises(ValueError, match="cut off"):
        unpacked_bytes(endless + bytes(40), 0, 51)
