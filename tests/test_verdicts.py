"""Verdicts by offsets, measures against plain loops over characters, and intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.asking.questions import Question
from playground.asking.verdicts import HIT, MISS, PARTIAL, evaluate, judge, merged, sent, survives
from playground.measuring.lengths import Characters
from playground.spans import Spans
from tests.texts import spans

SOURCE = "".join(map(chr, range(0x4E00, 0x4F00)))  # no two texts are the same
CHUNKS = Spans([0, 10, 20], [10, 20, 30])
Pair = tuple[int, int]


def verdict(gold: list[Pair], reads: list[Pair]) -> tuple[str, Pair | None, int]:
    found = judge(Question("?", tuple(gold)), CHUNKS, reads, SOURCE)
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
    found = judge(Question("?", tuple(gold)), Spans.of(chunks), reads, SOURCE)
    wanted = {at for start, end in gold for at in range(start, end)}
    read = {at for start, end in reads for at in range(start, end)}
    touching = {at for start, end in chunks if wanted & set(range(start, end)) for at in range(start, end)}
    assert found.recall == pytest.approx(len(wanted & read) / len(wanted))
    assert found.precision == pytest.approx(len(wanted & read) / len(read) if read else 0)
    assert found.iou == pytest.approx(len(wanted & read) / len(wanted | read))
    assert found.omega == pytest.approx(len(wanted & touching) / len(touching) if touching else 0)
    held = [*chunks, *reads]
    whole = [any(low <= start and end <= high for low, high in held) for start, end in found.question.spans]
    assert (found.split is None) == all(whole)
    assert {at for start, end in merged(reads) for at in range(start, end)} == read


def test_the_curve_of_survival() -> None:
    assert survives(16, 40, 0) == pytest.approx(25 / 40)
    assert survives(16, 40, 10) == pytest.approx(25 / 30)
    assert survives(50, 40, 0) == 0
    assert survives(1, 40, 10) == 1


def test_an_evaluation_is_the_mean_of_its_verdicts() -> None:
    verdicts = [
        judge(Question("a", ((2, 8),)), CHUNKS, [(0, 10)], SOURCE),
        judge(Question("b", ((8, 12),)), CHUNKS, [(0, 10)], SOURCE),
        judge(Question("c", ((22, 24),)), CHUNKS, [(0, 10), (20, 30)], SOURCE),
        judge(Question("d", ((22, 24),)), CHUNKS, [], SOURCE),
    ]
    found = evaluate(verdicts)
    assert (found.questions, found.strict.mean, found.loose, found.split) == (4, 0.5, 0.75, 0.25)
    assert found.mrr == pytest.approx((1 + 0 + 0.5 + 0) / 4)
    assert found.recall.mean == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert sent(verdicts, Characters()).tolist() == [10, 10, 20, 0]
    assert found.strict.low <= found.strict.mean <= found.strict.high
    assert evaluate([]).strict.mean == 0


def test_one_of_several_places_is_enough_where_any_answers() -> None:
    either = Question("?", ((2, 8), (8, 12), (22, 24)), any_of=True)
    found = judge(either, CHUNKS, [(10, 20), (20, 30)], SOURCE)
    assert (found.outcome, found.split, found.rank, found.recall) == (HIT, None, 2, 1.0)
    assert found.question == either
    assert judge(either, CHUNKS, [(10, 20)], SOURCE).outcome == PARTIAL
    nowhere = Question("?", ((8, 12), (18, 22)), any_of=True)
    assert judge(nowhere, CHUNKS, [(0, 10)], SOURCE).split in nowhere.spans


@given(spans(overlapping=True), ranges, ranges.filter(bool))
def test_any_of_several_is_the_best_of_each_alone(chunks: list[Pair], reads: list[Pair], gold: list[Pair]) -> None:
    question = Question("?", tuple(gold), any_of=True)
    alone = [judge(Question("?", (span,)), Spans.of(chunks), reads, SOURCE) for span in question.spans]
    found = judge(question, Spans.of(chunks), reads, SOURCE)
    assert found.recall == max(one.recall for one in alone)
    assert (found.outcome == HIT) == any(one.outcome == HIT for one in alone)
    assert (found.split is None) == any(one.split is None for one in alone)


def test_what_neighbours_share_is_sent_twice() -> None:
    one = judge(Question("a", ((2, 8),)), CHUNKS, [(0, 10), (5, 15)], SOURCE)
    assert sent([one, one], Characters()).tolist() == [20, 20]
    assert sent([], Characters()).tolist() == []
