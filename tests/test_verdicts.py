"""Verdicts by offsets, measures against plain loops over characters, and intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.questions import Question
from playground.retrieval import Index
from playground.spans import Spans
from playground.verdicts import HIT, MISS, PARTIAL, evaluate, interval, judge, merged, retrieve, survives
from tests.texts import spans

CHUNKS = Spans([0, 10, 20], [10, 20, 30])
Pair = tuple[int, int]


def verdict(gold: list[Pair], reads: list[Pair]) -> tuple[str, Pair | None, int]:
    found = judge(Question("?", tuple(gold)), CHUNKS, reads)
    return found.outcome, found.split, found.rank


def test_the_words() -> None:
    assert verdict([(2, 8)], [(10, 20), (0, 10)]) == (HIT, None, 2)
    assert verdict([(8, 12)], [(0, 10)]) == (PARTIAL, (8, 12), 0)
    assert verdict([(8, 12)], [(0, 10), (10, 20)]) == (PARTIAL, (8, 12), 0), "two halves are no whole"
    assert verdict([(8, 12)], [(20, 30)]) == (MISS, (8, 12), 0)
    assert verdict([(2, 8), (22, 25)], [(0, 10)]) == (PARTIAL, None, 1)
    assert verdict([(2, 8), (22, 25)], [(0, 10), (20, 30)]) == (HIT, None, 1)
    assert verdict([(2, 8)], []) == (MISS, None, 0)


ranges = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda one: (one[0], one[0] + one[1])), max_size=6
)


@given(spans(overlapping=True), ranges, ranges.filter(bool))
def test_measures_are_those_of_sets_of_characters(chunks: list[Pair], reads: list[Pair], gold: list[Pair]) -> None:
    found = judge(Question("?", tuple(gold)), Spans.of(chunks), reads)
    wanted = {at for start, end in gold for at in range(start, end)}
    read = {at for start, end in reads for at in range(start, end)}
    touching = {at for start, end in chunks if wanted & set(range(start, end)) for at in range(start, end)}
    assert found.recall == pytest.approx(len(wanted & read) / len(wanted))
    assert found.precision == pytest.approx(len(wanted & read) / len(read) if read else 0)
    assert found.iou == pytest.approx(len(wanted & read) / len(wanted | read))
    assert found.omega == pytest.approx(len(wanted & touching) / len(touching) if touching else 0)
    whole = [any(low <= start and end <= high for low, high in chunks) for start, end in found.question.spans]
    assert (found.split is None) == all(whole)
    assert {at for start, end in merged(reads) for at in range(start, end)} == read


def test_the_curve_of_survival() -> None:
    assert survives(16, 40, 0) == pytest.approx(25 / 40)
    assert survives(16, 40, 10) == pytest.approx(25 / 30)
    assert survives(50, 40, 0) == 0
    assert survives(1, 40, 10) == 1


def test_an_evaluation_is_the_mean_of_its_verdicts() -> None:
    verdicts = [
        judge(Question("a", ((2, 8),)), CHUNKS, [(0, 10)]),
        judge(Question("b", ((8, 12),)), CHUNKS, [(0, 10)]),
        judge(Question("c", ((22, 24),)), CHUNKS, [(0, 10), (20, 30)]),
        judge(Question("d", ((22, 24),)), CHUNKS, []),
    ]
    found = evaluate(verdicts)
    assert (found.questions, found.strict.mean, found.loose, found.split) == (4, 0.5, 0.75, 0.25)
    assert found.mrr == pytest.approx((1 + 0 + 0.5 + 0) / 4)
    assert found.recall.mean == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert found.characters == pytest.approx((10 + 10 + 20 + 0) / 4)
    assert found.strict.low <= found.strict.mean <= found.strict.high
    assert evaluate([]).strict.mean == 0


def test_an_interval_narrows_with_more_questions_and_is_the_same_every_time() -> None:
    few, many = interval([0.0, 1.0] * 5), interval([0.0, 1.0] * 500)
    assert few == interval([0.0, 1.0] * 5)
    assert many.high - many.low < few.high - few.low
    assert interval([1.0] * 9) == type(few)(1.0, 1.0, 1.0)


def test_k_above_what_there_is_and_nothing_shared() -> None:
    index = Index(["pump one", "valve two", "pump three"])
    assert retrieve(index, CHUNKS, "pump", 20) == [(0, 10), (20, 30)]
    assert retrieve(index, CHUNKS, "zebra", 5) == []
    assert retrieve(Index([]), Spans([], []), "pump", 5) == []
