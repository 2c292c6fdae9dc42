"""A text and what belongs to it <-> one parameter of an address, so that a link carries all of it.

    packed = a version, one letter for the way it was packed, base64url without padding of (CRC-32, compressed bytes)

Of four ways the shortest is taken: bz2 or LZMA, of the text as UTF-8 or with frequent English words in fewer bytes.
15,000 characters of a novel, of speeches and of an encyclopaedia that the list of words was not made from take 7,400,
7,390 and 7,130 characters on average, 7,660 at most; without the words 7,750, 7,790 and 7,470; as raw deflate 8,600,
8,520 and 8,130, and with the words as its preset dictionary 8,100, 7,880 and 7,480.
"""

import bz2
import lzma
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import urlencode

from playground.errors import InputError
from playground.giving import common_words, contents
from playground.giving.contents import Contents
from playground.limits import MAX_ADDRESS_CHARACTERS, MAX_SHARED_AT_ONCE

PARAMETER = "shared"  # its name in the address
PLAIN, WITH_MORE = "1", "2"  # versions: with pages or chunks a link is none that older copies of the page can read
_FILTERS = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 4, "lp": 0, "pb": 0, "dict_size": 1 << 18}]
_PACKED = re.compile(r"[\w-]+", re.ASCII)
_DAMAGED = "The text in this link cannot be read: the link is damaged or incomplete."


def pack(held: Contents) -> str:
    """The parameter that says all of it, in characters that an address need not escape.

    Raises InputError if all is written in more than MAX_SHARED_AT_ONCE characters. Whether it fits, `refuse_long` says.
    """
    plain = contents.write(held)
    if len(plain) > MAX_SHARED_AT_ONCE:
        raise InputError(
            f"The text with what belongs to it has {len(plain):,} characters, as a link holds them; "
            f"at most {MAX_SHARED_AT_ONCE:,} can be in a link."
        )
    utf8, coded = plain.encode(), common_words.encode(plain)
    found = [("b", bz2.compress(utf8)), ("l", _lzma(utf8))]
    if len(coded) <= MAX_SHARED_AT_ONCE:  # it is longer than the text in other scripts
        found += [("B", bz2.compress(coded)), ("L", _lzma(coded))]
    way, data = min(found, key=lambda pair: len(pair[1]))
    checked = zlib.crc32(data).to_bytes(4, "big") + data
    return (PLAIN if held.is_plain else WITH_MORE) + way + urlsafe_b64encode(checked).decode().rstrip("=")


def unpack(packed: str) -> Contents:
    """What `pack` made a parameter of.

    Raises InputError for any other string. It is expanded in steps of 64 KiB, and given up at the first one that
    passes MAX_SHARED_AT_ONCE characters.
    """
    if len(packed) > MAX_ADDRESS_CHARACTERS or not _PACKED.fullmatch(packed):
        raise InputError(_DAMAGED)
    if packed[0] not in (PLAIN, WITH_MORE):
        raise InputError("The text in this link was packed by another version of the page; please ask for a new link.")
    way, encoded = packed[1:2], packed[2:]
    try:
        checked = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except ValueError:
        raise InputError(_DAMAGED) from None
    data = checked[4:]
    if way not in set("blBL") or zlib.crc32(data).to_bytes(4, "big") != checked[:4]:
        raise InputError(_DAMAGED)
    return contents.read(_expanded(way, data))


def address(page: str, parameters: Mapping[str, str]) -> str:
    """The whole address: of the page, without a query, and the parameters, which come out as a browser writes them."""
    return f"{page}?{urlencode(parameters)}"


def refuse_long(whole: str) -> None:
    """Raise InputError, with the length and the limit, for an address that servers refuse."""
    if len(whole) > MAX_ADDRESS_CHARACTERS:
        raise InputError(
            f"The link would have {len(whole):,} characters; at most {MAX_ADDRESS_CHARACTERS:,} pass every server, "
            "so this text is too long for a link."
        )


def _expanded(way: str, data: bytes) -> str:
    bz, words = way in "bB", way in "BL"
    tool: contents.Decompressor = (
        bz2.BZ2Decompressor() if bz else lzma.LZMADecompressor(lzma.FORMAT_RAW, None, _FILTERS)
    )
    plain = contents.inflate(tool, data, MAX_SHARED_AT_ONCE, "latin-1" if words else "utf-8")
    return common_words.decode(plain, MAX_SHARED_AT_ONCE) if words else plain


def _lzma(data: bytes) -> bytes:
    return lzma.compress(data, lzma.FORMAT_RAW, filters=_FILTERS)
