"""Which chunks stand on which page of the text in place."""

from bisect import bisect_right

from playground.spans import Spans

MOST_CHUNKS = 50  # a page: more is slow to draw and no easier to read
MOST_CHARACTERS = 100_000  # of text a page, from its first chunk's start to its last one's end


def first_rows(chunks: Spans) -> list[int]:
    """The row of the first chunk of each page; a page holds at least one chunk, however long. Empty for none."""
    starts, ends = chunks.starts.tolist(), chunks.ends.tolist()
    firsts: list[int] = []
    row = 0
    while row < len(starts):
        firsts.append(row)
        fitting = bisect_right(ends, starts[row] + MOST_CHARACTERS, row)
        row = max(row + 1, min(fitting, row + MOST_CHUNKS))
    return firsts
