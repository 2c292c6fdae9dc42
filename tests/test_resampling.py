"""Intervals and comparisons with the best: known figures, plain resampling, and how often equals are told apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.asking.resampling import LEAST, Interval, intervals, like_the_best, share_interval


def test_an_interval_narrows_with_more_questions_and_is_the_same_every_time() -> None:
    [few], [many] = intervals([[0.0, 1.0] * 5]), intervals([[0.0, 1.0] * 500])
    assert [few] == intervals([[0.0, 1.0] * 5])
    assert many.high - many.low < few.high - few.low
    assert intervals([[], []]) == [Interval(0.0, 0.0, 0.0)] * 2


def test_the_interval_is_that_of_means_of_questions_drawn_again() -> None:
    values = np.random.default_rng(5).random(40)
    [found] = intervals([values])
    means = [np.random.default_rng(seed).choice(values, 40).mean() for seed in range(2_000)]
    assert found.low == pytest.approx(np.quantile(means, 0.025), abs=0.02)
    assert found.high == pytest.approx(np.quantile(means, 0.975), abs=0.02)


def test_wilsons_interval_is_that_of_the_tables() -> None:
    found = share_interval(8, 10)
    assert (found.mean, round(found.low, 4), round(found.high, 4)) == (0.8, 0.4902, 0.9433)
    assert share_interval(0, 10).high == pytest.approx(0.2775, abs=1e-4)


def test_all_of_a_few_is_not_certain() -> None:
    assert share_interval(8, 8).low < 0.7
    assert share_interval(1, 1).low < 0.3
    assert share_interval(0, 0) == Interval(0.0, 0.0, 0.0)


@pytest.mark.parametrize("questions", range(1, 60))
def test_all_and_none_end_exactly_at_1_and_0(questions: int) -> None:
    assert (share_interval(questions, questions).high, share_interval(0, questions).low) == (1.0, 0.0)


def test_a_setting_that_is_worse_on_every_question_is_told_apart_and_one_that_is_worse_on_one_is_not() -> None:
    best, all_worse = np.ones(20), np.zeros(20)
    one_worse = np.r_[0.0, np.ones(19)]
    row, alike = like_the_best([all_worse, best, one_worse, best])
    assert (row, alike.tolist()) == (1, [False, True, True, True])
    row, alike = like_the_best([all_worse, best, one_worse], better=-1)
    assert (row, alike.tolist()) == (0, [True, False, False])


@pytest.mark.parametrize("questions", range(LEAST))
def test_a_few_questions_tell_nothing_apart(questions: int) -> None:
    assert like_the_best([[1.0] * questions, [0.0] * questions])[1].tolist() == [True] * 2


@pytest.mark.parametrize(("settings", "questions"), [(2, 8), (2, 50), (40, 8), (40, 50)])
def test_of_equal_settings_any_is_told_from_the_best_by_chance_in_few_trials(settings: int, questions: int) -> None:
    random = np.random.default_rng(7)
    told = [not like_the_best((random.random((settings, questions)) < 0.6).astype(float))[1].all() for _ in range(60)]
    assert sum(told) <= 0.2 * len(told)


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=6, max_size=6), min_size=1, max_size=5))
def test_the_best_is_like_the_best_and_what_is_never_worse_too(rows: list[list[float]]) -> None:
    values = np.array(rows)
    best, found = like_the_best(rows)
    assert best == values.mean(axis=1).argmax()
    assert found[best]
    assert all(found[row] for row in range(len(rows)) if (values[row] >= values[best]).all())
