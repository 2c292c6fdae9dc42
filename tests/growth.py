"""Whether work grows with the text or with its square: told so far apart that a busy machine changes no answer.

Eight times the text is eight times the work where it grows with the length, 64 times where it grows with the square.
The line is drawn at 24: a whole run may be disturbed threefold, on one side only, three times one after another,
before the answer is wrong. Twice the text (two or four times the work) could not be told from noise.
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENOUGH = 0.5  # seconds of CPU: what takes less at its longest says nothing about growth, and harms nobody
TIMES = 8
LIMIT = 24
TRIES = 3


def assert_linear(
    work: Callable[[int], object], count: int, clock: Callable[[], float] = time.process_time, tries: int = TRIES
) -> None:
    """Fail if ``work(count)`` takes more than 24 times what ``work(count // 8)`` takes, each time it is tried.

    ``work`` takes a number that the length of its text grows with. ``clock`` gives seconds of CPU.
    """
    ratio = 0.0
    for _ in range(tries):
        few = max(_seconds(work, count // TIMES, clock), 1e-9)
        many = _seconds(work, count, clock)
        ratio = many / few
        if many < ENOUGH or ratio <= LIMIT:
            return
    raise AssertionError(f"{TIMES} times the text took {ratio:.0f} times as long, {tries} times one after another")


def _seconds(work: Callable[[int], object], count: int, clock: Callable[[], float]) -> float:
    with _small_heap():
        began = clock()
        work(count)
        return clock() - began


@contextmanager
def _small_heap() -> Iterator[None]:
    """The collector looks only at what the work makes: else it walks all that the tests before have left, now and
    then, and that is longer than the work."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
