"""What the readers of all formats share: what they give, and how their text is tidied."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from playground.errors import InputError
from playground.limits import MAX_CONVERT_SECONDS, MAX_TEXT_CHARACTERS, MAX_XML_ELEMENTS

Progress = Callable[[int, int, str], None]
"""Called with what is done, the total, and what is counted: "pages" or "parts"."""

_STEPS = 100  # calls of a Progress, at most

# Controls that are no white space, half characters, and the line and paragraph marks of no use in a file of lines.
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_TRAILING = re.compile(r"(?<![ \t])[ \t]+(?=\n|\Z)")
_BLANK_LINES = re.compile("\n{4,}")


class Left(NamedTuple):
    """A line that was left out, and the page it stood on, from 1."""

    page: int
    line: str


class Read(NamedTuple):
    """What a reader gives: tidy text, remarks, and of a PDF where each page begins and the lines that were left out."""

    text: str
    remarks: list[str]
    pages: tuple[int, ...] = ()
    left: tuple[Left, ...] = ()


class Budget:
    """What one document may still take; `name`, that of its file, is for what InputErrors say. The clock starts now."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._deadline = time.monotonic() + MAX_CONVERT_SECONDS
        self._elements = MAX_XML_ELEMENTS

    @property
    def deadline(self) -> float:
        """When the time is up, as `time.monotonic` counts, in seconds."""
        return self._deadline

    def refuse_late(self) -> None:
        """Raise InputError once `MAX_CONVERT_SECONDS` have passed."""
        if time.monotonic() > self._deadline:
            raise self.too_slow()

    def too_slow(self) -> InputError:
        """What is said of a document that takes too long."""
        return InputError(
            f"{self.name} takes longer than {MAX_CONVERT_SECONDS:.0f} seconds to read, the most there is; "
            "divide it, or save it as plain text."
        )

    def take_element(self, attributes: int) -> None:
        """Count an XML element. Raises InputError for more than `MAX_XML_ELEMENTS`, and once the time is up."""
        self._elements -= 1 + attributes
        if self._elements < 0:
            raise InputError(
                f"{self.name} holds more than {MAX_XML_ELEMENTS:,} XML elements and attributes, the most that are read."
            )
        self.refuse_late()


class Steps:
    """Tells a Progress what is done of `total`, at each hundredth at most."""

    def __init__(self, progress: Progress | None, total: int, noun: str) -> None:
        self._progress, self._total, self._noun = progress, total, noun
        self._told = 0

    def done(self, number: int) -> None:
        """`number` are done."""
        step = _STEPS * number // max(self._total, 1)
        if self._progress and step > self._told:
            self._told = step
            self._progress(number, self._total, self._noun)


def tidy(text: str) -> str:
    """Only LF line ends, no controls or half characters, no trailing spaces, at most two blank lines in a row."""
    text = _UNWANTED.sub("", _LINE_END.sub("\n", text))
    return _BLANK_LINES.sub("\n\n\n", _TRAILING.sub("", text)).strip("\n")


def refuse_too_long(characters: int, name: str) -> None:
    """Raise InputError for a text over `MAX_TEXT_CHARACTERS`."""
    if characters > MAX_TEXT_CHARACTERS:
        raise InputError(f"{name} holds more than {MAX_TEXT_CHARACTERS:,} characters of text, the most that is read.")
