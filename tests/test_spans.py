"""Spans: what they accept, and their few operations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.spans import Spans
from tests.oracles import Pair
from tests.texts import spans


@given(spans())
def test_pairs_come_back(pairs: list[Pair]) -> None:
    found = Spans.of(pairs)
    assert list(found) == pairs
    assert len(found) == len(pairs)
    assert found.lengths.tolist() == [end - start for start, end in pairs]
    assert found == Spans([start for start, _ in pairs], [end for _, end in pairs])
    assert found.starts.dtype == found.ends.dtype == found.lengths.dtype == np.int64
    assert found.starts.shape == found.ends.shape == (len(pairs),)


@given(st.lists(st.tuples(st.integers(-2, 9), st.integers(-2, 9)), max_size=4))
def test_only_sorted_ranges_are_spans(pairs: list[Pair]) -> None:
    starts, ends = [start for start, _ in pairs], [end for _, end in pairs]
    right = all(0 <= start < end for start, end in pairs) and starts == sorted(starts) and ends == sorted(ends)
    if right:
        assert list(Spans.of(pairs)) == pairs
    else:
        with pytest.raises(ValueError, match="sorted"):
            Spans.of(pairs)


@pytest.mark.parametrize(("starts", "ends"), [([0, 1], [2]), ([[0]], [[1]]), (0, 1)])
def test_shapes_must_agree(starts: object, ends: object) -> None:
    with pytest.raises(ValueError, match="one-dimensional"):
        Spans(starts, ends)  # type: ignore[arg-type]


def test_nobody_can_change_them() -> None:
    own = np.array([1, 5])
    found = Spans(own, [2, 9])
    own[0] = 7
    assert list(found) == [(1, 2), (5, 9)]
    with pytest.raises(ValueError, match="read-only"):
        found.starts[0] = 0
    with pytest.raises(AttributeError):
        found.ends = own  # type: ignore[misc]


@given(spans(), st.data())
def test_where_keeps_the_marked(pairs: list[Pair], data: st.DataObject) -> None:
    mask = data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    kept = [pair for pair, keep in zip(pairs, mask, strict=True) if keep]
    assert list(Spans.of(pairs).where(np.array(mask, dtype=bool))) == kept


@given(spans(), spans(overlapping=False))
def test_inside_keeps_what_lies_in_one_unit(pairs: list[Pair], units: list[Pair]) -> None:
    kept = [(low, high) for low, high in pairs if any(start <= low and high <= end for start, end in units)]
    assert list(Spans.of(pairs).inside(Spans.of(units))) == kept


@given(spans(overlapping=False), st.data())
def test_join_sorts_parts_that_are_apart(pairs: list[Pair], data: st.DataObject) -> None:
    owner = data.draw(st.lists(st.integers(0, 2), min_size=len(pairs), max_size=len(pairs)))
    parts = [Spans.of(pair for pair, own in zip(pairs, owner, strict=True) if own == part) for part in range(3)]
    assert list(Spans.join(parts)) == pairs
    assert list(Spans.join([])) == []


def test_equality_is_by_value() -> None:
    assert Spans([0], [2]) == Spans(np.array([0]), (2,))
    assert Spans([0], [2]) != Spans([0], [3])
    assert Spans([0], [2]) != [(0, 2)]
    with pytest.raises(TypeError):
        hash(Spans([0], [2]))
    assert "(0, 2)" in repr(Spans([0], [2]))
