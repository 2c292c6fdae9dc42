"""The growth of work is told right, and a disturbed machine does not change what is told."""

import pytest

from tests.growth import TRIES, assert_linear


class Clock:
    """A clock that only work moves; a run may be disturbed by a factor of its own."""

    def __init__(self, *disturbed: float) -> None:
        self.now = 0.0
        self.runs: list[int] = []
        self.disturbed = list(disturbed)

    def __call__(self) -> float:
        return self.now

    def spend(self, count: int, seconds: float) -> None:
        self.runs.append(count)
        self.now += seconds * (self.disturbed.pop(0) if self.disturbed else 1)


def test_work_that_grows_with_the_length_passes_at_once() -> None:
    clock = Clock()
    assert_linear(lambda count: clock.spend(count, count / 1_000), 8_000, clock)
    assert clock.runs == [1_000, 8_000]


def test_work_that_grows_with_the_square_fails() -> None:
    clock = Clock()
    with pytest.raises(AssertionError, match="8 times the text took 64 times as long, 3 times"):
        assert_linear(lambda count: clock.spend(count, (count / 1_000) ** 2), 8_000, clock)
    assert len(clock.runs) == 2 * TRIES


def test_a_square_under_a_constant_part_fails() -> None:
    clock = Clock()
    with pytest.raises(AssertionError):
        assert_linear(lambda count: clock.spend(count, count / 1_000 + (count / 1_000) ** 2), 8_000, clock)


def test_a_run_disturbed_threefold_passes() -> None:
    clock = Clock(1, 3)
    assert_linear(lambda count: clock.spend(count, count / 1_000), 8_000, clock)
    assert len(clock.runs) == 2


def test_a_run_disturbed_tenfold_is_tried_again() -> None:
    clock = Clock(1, 10)
    assert_linear(lambda count: clock.spend(count, count / 1_000), 8_000, clock)
    assert len(clock.runs) == 4


def test_work_of_a_moment_says_nothing() -> None:
    clock = Clock()
    assert_linear(lambda count: clock.spend(count, (count / 100_000) ** 2), 8_000, clock)
    assert len(clock.runs) == 2
