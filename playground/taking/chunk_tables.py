"""Rows of chunks from tables that are kept by columns: Parquet, and objects of JSON with a list for each name."""

import io
from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from playground.errors import InputError
from playground.limits import MAX_CHUNKS, MAX_UNPACKED_COLUMNS_BYTES
from playground.taking.parquet_pages import unpacked_bytes

if TYPE_CHECKING:
    from pyarrow.parquet import FileMetaData

MAGIC = b"PAR1"  # a Parquet file begins and ends with it
_BATCH = 1_024  # rows decoded at a time
_EXPANDS = "DELTA_BYTE_ARRAY"  # an encoding whose values repeat the start of the one before: long from next to nothing


def parquet_rows(data: bytes, name: str, wanted: Collection[str], inside: Collection[str]) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file, made as they are taken, with the columns of these names (in lower case), those within
    a struct named in `inside` too. Nothing else is unpacked.

    Raises InputError for what is no such file, for more than MAX_CHUNKS rows, for columns that have, or say that they
    have, more than MAX_UNPACKED_COLUMNS_BYTES when unpacked, and for columns that share bytes of the file. A text that
    many rows have is decoded once.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        meta = pq.read_metadata(io.BytesIO(data))
        if meta.num_rows > MAX_CHUNKS:
            raise InputError(f"{name} has more than {MAX_CHUNKS:,} chunks.")
        chosen = _columns(meta, wanted, inside)
        if not chosen:
            there = ", ".join(repr(meta.schema.column(number).path[:40]) for number in range(min(len(meta.schema), 8)))
            raise InputError(f"{name} has no column that chunks are known by, such as text; it has {there}.")
        _check_sizes(meta, data, name, chosen)
        leaves = [meta.schema.column(one) for one in chosen]
        texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
        file = pq.ParquetFile(io.BytesIO(data), read_dictionary=texts)
        for batch in file.iter_batches(_BATCH, columns=[leaf.path for leaf in leaves], use_threads=False):
            columns = dict(zip(batch.schema.names, batch.columns, strict=True))
            for row in range(batch.num_rows):
                yield {key: column[row].as_py() for key, column in columns.items()}
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, ArithmeticError, LookupError) as error:
        # The last two: a date that Python has not, and a time zone that nobody has.
        said = " ".join(str(error).split())[:200].rstrip(".")
        raise InputError(f"{name} cannot be read as Parquet: {said}.") from error


def _columns(meta: "FileMetaData", wanted: Collection[str], inside: Collection[str]) -> list[int]:
    """The numbers of the columns with one value a row that have a wanted name.

    Values of a fixed length are none of texts or places, and one that many rows have would be in memory for each.
    Raises ValueError where a name stands for several columns: the library would unpack them all.
    """
    found = []
    named: Counter[str] = Counter()  # columns by their own name and that of the struct they are in
    for number in range(len(meta.schema)):
        column = meta.schema.column(number)
        path = column.path.split(".")
        named.update({path[0], ".".join(path[:2])})
        *outer, own = column.path.lower().split(".")
        is_single = column.max_repetition_level == 0 and column.physical_type != "FIXED_LEN_BYTE_ARRAY"
        if is_single and own in wanted and len(outer) < 2 and set(outer) <= set(inside):
            found.append(number)
    for name in (meta.schema.column(number).path for number in found):
        if named[name] > 1:
            raise ValueError(f"it has several columns named {name[:80]!r}")
    return found


def _check_sizes(meta: "FileMetaData", data: bytes, name: str, chosen: Collection[int]) -> None:
    """Refuse columns that unpack to too much, by what the footer says and by what each page says.

    A footer may say of many columns that they are the same bytes, which are looked through for each: so they may not
    have more than the file together.
    """
    said = unpacked = packed = 0
    for group in range(meta.num_row_groups):
        for number in chosen:
            one = meta.row_group(group).column(number)
            if _EXPANDS in one.encodings:
                raise InputError(f"{name} has its column {one.path_in_schema[:80]!r} in {_EXPANDS}, which is not read.")
            start = min(at for at in (one.dictionary_page_offset, one.data_page_offset) if at)
            said += one.total_uncompressed_size
            packed += max(one.total_compressed_size, 0)
            if packed > len(data):
                raise ValueError("its columns have more bytes than the file")
            if said <= MAX_UNPACKED_COLUMNS_BYTES:
                unpacked += unpacked_bytes(data, start, start + one.total_compressed_size)
            if max(said, unpacked) > MAX_UNPACKED_COLUMNS_BYTES:
                raise InputError(
                    f"The columns of {name} that hold its chunks have more than {MAX_UNPACKED_COLUMNS_BYTES:,} bytes "
                    "when unpacked."
                )


# --- JSON ------------------------------------------------------------------------------------------------------------


def rows_of_columns(table: dict[str, Any], texts: Collection[str], name: str) -> list[dict[str, Any]] | None:
    """The rows of an object that has a list of texts under one of these names (in lower case), and lists beside it;
    or, as pandas writes it, objects by the names of the rows. None if it is none.

    Raises InputError where a list beside the texts is not as long as that.
    """
    lower = {key.lower(): key for key in table}
    head = next((lower[one] for one in texts if one in lower and _is_column(table[lower[one]], texts)), None)
    if head is None:
        return None
    texts_there = table[head]
    keys = list(texts_there) if isinstance(texts_there, dict) else list(range(len(texts_there)))
    columns = {key: one for key, one in table.items() if isinstance(one, type(texts_there))}
    for key, one in columns.items():
        if len(one) != len(keys):
            raise InputError(f"{name} has {len(one):,} values of {key[:80]!r} for {len(keys):,} texts.")
    if isinstance(texts_there, dict):
        return [{column: one.get(key) for column, one in columns.items()} for key in keys]
    return [{column: one[key] for column, one in columns.items()} for key in keys]


def _is_column(value: object, texts: Collection[str]) -> bool:
    if isinstance(value, dict):
        return not any(str(key).lower() in texts for key in value) and _is_column(list(value.values()), texts)
    return isinstance(value, list) and bool(value) and all(one is None or isinstance(one, str) for one in value)
