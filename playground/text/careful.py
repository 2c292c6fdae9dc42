"""Sentence starts by pysbd 0.3, behind a guard; corrections.py then mends what it is known to get wrong.

pysbd loses sentences that hold one of its own placeholder characters, can hang on numbers in brackets, takes every
line end for the end of a sentence, is quadratic in the length of what it is shown and not safe between threads. So
it sees a masked copy of the same length, a piece at a time, from a Segmenter of its own for each call; only the
starts of its spans are used; and what it said of a piece is remembered.
"""

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from playground.spans import Spans
from playground.text import corrections
from playground.text.stops import CLOSERS, SPACED_STOPS

Progress = Callable[[int, int], None]  # characters done, characters in all
PlainRule = Callable[[str, int, int], list[int]]  # text, start, end -> starts strictly inside

PIECE = 2_000  # characters shown to pysbd at once: it is quadratic in them, and a piece must stay within 0.2 s
_REMEMBERED = 100_000  # pieces whose answers are kept, as digests and offsets (about 30 MB), never as text
# pysbd writes these into its copy of the text and drops a sentence that holds one already.
_PLACEHOLDERS = str.maketrans(dict.fromkeys("∯∮☝☉☄☇☈♨♬♭ȸȹ☏☎ᓰᓱᓳᓴᓷᓸ", "x"))
# Digits behind "[" make its pattern for numbered references explode, from nine short numbers on.
_BRACKETED_DIGITS = re.compile(r"\[[\d\s,\-–]{9,}")
_DIGIT = re.compile(r"\d")
_LINE_ENDS = str.maketrans("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " " * 10)
# Where a sentence may end inside a piece; a piece without one needs no question.
_DOUBT = re.compile(rf"(?:[.!?…;{SPACED_STOPS}]|{CLOSERS})\s")


def starts(
    text: str, units: Spans, language: str, plain: PlainRule, progress: Progress | None = None
) -> tuple[list[int], int]:
    """Sentence starts strictly inside the units, and the number of pieces for which `plain` had to answer."""
    found: list[int] = []
    refused = done = 0
    total = int(units.lengths.sum())
    for start, end in units:
        inner: set[int] = set()
        for (piece_start, piece_end), answer in _pieces(text, start, end, language):
            refused += answer is None
            inner.update(plain(text, piece_start, piece_end) if answer is None else answer)
            if progress:
                progress(done + piece_end - start, total)
        found.extend(corrections.corrected(text, start, end, inner, language))
        done += end - start
    return found, refused


def _pieces(text: str, start: int, end: int, language: str) -> Iterator[tuple[tuple[int, int], list[int] | None]]:
    """The block [start, end) in pieces, each with the sentence starts strictly inside it (None: refused).

    A piece begins at the last sentence start that the piece before it found, so that no sentence is judged by half.
    Where that gains too little (a sentence about as long as a piece) the next begins at a space instead, so that time
    stays linear.
    """
    while start < end:
        stop = end if end - start <= PIECE else _space_before(text, start, start + PIECE)
        answer = _ask(text, start, stop, language)
        if stop < end and answer and answer[-1] - start > PIECE // 2:
            stop = answer[-1]
        yield (start, stop), answer
        start = stop


def _space_before(text: str, start: int, stop: int) -> int:
    """The last offset in (start + PIECE / 2, stop] where a word begins, else `stop`."""
    for offset in range(stop, start + PIECE // 2, -1):
        if text[offset - 1].isspace() and not text[offset].isspace():
            return offset
    return stop


def _ask(text: str, start: int, stop: int, language: str) -> list[int] | None:
    if not _DOUBT.search(text, start, stop):
        return []
    piece = masked(text[start:stop])
    key = hashlib.blake2b(f"{language}\n{piece}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    answer = _memory.get(key)
    if answer is None:
        answer = _segment(piece, language)
        _memory.put(key, answer)
    return None if answer.starts is None else [start + offset for offset in answer.starts]


def masked(piece: str) -> str:
    """A copy of the same length that pysbd can neither hang on nor lose text of."""
    piece = piece.translate(_PLACEHOLDERS).translate(_LINE_ENDS)
    return _BRACKETED_DIGITS.sub(lambda run: _DIGIT.sub("x", run[0]), piece) if "[" in piece else piece


class _Answer(NamedTuple):
    """Offsets in a piece where sentences start, ascending, without 0; None where pysbd could not be used."""

    starts: tuple[int, ...] | None


def _segment(piece: str, language: str) -> _Answer:
    import pysbd  # takes ~0.1 s, and the plain rule does without

    try:
        spans = pysbd.Segmenter(language=language, clean=False, char_span=True).segment(piece)
    except Exception:  # re.error, IndexError ...: whatever it is, the plain rule answers and the report counts it
        return _Answer(None)
    visible = (span.start + len(span.sent) - len(span.sent.lstrip()) for span in spans)
    return _Answer(
        tuple(sorted({offset for offset in visible if 0 < offset < len(piece) and not piece[offset].isspace()}))
    )


class _Memory:
    """A bounded, thread-safe store of answers; the least recently used go first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._answers: OrderedDict[bytes, _Answer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: bytes) -> _Answer | None:
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
            return answer

    def put(self, key: bytes, answer: _Answer) -> None:
        with self._lock:
            self._answers[key] = answer
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)


_memory = _Memory(_REMEMBERED)
