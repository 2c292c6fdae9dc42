"""The mechanism on hand-made units: refine, pack, and the overlap from which on pairs would share."""

import string
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document
from playground.measuring.lengths import Characters
from playground.spans import Spans
from playground.strategies.packing import Units, pack, refine, sharing_overlap
from tests import oracles
from tests.oracles import Pair
from tests.texts import sizes, spans


def text_of(units: list[Pair], length: int = 40) -> str:
    """A text with letters inside the units, some of them spaced out into words, and spaces between."""
    letters = [" "] * length
    for start, end in units:
        for offset in range(start, end):
            inner = start < offset < end - 1
            letters[offset] = " " if inner and (offset * 7) % 5 == 0 else string.ascii_letters[offset]
    return "".join(letters)


units_of_text = spans(overlapping=False)


@given(units_of_text, sizes(), st.booleans())
@example([(0, 10), (11, 14), (15, 30)], (20, 6), False)
def test_pack_equals_the_oracle(units: list[Pair], size: tuple[int, int], at_words: bool) -> None:
    text = text_of(units)
    found = pack(Units(Spans.of(units)), Characters(), *size, Document(text).first_word if at_words else None)
    assert list(found) == oracles.pack(text, units, *size, at_words=at_words)


def packed(text: str, size: int, overlap: int, at_words: bool = False) -> list[str]:
    """Chunks of the units that `|` ends."""
    units = []
    start = 0
    for part in text.split("|"):
        units.append((start, start + len(part)))
        start += len(part) + 1
    first_word = Document(text.replace("|", " ")).first_word if at_words else None
    found = pack(Units(Spans.of(units)), Characters(), size, overlap, first_word)
    return [text[start:end] for start, end in found]


@pytest.mark.parametrize(
    ("size", "overlap", "chunks"),
    [
        (3, 0, ["aa", "bb", "cc", "dd"]),
        (4, 3, ["aa", "bb", "cc", "dd"]),  # two units never fit
        (5, 0, ["aa|bb", "cc|dd"]),
        (5, 1, ["aa|bb", "cc|dd"]),  # a unit is longer than the overlap
        (5, 2, ["aa|bb", "bb|cc", "cc|dd"]),
        (5, 4, ["aa|bb", "bb|cc", "cc|dd"]),  # less than asked, never more
        (8, 5, ["aa|bb|cc", "bb|cc|dd"]),
        (8, 4, ["aa|bb|cc", "cc|dd"]),
        (11, 10, ["aa|bb|cc|dd"]),
        (1, 0, ["aa", "bb", "cc", "dd"]),  # each over the limit alone
    ],
)
def test_overlap_is_whole_units(size: int, overlap: int, chunks: list[str]) -> None:
    assert packed("aa|bb|cc|dd", size, overlap) == chunks


def test_overlap_gives_way_to_a_new_unit() -> None:
    assert packed("aaaa|bb|cccccccc", 8, 3) == ["aaaa|bb", "cccccccc"]
    assert packed("aaaa|b|cccccc", 8, 5) == ["aaaa|b", "b|cccccc"]


def test_overlap_begins_at_a_word_where_no_unit_fits() -> None:
    text = "one two three.|four five six.|seven."
    assert packed(text, 18, 6) == ["one two three.", "four five six.", "seven."]
    assert packed(text, 24, 8, at_words=True) == ["one two three.", "three.|four five six.", "six.|seven."]
    assert packed(text, 20, 5, at_words=True) == ["one two three.", "four five six.", "six.|seven."]
    assert packed("aaaaaaaaaa|bb", 11, 9, at_words=True) == ["aaaaaaaaaa", "bb"]  # never inside a word


def test_what_was_opened_begins_a_chunk_if_it_is_then_parted_less_often() -> None:
    spans = Spans.of((start, start + 10) for start in range(0, 70, 10))
    assert list(pack(Units(spans), Characters(), 30, 0)) == [(0, 30), (30, 60), (60, 70)]
    # Parted at 30 and 60, or at 50 alone.
    assert list(pack(Units(spans, Spans([20], [70])), Characters(), 30, 0)) == [(0, 20), (20, 50), (50, 70)]
    # Parted at 30, or at 40: once either way.
    assert list(pack(Units(spans, Spans([10], [60])), Characters(), 30, 0)) == [(0, 30), (30, 60), (60, 70)]


def test_no_units_no_chunks() -> None:
    assert list(pack(Units(Spans([], [])), Characters(), 10, 3)) == []


@given(units_of_text, st.integers(1, 12))
def test_refine_equals_the_oracle(units: list[Pair], size: int) -> None:
    text = text_of(units)
    document = Document(text)
    levels = [document.words_inside, document.characters_inside]
    found = refine(Spans.of(units), Characters(), size, levels)
    finer: list[oracles.Finer] = [oracles.words_of, oracles.clusters_of]
    assert list(found) == [
        piece for unit in units for piece in oracles.opened(text, unit, size, finer, oracles.characters_long)
    ]


def shares_half(chunks: list[Pair]) -> bool:
    sharing = sum(later[0] < earlier[1] for earlier, later in pairwise(chunks))
    return len(chunks) > 1 and 2 * sharing >= len(chunks) - 1


@given(units_of_text, sizes())
def test_with_the_overlap_for_half_half_of_the_pairs_share_something(units: list[Pair], size: tuple[int, int]) -> None:
    found = sharing_overlap(Units(Spans.of(units)), Characters(), *size)
    text = text_of(units)
    if found is None:
        lengths = [end - start for start, end in units if size[1] < end - start < size[0]]
        assert not lengths or not shares_half(oracles.pack(text, units, size[0], max(lengths)))
    else:
        assert size[1] < found < size[0]
        assert shares_half(oracles.pack(text, units, size[0], found))
