"""What the readers of all formats share: what they give, and how their text is tidied."""

import re
from collections.abc import Callable
from typing import NamedTuple

from playground.errors import InputError
from playground.limits import MAX_TEXT_CHARACTERS

Progress = Callable[[int, int], None]
"""Called with what is done and the total, in pages or parts."""

# Controls that are no white space, half characters, and the line and paragraph marks of no use in a file of lines.
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_TRAILING = re.compile(r"(?<![ \t])[ \t]+(?=\n|\Z)")
_BLANK_LINES = re.compile("\n{4,}")


class Read(NamedTuple):
    """What a reader gives: tidy text, remarks, and for a PDF the code point at which each page begins."""

    text: str
    remarks: list[str]
    pages: tuple[int, ...] = ()


def tidy(text: str) -> str:
    """Only LF line ends, no controls or half characters, no trailing spaces, at most two blank lines in a row."""
    text = _UNWANTED.sub("", _LINE_END.sub("\n", text))
    return _BLANK_LINES.sub("\n\n\n", _TRAILING.sub("", text)).strip("\n")


def refuse_too_long(characters: int, name: str) -> None:
    """Raise InputError for a text over `MAX_TEXT_CHARACTERS`."""
    if characters > MAX_TEXT_CHARACTERS:
        raise InputError(f"{name} holds more than {MAX_TEXT_CHARACTERS:,} characters of text, the most that is read.")
