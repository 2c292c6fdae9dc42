"""Uploaded documents -> one plain text, once: PDF, DOCX, HTML and EPUB, with remarks on what was left out.

The text is Markdown where the format tells headings, lists, tables and code. From then on it is the source: chunks
are slices of it.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.errors import InputError
from playground.taking.converting import docx, epub, hypertext, pdf
from playground.taking.converting.archive import SIGNATURE, Archive
from playground.taking.converting.encoding import decoded
from playground.taking.converting.parts import Budget, Left, Progress, Read, refuse_too_long
from playground.taking.loading import printable, refuse_too_big

KINDS = {"pdf": "PDF", "docx": "DOCX", "html": "HTML", "epub": "EPUB"}
"""What can be converted: kind -> its name for people."""

_ENDINGS = {*KINDS, "htm", "xhtml"}
_RTF = b"{\\rtf"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?/?>")
_LIKELY = re.compile(rb"application/epub\+zip|\[Content_Types\]\.xml|word/")
_PROTECTED = "EncryptedPackage".encode("utf-16-le")
_HEAD = 1024  # bytes that are looked at to tell a format


@dataclass(frozen=True)
class Converted:
    """A document as text, and how it came about.

    `text` has only LF line ends, no control characters and no lone surrogate; blank it never is. `kind` is a key of
    `KINDS`. `remarks` are plain sentences about what was left out or changed. `pages`: for a PDF the code point of
    `text` at which each page begins, ascending (equal where a page has no text), else empty.
    `left`: the lines of a PDF that were left out as running heads, feet and page numbers, the first `MAX_LEFT_LINES`.
    """

    text: str
    kind: str
    remarks: tuple[str, ...]
    pages: tuple[int, ...] = ()
    left: tuple[Left, ...] = ()

    def page_of(self, offset: int) -> int:
        """The number, from 1, of the page that holds the code point `offset`; 0 if there are no pages."""
        return int(self.pages_of([offset])[0])

    def pages_of(self, offsets: ArrayLike) -> NDArray[np.int64]:
        """`page_of` for each of n offsets: shape (n,)."""
        return np.searchsorted(np.array(self.pages, dtype=np.int64), offsets, side="right").astype(np.int64)


def convert(data: bytes, name: str, progress: Progress | None = None, keep_heads: bool = False) -> Converted | None:
    """The text of the file `name`, or None if it is of none of the formats: then it may be a text.

    `progress` is called with what is done, the total and "pages" (of a PDF) or "parts" (of an EPUB), a hundred times at
    most. `keep_heads`: no line of a PDF is left out as a running head or a page number. Raises InputError for a file
    over the limits of `playground/limits.py`, one that is encrypted or broken, and one that holds no text. Of a PDF for
    which the time is too short the first pages are kept, with a remark: each is read by itself, and honest ones can be
    that slow. Any other document is refused: no honest one comes near, and what is open in one that is cut is neither
    list nor table.
    """
    shown = printable(name)
    budget = Budget(shown)
    suffix = name.rpartition(".")[2].lower()
    if data.startswith(pdf.SIGNATURE) or (suffix == "pdf" and pdf.SIGNATURE in data[:_HEAD]):
        refuse_too_big(data, shown)
        return _checked(pdf.read(data, budget, progress, keep_heads), "pdf", shown)
    if data.startswith(_RTF):
        raise InputError(f"{shown} is an RTF file, which is not read; save it as DOCX or plain text first.")
    if not data.strip() and suffix in _ENDINGS:
        raise InputError(f"{shown} is empty.")
    if data.startswith(SIGNATURE):
        return _from_archive(data, budget, suffix, progress)
    if data.startswith(_OLE) and (suffix == "docx" or _PROTECTED in data):
        raise InputError(f"{shown} is protected by a password, or an old DOC file; save it as a plain DOCX first.")
    if suffix in {"html", "htm", "xhtml"} or _PAGE.match(data[:_HEAD]):
        return _from_page(data, budget)
    return None


def _from_archive(data: bytes, budget: Budget, suffix: str, progress: Progress | None) -> Converted | None:
    refuse_too_big(data, budget.name)
    try:
        archive = Archive(data, budget)
        is_docx, is_epub = docx.is_docx(archive), epub.is_epub(archive)
    except InputError:
        if suffix not in {"docx", "epub"} and not _LIKELY.search(data[:_HEAD]):
            return None  # some other archive, which is nothing of ours to judge
        raise
    if is_docx:
        return _checked(docx.read(archive), "docx", budget.name)
    return _checked(epub.read(archive, progress), "epub", budget.name) if is_epub else None


def _from_page(data: bytes, budget: Budget) -> Converted | None:
    source, remarks = decoded(data, budget.name)
    if not _TAG.search(source):
        return None
    text, left = hypertext.markdown(source, budget)
    return _checked(Read(text, [*remarks, *hypertext.left_out(left)]), "html", budget.name)


def _checked(read: Read, kind: str, name: str) -> Converted:
    refuse_too_long(len(read.text), name)
    if not read.text.strip():
        raise InputError(f"No text was found in {name}, which was read as {KINDS[kind]}.")
    return Converted(read.text, kind, tuple(read.remarks), read.pages, read.left)
