"""PDF -> the text of its text layer, page after page, by pypdf. Nothing is recognised in images."""

import io
import logging
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from playground.errors import InputError
from playground.limits import (
    MAX_CONVERT_SECONDS,
    MAX_LEFT_LINES,
    MAX_PAGE_SECONDS,
    MAX_PAGES,
    MAX_PDF_STREAM_BYTES,
)
from playground.taking.converting import running
from playground.taking.converting.annotations import Annotations, annotations
from playground.taking.converting.layout import ENDED, Layout
from playground.taking.converting.parts import Budget, Progress, Read, Steps, refuse_too_long, tidy
from playground.words import count

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

SIGNATURE = b"%PDF-"

_UNPACKED = (
    "zlib_maximum_output_length",
    "lzw_maximum_output_length",
    "run_length_maximum_output_length",
    "array_based_stream_maximum_output_length",
)  # what pypdf calls the lengths

# Letters joined to one sign for print; a reader, and a search, means the letters.
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_HYPHENATED = re.compile(r"[^\W\d_][-\u00ad\u2010]\n(?=[^\W\d_])")
_SPACES = re.compile(r" {2,}")


class _TooSlowError(Exception):
    """A page takes longer than one may."""


class _Found(NamedTuple):
    """The tidy text of each page that there was time for, what is written onto each, and what of them was not read."""

    pages: list[str]
    written: list[Annotations]
    skipped: int
    images: int
    total: int  # pages of the file

    def blank(self) -> int:
        """How many pages hold no text, of those that could be read."""
        return sum(not page and not on.texts for page, on in zip(self.pages, self.written, strict=True)) - self.skipped


def read(data: bytes, budget: Budget, progress: Progress | None = None, keep_heads: bool = False) -> Read:
    """The text of a PDF, the code point at which each page begins in it, and what was left out.

    Pages are joined by one line end, so that a sentence can go on, or by a blank line where one has ended. What is
    written onto a page stands at its end. `keep_heads`: leave no line out as a running head or a page number. Raises
    InputError for a file that is broken, needs a password, holds no text or takes too long for even one page.
    """
    from pypdf import apply_configuration  # 240 ms

    with apply_configuration(None, **dict.fromkeys(_UNPACKED, MAX_PDF_STREAM_BYTES)):
        reader, total = _opened(data, budget.name)
        found = _texts(reader, budget, total, progress)
    if total and not found.pages:
        raise budget.too_slow()
    ligatures = sum(len(_LIGATURE.findall(page)) for page in found.pages)
    pages = [page.translate(_LIGATURES) if ligatures else page for page in found.pages]
    pages, lines = (pages, []) if keep_heads else running.without(pages)
    text, starts = _joined(pages, [on.texts for on in found.written])
    if not text:
        raise InputError(_no_text(budget.name, len(pages), found.skipped, found.images))
    remarks = _remarks(found)
    if lines:
        remarks.append(f"Left out: {count(len(lines), 'line')} of running heads, feet and page numbers.")
    if ligatures:
        remarks.append(f"{count(ligatures, 'ligature')} such as ﬁ were written as letters.")
    if hyphens := len(_HYPHENATED.findall(text)):
        remarks.append(f"{count(hyphens, 'word')} broken by a hyphen at the end of a line were left so.")
    return Read(text, remarks, starts, tuple(lines[:MAX_LEFT_LINES]))


def _remarks(found: _Found) -> list[str]:
    """What was not read or stands elsewhere, in sentences."""
    remarks = []
    done, total = len(found.pages), found.total
    if done < total:
        why = f": more take longer than {MAX_CONVERT_SECONDS:.0f} seconds" if done < min(total, MAX_PAGES) else ""
        remarks.append(f"Only the first {done:,} of {total:,} pages were read{why}.")
    if found.skipped:
        remarks.append(f"{found.skipped:,} of {count(total, 'page')} could not be read and were left out.")
    if blank := found.blank():
        remarks.append(f"{blank:,} of {count(total, 'page')} hold no text; they may be scanned images.")
    if found.images:
        remarks.append(f"Left out: {count(found.images, 'image')}; words in images are not read.")
    if texts := sum(len(on.texts) for on in found.written):
        remarks.append(f"At the end of its page stands what was written onto it: {count(texts, 'free text')}.")
    if comments := sum(on.comments for on in found.written):
        remarks.append(f"Left out: {count(comments, 'comment')}.")
    if fields := sum(on.fields for on in found.written):
        remarks.append(f"Left out: what was filled into {count(fields, 'form field')}.")
    return remarks


