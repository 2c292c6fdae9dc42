"""Bytes of HTML -> text: by the byte order mark, by what the page says of itself, else as any text."""

import codecs
import re

from playground.errors import InputError
from playground.taking.loading import text_of

_HEAD = 4096  # bytes; browsers look at the first 1,024
_DECLARED = re.compile(
    rb"""<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE
)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(data: bytes, name: str) -> tuple[str, list[str]]:
    """The source of an HTML page, and remarks on its encoding. Raises InputError as `loading.decode` does."""
    match = _DECLARED.search(data[:_HEAD])
    if match is None or data.startswith(_MARKS):
        return _read(data, name)
    declared = match[1].decode("ascii", "replace").lower()
    if declared.startswith(("utf-16", "utf-32")):  # a page that says so in single bytes is not; browsers read UTF-8
        declared = "utf-8"
    try:
        return _read(data, name, declared)
    except InputError:  # a name that nobody knows; what else is wrong is said again
        return _read(data, name)


def _read(data: bytes, name: str, encoding: str | None = None) -> tuple[str, list[str]]:
    found, remarks = text_of(data, name, encoding)
    return found.text, remarks
