"""Intervals and paired comparisons: narrower with more questions, the same every time, against plain resampling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.resampling import Interval, interval, like_the_best


def test_an_interval_narrows_with_more_questions_and_is_the_same_every_time() -> None:
    few, many = interval([0.0, 1.0] * 5), interval([0.0, 1.0] * 500)
    assert few == interval([0.0, 1.0] * 5)
    assert many.high - many.low < few.high - few.low
    assert interval([1.0] * 9) == pytest.approx(Interval(1.0, 1.0, 1.0)) or interval([1.0] * 9).low > 1 - 1e-9
    assert interval([]) == Interval(0.0, 0.0, 0.0)


def test_the_interval_is_that_of_means_of_questions_drawn_again() -> None:
    values = np.random.default_rng(5).random(40)
    found = interval(values.tolist())
    means = [np.random.default_rng(seed).choice(values, 40).mean() for seed in range(2_000)]
    assert found.low == pytest.approx(np.quantile(means, 0.025), abs=0.02)
    assert found.high == pytest.approx(np.quantile(means, 0.975), abs=0.02)


def test_a_setting_that_is_worse_on_every_question_is_told_apart_and_one_that_is_worse_on_one_is_not() -> None:
    best = np.ones(20)
    one_worse = np.r_[0.0, np.ones(19)]
    all_worse = np.zeros(20)
    row, alike = like_the_best([all_worse, best, one_worse, best])
    assert (row, alike.tolist()) == (1, [False, True, True, True])
    row, alike = like_the_best([all_worse, best, one_worse], better=-1)
    assert (row, alike.tolist()) == (0, [True, False, False])


def test_no_questions_tell_nothing_apart() -> None:
    assert like_the_best([[], [], []])[1].tolist() == [True] * 3


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=6, max_size=6), min_size=1, max_size=5))
def test_the_best_is_like_the_best_and_what_is_never_worse_too(rows: list[list[float]]) -> None:
    values = np.array(rows)
    best, found = like_the_best(rows)
    assert best == values.mean(axis=1).argmax()
    assert found[best]
    assert all(found[row] for row in range(len(rows)) if (values[row] >= values[best]).all())
