"""A text in a link: it comes back exactly, English prose fits, and no link can do harm."""

import bz2
import random
import string
import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError, Settings
from playground.asking.questions import Question
from playground.giving import common_words, share, shared_text
from playground.giving.contents import Contents
from playground.giving.shared_text import PARAMETER, address, refuse_long, unpack
from playground.limits import MAX_ADDRESS_CHARACTERS, MAX_SHARED_AT_ONCE
from tests.test_contents import all_contents

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"
ENGLISH = ROOT / "README.md", *sorted((SHARED / "docs").glob("prose_*.txt")), SHARED / "chroma/state_of_the_union.md"
LONGEST = MAX_SHARED_AT_ONCE - len('["",{},[]]\n')  # characters of a text in a link
TEXT = "The pump fills the tank.\n\nThen the valve — Ada's — is closed again, until noon."
ASKED = (Question("What fills the tank?", ((4, 8),)), Question("Whose?", ((42, 47), (0, 3))))

# Links made when version 1 began, one of each way.
OLD = {
    "b": (
        "1b2oWte0JaaDkxQVkmU1lNxE92AAAc3-EAEFCHHgCgAASKL-_PSkAABAAQACAAaEQ0TQBobUNAeoADSDSn6QjQGyGp6mR-pGkTle"
        "vM916wQwDpEBeDcEQa4kkoq_GUHGlo3pAKl3ECDlDBl1jJyjVe5aPvo4A5hpiVaxJjW6B5yLUtag1vNXkhuTiiwRwXgI7QowCzPZ"
        "wj0p93G4gP4u5IpwoSCbiJ7sA"
    ),
    "B": (
        "1BzkAcXEJaaDkxQVkmU1m9JRFBAAAZ3_eAEFCHHgCgAAAKJy_PSghACQAAYAAgAEAQASSBIABoRTI00A0BoyaAGmQA1Mk01MTCM0"
        "mTQYmm9UMyj8w9ErXuAHxcYVpuThqhxLa0CQNFjCSZ7CK6oQA15SjEE3AvGKVqyOUZilXoaDoiGppxotGj4u4nIbKnfYhAgHvW8o"
        "MBlCci_i7kinChIXpKIoI"
    ),
    "l": (
        "1lgaLh3gAtiM_mwemXkHaxBUF-7CqtUkXgvb8rDDYh8Q4Q71GvDHVAGYQCM9USxanmNk8OL0icIRulD1G1rsUuoI1pMsOQN-jvML"
        "EZUq1RKYM6SxOg4QBicXdoaIune8FSPbJ9UX8awniblsMrxwcH1FdM8s2cq0fClmWC7G1bKhZ5_jgawA"
    ),
    "L": (
        "1LE5M8EQAtiM_mwemXkHaxBUF-7CqtUkXhIiHim1cEJht2D0sZNFd1rGLZQ1pTUcnFQLfUlJPfXkazw9cZqWIkY_v-56vpUMe6cJ"
        "AeeCIIx02S3EpCym256TgBnFvt6On5s_9EvzqGbmMaUndte3X6LwKMYf-WZsAA"
    ),
}


def pack(text: str, asked: tuple[Question, ...] = (), name: str = "") -> str:
    return shared_text.pack(Contents(text, name, asked))


def sealed(way: str, data: bytes) -> str:
    """A link whose checksum is right, whatever is in it."""
    return f"1{way}" + urlsafe_b64encode(zlib.crc32(data).to_bytes(4, "big") + data).decode().rstrip("=")


@given(all_contents(settings=False))
def test_everything_comes_back(wanted: Contents) -> None:
    packed = shared_text.pack(wanted)
    assert set(packed) <= set(string.ascii_letters + string.digits + "-_")
    assert (packed[0] == "1") == (not wanted.pages and not wanted.chunks)
    if len(packed) <= MAX_ADDRESS_CHARACTERS:
        assert unpack(packed) == wanted


@pytest.mark.parametrize(
    ("text", "way"),
    [(TEXT, "L"), (TEXT * 20 + "水" * 9, "L"), ("水泵站在河边" * 3, "l"), ("a" * LONGEST, "b"), ("水" * LONGEST, "b")],
)
def test_each_way_of_packing_comes_back(text: str, way: str) -> None:
    packed = pack(text, ASKED if text.startswith(TEXT) else ())
    assert packed[:2] == f"1{way}"
    assert unpack(packed).text == text


def test_old_links_are_still_read() -> None:
    """Made once, of each way: they must come back as long as the version is 1."""
    for way, packed in OLD.items():
        assert packed[:2] == f"1{way}"
        assert unpack(packed) == Contents(TEXT, "tank.txt", ASKED)


