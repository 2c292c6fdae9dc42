"""A whole document as one line: what lies in each of a few hundred equal columns.

Past some thousand chunks single bands cannot be seen; then a column says which chunk comes first in it, how
much of it lies in two chunks and how many cuts fall inside a sentence. Work is that of sorting the edges.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playground.spans import Offsets

EXACT = 2_000  # chunks drawn one by one: 6,000 numbers are about 40 kB a run, and a band is still half a pixel wide


@dataclass(frozen=True)
class StripBins:
    """One entry a column, from left to right; all lists are equally long.

    first    number (from 1) of the first chunk that ends after the column begins; past all, the last
    shared   share of the column's characters that lie in two or more chunks, 0 to 1
    cuts     chunks after the document's first that start in the column
    inside   how many of these cuts fall inside a sentence
    """

    first: list[int]
    shared: list[float]
    cuts: list[int]
    inside: list[int]


def bin_edges(length: int, bins: int) -> Offsets:
    """int64, shape (columns + 1,): column `b` holds the code points [edges[b], edges[b + 1]), never none."""
    columns = min(bins, length)
    return np.arange(columns + 1, dtype=np.int64) * length // max(columns, 1)


def strip_bins(
    starts: npt.ArrayLike, ends: npt.ArrayLike, inside: npt.ArrayLike, length: int, bins: int = 1000
) -> StripBins:
    """Sum up chunks in at most `bins` columns of a document of `length` code points.

    `starts` and `ends` are code point offsets, both ascending (as `Spans` has them); `inside` holds 1
    (or True) for a chunk whose start is a cut inside a sentence. The first chunk's start is no cut and is not
    counted.
    """
    lefts, rights = _int64(starts), _int64(ends)
    if length <= 0 or bins <= 0 or not len(lefts):
        return StripBins([], [], [], [])
    edges = bin_edges(length, bins)
    columns = len(edges) - 1
    first = np.minimum(np.searchsorted(rights, edges[:-1], side="right"), len(lefts) - 1) + 1
    shared = np.diff(_shared_before(lefts, rights, edges)) / np.diff(edges)
    where = np.clip(np.searchsorted(edges, lefts[1:], side="right") - 1, 0, columns - 1)
    cuts = np.bincount(where, minlength=columns)
    broken = np.bincount(where[_int64(inside)[1:] != 0], minlength=columns)
    return StripBins(first.tolist(), np.round(shared, 4).tolist(), cuts.tolist(), broken.tolist())


def _shared_before(starts: Offsets, ends: Offsets, places: Offsets) -> Offsets:
    """How many code points ahead of each place lie in two or more chunks."""
    turns = np.concatenate((starts, ends))
    steps = np.repeat(np.array([1, -1], dtype=np.int64), len(starts))
    order = np.argsort(turns, kind="stable")
    turns, deep = turns[order], np.cumsum(steps[order]) >= 2
    done = np.concatenate(([0], np.cumsum(np.diff(turns) * deep[:-1])))
    last = np.maximum(np.searchsorted(turns, places, side="right") - 1, 0)
    return _int64(done[last] + np.maximum(places - turns[last], 0) * deep[last])


def _int64(values: npt.ArrayLike) -> Offsets:
    return np.asarray(values, dtype=np.int64)
