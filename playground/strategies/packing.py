"""The mechanism all strategies share: refine units that are too long, and pack units into chunks."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from playground.measuring.lengths import Length
from playground.spans import Spans

Finer = Callable[[Spans], Spans]
FirstWord = Callable[[int, int], int | None]


class Units(NamedTuple):
    """What is packed, and what was opened because it was too long: sentences or paragraphs that were to stay whole.

    spans: the units. opened: each of those whole, in order.
    """

    spans: Spans
    opened: Spans = Spans([], [])


def refine(units: Spans, length: Length, size: int, levels: Iterable[Finer]) -> Spans:
    """`units`, with each that is longer than `size` replaced by the units of the first finer level that fits it.

    `levels` go from coarse to fine; each gives the units inside the spans it is handed. What is still too long after
    the last level stays.
    """
    for finer in levels:
        long = length.over(units.starts, units.ends, size)
        if not long.any():
            break
        units = Spans.join([units.where(~long), finer(units.where(long))])
    return units


def refine_noting(units: Spans, length: Length, size: int, levels: Iterable[Finer]) -> Units:
    """`refine`; which units had to be opened is noted."""
    return Units(refine(units, length, size, levels), units.where(length.over(units.starts, units.ends, size)))


def pack(units: Units, length: Length, size: int, overlap: int, first_word: FirstWord | None = None) -> Spans:
    """Chunks of whole units: each takes as many as fit, counted as the slice from its start to their end.

    But a chunk ends ahead of the pieces of an opened one if these are then parted in fewer places.

    A unit longer than `size` is a chunk alone. With `overlap`, the next chunk begins at the earliest unit of this one
    from which the distance to the end of this chunk is at most `overlap` (without the context) and a new unit still
    fits; where there is none, at the earliest such word if `first_word` is given; else right after. So a chunk never
    lies inside another, and both starts and ends strictly increase.
    """
    if not length.monotone:
        return _pack_counting(units, length, size, overlap, first_word)
    unit_starts, unit_ends = units.spans.starts.tolist(), units.spans.ends.tolist()
    reach, back, back_in_body = length.reach, length.back, length.body.back
    count = len(unit_starts)
    opened = _Opened(units, length, size)
    starts: list[int] = []
    ends: list[int] = []
    start, new = (unit_starts[0], 0) if count else (0, 0)  # where the chunk begins; the first unit it must take
    while new < count:
        last = bisect_right(unit_ends, reach(start, size), new) - 1
        if last < new:
            last = new
        if opened.firsts:
            last = opened.last(start, new, last)
        end = unit_ends[last]
        starts.append(start)
        ends.append(end)
        before, new = start, last + 1
        if new == count:
            break
        start = unit_starts[new]
        if overlap:
            earliest = back_in_body(end, overlap)
            fitting = back(unit_ends[new], size)
            # Comparisons, not max(): this runs once per chunk, and a call costs as much as the rest.
            if fitting > earliest:
                earliest = fitting
            if earliest <= before:
                earliest = before + 1
            if earliest < end:
                start = unit_starts[bisect_left(unit_starts, earliest, 0, new)]
                if start >= end and first_word is not None:
                    word = first_word(earliest, end)
                    start = start if word is None else word
    return Spans(starts, ends)


def _pack_counting(units: Units, length: Length, size: int, overlap: int, first_word: FirstWord | None) -> Spans:
    """`pack` where reach and back are only bounds: what they allow is counted."""
    unit_starts, unit_ends = units.spans.starts.tolist(), units.spans.ends.tolist()
    opened = _Opened(units, length, size)
    body = length.body
    starts: list[int] = []
    ends: list[int] = []
    start, new = (unit_starts[0], 0) if unit_starts else (0, 0)

    def may_begin(at: int, end: int, after: int) -> bool:
        return body.one(at, end) <= overlap and length.one(at, after) <= size

    def next_start(before: int, end: int, new: int) -> int:
        after = unit_ends[new]
        earliest = max(body.back(end, overlap), length.back(after, size), before + 1)
        for row in range(bisect_left(unit_starts, earliest, 0, new), new):
            if may_begin(unit_starts[row], end, after):
                first: int = unit_starts[row]
                return first
        word = first_word(earliest, end) if first_word is not None else None
        while word is not None and first_word is not None and not may_begin(word, end, after):
            word = first_word(word + 1, end)
        return unit_starts[new] if word is None else word

    while new < len(unit_starts):
        last = opened.last(start, new, opened.fitting(start, new))
        starts.append(start)
        ends.append(unit_ends[last])
        before, new = start, last + 1
        if new < len(unit_starts):
            start = next_start(before, ends[-1], new) if overlap else unit_starts[new]
    return Spans(starts, ends)


def new_in_last(chunks: Spans, length: Length) -> int:
    """What the last chunk has that the one before has not, in the length's measure, without a context; 0 for none."""
    if len(chunks) < 2:
        return 0
    return length.body.one(max(int(chunks.starts[-1]), int(chunks.ends[-2])), int(chunks.ends[-1]))


