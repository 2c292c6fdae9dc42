"""Token counts with a vocabulary of tiktoken, and the estimate used where none can be had.

A document is encoded once; afterwards the tokens of any slice of it are counted exactly without encoding the slice
again (`TokenIndex`). That works because a text can be cut at a safe boundary without changing its tokens (see
token_boundaries.py).
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.measuring.token_boundaries import safe_boundaries
from playground.measuring.vocabulary import DEFAULT, TokenizerUnavailable, encode, encoding, token_bytes
from playground.spans import Flags, Offsets, SmallOffsets

RUN_LIMIT = 100_000  # longest stretch without a safe boundary, in characters, that is encoded whole: see encode_count
_BLOCK = 2 * RUN_LIMIT  # characters encoded in one go where there is no safe boundary; 60 ms at worst
_NEAR = 16_384  # characters looked at first: what encoding a block needs for a moment is fifteen times its size
_SPACING = 32  # at most one safe boundary is kept for so many characters
EVERY = 16  # the start of one token in so many is kept


def estimate(characters: int) -> int:
    """Tokens of a text of so many characters by the rule of four: max(1, characters / 4), rounded half up."""
    return max(1, (characters + 2) // 4)


def estimates(characters: NDArray[np.integer]) -> Offsets:
    """`estimate` of every element, of any shape and integer dtype; int64, the same shape."""
    return np.maximum(1, (np.asarray(characters, dtype=np.int64) + 2) // 4)


def encode_count(text: str, vocabulary: str = DEFAULT) -> int:
    """Count the tokens of a text by encoding it; the definition of every exact count in this module.

    This is what tiktoken counts for every text whose safe boundaries are at most `RUN_LIMIT` characters apart. A longer
    stretch (a single run of spaces, of letters, of punctuation and so on; tiktoken panics on a run of a million spaces)
    is cut every `RUN_LIMIT` characters from its beginning, and its count is the sum over the pieces. Every surrogate
    counts as U+FFFD. Raises TokenizerUnavailable if there is no tokenizer.
    """
    if len(text) <= RUN_LIMIT:
        return len(encode(text, vocabulary))
    pieces = (piece for block in _blocks(text, vocabulary) for piece in block.pieces)
    return sum(len(encode(text[start:stop], vocabulary)) for start, stop in pieces)


class _Block(NamedTuple):
    """Part of a text that is encoded in one go; all offsets are characters of the whole text."""

    start: int
    stop: int
    boundaries: Offsets  # safe boundaries strictly inside the block, and its stop where that is one
    pieces: list[tuple[int, int]]  # cover the block; more than one only around an overlong stretch


def _blocks(text: str, vocabulary: str) -> Iterator[_Block]:
    """Divide a text into blocks that end at a safe boundary, or at a cut of an overlong stretch.

    A block starts where a stretch starts or was cut, so that the cuts of a stretch are always counted from its
    beginning and are the same in every slice that holds all of it.
    """
    start = 0
    while start < len(text):
        for size in (_NEAR, _BLOCK):
            stop = min(start + size, len(text))
            boundaries = safe_boundaries(text[start:stop], vocabulary) + start
            if boundaries.size or stop == len(text):
                break
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
def _characters(vocabulary: str) -> tuple[NDArray[np.int16], Flags]:
    """For every token number: the characters that start in it, and whether it starts inside a character.

    Both of shape (tokens of the vocabulary,); made once, in 40 ms. In UTF-8 every byte but 10xxxxxx starts a character.
    """
    values = token_bytes(encoding(vocabulary))
    opens = (np.frombuffer(b"".join(values), dtype=np.uint8) & 0xC0) != 0x80
    lengths = np.array([len(value) for value in values], dtype=np.int64)
    first = np.cumsum(lengths) - lengths
    return np.add.reduceat(opens, first, dtype=np.int16), ~opens[first]


def token_starts(text: str, vocabulary: str = DEFAULT) -> SmallOffsets:
    """The character each token of a text starts at, ascending; equal for tokens within one character; shape (tokens,).

    Raises TokenizerUnavailable if there is no tokenizer.
    """
    found = [_token_starts(text, block, vocabulary) for block in _blocks(text, vocabulary)]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int32)


def _token_starts(text: str, block: _Block, vocabulary: str) -> SmallOffsets:
    """Encode a block; the character of the text each of its tokens starts at, ascending.

    Raises TokenizerUnavailable if there is no tokenizer, or its tokens do not add up to the text.
    """
    encoded = [np.array(encode(text[start:stop], vocabulary), dtype=np.int64) for start, stop in block.pieces]
    numbers = np.concatenate(encoded)
    opened, inside = _characters(vocabulary)
    after = np.cumsum(opened[numbers], dtype=np.int64) + block.start
    if after[-1] != block.stop:
        raise TokenizerUnavailable("The tokens of this text do not add up to the text.")
    # A token that starts inside a character belongs to that character, which an earlier token opened.
    return (after - opened[numbers] - inside[numbers]).astype(np.int32)


@dataclass(frozen=True, eq=False)
class TokenIndex:
    """How the tokens of one text lie: counts any slice of it exactly without encoding it again.

    length: characters of the text, fewer than 2**31. total: its tokens, `encode_count` of it. boundaries: safe
    boundaries, ascending, one for every few characters, with 0 and `length`. numbers: the tokens ahead of each
    boundary. starts: the character that every EVERY-th token starts at, from the first; a guide through long stretches
    without a boundary. The text itself is not held; all this takes a third of its memory.
    """

    vocabulary: str
    length: int
    total: int
    starts: SmallOffsets
    boundaries: SmallOffsets
    numbers: SmallOffsets

    @classmethod
    def build(
        cls, text: str, progress: Callable[[int, int], None] | None = None, vocabulary: str = DEFAULT
    ) -> "TokenIndex":
        """Encode a text once, block by block.

        `progress` is called after each block with the characters done and in all; what it raises passes. Raises
        TokenizerUnavailable if there is no tokenizer.
        """
        # Arrays that grow in place: joining a list of parts would need twice the memory for a moment.
        starts, boundaries, numbers = array("i"), array("i", [0]), array("i", [0])
        total = 0
        for block in _blocks(text, vocabulary):
            own, inner = _token_starts(text, block, vocabulary), block.boundaries
            kept = inner[np.diff(inner // _SPACING, prepend=-1) != 0].astype(np.int32)
            numbers.frombytes((np.searchsorted(own, kept) + total).astype(np.int32).tobytes())
            boundaries.frombytes(kept.tobytes())
            starts.frombytes(own[-total % EVERY :: EVERY].tobytes())
            total += len(own)
            if progress is not None:
                progress(block.stop, len(text))
        if boundaries[-1] != len(text):
            boundaries.append(len(text))
            numbers.append(total)
        arrays = (np.array(values, copy=False) for values in (starts, boundaries, numbers))
        return cls(vocabulary, len(text), total, *arrays)

    def count(self, text: str, starts: ArrayLike, ends: ArrayLike, context: str = "") -> Offsets:
        """Count the tokens of slices: `encode_count(context + text[start:end])` of each, exactly; int64, shape (n,).

        `text` is the one the index was built from. starts, ends: characters, integers, shape (n,), in any order,
        0 <= start <= end <= length. The tokens between the first and the last safe boundary of a slice are looked up,
        and the two edges outside them are encoded; a slice without a safe boundary is encoded whole. Raises ValueError
        for a text of another length or a slice outside it, TokenizerUnavailable if there is no tokenizer.
        """
        start, end = self._slices(text, starts, ends)
        between, left, right = self._inner(start, end, context)
        edges = zip(start.tolist(), left.tolist(), right.tolist(), end.tolist(), strict=True)
        outside = (self._edge(context + text[a:b]) + self._edge(text[c:d]) for a, b, c, d in edges)
        return between + np.fromiter(outside, dtype=np.int64, count=start.size)

    def between(self, text: str, starts: ArrayLike, ends: ArrayLike) -> tuple[Offsets, Offsets]:
        """Bounds of `count` without a context that encode nothing: at least, and at most; int64, shape (n,) each."""
        start, end = self._slices(text, starts, ends)
        between, left, right = self._inner(start, end, "")
        outside = (left - start).astype(np.int64) + (end - right)
        # A token has at least one byte; a character in UTF-8 has at most four.
        return between, between + outside * (1 if text.isascii() else 4)

    def _inner(
        self, start: SmallOffsets, end: SmallOffsets, context: str
    ) -> tuple[Offsets, SmallOffsets, SmallOffsets]:
        """The tokens between the first and the last safe boundary of each slice, and these boundaries."""
        # Behind a context a slice no longer begins at a boundary: something else stands ahead of it.
        first = np.searchsorted(self.boundaries, start, side="right" if context else "left")
        last = np.searchsorted(self.boundaries, end, side="right") - 1
        # Without a boundary inside, the left edge is the whole slice and the right edge is empty.
        none = first > last
        first = np.minimum(first, len(self.boundaries) - 1)
        inner = np.where(none, 0, self.numbers[last] - self.numbers[first]).astype(np.int64)
        return inner, np.where(none, end, self.boundaries[first]), np.where(none, end, self.boundaries[last])

    def _edge(self, text: str) -> int:
        """Tokens of one edge of a slice; many edges are empty."""
        return encode_count(text, self.vocabulary) if text else 0

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
