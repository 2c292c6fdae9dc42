"""The mechanism all strategies share: refine units that are too long, and pack units into chunks."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable

import numpy as np

from playground.document import Document
from playground.lengths import Length
from playground.spans import Spans

Finer = Callable[[Spans], Spans]


def refine(units: Spans, length: Length, size: int, levels: Iterable[Finer]) -> Spans:
    """`units`, with each that is longer than `size` replaced by the units of the first finer level that fits it.

    `levels` go from coarse to fine; each gives the units inside the spans it is handed. What is still too long after
    the last level stays.
    """
    for finer in levels:
        long = length.of(units.starts, units.ends) > size
        if not long.any():
            break
        units = Spans.join([units.where(~long), finer(units.where(long))])
    return units


def pack(units: Spans, length: Length, size: int, overlap: int, words_of: Document | None = None) -> Spans:
    """Chunks of whole units: each takes units while the slice from its start to their end is at most `size` long.

    A unit longer than `size` is a chunk alone. With `overlap`, the next chunk begins at the earliest unit of this one
    from which the distance to the end of this chunk is at most `overlap` and a new unit still fits; where there is
    none, at the earliest such word if `words_of` is given; else right after. So a chunk never lies inside another,
    and both starts and ends strictly increase.
    """
    unit_starts, unit_ends = units.starts.tolist(), units.ends.tolist()
    count = len(unit_starts)
    starts: list[int] = []
    ends: list[int] = []
    start, new = (unit_starts[0], 0) if count else (0, 0)  # where the chunk begins; the first unit it must take
    while new < count:
        last = max(new, bisect_right(unit_ends, length.reach(start, size), new) - 1)
        starts.append(start)
        ends.append(unit_ends[last])
        first, new = start, last + 1
        if new < count:
            start = unit_starts[new]
            if overlap:
                earliest = max(first + 1, length.back(ends[-1], overlap), length.back(unit_ends[new], size))
                start = _overlap_start(unit_starts, new, earliest, ends[-1], words_of)
    return Spans(starts, ends)


def _overlap_start(unit_starts: list[int], new: int, earliest: int, end: int, words_of: Document | None) -> int:
    """Where the next chunk begins: at the first unit (or word) at or behind `earliest`, else at the unit `new`."""
    row = bisect_left(unit_starts, earliest, 0, new)
    if row == new and words_of is not None and earliest < end:
        words = words_of.words_between(earliest, end)
        if len(words):
            return int(words.starts[0])
    return unit_starts[row]


def sharing_overlap(units: Spans, chunks: Spans, length: Length, size: int) -> int | None:
    """The smallest overlap from which on at least half of the neighbouring pairs of `chunks` would share a unit.

    A pair shares its last unit when that unit is at most `overlap` long and the next one still fits behind it. The
    edges are taken as they are now (another overlap moves them a little). None if fewer than half can share at any
    overlap, or there is no pair.
    """
    if len(chunks) < 2:
        return None
    last = np.searchsorted(units.ends, chunks.ends[:-1])
    usable = last < len(units) - 1
    last = last[usable]
    last = last[units.starts[last] > chunks.starts[:-1][usable]]
    fits = length.of(units.starts[last], units.ends[last + 1]) <= size
    needed = np.sort(length.of(units.starts[last], units.ends[last])[fits])
    half = (len(chunks) - 1 + 1) // 2
    return int(needed[half - 1]) if len(needed) >= half else None
