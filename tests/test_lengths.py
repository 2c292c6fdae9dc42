"""Characters: length over offsets, and its inverses."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from playground.measuring.lengths import Characters
from tests.oracles import Pair
from tests.texts import spans

offsets = st.integers(0, 30)


def of(start: int, end: int) -> int:
    return int(Characters().of(np.array([start]), np.array([end]))[0])


@given(spans())
def test_of_is_the_number_of_characters(pairs: list[Pair]) -> None:
    text = "x" * 40
    starts, ends = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    assert Characters().of(starts, ends).tolist() == [len(text[start:end]) for start, end in pairs]


@given(offsets, offsets)
def test_reach_is_the_last_end_that_fits(start: int, size: int) -> None:
    assert Characters().reach(start, size) == max(end for end in range(start, start + 40) if of(start, end) <= size)


@given(st.integers(40, 80), offsets)
def test_back_is_the_first_start_that_fits(end: int, size: int) -> None:
    assert Characters().back(end, size) == min(start for start in range(end + 1) if of(start, end) <= size)
