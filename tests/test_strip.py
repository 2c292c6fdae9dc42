"""Columns of the strip against counting every character, one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from playground.judging.strip import StripBins, bin_edges, strip_bins

Drawn = tuple[list[int], list[int], list[int], int]  # starts, ends, inside, length


def slow_bins(starts: list[int], ends: list[int], inside: list[int], length: int, bins: int) -> StripBins:
    columns = min(bins, length)
    first, shared, cuts, broken = [], [], [], []
    for column in range(columns):
        left, right = column * length // columns, (column + 1) * length // columns
        reaching = [i for i, end in enumerate(ends) if end > left]
        first.append((reaching[0] if reaching else len(ends) - 1) + 1)
        spans = list(zip(starts, ends, strict=True))
        depths = [sum(start <= place < end for start, end in spans) for place in range(left, right)]
        twice = sum(depth >= 2 for depth in depths)
        shared.append(round(twice / (right - left), 4))
        here = [i for i in range(1, len(starts)) if left <= starts[i] < right]
        cuts.append(len(here))
        broken.append(sum(inside[i] for i in here))
    return StripBins(first, shared, cuts, broken)


@some.composite
def documents(draw: some.DrawFn) -> Drawn:
    length = draw(some.integers(1, 60))
    spans = draw(
        some.lists(
            some.tuples(some.integers(0, length - 1), some.integers(1, 20), some.integers(0, 1)),
            min_size=1,
            max_size=12,
        )
    )
    spans.sort()
    starts = [start for start, _, _ in spans]
    ends = sorted(min(length, start + size) for start, size, _ in spans)
    return starts, ends, [flag for _, _, flag in spans], length


@given(documents(), some.integers(1, 70))
def test_equals_counting_every_character(document: Drawn, bins: int) -> None:
    starts, ends, inside, length = document
    assert strip_bins(starts, ends, inside, length, bins) == slow_bins(starts, ends, inside, length, bins)


def test_columns_cover_the_document_and_none_is_empty() -> None:
    edges = bin_edges(1_000_003, 1000)
    assert (edges[0], edges[-1], len(edges)) == (0, 1_000_003, 1001)
    assert np.diff(edges).min() >= 1


def test_a_document_shorter_than_the_columns_gets_one_a_character() -> None:
    assert strip_bins([0, 2], [2, 3], [0, 1], 3).inside == [0, 0, 1]


@pytest.mark.parametrize(("starts", "length"), [([], 10), ([], 0)])
def test_without_chunks_there_are_no_columns(starts: list[int], length: int) -> None:
    assert strip_bins(starts, starts, starts, length) == StripBins([], [], [], [])


def test_every_cut_of_a_long_document_is_counted_once() -> None:
    starts = np.arange(0, 900_000, 9, dtype=np.int64)
    found = strip_bins(starts, np.minimum(starts + 12, 900_000), np.ones(len(starts)), 900_000)
    assert sum(found.cuts) == sum(found.inside) == len(starts) - 1
    assert all(abs(share - 1 / 3) < 0.01 for share in found.shared[1:])
