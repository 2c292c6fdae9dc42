"""Archives: bounds hold whatever the headers say, and nothing leads outside."""

import io
import struct
import zipfile

import pytest

from playground.errors import InputError
from playground.limits import MAX_INFLATED_BYTES, MAX_MEMBERS
from playground.taking.converting.archive import Archive, is_outside
from playground.taking.converting.parts import Budget
from tests.documents import zipped


def test_members_come_back() -> None:
    archive = Archive(zipped({"a.xml": "one", "b/c.xml": b"\0two"}), Budget("a.zip"))
    assert archive.names == ["a.xml", "b/c.xml"]
    assert archive.read("b/c.xml") == b"\0two"
    assert "a.xml" in archive
    assert "c.xml" not in archive
    with pytest.raises(KeyError):
        archive.read("c.xml")


@pytest.mark.parametrize("path", ["../a", "a/../../b", "/etc/passwd", "C:/a", "..\\a", "\\\\host\\a", ".."])
def test_a_path_that_leads_outside_is_refused(path: str) -> None:
    assert is_outside(path)
    with pytest.raises(InputError, match=r"^a\.zip has a member whose path leads out"):
        Archive(zipped({"a.xml": "one", path: "two"}), Budget("a.zip"))


@pytest.mark.parametrize("path", ["a", "a/b.xml", "a/../b", "a..b", "...", "[Content_Types].xml"])
def test_a_path_that_stays_inside(path: str) -> None:
    assert not is_outside(path)


def test_a_bomb_is_stopped_while_it_unpacks() -> None:
    bomb = zipped({"a": bytes(40 * 2**20)})
    assert len(bomb) < 50_000
    with pytest.raises(InputError, match="unpacks to far more than its size"):
        Archive(bomb, Budget("a.zip")).read("a")


def test_all_members_together_are_bounded() -> None:
    part = bytes(range(256)) * (MAX_INFLATED_BYTES // 256 // 4 + 1)
    archive = Archive(zipped(dict.fromkeys("abcd", part), zipfile.ZIP_STORED), Budget("a.zip"))
    for name in "abc":
        assert len(archive.read(name)) == len(part)
    with pytest.raises(InputError, match="at most 64 MB"):
        archive.read("d")


def test_a_header_that_lies_about_the_size_is_found_out() -> None:
    data = zipped({"a": bytes(range(256)) * 100})
    place = data.index(b"PK\x01\x02") + 24  # the unpacked size in the directory
    assert struct.unpack_from("<I", data, place) == (25_600,)
    lying = bytearray(data)
    struct.pack_into("<I", lying, place, 5)
    with pytest.raises(InputError, match="broken"):
        Archive(bytes(lying), Budget("a.zip")).read("a")
    struct.pack_into("<I", lying, place, 2**31)  # asks for nothing: what is there is read
    assert Archive(bytes(lying), Budget("a.zip")).read("a") == bytes(range(256)) * 100


def test_too_many_members() -> None:
    with pytest.raises(InputError, match=r"^a\.zip holds 10,001 members; at most 10,000 "):
        Archive(zipped({str(number): "" for number in range(MAX_MEMBERS + 1)}, zipfile.ZIP_STORED), Budget("a.zip"))


def test_members_packed_in_ways_that_want_memory_are_refused() -> None:
    with pytest.raises(InputError, match="packed in a way"):
        Archive(zipped({"a": "one"}, zipfile.ZIP_LZMA), Budget("a.zip")).read("a")


def test_members_with_a_password_are_refused() -> None:
    data = bytearray(zipped({"a": "one"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    with pytest.raises(InputError, match="password"):
        Archive(bytes(data), Budget("a.zip")).read("a")


def test_a_torn_archive() -> None:
    data = zipped({"a": "one" * 1_000})
    with pytest.raises(InputError, match="broken"):
        Archive(data[:-10], Budget("a.zip"))
    torn = bytearray(data)
    torn[40:44] = b"\xff" * 4
    with pytest.raises(InputError, match="broken"):
        Archive(bytes(torn), Budget("a.zip")).read("a")
    assert zipfile.is_zipfile(io.BytesIO(data))
