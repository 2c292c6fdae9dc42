"""Token counts with the cl100k_base vocabulary, and the estimate used where it cannot be loaded.

A document is encoded once; afterwards the tokens of any slice of it are counted exactly without encoding the slice
again (`TokenIndex`). That works because a text can be cut at a safe boundary without changing its tokens (see
token_boundaries.py).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.spans import Flags, Offsets
from playground.token_boundaries import safe_boundaries
from playground.vocabulary import TokenizerUnavailable, encode, encoding, token_bytes

# Half the memory of spans.Offsets: an index has an offset for every token and is held as long as its session.
SmallOffsets = NDArray[np.int32]

RUN_LIMIT = 100_000  # longest stretch without a safe boundary, in characters, that is encoded whole: see encode_count
_BLOCK = 2 * RUN_LIMIT  # characters encoded between two progress calls; 60 ms at worst
_SPACING = 16  # at most one safe boundary is kept for so many characters


def estimate(characters: int) -> int:
    """Tokens of a text of so many characters by the rule of four: max(1, characters / 4), rounded half up."""
    return max(1, (characters + 2) // 4)


def estimates(characters: NDArray[np.integer]) -> Offsets:
    """`estimate` of every element, of any shape and integer dtype; int64, the same shape."""
    return np.maximum(1, (np.asarray(characters, dtype=np.int64) + 2) // 4)


def encode_count(text: str) -> int:
    """Count the tokens of a text by encoding it; the definition of every exact count in this module.

    This is what tiktoken counts for every text whose safe boundaries are at most `RUN_LIMIT` characters apart. A longer
    stretch (a single run of spaces, of letters, of punctuation and so on; tiktoken panics on a run of a million spaces)
    is cut every `RUN_LIMIT` characters from its beginning, and its count is the sum over the pieces. Every surrogate
    counts as U+FFFD. Raises TokenizerUnavailable if there is no tokenizer.
    """
    if len(text) <= RUN_LIMIT:
        return len(encode(text))
    return sum(len(encode(text[start:stop])) for block in _blocks(text) for start, stop in block.pieces)


class _Block(NamedTuple):
    """Part of a text that is encoded in one go; all offsets are characters of the whole text."""

    start: int
    stop: int
    boundaries: Offsets  # safe boundaries strictly inside the block, and its stop where that is one
    pieces: list[tuple[int, int]]  # cover the block; more than one only around an overlong stretch


def _blocks(text: str) -> Iterator[_Block]:
    """Divide a text into blocks that end at a safe boundary, or at a cut of an overlong stretch.

    A block starts where a stretch starts or was cut, so that the cuts of a stretch are always counted from its
    beginning and are the same in every slice that holds all of it.
    """
    start = 0
    while start < len(text):
        stop = min(start + _BLOCK, len(text))
        boundaries = safe_boundaries(text[start:stop]) + start
        if stop < len(text) and boundaries.size:
            stop = int(boundaries[-1])
        yield _Block(start, stop, boundaries, _pieces(start, stop, boundaries))
        start = stop


def _pieces(start: int, stop: int, boundaries: Offsets) -> list[tuple[int, int]]:
    """Cut a block inside each stretch longer than `RUN_LIMIT`: once, as a block is at most two limits."""
    edges = np.concatenate(([start], boundaries, [stop]))
    long = np.flatnonzero(np.diff(edges) > RUN_LIMIT)
    cuts = [start, *(edges[long] + RUN_LIMIT).tolist(), stop]
    return list(pairwise(cuts))


@cache
def _characters() -> tuple[NDArray[np.int16], Flags]:
    """For every token number: the characters that start in it, and whether it starts inside a character.

    Both of shape (vocabulary,); made once, in 40 ms. In UTF-8 every byte but 10xxxxxx starts a character.
    """
    values = token_bytes(encoding())
    opens = (np.frombuffer(b"".join(values), dtype=np.uint8) & 0xC0) != 0x80
    lengths = np.array([len(value) for value in values], dtype=np.int64)
    first = np.cumsum(lengths) - lengths
    return np.add.reduceat(opens, first, dtype=np.int16), ~opens[first]


def _token_starts(text: str, block: _Block) -> SmallOffsets:
    """Encode a block; the character of the text each of its tokens starts at, ascending.

    Raises TokenizerUnavailable if there is no tokenizer, or its tokens do not add up to the text.
    """
    numbers = np.array([n for start, stop in block.pieces for n in encode(text[start:stop])], dtype=np.int64)
    opened, inside = _characters()
    after = np.cumsum(opened[numbers], dtype=np.int64) + block.start
    if after[-1] != block.stop:
        raise TokenizerUnavailable("The tokens of this text do not add up to the text.")
    # A token that starts inside a character belongs to that character, which an earlier token opened.
    return (after - opened[numbers] - inside[numbers]).astype(np.int32)


@dataclass(frozen=True, eq=False)
class TokenIndex:
    """Where the tokens of one text start: counts any slice of it exactly without encoding it again.

    length: characters of the text, fewer than 2**31. starts: the character each token starts at, shape (total,),
    ascending; equal for tokens within one character. boundaries: safe boundaries, ascending, one for every few
    characters, with 0 and `length`. The text itself is not held.
    """

    length: int
    starts: SmallOffsets
    boundaries: SmallOffsets

    @classmethod
    def build(cls, text: str, progress: Callable[[int, int], None] | None = None) -> "TokenIndex":
        """Encode a text once, block by block.

        `progress` is called after each block with the characters done and in all; what it raises passes. Raises
        TokenizerUnavailable if there is no tokenizer.
        """
        starts: list[SmallOffsets] = [np.empty(0, dtype=np.int32)]
        boundaries = [np.zeros(1, dtype=np.int32)]
        for block in _blocks(text):
            starts.append(_token_starts(text, block))
            inner = block.boundaries
            boundaries.append(inner[np.diff(inner // _SPACING, prepend=-1) != 0].astype(np.int32))
            if progress is not None:
                progress(block.stop, len(text))
        boundaries.append(np.array([len(text)], dtype=np.int32))
        return cls(len(text), np.concatenate(starts), np.concatenate(boundaries))

    @property
    def total(self) -> int:
        """Tokens of the whole text: `encode_count` of it."""
        return int(self.starts.size)

    def count(self, text: str, starts: ArrayLike, ends: ArrayLike) -> Offsets:
        """Count the tokens of slices: `encode_count(text[start:end])` of each, exactly; int64, shape (n,).

        `text` is the one the index was built from. starts, ends: characters, integers, shape (n,), in any order,
        0 <= start <= end <= length. The tokens between the first and the last safe boundary of a slice are looked up,
        and the two edges outside them are encoded; a slice without a safe boundary is encoded whole. Raises ValueError
        for a text of another length or a slice outside it, TokenizerUnavailable if there is no tokenizer.
        """
        start, end = self._slices(text, starts, ends)
        first = np.searchsorted(self.boundaries, start)
        last = np.searchsorted(self.boundaries, end, side="right") - 1
        # Without a boundary inside, the left edge is the whole slice and the right edge is empty.
        none = first > last
        left = np.where(none, end, self.boundaries[first])
        right = np.where(none, end, self.boundaries[last])
        # Same dtype for both arguments: otherwise searchsorted converts all of `self.starts` on every call.
        between = np.searchsorted(self.starts, right) - np.searchsorted(self.starts, left)
        edges = zip(start.tolist(), left.tolist(), right.tolist(), end.tolist(), strict=True)
        outside = (_edge(text, a, b) + _edge(text, c, d) for a, b, c, d in edges)
        return between + np.fromiter(outside, dtype=np.int64, count=start.size)

    def _slices(self, text: str, starts: ArrayLike, ends: ArrayLike) -> tuple[SmallOffsets, SmallOffsets]:
        """The slices as two arrays of shape (n,), checked."""
        start, end = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
        if len(text) != self.length:
            raise ValueError(f"the index is of a text of {self.length} characters, not of {len(text)}")
        if start.ndim != 1 or start.shape != end.shape:
            raise ValueError(f"starts and ends must be of one shape (n,), not {start.shape} and {end.shape}")
        if np.any((start < 0) | (start > end) | (end > self.length)):
            raise ValueError(f"every slice must have 0 <= start <= end <= {self.length}")
        return start.astype(np.int32), end.astype(np.int32)


def _edge(text: str, start: int, end: int) -> int:
    """Tokens of one edge of a slice; many edges are empty."""
    return encode_count(text[start:end]) if start < end else 0
