"""A split as marks on a line: bands of chunks, what two of them share, and every cut by the worst that it does."""

from dataclasses import dataclass

import numpy as np

from playground.judging.report import Report
from playground.spans import Offsets

MOST = 500  # cuts drawn one by one; of more, the worst in each of so many equal columns
# The worst first: what is said of a cut.
DAMAGE = ("inside a word", "inside a sentence", "inside a paragraph", "clean")


@dataclass(frozen=True, eq=False)
class Strip:
    """Marks of one split; offsets are code points, int64.

    cuts: where, shape (n,); damage: index into DAMAGE of each; shared: shape (m, 2), the ranges that lie in two chunks.
    summed: whether a cut stands for all of its column.
    """

    cuts: Offsets
    damage: Offsets
    shared: Offsets
    summed: bool


def strip(report: Report) -> Strip:
    """The marks of a report's chunks."""
    cuts = report.spans.starts[1:]
    found = report.damage.by_kind
    worst = np.full(len(cuts), len(DAMAGE) - 1, dtype=np.int64)
    for number, kind in ((2, "paragraphs"), (1, "sentences"), (0, "words")):
        worst[found[kind]] = number
    ends = report.spans.ends[:-1]
    both = np.stack([cuts, ends], axis=1)[cuts < ends] if len(cuts) else np.zeros((0, 2), dtype=np.int64)
    if len(cuts) <= MOST:
        return Strip(cuts, worst, both, summed=False)
    width = -(-len(report.document) // MOST)
    columns = cuts // width
    order = np.lexsort((worst, columns))
    first = order[np.unique(columns[order], return_index=True)[1]]
    return Strip(columns[first] * width, worst[first], _merged(both, width), summed=True)


def _merged(ranges: Offsets, width: int) -> Offsets:
    """The columns in which any range lies, as ranges."""
    if not len(ranges):
        return ranges
    turns = np.zeros(int(ranges[:, 1].max()) // width + 2, dtype=np.int64)
    np.add.at(turns, ranges[:, 0] // width, 1)
    np.add.at(turns, (ranges[:, 1] - 1) // width + 1, -1)
    columns = np.flatnonzero(np.cumsum(turns) > 0)
    return np.stack([columns * width, (columns + 1) * width], axis=1)