def joined_tail(chunks: Spans, length: Length, least: int) -> Spans:
    """The chunks, the last one joined to the one before if it has less than `least` that is new."""
    if len(chunks) < 2 or not new_in_last(chunks, length) < least:
        return chunks
    return Spans(chunks.starts[:-1], [*chunks.ends[:-2].tolist(), int(chunks.ends[-1])])


class _Opened:
    """Where a chunk ends when the pieces of what was opened come next."""

    def __init__(self, units: Units, length: Length, size: int) -> None:
        self._length, self._size = length, size
        self._starts, self._ends = units.spans.starts.tolist(), units.spans.ends.tolist()
        self.firsts: list[int] = np.searchsorted(units.spans.starts, units.opened.starts).tolist()
        self._stops: list[int] = np.searchsorted(units.spans.starts, units.opened.ends).tolist()

    def fitting(self, start: int, new: int) -> int:
        """The last unit that fits into a chunk from `start` that must take the unit `new`."""
        last = max(bisect_right(self._ends, self._length.reach(start, self._size), new) - 1, new)
        while not self._length.monotone and last > new and self._length.one(start, self._ends[last]) > self._size:
            last -= 1
        return last

    def last(self, start: int, new: int, last: int) -> int:
        """`last`, or the last unit ahead of an opened one that is parted less often if it begins the next chunk."""
        row = bisect_right(self.firsts, last) - 1
        if row < 0 or self.firsts[row] <= new or self._stops[row] - 1 <= last:
            return last
        first, stop = self.firsts[row], self._stops[row]
        fewer = self._parts(self._starts[first], first, stop) <= self._parts(self._starts[last + 1], last + 1, stop)
        return first - 1 if fewer else last

    def _parts(self, start: int, new: int, stop: int) -> int:
        """How many chunks the units from `new` to `stop` take, the first of them from `start`."""
        parts = 0
        while new < stop:
            new = self.fitting(start, new) + 1
            start = self._starts[new] if new < len(self._starts) else start
            parts += 1
        return parts


def sharing_overlap(units: Units, length: Length, size: int, asked: int) -> int | None:
    """An overlap above `asked` with which at least half of the neighbouring pairs of chunks share something.

    The lengths of units are tried, each by packing anew: from `asked` upward in steps that double, then back to the
    first that does. (A sum of several may do with a little less, since every overlap moves the edges.) None if not
    even the longest unit below `size`, less the context, does.
    """
    lengths = np.unique(length.body.of(units.spans.starts, units.spans.ends))
    candidates = lengths[(lengths > asked) & (lengths < size - length.ahead)].tolist()

    def helps(overlap: int) -> bool:
        chunks = pack(units, length, size, overlap)
        sharing = int((chunks.starts[1:] < chunks.ends[:-1]).sum())
        return len(chunks) > 1 and 2 * sharing >= len(chunks) - 1

    low, step = -1, 1  # no candidate up to `low` helps
    while low + step < len(candidates) and not helps(candidates[low + step]):
        low, step = low + step, step * 2
    high = min(low + step, len(candidates) - 1)
    if low == high or not helps(candidates[high]):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if helps(candidates[middle]) else (middle, high)
    return int(candidates[high])
