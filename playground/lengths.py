"""Length: what a size counts, as a function over offsets and its inverses."""

from typing import Protocol

from playground.spans import Offsets


class Length(Protocol):
    """A way to measure slices of one text. All offsets are code points."""

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """The length of each slice [start, end); int64, shape (n,)."""

    def reach(self, start: int, size: int) -> int:
        """The largest offset `end` such that [start, end) is at most `size` long."""

    def back(self, end: int, size: int) -> int:
        """The smallest offset `start` such that [start, end) is at most `size` long."""


class Characters:
    """Length in characters (code points): offsets themselves."""

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """end - start."""
        return ends - starts

    def reach(self, start: int, size: int) -> int:
        """start + size; beyond the end of the text where that is nearer."""
        return start + size

    def back(self, end: int, size: int) -> int:
        """end - size; negative where the beginning of the text is nearer."""
        return end - size
