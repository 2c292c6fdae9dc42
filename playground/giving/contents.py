"""What is shared: a text and what belongs to it <-> one string, and that string <-> bz2.

The string is a line of JSON, `[name, settings, questions]`, and behind it the text as it is, so that a compressor
sees plain prose. A question is `[its text, start, length, start, length, ...]`, and `true` stands behind its text if
any one of the spans answers it. Each start is counted from the start of the span before it, over all questions, since
small numbers are short.

Where a text has pages or chunks of its own, a fourth member holds what there is of `{"pages": [start, ...], "chunks":
[start, length, ...], "ahead": [[text, ...], [row of these texts for each chunk, ...]]}`, starts counted likewise.
"""

import bz2
import codecs
import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, Protocol

from playground.asking.questions import Question
from playground.errors import InputError
from playground.limits import (
    MAX_CHUNKS,
    MAX_HEAD_CHARACTERS,
    MAX_NAME_CHARACTERS,
    MAX_PAGES,
    MAX_QUESTIONS,
    MAX_SETTINGS_CHARACTERS,
    MAX_STORED_CHARACTERS,
    MAX_TEXT_CHARACTERS,
)

MOST_CHARACTERS = MAX_HEAD_CHARACTERS + 1 + MAX_TEXT_CHARACTERS  # of the string
_STEP = 1 << 16  # bytes that are expanded at a time
_UNREADABLE = "What is shared cannot be read: it is damaged or incomplete."


@dataclass(frozen=True)
class Contents:
    """A text and what belongs to it. Raises InputError for what cannot be kept.

    The spans of `questions` lie in `text`; `settings` are the parameters of an address, as `share.write` gives them.
    pages: where each page of the document begins, ascending. chunks: start and end of each that somebody brought, both
    rising from one to the next, and ahead: what stands ahead of each when it is embedded, if anything does. All places
    are code points of `text`.
    """

    text: str
    name: str = ""
    questions: tuple[Question, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[int, ...] = ()
    chunks: tuple[tuple[int, int], ...] = ()
    ahead: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "questions", tuple(self.questions))
        object.__setattr__(self, "settings", dict(self.settings))
        _at_most(len(self.text), MAX_TEXT_CHARACTERS, "The text", "characters")
        _at_most(len(self.name), MAX_NAME_CHARACTERS, "The name of the text", "characters")
        _at_most(len(self.questions), MAX_QUESTIONS, "The list of questions", "questions")
        used = sum(len(name) + len(value) for name, value in self.settings.items())
        _at_most(used, MAX_SETTINGS_CHARACTERS, "The list of settings", "characters")
        if any(end > len(self.text) for one in self.questions for _, end in one.spans):
            raise InputError(f"An answer lies outside the text, which has {len(self.text):,} characters.")
        _whole(self.text, "text")
        _whole("".join((self.name, *self.settings, *self.settings.values())), "name or a setting")
        self._check_pages()
        self._check_chunks()

    def _check_pages(self) -> None:
        _at_most(len(self.pages), MAX_PAGES, "The document", "pages")
        if list(self.pages) != sorted(self.pages) or not all(0 <= start <= len(self.text) for start in self.pages):
            raise InputError(f"A page begins outside the text, which has {len(self.text):,} characters, or before one.")

    def _check_chunks(self) -> None:
        """The bounds are those of chunks that are brought in a file."""
        _at_most(len(self.chunks), MAX_CHUNKS, "The text", "chunks")
        if not all(0 <= start < end <= len(self.text) for start, end in self.chunks):
            raise InputError(f"A chunk lies outside the text, which has {len(self.text):,} characters.")
        stored = sum(end - start for start, end in self.chunks) + sum(map(len, self.ahead))
        _at_most(stored, MAX_STORED_CHARACTERS, "All chunks together", "characters")
        if any(one[0] >= other[0] or one[1] >= other[1] for one, other in pairwise(self.chunks)):
            raise InputError("A chunk lies inside another, or before the one ahead of it.")
        if not all(self.text[start:end].strip() for start, end in self.chunks):
            raise InputError("A chunk has no visible character.")
        if self.ahead and len(self.ahead) != len(self.chunks):
            raise InputError(f"{len(self.ahead):,} texts to stand ahead of {len(self.chunks):,} chunks.")
        texts = set(self.ahead) - {""}
        if not all(text.strip() and text.endswith("\n") for text in texts):
            raise InputError("What stands ahead of a chunk is blank, or its last line has no end.")
        _whole("".join(texts), "text ahead of a chunk")

    @property
    def is_plain(self) -> bool:
        """Whether there are neither pages nor chunks, as in all that was shared before there could be."""
        return not (self.pages or self.chunks)


