"""Words as sizes count them: runs of non-whitespace, divided where a script is written without spaces.

Chinese, Japanese, Thai, Khmer, Lao and Burmese do not put spaces between words. There a word ends at a word boundary of
Unicode (UAX #29, default rules), which knows no dictionary: nearly every character is a word, a run of Katakana is one.
"""

from array import array
from collections.abc import Iterator
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

SmallOffsets = np.ndarray[tuple[int], np.dtype[np.int32]]

Kinds = NDArray[np.uint8]
_SPACE, _MAY_BE_UNSPACED = 1, 2

BLOCK = 1 << 20  # characters looked at in one go: keeps the memory small
_SCRIPTS = "".join(rf"\p{{scx={name}}}" for name in ("Han", "Hira", "Kana", "Bopo", "Thai", "Khmr", "Laoo", "Mymr"))
# With the marks and joiners behind a character, which belong to it.
_UNSPACED = regex.compile(rf"(?:[{_SCRIPTS}][\p{{M}}\p{{Cf}}]*)+")
_ONE_UNSPACED = regex.compile(rf"[{_SCRIPTS}]")
_BOUNDARY = regex.compile(r"\b", regex.WORD)  # with this flag, the boundaries of UAX #29
_VISIBLE = regex.compile(r"[\p{L}\p{N}]")


def find(text: str) -> tuple[SmallOffsets, SmallOffsets]:
    """Starts and ends of the words of a text, in code points; int32, ascending, shape (n,) each.

    Words do not overlap, and hold every character but whitespace (what `str.isspace` calls so). In a run of
    non-whitespace only those boundaries of UAX #29 count that have a character of an unspaced script on a side. A
    piece without letter and number belongs to the word before it, or behind it where it opens the run.
    """
    starts, ends, unspaced = _runs(text)
    return _divided(text, starts, ends) if unspaced else (starts, ends)


def _runs(text: str) -> tuple[SmallOffsets, SmallOffsets, bool]:
    """The runs of non-whitespace, block by block, and whether there may be an unspaced script."""
    edges = array("i")
    before = unspaced = False  # whether the character before the block belongs to a run
    for start in range(0, len(text), BLOCK):
        kinds = _kinds_of(text[start : start + BLOCK])
        unspaced = unspaced or bool((kinds == _MAY_BE_UNSPACED).any())
        inside = kinds != _SPACE
        changes = np.flatnonzero(np.diff(inside, prepend=before))
        edges.frombytes((changes + start).astype(np.int32).tobytes())
        before = bool(inside[-1])
    if before:
        edges.append(len(text))
    both = np.array(edges, dtype=np.int32)
    return both[::2].copy(), both[1::2].copy(), unspaced


def _kinds_of(text: str) -> Kinds:
    if text.isascii():
        return _kinds()[np.frombuffer(text.encode("ascii"), dtype=np.uint8)]
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _kinds()[np.minimum(codes, 0xFFFF)]


@cache
def _kinds() -> Kinds:
    """The kind of every code point below U+10000; the last stands for all above, of which none is whitespace."""
    kinds = np.zeros(0x10000, dtype=np.uint8)
    every = "".join(map(chr, range(0x10000)))
    kinds[[match.start() for match in _ONE_UNSPACED.finditer(every)]] = _MAY_BE_UNSPACED
    kinds[[code for code, character in enumerate(every) if character.isspace()]] = _SPACE
    kinds[0xFFFF] = _MAY_BE_UNSPACED
    return kinds


def _divided(text: str, starts: SmallOffsets, ends: SmallOffsets) -> tuple[SmallOffsets, SmallOffsets]:
    """The runs, with those divided that hold a character of an unspaced script."""
    unspaced = np.zeros(len(text) + 1, dtype=np.bool_)
    for match in _UNSPACED.finditer(text):
        unspaced[match.start() : match.end()] = True
    held = np.flatnonzero(unspaced)
    rows = np.unique(np.searchsorted(starts, held.astype(np.int32), side="right") - 1)
    rows = rows[rows >= 0]
    more = array("i")
    for start, end in zip(starts[rows].tolist(), ends[rows].tolist(), strict=True):
        more.extend(_word_starts(text, start, end, memoryview(unspaced.data)))
    inner = np.array(more, dtype=np.int32)
    # A word that begins inside a run begins where the one before it ends.
    return np.sort(np.concatenate([starts, inner])), np.sort(np.concatenate([ends, inner]))


def _word_starts(text: str, start: int, end: int, unspaced: memoryview) -> Iterator[int]:
    """Where the words of a run begin, but the first."""
    low, seen = start, False
    places = (match.start() for match in _BOUNDARY.finditer(text, start, end))
    for high in [at for at in places if start < at < end and (unspaced[at - 1] or unspaced[at])] + [end]:
        if _VISIBLE.search(text, low, high):
            if seen:
                yield low
            seen = True
        low = high
