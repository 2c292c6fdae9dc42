"""Metrics against counting character by character."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document
from playground.judging import metrics
from playground.spans import Offsets, Spans
from tests import oracles
from tests.oracles import Pair
from tests.texts import spans

spaced = st.text(st.sampled_from("ab \n\t\u3000"), min_size=40, max_size=40)


@given(st.lists(st.integers(0, 50), max_size=8))
def test_sizes(values: list[int]) -> None:
    found = metrics.sizes(Spans.of((0, 1) for _ in values).lengths * values)
    assert found == metrics.Sizes(oracles.average(values), min(values, default=0), max(values, default=0))


@pytest.mark.parametrize(
    ("numerator", "denominator", "rounded"), [(1, 2, 1), (3, 2, 2), (5, 4, 1), (7, 4, 2), (0, 3, 0)]
)
def test_halves_are_rounded_up(numerator: int, denominator: int, rounded: int) -> None:
    assert metrics.half_up(numerator, denominator) == rounded


@given(spans(), st.integers(40, 45))
def test_storage(pairs: list[Pair], length: int) -> None:
    counts = oracles.times_covered(pairs, length)
    found = metrics.storage(Spans.of(pairs), length)
    inside = sum(count > 0 for count in counts)
    assert found == metrics.Storage(sum(counts), inside, length - inside)
    assert metrics.covered(Spans.of(pairs)) == inside
    assert found.overhead == pytest.approx((sum(counts) - inside) / inside if inside else 0)


@pytest.mark.parametrize(("percent", "overhead"), [(0, 0), (10, 11), (15, 18), (20, 25), (50, 100)])
def test_what_overhead_tends_to(percent: int, overhead: int) -> None:
    assert round(100 * metrics.overhead_limit(300, 300 * percent // 100)) == overhead
    assert metrics.overhead_limit(300, 300 * percent // 100) == pytest.approx(1 / (1 - percent / 100) - 1)


@given(spans())
def test_overlap(pairs: list[Pair]) -> None:
    got = oracles.shared(pairs)
    found = metrics.overlap(metrics.shared(Spans.of(pairs)))
    assert metrics.shared(Spans.of(pairs)).tolist() == got
    assert found == metrics.Overlap(len(got), got.count(0), oracles.average(got), max(got, default=0))


@given(spans(), spans(overlapping=False))
def test_cuts_inside(pairs: list[Pair], units: list[Pair]) -> None:
    assert metrics.cuts_inside(Spans.of(pairs), Spans.of(units)).tolist() == oracles.cuts_inside(pairs, units)


@given(spans(), spans(overlapping=False))
def test_without_gaps(pairs: list[Pair], units: list[Pair]) -> None:
    assert metrics.without_gaps(Spans.of(pairs), Spans.of(units)).tolist() == oracles.without_gaps(pairs, units)


@given(spaced, spans())
def test_the_proof_counts(text: str, pairs: list[Pair]) -> None:
    texts = [text[start:end] for start, end in pairs]
    found = metrics.proof(Document(text), Spans.of(pairs), texts)
    assert (found.chunks, found.unequal) == (len(pairs), ())
    assert (found.missing, found.twice) == oracles.missing_and_twice(text, pairs)
    assert bool(found.missing_behind) == (found.missing > 0)
    assert bool(found.repeating) == (found.twice > 0)


def test_the_proof_says_where_text_is_missing_and_which_chunks_repeat() -> None:
    text = "aa bb cc dd"
    pairs = [(3, 5), (3, 8)]
    found = metrics.proof(Document(text), Spans.of(pairs), [text[start:end] for start, end in pairs])
    assert (found.missing, found.missing_behind) == (4, (0, 2))
    assert (found.twice, found.repeating) == (2, (2,))


@given(spans(), spans(overlapping=False))
def test_broken_units_are_cut_and_whole_in_no_chunk(pairs: list[Pair], units: list[Pair]) -> None:
    cut = [unit for unit in units if any(unit[0] < start < unit[1] for start, _ in pairs[1:])]
    wanted = [unit for unit in cut if not any(start <= unit[0] and unit[1] <= end for start, end in pairs)]
    assert metrics.broken(Spans.of(pairs), Spans.of(units)) == len(wanted)


@given(spaced, spans().filter(len), st.data())
def test_the_proof_names_the_chunks_that_fail(text: str, pairs: list[Pair], data: st.DataObject) -> None:
    texts = [text[start:end] for start, end in pairs]
    wrong = data.draw(st.sets(st.integers(0, len(pairs) - 1)))
    shown = [own + "!" if row in wrong else own for row, own in enumerate(texts)]
    assert metrics.proof(Document(text), Spans.of(pairs), shown).unequal == tuple(row + 1 for row in sorted(wrong))


def test_the_proof_wants_a_text_for_every_chunk() -> None:
    with pytest.raises(ValueError, match="zip"):
        metrics.proof(Document("one two"), Spans([0, 4], [3, 7]), ["one"])


values_of = st.lists(st.integers(0, 300), max_size=40)


def offsets(values: list[int]) -> Offsets:
    return np.array(values, dtype=np.int64)


@given(st.lists(st.integers(0, 41), max_size=20), spans(overlapping=False))
def test_inside(places: list[int], units: list[Pair]) -> None:
    wanted = [any(low < place < high for low, high in units) for place in places]
    assert metrics.inside(offsets(places), Spans.of(units)).tolist() == wanted


@given(values_of, st.integers(1, 12))
def test_a_histogram_counts_every_value_once(values: list[int], most_bins: int) -> None:
    found = metrics.histogram(offsets(values), most_bins)
    assert len(found.start) <= most_bins
    bins = list(zip(*(column.tolist() for column in found), strict=True))
    for start, stop, last, chunks in bins:
        assert chunks == sum(start <= value < stop for value in values)
        assert last == stop - 1
        assert stop - start == bins[0][1] - bins[0][0]
    assert sum(chunks for *_, chunks in bins) == len(values)
    assert all(before[1] == after[0] for before, after in pairwise(bins))
    assert not values or bins[0][0] == min(values)


@given(st.lists(st.integers(0, 300), min_size=1, max_size=40), st.integers(1, 12))
def test_groups_are_neighbours(values: list[int], most_groups: int) -> None:
    found = metrics.in_groups(offsets(values), most_groups)
    assert len(found.first) <= most_groups
    numbers: list[int] = []
    for row, (first, last) in enumerate(zip(found.first.tolist(), found.last.tolist(), strict=True)):
        own = values[first - 1 : last]
        numbers.extend(range(first, last + 1))
        assert (found.smallest[row], found.largest[row]) == (min(own), max(own))
        assert found.average[row] == pytest.approx(sum(own) / len(own))
        assert found.left[row] < first <= last < found.right[row]
    assert numbers == list(range(1, len(values) + 1))