class Decompressor(Protocol):
    """What `bz2.BZ2Decompressor` and `lzma.LZMADecompressor` have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


def write(contents: Contents) -> str:
    """The string that says `contents`; `read` takes it back. Raises InputError for a head that is too long."""
    rows: list[list[str | int]] = []
    before = 0
    for one in contents.questions:
        row: list[str | int] = [one.text, True] if one.any_of else [one.text]
        numbers, before = _steps(one.spans, before)
        rows.append([*row, *numbers])
    members = [contents.name, contents.settings, rows, *([] if contents.is_plain else [_more(contents)])]
    head = json.dumps(members, ensure_ascii=False, separators=(",", ":"))
    what = "The list of questions" if contents.is_plain else "The list of questions, pages and chunks"
    _at_most(len(head), MAX_HEAD_CHARACTERS, what, "characters")
    return f"{head}\n{contents.text}"


def _more(contents: Contents) -> dict[str, Any]:
    """The fourth member of the head: what a text has beside questions."""
    found: dict[str, Any] = {}
    if contents.pages:
        found["pages"] = [contents.pages[0], *(after - before for before, after in pairwise(contents.pages))]
    if contents.chunks:
        found["chunks"] = _steps(contents.chunks, 0)[0]
    if contents.ahead:
        rows = {text: row for row, text in enumerate(dict.fromkeys(contents.ahead))}
        found["ahead"] = [list(rows), [rows[text] for text in contents.ahead]]
    return found


def _steps(spans: tuple[tuple[int, int], ...], before: int) -> tuple[list[int], int]:
    """Start and length of each span, each start counted from the one before; and the last start."""
    numbers: list[int] = []
    for start, end in spans:
        numbers += [start - before, end - start]
        before = start
    return numbers, before


def read(string: str) -> Contents:
    """What `write` made a string of. Raises InputError for any other string."""
    head, line_end, text = string.partition("\n")
    try:
        name, settings, rows, *more = json.loads(head)
        words = [name, *settings.values()]
        if not line_end or len(rows) > MAX_QUESTIONS or not all(isinstance(word, str) for word in words):
            raise InputError(_UNREADABLE)
        return Contents(text, name, _questions(rows), settings, **(_read_more(*more) if more else {}))
    except InputError:
        raise
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise InputError(_UNREADABLE) from None


def compress(contents: Contents) -> bytes:
    """The contents as bz2, of the compressors that come with Python the one that shrinks prose most."""
    return bz2.compress(write(contents).encode())


def expand(data: bytes) -> Contents:
    """What `compress` made bytes of. Raises InputError for any others, and for more than `Contents` may hold."""
    return read(inflate(bz2.BZ2Decompressor(), data))


def inflate(decompressor: Decompressor, data: bytes, most: int = MOST_CHARACTERS, codec: str = "utf-8") -> str:
    """The text in compressed bytes, expanded step by step, so that no small input can fill the memory.

    Raises InputError at the first step that passes `most` characters, and for bytes that are damaged or incomplete.
    """
    decoder = codecs.getincrementaldecoder(codec)()
    parts: list[str] = []
    size = 0
    try:
        while not decompressor.eof:
            piece = decompressor.decompress(data, _STEP)
            data = b""
            parts.append(decoder.decode(piece))
            size += len(parts[-1])
            if size > most:
                break
            if not piece and decompressor.needs_input:
                raise EOFError("the end is missing")
        parts.append(decoder.decode(b"", final=size <= most))
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        raise InputError(_UNREADABLE) from error
    if size > most:
        raise InputError(f"What is shared is too long: it expands to more than {most:,} characters.")
    if decompressor.unused_data:
        raise InputError(_UNREADABLE)
    return "".join(parts)


def _read_more(more: dict[str, Any]) -> dict[str, Any]:
    """What `_more` wrote, as fields of `Contents`. Raises InputError, or what `read` makes one of."""
    steps, numbers, (texts, rows) = more.get("pages", []), more.get("chunks", []), more.get("ahead", [[], []])
    are_lists = all(isinstance(one, list) for one in (steps, numbers, texts, rows))
    if not more or more.keys() - {"pages", "chunks", "ahead"} or not are_lists:
        raise InputError(_UNREADABLE)
    if len(numbers) % 2 or (texts and not rows):
        raise InputError(_UNREADABLE)
    if any(type(number) is not int for one in (steps, numbers, rows) for number in one):
        raise InputError(_UNREADABLE)
    if not all(isinstance(text, str) for text in texts) or not all(0 <= row < len(texts) for row in rows):
        raise InputError(_UNREADABLE)
    starts = accumulate(numbers[::2])
    chunks = tuple((start, start + length) for start, length in zip(starts, numbers[1::2], strict=True))
    return {"pages": tuple(accumulate(steps)), "chunks": chunks, "ahead": tuple(texts[row] for row in rows)}


def _questions(rows: list[list[str | int]]) -> tuple[Question, ...]:
    found = []
    before = 0
    for text, *numbers in rows:
        any_of = bool(numbers) and numbers[0] is True  # the number 1 is a start
        numbers = numbers[1:] if any_of else numbers
        if not isinstance(text, str) or len(numbers) % 2:
            raise InputError(_UNREADABLE)
        spans = []
        for step, length in zip(numbers[::2], numbers[1::2], strict=True):
            if type(step) is not int or type(length) is not int:
                raise InputError(_UNREADABLE)
            before += step
            spans.append((before, before + length))
        found.append(Question(text, tuple(spans), any_of))
    return tuple(found)


def _at_most(number: int, most: int, what: str, unit: str) -> None:
    if number > most:
        raise InputError(f"{what} has {number:,} {unit}; at most {most:,} can be shared.")


def _whole(string: str, what: str) -> None:
    """Refuse half characters, which no encoding can hold."""
    try:
        string.encode()
    except UnicodeEncodeError:
        raise InputError(f"The {what} holds half a character (a lone surrogate), which cannot be shared.") from None
