"""Pages against taking chunks one by one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from playground.judging import pages
from playground.spans import Spans


def slow_pages(spans: list[tuple[int, int]]) -> list[int]:
    """The rows that begin a page: a chunk joins the page while both limits hold."""
    firsts: list[int] = []
    for row, (_, end) in enumerate(spans):
        first = firsts[-1] if firsts else 0
        full = row - first >= pages.MOST_CHUNKS or end - spans[first][0] > pages.MOST_CHARACTERS
        if not firsts or full:
            firsts.append(row)
    return firsts


def as_spans(rows: list[tuple[int, int]]) -> Spans:
    return Spans([start for start, _ in rows], [end for _, end in rows])


@some.composite
def chunk_lists(draw: some.DrawFn) -> list[tuple[int, int]]:
    """Sorted chunks, some far longer than a page, that may overlap and leave gaps."""
    lengths = some.one_of(some.integers(1, 400), some.integers(1, 30_000), some.integers(90_000, 250_000))
    steps = draw(some.lists(some.tuples(some.integers(1, 3_000), lengths), max_size=130))
    rows: list[tuple[int, int]] = []
    start = end = 0
    for step, length in steps:
        start += step
        end = max(end + 1, start + length)
        rows.append((start, end))
    return rows


@given(chunk_lists())
def test_equals_taking_chunks_one_by_one(rows: list[tuple[int, int]]) -> None:
    assert pages.first_rows(as_spans(rows)) == slow_pages(rows)


@given(chunk_lists())
def test_each_page_keeps_both_limits(rows: list[tuple[int, int]]) -> None:
    firsts = pages.first_rows(as_spans(rows))
    edges = [*firsts, len(rows)]
    for first, after in pairwise(edges):
        assert 1 <= after - first <= pages.MOST_CHUNKS
        assert after - first == 1 or rows[after - 1][1] - rows[first][0] <= pages.MOST_CHARACTERS


def test_no_chunks_have_no_page() -> None:
    assert pages.first_rows(as_spans([])) == []


def test_the_limits_are_those_of_the_design() -> None:
    assert (pages.MOST_CHUNKS, pages.MOST_CHARACTERS) == (50, 100_000)


@pytest.mark.parametrize(("number", "wanted"), [(1, [0]), (50, [0]), (51, [0, 50]), (120, [0, 50, 100])])
def test_fifty_a_page(number: int, wanted: list[int]) -> None:
    assert pages.first_rows(as_spans([(9 * row, 9 * row + 12) for row in range(number)])) == wanted


def test_a_chunk_longer_than_a_page_stands_alone() -> None:
    rows = [(0, 10), (10, 300_000), (300_000, 300_010), (300_010, 400_000), (400_000, 400_011)]
    assert pages.first_rows(as_spans(rows)) == [0, 1, 2, 4]
