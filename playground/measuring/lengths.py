"""Length: what a size counts, as a function over offsets and its inverses.

What is embedded is a context, which stands ahead of every chunk, and a slice of the text. A length counts both; its
`body` counts the slice alone, as overlap does.
"""

from typing import Protocol

import numpy as np

from playground.measuring.tokens import estimate, estimates
from playground.spans import Flags, Offsets, SmallOffsets
from playground.text import counted_words


class Length(Protocol):
    """A way to measure slices of one text, with the context ahead. All offsets are code points."""

    @property
    def monotone(self) -> bool:
        """Whether a slice is never shorter than a part of it; then `reach` and `back` are exact."""

    @property
    def adds(self) -> bool:
        """Whether the length with a context is that without it and `ahead`."""

    @property
    def ahead(self) -> int:
        """The length of the context alone."""

    @property
    def body(self) -> "Length":
        """The same measure without the context."""

    def behind(self, context: str) -> "Length":
        """The same measure with another context."""

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """The length of each slice [start, end) with the context; int64, shape (n,)."""

    def one(self, start: int, end: int) -> int:
        """The length of one slice with the context."""

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Which slices are longer than `size`; shape (n,)."""

    def reach(self, start: int, size: int) -> int:
        """No slice [start, end) is at most `size` long with an `end`, on a visible character, behind this offset."""

    def back(self, end: int, size: int) -> int:
        """No slice [start, end) is at most `size` long with a `start`, on a visible character, ahead of this offset."""


class Characters:
    """Length in characters (code points): offsets themselves."""

    monotone = adds = True

    def __init__(self, ahead: int = 0) -> None:
        self.ahead = ahead

    @property
    def body(self) -> "Characters":
        """Without the context."""
        return Characters() if self.ahead else self

    def behind(self, context: str) -> "Characters":
        """With its characters."""
        return Characters(len(context))

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """end - start, and the context."""
        return ends - starts + self.ahead

    def one(self, start: int, end: int) -> int:
        """end - start, and the context."""
        return end - start + self.ahead

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Those of more than `size` characters with the context."""
        return ends - starts > size - self.ahead

    def reach(self, start: int, size: int) -> int:
        """start + size; beyond the end of the text where that is nearer."""
        return start + size - self.ahead

    def back(self, end: int, size: int) -> int:
        """end - size; negative where the beginning of the text is nearer."""
        return end - size + self.ahead


class Words:
    """Length in words: of the words of the text (counted_words), those that have a character in the slice."""

    monotone = adds = True

    def __init__(self, starts: SmallOffsets, ends: SmallOffsets, ahead: int = 0) -> None:
        self.starts, self.ends, self.ahead = starts, ends, ahead

    @property
    def body(self) -> "Words":
        """Without the context."""
        return Words(self.starts, self.ends) if self.ahead else self

    def behind(self, context: str) -> "Words":
        """With its words."""
        return Words(self.starts, self.ends, len(counted_words.find(context)[0]))

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """Words with a character in each slice, and those of the context."""
        first = np.searchsorted(self.ends, starts.astype(np.int32), side="right")
        last = np.searchsorted(self.starts, ends.astype(np.int32), side="left")
        counts: Offsets = np.maximum(last - first, 0) + self.ahead
        return counts

    def one(self, start: int, end: int) -> int:
        """Words with a character in [start, end), and those of the context."""
        return max(self._before(end) - self._done(start), 0) + self.ahead

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Those of more than `size` words with the context."""
        return self.of(starts, ends) > size

    def reach(self, start: int, size: int) -> int:
        """Where the first word begins that is too many; the end of the last word, or beyond, if none is."""
        word = self._done(start) + max(size - self.ahead, 0)
        return int(self.starts[word]) if word < len(self.starts) else max(start, self._stop)

    def back(self, end: int, size: int) -> int:
        """Where the last word ends that is too many; 0 if none is."""
        word = self._before(end) - max(size - self.ahead, 0) - 1
        return int(self.ends[word]) if word >= 0 else 0

    @property
    def _stop(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else 0

    def _done(self, offset: int) -> int:
        """Words that end at or before `offset`. One dtype for both arguments, else all words are converted."""
        return int(np.searchsorted(self.ends, np.int32(offset), side="right"))

    def _before(self, offset: int) -> int:
        """Words that begin before `offset`."""
        return int(np.searchsorted(self.starts, np.int32(offset), side="left"))


class EstimatedTokens:
    """Length in tokens by the rule of four: max(1, characters / 4), rounded half up, context and slice together."""

    monotone = True
    adds = False

    def __init__(self, ahead_characters: int = 0) -> None:
        self._extra = ahead_characters
        self.ahead = self.one(0, 0) if ahead_characters else 0

    @property
    def body(self) -> "EstimatedTokens":
        """Without the context."""
        return EstimatedTokens() if self._extra else self

    def behind(self, context: str) -> "EstimatedTokens":
        """With its characters."""
        return EstimatedTokens(len(context))

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """The estimate of each."""
        return estimates(ends - starts + self._extra)

    def one(self, start: int, end: int) -> int:
        """The estimate of one."""
        return estimate(end - start + self._extra)

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Those of more than `size` tokens by the estimate."""
        return self.of(starts, ends) > size

    def place(self, start: int, end: int, number: int) -> int:
        """Where the token `number`, from 0, of the context and the slice begins, as if each had four characters."""
        return start + 4 * number + 1 - self._extra if number else start - self._extra

    def reach(self, start: int, size: int) -> int:
        """4 size + 1 characters are still `size` tokens."""
        return start + 4 * size + 1 - self._extra

    def back(self, end: int, size: int) -> int:
        """4 size + 1 characters are still `size` tokens."""
        return end - 4 * size - 1 + self._extra
