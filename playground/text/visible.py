"""A text without its whitespace, and where a text that may differ in whitespace stands in it."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from playground.spans import Offsets

_LAST_SPACE = 0x3000  # no whitespace of str.isspace lies behind it
_SEED = 8  # characters that the table of places is sorted by, a byte each
_MANY = 32  # places that are each compared; more are thinned out first
_ALL = (1 << 64) - 1
# In comparisons of a place by one character, some 30 ns each: a place that is looked at by itself; what a caller does
# with a place before it asks for another. And the characters that are compared in the time of one.
_ONE, _ANOTHER, _CHARACTERS = 10, 300, 64


def visible(text: str) -> str:
    """The text without whitespace."""
    return "".join(text.split())


class Visible:
    """A source without whitespace. `text` is that; an offset in it is called a place.

    The table for `everywhere` is made when it is first asked for: about 20 bytes and 0.2 µs a character. `tried` counts
    the places that it has compared by a character, and what it does besides as so many of them as take the same time.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.tried = 0
        self.text = visible(source)
        is_space = np.array([chr(code).isspace() for code in range(_LAST_SPACE + 2)])
        codes = _codes(source)
        self._offsets: Offsets = np.flatnonzero(~is_space[np.minimum(codes, _LAST_SPACE + 1)])

    def place(self, offset: int) -> int:
        """The place of the first visible character at or behind an offset of the source."""
        return int(np.searchsorted(self._offsets, offset))

    def range_of(self, place: int, text: str, length: int) -> tuple[int, int, bool]:
        """The range of the source of a text whose `length` visible characters stand at a place, and whether it is
        exact: then the range has the whitespace at both ends of the text too, else it begins and ends visibly."""
        first = int(self._offsets[place])
        start = first - (len(text) - len(text.lstrip()))
        if start >= 0 and self.source.startswith(text, start):
            return start, start + len(text), True
        return first, int(self._offsets[place + length - 1]) + 1, False

    def around(self, wanted: str, low: int, target: int, high: int, most: int) -> Iterator[int]:
        """Places in [low, high] at which `wanted` (without whitespace) stands: at most `most` either side of `target`,
        the nearest ones."""
        found, place = 0, self.text.find(wanted, target, high + len(wanted))
        while place >= 0 and found < most:
            yield place
            found, place = found + 1, self.text.find(wanted, place + 1, high + len(wanted))
        # Backwards by find in the mirrored text: rfind takes the product of both lengths where a text repeats itself.
        turned, behind = wanted[::-1], len(self.text) - len(wanted)
        last = max(len(self.text) - low, 0)  # less than nothing would count from the end
        found, place = 0, self._mirrored.find(turned, max(behind - target + 1, 0), last)
        while place >= 0 and found < most:
            yield behind - place
            found, place = found + 1, self._mirrored.find(turned, place + 1, last)

    def everywhere(self, wanted: str, start: int, most: float = inf) -> Iterator[int]:
        """All places at which `wanted` stands: from `start` on, ascending, then those ahead of it, descending.

        It ends early once `tried` is more than `most`.
        """
        keys, order = self._table
        low = int.from_bytes(_bytes(_codes(wanted[:_SEED])).tobytes().ljust(_SEED, b"\0"), "big")
        high = low | _ALL >> 8 * min(len(wanted), _SEED)
        first = int(keys.searchsorted(np.uint64(low), side="left"))
        found = order[first : int(keys.searchsorted(np.uint64(high), side="right"))]
        self.tried += len(found)
        if self.tried > most:
            return
        if len(found) > _MANY:
            found = found[found <= len(self.text) - len(wanted)]
            for row in (len(wanted) - 1, len(wanted) // 2, len(wanted) // 3):  # of many that begin alike few are left
                found = found[self._visible_codes[found + row] == ord(wanted[row])]
        places = np.sort(found).tolist()
        middle = bisect_left(places, start)
        for place in (*places[middle:], *places[:middle][::-1]):
            self.tried += _ONE + len(wanted) // _CHARACTERS
            if self.tried > most:
                return
            if self.text.startswith(wanted, place):
                yield place
                self.tried += _ANOTHER

    @cached_property
    def _mirrored(self) -> str:
        return self.text[::-1]

    @cached_property
    def _visible_codes(self) -> NDArray[np.uint32]:
        return _codes(self.text)

    @cached_property
    def _table(self) -> tuple[NDArray[np.uint64], Offsets]:
        """The first bytes of what begins at each place, sorted, and the places in that order."""
        some = np.concatenate([_bytes(self._visible_codes), np.zeros(_SEED, dtype=np.uint8)])
        keys = np.zeros(len(self.text), dtype=np.uint64)
        for row in range(_SEED):
            keys <<= np.uint64(8)
            keys |= some[row : row + len(keys)]
        order = np.argsort(keys)
        return keys[order], order


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _bytes(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """A byte of each character; most that stand near one another have different ones."""
    return (codes * np.uint32(0x9E3779B1) >> np.uint32(24)).astype(np.uint8)