def _no_text(name: str, pages: int, skipped: int, images: int) -> str:
    if skipped:
        return f"{name} is broken: {skipped:,} of {count(pages, 'page')} could not be read, and no other holds text."
    why = "its pages may be scanned images" if images else "there is none on its pages"
    return f"No text was found in {name}; {why}. Run it through text recognition (OCR) first."


def _opened(data: bytes, name: str) -> "tuple[PdfReader, int]":
    """The file and how many pages it has."""
    from pypdf import PasswordType, PdfReader
    from pypdf.errors import DependencyError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of every oddity of a file, which nobody can mend
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            raise InputError(f"{name} is protected by a password; save it without one first.")
        return reader, len(reader.pages)
    except InputError:
        raise
    except Exception as error:  # a broken file makes any of them, RecursionError too
        if isinstance(error, DependencyError) or (isinstance(error, NotImplementedError) and b"/Encrypt" in data):
            message = f"{name} is encrypted; print it to a new PDF or save it without protection first."
            raise InputError(message) from error
        raise InputError(f"{name} is broken: it could not be read as a PDF. Save or download it again.") from error


def _texts(reader: "PdfReader", budget: Budget, total: int, progress: Progress | None) -> _Found:
    """What stands on the first `MAX_PAGES` pages."""
    pages = min(total, MAX_PAGES)
    steps = Steps(progress, pages, "pages")
    written: list[Annotations] = []
    texts: list[str] = []
    images: set[object] = set()
    skipped = size = 0
    for number in range(pages):
        if time.monotonic() > budget.deadline:
            break
        try:
            page = reader.pages[number]
            layout = Layout()
            text = page.extract_text(visitor_operand_before=_watch(budget.deadline), visitor_text=layout.visit)
            texts.append(tidy(_SPACES.sub(" ", layout.with_paragraphs(text))))
        except Exception:  # as above; the other pages may be sound
            if time.monotonic() > budget.deadline:
                break
            texts.append("")
            written.append(Annotations())
            skipped += 1
        else:
            images |= _images(page)
            written.append(annotations(page))
        size += len(texts[-1]) + sum(map(len, written[-1].texts))
        refuse_too_long(size, budget.name)
        steps.done(number + 1)
    return _Found(texts, written, skipped, len(images), total)


def _watch(deadline: float) -> Callable[..., None]:
    """Called before each operator of a page, those of forms inside it too: stops one that would never end."""
    deadline = min(deadline, time.monotonic() + MAX_PAGE_SECONDS)

    def stop_late(*_: Any) -> None:
        if time.monotonic() > deadline:
            raise _TooSlowError

    return stop_late


def _images(page: "PageObject") -> set[object]:
    """What tells the images of a page apart from those of the others; none where the page is broken."""
    try:
        objects: Any = cast(Any, page["/Resources"])["/XObject"]
        return {
            getattr(objects.raw_get(key), "idnum", (page.page_number, key))
            for key in objects
            if objects[key].get("/Subtype") == "/Image"
        }
    except Exception:  # most often a page without any
        return set()


def _joined(pages: list[str], written: list[tuple[str, ...]]) -> tuple[str, tuple[int, ...]]:
    """The pages, each with what is written onto it at its end, as one text, and where in it each begins."""
    parts: list[str] = []
    starts: list[int] = []
    at = 0
    last, has_notes = "", False
    for words, notes in zip(pages, written, strict=True):
        page = "\n\n".join(filter(None, (words, *notes)))
        goes_on = words and not has_notes and _goes_on(last, words)
        between = "" if not page or not last else "\n" if goes_on else "\n\n"
        parts += [between, page]
        at += len(between)
        starts.append(at)
        at += len(page)
        if page:
            last, has_notes = page, bool(notes)
    return "".join(parts), tuple(starts)


def _goes_on(before: str, after: str) -> bool:
    """Whether what ends one page may go on at the next."""
    return after[:1].islower() or not ENDED.search(before[-8:])