@pytest.mark.parametrize("path", [path for path in ENGLISH if path.exists()], ids=lambda path: path.name)
def test_fifteen_thousand_characters_of_english_fit(path: Path) -> None:
    """With the name; what is left of an address holds the settings, in most cases."""
    text = path.read_text(encoding="utf-8")
    for start in range(0, min(len(text), 90_000) - 14_999, 15_000):
        packed = pack(text[start : start + 15_000], (), path.name)
        assert len(packed) <= 7_750
        assert unpack(packed).text == text[start : start + 15_000]


def test_the_address_is_whole_and_a_long_one_is_refused() -> None:
    parameters = share.write(Settings(title="ä & b")) | {PARAMETER: pack(TEXT, ASKED, "a b.txt")}
    whole = address("https://page.example/split", parameters)
    query = parse_qs(urlsplit(whole).query, keep_blank_values=True, strict_parsing=True)
    assert {name: value for name, [value] in query.items()} == parameters
    refuse_long(whole)
    room = MAX_ADDRESS_CHARACTERS - len(whole)
    refuse_long(address("https://page.example/split", parameters | {"title": "a" * (room + len("%C3%A4+%26+b"))}))
    noise = "".join(random.Random(1).choices(string.ascii_letters, k=12_000))
    whole = address("https://page.example/split", parameters | {PARAMETER: pack(noise)})
    with pytest.raises(InputError, match=f"would have {len(whole):,} characters; at most 7,800"):
        refuse_long(whole)


@given(st.data())
def test_a_damaged_link_is_refused(data: st.DataObject) -> None:
    packed = pack(TEXT, ASKED, "tank.txt")
    place = data.draw(st.integers(0, len(packed) - 2))
    other = data.draw(
        st.sampled_from(sorted(set(string.ascii_letters + string.digits + "-_+/=. é\n") - {packed[place]}))
    )
    for bad in (packed[:place], packed[:place] + other + packed[place + 1 :], packed[:place] + packed[place + 1 :]):
        with pytest.raises(InputError):
            unpack(bad)


@given(st.text(max_size=40), st.sampled_from("blBLx"), st.binary(max_size=60))
def test_any_string_gives_a_sentence(word: str, way: str, data: bytes) -> None:
    for packed in (word, f"1{way}{word}", sealed(way, data), sealed("b", bz2.compress(data))):
        with pytest.raises(InputError):
            unpack(packed)


def test_another_version_says_so() -> None:
    with pytest.raises(InputError, match="another version"):
        unpack("3" + pack(TEXT)[1:])


def bombs() -> dict[str, str]:
    """Links of the longest length allowed or less, that expand to a hundred million characters."""
    tool = bz2.BZ2Compressor()
    huge = b"".join(tool.compress(b"\0" * 1_000_000) for _ in range(100)) + tool.flush()
    some = 20_000_000  # LZMA shrinks to a seven-thousandth
    small = shared_text._lzma(b"a" * some)
    return {"b": sealed("b", huge), "B": sealed("B", huge), "l": sealed("l", small), "L": sealed("L", small)}


@pytest.mark.parametrize("way", "bBlL")
def test_a_bomb_costs_bounded_memory(way: str) -> None:
    bomb = bombs()[way]
    assert len(bomb) <= MAX_ADDRESS_CHARACTERS
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="more than 200,000 characters"):
            unpack(bomb)
        assert tracemalloc.get_traced_memory()[1] < 15_000_000  # bytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("way", "bBlL")
def test_a_link_holds_so_many_characters_and_no_more(way: str) -> None:
    for size in (LONGEST, LONGEST + 1):
        plain = '["",{},[]]\n' + "a" * size
        data = common_words.encode(plain) if way in "BL" else plain.encode()
        packed = sealed(way, bz2.compress(data) if way in "bB" else shared_text._lzma(data))
        if size == LONGEST:
            assert unpack(packed).text == "a" * size
        else:
            with pytest.raises(InputError, match="more than 200,000 characters"):
                unpack(packed)


def test_what_could_not_be_read_is_not_written() -> None:
    assert unpack(pack("a" * LONGEST)).text == "a" * LONGEST
    for text, asked, name in (("a" * (LONGEST + 1), (), ""), ("a" * LONGEST, (), "n"), ("a" * LONGEST, ASKED, "")):
        with pytest.raises(InputError, match="at most 200,000 can be in a link"):
            pack(text, asked, name)


def test_words_cannot_blow_a_short_link_up() -> None:
    longest = max(
        ("understanding", *common_words._codes()), key=lambda word: len(word) / len(common_words.encode(word))
    )
    head = common_words.encode('["",{},[]]\n')
    most = LONGEST // len(longest)
    assert unpack(sealed("B", bz2.compress(head + common_words.encode(longest) * most))).text == longest * most
    with pytest.raises(InputError, match="more than 200,000 characters"):
        unpack(sealed("B", bz2.compress(head + common_words.encode(longest) * (most + 1))))
