"""English in fewer bytes: a frequent word is one byte or two, so that a compressor has less to learn in a short text.

The words are in common_words.txt, those that save most first: counted in English texts of many kinds (speeches,
reports, medicine, an encyclopaedia, manuals), kept if they stand in several of them. Links depend on the words and
their order: neither may ever change; another list needs another version of the link.

A string becomes bytes, written here as characters below U+0100:

    ASCII but letters    itself
    a word of the list   U+0080 + its place, if that is below 110; else U+00EE + rest // 128, U+0080 + rest % 128
    ... with a capital   U+00FE, then the word
    other letters        themselves
    other characters     U+00FF, their UTF-8, U+00FF
"""

import re
from functools import cache
from pathlib import Path

from playground.errors import InputError

_FILE = Path(__file__).with_suffix(".txt")
_MARKS = ("’", "“", "”", "—", "–", "‘", "…", "é")  # characters of typeset English, ahead of the words
_SINGLE = 110  # entries that are one byte
_FIRST, _PAIR, _CAPITAL, _OTHER = 0x80, 0x80 + _SINGLE, 0xFE, 0xFF
_PARTS = re.compile(r"[A-Za-z]+|[’“”—–‘…é]|[^\x00-\x7f’“”—–‘…é]+")
_CODES = re.compile(r"\xff([^\xff]*)\xff|(\xfe?)([\x80-\xed]|[\xee-\xfd][\x80-\xff])|[\x80-\xff]")


def encode(text: str) -> bytes:
    """The bytes for `text`, which has no lone surrogate; `decode` gives it back exactly."""
    codes = _codes()

    def code(match: re.Match[str]) -> str:
        part = match[0]
        if part in codes:
            return codes[part]
        small = part[0].lower() + part[1:]
        if part.isascii():
            return chr(_CAPITAL) + codes[small] if small in codes else part
        return f"{chr(_OTHER)}{part.encode().decode('latin-1')}{chr(_OTHER)}"

    return _PARTS.sub(code, text).encode("latin-1")


def decode(coded: str, most: int | None = None) -> str:
    """What `encode` made the characters of `coded` (its bytes, as Latin-1) of.

    Raises InputError for any others, and as soon as more than `most` characters come of them.
    """
    words = {code: word for word, code in _codes().items()}
    grown = 0  # characters that came of what is read so far, less what was read

    def part(match: re.Match[str]) -> str:
        nonlocal grown
        other, capital, code = match.groups()
        said = words[code] if other is None else str(other).encode("latin-1").decode()
        grown += len(said) - len(match[0])
        _at_most(match.end() + grown, most)
        return said[0].upper() + said[1:] if capital else said

    try:
        text = _CODES.sub(part, coded)
    except (KeyError, UnicodeDecodeError):
        raise InputError("What is shared cannot be read: it is damaged or incomplete.") from None
    _at_most(len(text), most)
    return text


def _at_most(size: int, most: int | None) -> None:
    if most is not None and size > most:
        raise InputError(f"What is shared is too long: it expands to more than {most:,} characters.")


@cache
def _codes() -> dict[str, str]:
    entries = [*_MARKS, *_FILE.read_text(encoding="utf-8").split()]
    codes = {word: chr(_FIRST + place) for place, word in enumerate(entries[:_SINGLE])}
    for place, word in enumerate(entries[_SINGLE:]):
        codes[word] = chr(_PAIR + place // 128) + chr(_FIRST + place % 128)
    return codes
