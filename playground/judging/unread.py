"""What an embedding model does not read: the tokens of each chunk past the longest input that it takes."""

from dataclasses import dataclass

import numpy as np

from playground.judging.report import Report
from playground.spans import Offsets, Spans


@dataclass(frozen=True)
class Unread:
    """The chunks that a model does not read whole.

    rows: of these chunks, ascending, int64, shape (n,). starts: the offset in the text from which each is not read;
    lost: its tokens that are not read; both (n,). nowhere: characters that are no white space and that no chunk's
    read part holds, so that no search can find them.
    """

    rows: Offsets
    starts: Offsets
    lost: Offsets
    nowhere: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def tokens(self) -> int:
        """The tokens lost in all."""
        return int(self.lost.sum())

    def start_of(self, row: int) -> int | None:
        """The offset from which the chunk of this row is not read, or None."""
        at = self._at(row)
        return None if at is None else int(self.starts[at])

    def lost_of(self, row: int) -> int:
        """The tokens of the chunk of this row that are not read."""
        at = self._at(row)
        return 0 if at is None else int(self.lost[at])

    def lost_in(self, chunks: int) -> Offsets:
        """The tokens that are not read of each of `chunks` chunks; shape (chunks,)."""
        found = np.zeros(chunks, dtype=np.int64)
        found[self.rows] = self.lost
        return found

    def _at(self, row: int) -> int | None:
        at = int(np.searchsorted(self.rows, row))
        return at if at < len(self) and self.rows[at] == row else None


def unread(report: Report, counts: Offsets, room: int) -> Unread:
    """What is not read of each chunk of `report` where the model reads `room` tokens, special ones left out.

    counts: tokens of each chunk with its context, shape (n,), as `Report.tokens` gives them.
    """
    rows = np.flatnonzero(counts > room)
    places = np.array([report.token_place(row, room) for row in rows.tolist()], dtype=np.int64)
    return Unread(rows, places, counts[rows] - room, _nowhere(report, rows, places) if len(rows) else 0)


def _nowhere(report: Report, rows: Offsets, places: Offsets) -> int:
    ends = report.spans.ends.copy()
    ends[rows] = places
    seen = np.maximum.accumulate(ends)
    gap_starts, gap_ends = seen, np.append(report.spans.starts[1:], len(report.document))
    open_gaps = gap_starts < gap_ends
    gaps = Spans(gap_starts[open_gaps], gap_ends[open_gaps])
    return sum(len("".join(report.document.text[start:end].split())) for start, end in gaps)
