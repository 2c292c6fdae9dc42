"""The frontier against a plain look at every pair, and the knee on curves whose bend is known."""

from hypothesis import given
from hypothesis import strategies as st

from playground.asking.tradeoff import frontier, knee

points = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12)


@given(points)
def test_the_frontier_holds_what_no_other_betters(found: list[tuple[int, int]]) -> None:
    costs, gains = [cost for cost, _ in found], [gain for _, gain in found]
    rows = frontier(costs, gains)
    better = {
        row
        for row, (cost, gain) in enumerate(found)
        if any(other[0] <= cost and other[1] >= gain and other != (cost, gain) for other in found)
    }
    assert {found[row] for row in rows} == {found[row] for row in range(len(found)) if row not in better}
    assert [costs[row] for row in rows] == sorted({costs[row] for row in rows})


def test_the_knee_is_where_more_cost_stops_paying() -> None:
    assert knee([80, 99, 229, 600], [0.25, 0.75, 1.0, 0.75]) == 1
    assert knee([0, 1, 2, 10], [0, 5, 9, 10]) == 2


def test_no_knee_in_a_straight_line_or_of_two_points() -> None:
    assert knee([1, 2, 3], [1, 2, 3]) is None
    assert all(knee([i * 0.1 for i in range(n)], [i * 0.1 / 3 for i in range(n)]) is None for n in range(40))
    assert knee([1, 2], [1, 3]) is None
    assert knee([], []) is None
    assert knee([1, 2, 3], [0, 0.1, 3]) is None, "more and more is gained"
