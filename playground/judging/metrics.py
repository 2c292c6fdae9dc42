"""Sizes, storage, overlap, cuts and coverage: Spans x Spans -> numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.document import Document
from playground.spans import Offsets, Spans


@dataclass(frozen=True)
class Sizes:
    """Of n numbers: their average rounded half up, the smallest and the largest; all 0 for none."""

    average: int
    smallest: int
    largest: int


def half_up(numerator: int, denominator: int) -> int:
    """numerator / denominator, rounded half up in whole-number arithmetic. Neither is negative."""
    return (2 * numerator + denominator) // (2 * denominator)


def sizes(values: Offsets) -> Sizes:
    """Average, smallest and largest of an int64 array of shape (n,)."""
    if not len(values):
        return Sizes(0, 0, 0)
    return Sizes(half_up(int(values.sum()), len(values)), int(values.min()), int(values.max()))


def evenness(values: Offsets) -> float:
    """How equal n numbers are, none of them negative: (sum of x)² / (n · sum of x²); 1.0 for none.

    From 1 / n, where one has everything, to 1, where all are equal. R. Jain, D.-M. Chiu, W. Hawe: A Quantitative
    Measure of Fairness and Discrimination for Resource Allocation in Shared Computer Systems, DEC-TR-301, 1984.
    """
    exact = values.astype(np.float64)
    squares = float((exact * exact).sum())
    return float(exact.sum()) ** 2 / (len(exact) * squares) if squares else 1.0


def covered(spans: Spans) -> int:
    """The number of characters that lie in at least one span."""
    if not len(spans):
        return 0
    fresh = np.maximum(spans.starts[1:], spans.ends[:-1])  # where each span goes beyond all before it
    return int(spans.lengths[0] + np.maximum(spans.ends[1:] - fresh, 0).sum())


@dataclass(frozen=True)
class Storage:
    """stored: characters in all chunks; covered: characters of the text in at least one; outside: in none."""

    stored: int
    covered: int
    outside: int

    @property
    def overhead(self) -> float:
        """(stored - covered) / covered: the share that overlap stores again; 0 without chunks."""
        return (self.stored - self.covered) / self.covered if self.covered else 0.0


def storage(spans: Spans, length: int) -> Storage:
    """Of chunks of a text of `length` characters."""
    inside = covered(spans)
    return Storage(int(spans.lengths.sum()), inside, length - inside)


def overhead_limit(size: int, overlap: int) -> float:
    """What the overhead of fixed windows tends to on a long text: 1 / (1 - overlap / size) - 1."""
    return overlap / (size - overlap)


def shared(spans: Spans) -> Offsets:
    """Characters that each chunk shares with the one before it; int64, shape (n - 1,) (or (0,))."""
    got: Offsets = np.maximum(spans.ends[:-1] - spans.starts[1:], 0)
    return got


@dataclass(frozen=True)
class Overlap:
    """Overlap got: `pairs` of neighbours, of which `without` share nothing; `average` in the unit a pair, half up."""

    pairs: int
    without: int
    average: int
    largest: int


def overlap(got: Offsets) -> Overlap:
    """What neighbouring chunks share; `got` is that of each pair, in any unit, shape (pairs,)."""
    summary = sizes(got)
    return Overlap(len(got), int((got == 0).sum()), summary.average, summary.largest)


def cuts_inside(spans: Spans, units: Spans) -> NDArray[np.bool_]:
    """For each cut (the start of every span after the first) whether it is strictly inside a unit; shape (n - 1,)."""
    return inside(spans.starts[1:], units)


def inside(places: Offsets, units: Spans) -> NDArray[np.bool_]:
    """Whether each offset lies strictly inside a unit."""
    row = np.searchsorted(units.starts, places, side="left") - 1  # the last unit that starts before the place
    found: NDArray[np.bool_] = row >= 0
    found[found] = places[found] < units.ends[row[found]]
    return found


def broken(chunks: Spans, units: Spans) -> int:
    """How many units have a cut strictly inside and lie whole in no chunk: overlap keeps some of them whole."""
    if len(chunks) < 2 or not len(units):
        return 0
    cuts = chunks.starts[1:]
    row = np.unique(np.searchsorted(units.starts, cuts[inside(cuts, units)], side="left") - 1)
    last = np.searchsorted(chunks.starts, units.starts[row], side="right") - 1  # of those that begin early enough
    return int(((last < 0) | (chunks.ends[np.maximum(last, 0)] < units.ends[row])).sum())


def without_gaps(chunks: Spans, units: Spans) -> Offsets:
    """Characters of each chunk that lie in a unit: its size without the whitespace between sentences, say."""
    before = np.concatenate([[0], np.cumsum(units.lengths)])

    def upto(offsets: Offsets) -> Offsets:
        row = np.searchsorted(units.starts, offsets, side="right")
        inside = np.where(row > 0, np.minimum(offsets, units.ends[row - 1]) - units.starts[row - 1], 0)
        return before[np.maximum(row - 1, 0)] + inside

    if not len(units):
        return np.zeros(len(chunks), dtype=np.int64)
    return upto(chunks.ends) - upto(chunks.starts)


class Histogram(NamedTuple):
    """Equal bins of whole numbers: values from `start` to `last`, which is one below `stop`; int64, shape (bins,)."""

    start: Offsets
    stop: Offsets
    last: Offsets
    chunks: Offsets


def histogram(values: Offsets, most_bins: int) -> Histogram:
    """How many of the values lie in each of at most `most_bins` equal bins, from the smallest value on."""
    if not len(values):
        empty = np.zeros(0, dtype=np.int64)
        return Histogram(empty, empty, empty, empty)
    least, most = int(values.min()), int(values.max())
    width = -(-(most - least + 1) // most_bins)
    start = np.arange(least, most + 1, width, dtype=np.int64)
    count = np.bincount((values - least) // width, minlength=len(start)).astype(np.int64)
    return Histogram(start, start + width, start + width - 1, count)


class Groups(NamedTuple):
    """Neighbouring values summed up: numbers (from 1) of the first and last, and what lies between; shape (groups,)."""

    first: Offsets
    last: Offsets
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    smallest: Offsets
    largest: Offsets
    average: NDArray[np.float64]


def in_groups(values: Offsets, most_groups: int) -> Groups:
    """At least one value, in at most `most_groups` groups of equally many neighbours (the last may have fewer)."""
    width = -(-len(values) // most_groups)
    begins = np.arange(0, len(values), width)
    first, last = begins + 1, np.append(begins[1:], len(values))
    return Groups(
        first,
        last,
        first.astype(np.float64) - 0.5,
        last.astype(np.float64) + 0.5,
        np.minimum.reduceat(values, begins),
        np.maximum.reduceat(values, begins),
        np.add.reduceat(values, begins).astype(np.float64) / (last - first + 1),
    )


@dataclass(frozen=True)
class Proof:
    """What was found when the chunks were held against the source; computed, not assumed.

    unequal: numbers (from 1) of chunks whose text is not source[start:end]. missing: non-whitespace characters in no
    chunk, and behind which chunks (0: before the first); twice: those in more than one, and which chunks repeat them.
    """

    chunks: int
    unequal: tuple[int, ...]
    missing: int
    missing_behind: tuple[int, ...]
    twice: int
    repeating: tuple[int, ...]


def proof(document: Document, spans: Spans, texts: Iterable[str]) -> Proof:
    """Hold the texts that are shown for the chunks against the source and their spans.

    The source is sliced another way than the texts were, as code points of four bytes each, so that a wrong offset in
    one of the two cannot hide.
    """
    source = document.text
    codes = source.encode("utf-32-le", "surrogatepass")
    slices = (codes[4 * start : 4 * end] for start, end in spans)
    shown = (text.encode("utf-32-le", "surrogatepass") for text in texts)
    unequal = [row + 1 for row, (own, text) in enumerate(zip(slices, shown, strict=True)) if own != text]
    gaps = zip([0, *spans.ends.tolist()], [*spans.starts.tolist(), len(source)], strict=True)
    missing = [_visible(source[end:start]) for end, start in gaps]
    twice, done = [], 0
    for start, end in zip(spans.starts[1:].tolist(), spans.ends[:-1].tolist(), strict=True):
        twice.append(_visible(source[max(start, done) : end]))
        done = max(done, end)
    behind = tuple(row for row, characters in enumerate(missing) if characters)
    repeating = tuple(row + 2 for row, characters in enumerate(twice) if characters)
    return Proof(len(spans), tuple(unequal), sum(missing), behind, sum(twice), repeating)


def _visible(text: str) -> int:
    """The number of characters that are not whitespace."""
    return sum(map(len, text.split()))
