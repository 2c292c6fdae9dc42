"""What is gained for what it costs: the settings that no other betters in both, and where more cost stops paying."""

from collections.abc import Sequence

import numpy as np

_STRAIGHT = 1e-9  # above the line by rounding alone


def frontier(costs: Sequence[float], gains: Sequence[float]) -> list[int]:
    """The rows that no other row betters: none costs less and gains as much, or as little and gains more.

    By cost, ascending; of equal rows the first.
    """
    order = sorted(range(len(costs)), key=lambda row: (costs[row], -gains[row], row))
    found: list[int] = []
    for row in order:
        if not found or gains[row] > gains[found[-1]]:
            found.append(row)
    return found


def knee(costs: Sequence[float], gains: Sequence[float]) -> int | None:
    """The row of the frontier that lies farthest above the line from its first to its last row.

    Costs and gains are scaled to 0 to 1 first. None where the frontier has fewer than three rows or no row above that
    line. V. Satopää, J. Albrecht, D. Irwin, B. Raghavan: Finding a "Kneedle" in a Haystack, 2011.
    """
    rows = frontier(costs, gains)
    if len(rows) < 3:
        return None
    x = np.array([costs[row] for row in rows], dtype=np.float64)
    y = np.array([gains[row] for row in rows], dtype=np.float64)
    above = (y - y[0]) / (y[-1] - y[0]) - (x - x[0]) / (x[-1] - x[0])
    best = int(above.argmax())
    return rows[best] if above[best] > _STRAIGHT else None
