"""Numbers as people read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from playground.words import count, percent


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 chunks"), (1, "1 chunk"), (2, "2 chunks"), (1_204, "1,204 chunks"), (1_000_000, "1,000,000 chunks")],
)
def test_count(number: int, words: str) -> None:
    assert count(number, "chunk") == words


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0, "0 %"),
        (1e-9, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (0.001, "0.1 %"),
        (0.0526, "5.3 %"),
        (0.09, "9.0 %"),
        (0.0994, "9.9 %"),
        (0.0999, "10 %"),
        (0.1, "10 %"),
        (90 / 801, "11 %"),
        (0.99, "99 %"),
        (0.994, "99 %"),
        (0.995, "99.5 %"),
        (0.999, "99.9 %"),
        (0.9996, ">99.9 %"),
        (1 - 1e-12, ">99.9 %"),
        (1, "100 %"),
        (1 + 1e-12, ">100 %"),
        (1.004, "100.4 %"),
        (1.01, "101 %"),
        (12.5, "1250 %"),
    ],
)
def test_percent(share: float, words: str) -> None:
    assert percent(share) == words


@pytest.mark.parametrize(("overlap", "words"), [(10, "11 %"), (15, "18 %"), (20, "25 %"), (50, "100 %")])
def test_what_fixed_windows_tend_to(overlap: int, words: str) -> None:
    """The figures of the specification: 1 / (1 - overlap) - 1."""
    from playground.judging.metrics import overhead_limit

    assert percent(overhead_limit(100, overlap)) == words


@given(some.floats(1e-12, 50))
def test_a_share_is_near_its_words_and_nothing_but_all_is_100_percent(share: float) -> None:
    words = percent(share)
    assert words != "0 %"
    assert (words == "100 %") == (share == 1)
    if words.startswith("<"):
        assert share < 0.0005
    elif words.startswith(">"):
        assert abs(share - 1) < 0.0005 + 1e-6
    else:
        shown = float(words.removesuffix(" %"))
        assert abs(shown - 100 * share) <= (0.5 if shown >= 10 else 0.05) + 1e-6
        assert words != "0.0 %"
