"""How much chance is in a mean over questions: intervals, and which settings cannot be told from the best."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from playground.spans import Flags

RESAMPLES = 1_000
LEAST = 6  # questions: with fewer, the questions drawn are too alike for any difference to be more than chance
_SEED = 0  # the same questions give the same range every time
_LOW, _HIGH = 0.025, 0.975  # 95 % lie between
_NORMAL = 1.959964  # of the normal distribution, 95 % lie this many deviations around the mean


@dataclass(frozen=True)
class Interval:
    """A mean over questions, and the range in which 95 % of such means lie."""

    mean: float
    low: float
    high: float


def intervals(rows: npt.ArrayLike) -> list[Interval]:
    """Of each of some measures the mean over the questions, and its bootstrap interval (B. Efron, 1979).

    rows: a value for each measure and question, shape (measures, questions); all 0.0 without questions.
    """
    values = np.array(rows, dtype=np.float64)
    if not values.shape[1]:
        return [Interval(0.0, 0.0, 0.0)] * len(values)
    low, high = np.quantile(_resampled(values), [_LOW, _HIGH], axis=1)
    return [Interval(*map(float, one)) for one in zip(values.mean(axis=1), low, high, strict=True)]


def share_interval(count: int, questions: int) -> Interval:
    """The share of questions for which something holds, and Wilson's interval; all 0.0 without questions.

    Where it holds for all of a few questions, drawing from these alone (bootstrap) would call that certain.
    E. B. Wilson: Probable Inference, the Law of Succession, and Statistical Inference, 1927.
    """
    if not questions:
        return Interval(0.0, 0.0, 0.0)
    share, z2 = count / questions, _NORMAL**2
    middle = (share + z2 / (2 * questions)) / (1 + z2 / questions)
    half = _NORMAL / (1 + z2 / questions) * sqrt(share * (1 - share) / questions + z2 / (4 * questions**2))
    # At the ends the formula gives 0 and 1 but for rounding.
    return Interval(share, max(middle - half, 0.0) if count else 0.0, min(middle + half, 1.0) if share < 1 else 1.0)


def like_the_best(rows: npt.ArrayLike, better: int = 1) -> tuple[int, Flags]:
    """The row of the best setting (of equals the first), and which settings cannot be told from it: bool, (settings,).

    rows: a value for each setting and question, shape (settings, questions), at least one setting. better: 1 where
    more is better, -1 where less is. All answer the same questions, so these are drawn again for all at once. A
    setting is told apart where the best is further ahead of it than chance alone, in 95 % of the drawings, sets the
    luckiest of all settings apart from the unluckiest: the best was chosen by these very questions, among many. (The
    range as in J. W. Tukey's test, 1949, by the bootstrap.) With fewer than LEAST questions nothing is told apart.
    """
    values = np.array(rows, dtype=np.float64) * better
    settings, questions = values.shape
    means = values.mean(axis=1) if questions else np.zeros(settings)
    best = int(means.argmax())
    if questions < LEAST:
        return best, np.ones(settings, dtype=np.bool_)
    # Means of drawings spread a little less than means of questions.
    chance = (_resampled(values) - means[:, None]) * sqrt(questions / (questions - 1))
    luck = np.quantile(np.ptp(chance, axis=0), 1 - 0.05)
    return best, np.asarray(means[best] - means <= luck + 1e-9, dtype=np.bool_)


def _resampled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of resampled questions: shape (rows, RESAMPLES) for values of shape (rows, questions)."""
    questions = values.shape[1]
    drawn = np.random.default_rng(_SEED).multinomial(questions, np.full(questions, 1 / questions), RESAMPLES)
    return np.asarray(values @ drawn.T.astype(np.float64) / questions, dtype=np.float64)
