"""Two splits of one text against each other: which cuts are kept, moved, gained and lost, and which chunks survive."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from playground.judging.report import Report
from playground.spans import Offsets

NEAR = 10  # a cut that is at most one NEAR-th of an average chunk away has moved


@dataclass(frozen=True, eq=False)
class Difference:
    """From one split (the pinned) to another (the present). All are offsets of cuts, ascending, int64.

    kept: in both. moved: pairs, shape (n, 2), from the place in the first to that in the second. gained: only in the
    second, lost: only in the first. identical: chunks of the second whose embedded text the first has too: their
    vectors can stay; first, second: how many chunks each has.
    """

    kept: Offsets
    moved: Offsets
    gained: Offsets
    lost: Offsets
    identical: int
    first: int
    second: int

    @property
    def surviving(self) -> float:
        """The share of the second's vectors that are there already; 0.0 without chunks."""
        return self.identical / self.second if self.second else 0.0


def difference(pinned: Report, present: Report) -> Difference:
    """What changes from `pinned` to `present`, two reports on one document. Raises ValueError if it is not one."""
    if pinned.document.digest != present.document.digest:
        raise ValueError("the two reports are not on one text")
    before, after = np.unique(pinned.spans.starts[1:]), np.unique(present.spans.starts[1:])
    kept = np.intersect1d(before, after, assume_unique=True)
    lost, gained = np.setdiff1d(before, kept), np.setdiff1d(after, kept)
    near = len(present.document) // max(len(present), 1) // NEAR
    moved = _moved(lost.tolist(), gained.tolist(), near)
    pairs = np.array(moved, dtype=np.int64).reshape(-1, 2)
    known = Counter(pinned.embedded())
    return Difference(
        kept,
        pairs,
        np.setdiff1d(gained, pairs[:, 1]),
        np.setdiff1d(lost, pairs[:, 0]),
        sum((known & Counter(present.embedded())).values()),
        len(pinned),
        len(present),
    )


def _moved(lost: list[int], gained: list[int], near: int) -> list[tuple[int, int]]:
    """Pairs of a lost and a gained cut that are at most `near` apart, each in one pair, from the front."""
    pairs = []
    row = 0
    for place in lost:
        while row < len(gained) and gained[row] < place - near:
            row += 1
        if row < len(gained) and gained[row] <= place + near:
            pairs.append((place, gained[row]))
            row += 1
    return pairs
