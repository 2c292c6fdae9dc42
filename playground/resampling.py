"""How much chance is in a mean over questions: intervals, and which settings cannot be told apart (bootstrap)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from playground.spans import Flags

RESAMPLES = 1_000
_SEED = 0  # the same questions give the same range every time
_LOW, _HIGH = 0.025, 0.975  # 95 % lie between


@dataclass(frozen=True)
class Interval:
    """A mean, and the range in which 95 % of the means of resampled questions lie (bootstrap)."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval:
    """The mean of one value a question, and its bootstrap interval (B. Efron, 1979); all 0.0 for none."""
    if not len(values):
        return Interval(0.0, 0.0, 0.0)
    array = np.asarray(values, dtype=np.float64)
    low, high = np.quantile(_resampled(array[None, :])[0], [_LOW, _HIGH])
    return Interval(float(array.mean()), float(low), float(high))


def like_the_best(rows: Sequence[npt.ArrayLike], better: int = 1) -> tuple[int, Flags]:
    """The row of the best setting (of equals the first), and which settings cannot be told from it: bool, (settings,).

    rows: of each of one or more settings, a value a question. better: 1 where more is better, -1 where less is. The
    settings answer the same questions, so that their differences are resampled (paired bootstrap): a setting is told
    apart where the range that holds 95 % of the mean differences lies above 0.
    """
    values = np.array(rows, dtype=np.float64) * better
    if not values.size:
        return 0, np.ones(len(values), dtype=np.bool_)
    best = int(values.mean(axis=1).argmax())
    behind = _resampled(values[best] - values)
    return best, np.asarray(np.quantile(behind, _LOW, axis=1) <= 0, dtype=np.bool_)


def _resampled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of resampled questions: shape (rows, RESAMPLES) for values of shape (rows, questions)."""
    questions = values.shape[1]
    drawn = np.random.default_rng(_SEED).integers(0, questions, (RESAMPLES, questions))
    often = np.zeros((RESAMPLES, questions))
    np.add.at(often, (np.arange(RESAMPLES)[:, None], drawn), 1.0 / questions)
    return values @ often.T
