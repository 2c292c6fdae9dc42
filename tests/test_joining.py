"""A text made of chunks: by the starts that they say, or by what neighbours share, and never with a word of its own."""

import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Settings, chunk
from playground.taking.alignment import BLANK, INSIDE
from playground.taking.joining import LEAST_OVERLAP, joined, overlap
from playground.taking.own_chunks import Given
from playground.text.visible import visible
from tests.growth import assert_linear
from tests.texts import texts

PROSE = (Path(__file__).resolve().parents[1] / "samples" / "prose.txt").read_text("utf-8")
PUMP = "The pump runs all day long, and it stops at night. Nobody knows why it does."
LAID, JOINED = "each laid where it says", "joined in the order of the file"


def texts_of(*chunks: str) -> list[Given]:
    return [Given(one) for one in chunks]


def windows(text: str, size: int, step: int, *, ends: bool = False) -> list[Given]:
    """Fixed windows with their starts, down to the last character."""
    starts = range(0, max(len(text) - size + step, 1), step)
    return [Given(own := text[at : at + size], at, at + len(own) if ends else None) for at in starts]


def slices(source: str, given: list[Given]) -> list[str]:
    return [source[slice(*pair)] for pair in joined(given)[1].spans]


# --- by what they say ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [5, 15, 19, 20])
@pytest.mark.parametrize("ends", [False, True])
def test_chunks_lie_where_they_say_however_little_they_share(step: int, ends: bool) -> None:
    given = windows(PUMP, 20, step, ends=ends)
    source, found = joined(given)
    assert source == PUMP
    assert [source[slice(*pair)] for pair in found.spans] == [given[row].text for row in found.rows.tolist()]
    assert LAID in found.remarks[0]
    assert len(found.remarks) == 1 + bool(found.mismatches)
    assert {one.why for one in found.mismatches} <= {INSIDE}


def test_shuffled_chunks_are_sorted_by_their_starts() -> None:
    given = windows(PROSE, 300, 255, ends=True)
    random.Random(3).shuffle(given)
    source, found = joined(given)
    assert source == PROSE
    assert found.spans.starts.tolist() == sorted(one.start or 0 for one in given)
    assert LAID in found.remarks[0]
    assert "ahead of the one before" in found.remarks[1]


def test_equal_lines_are_all_there_with_starts_and_without() -> None:
    log = "INFO all is well.\n" * 6
    for size in (36, 54):
        given = windows(log, size, size)
        for known in (given, texts_of(*(one.text for one in given))):
            source, found = joined(known)
            assert source == log
            assert len(found.spans) == len(given)


def test_what_no_chunk_holds_is_a_line_end_or_a_blank_line_and_is_counted() -> None:
    given = [Given("b c", 2), Given("d", 6), Given("e f", 7), Given("g h", 12)]
    source, found = joined(given)
    assert source == "b c\nde f\n\ng h"
    assert found.spans.starts.tolist() == [0, 4, 5, 10]
    assert "5 characters in 3 gaps ahead of them and between them are not known" in found.remarks[1]
    assert "1 character in 1 gap" in joined([Given("a", 0), Given("b", 2)])[1].remarks[1]


@given(texts, st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)), min_size=1, max_size=8))
def test_slices_of_a_text_lie_as_in_it_and_nothing_is_invented(text: str, pairs: list[tuple[int, int]]) -> None:
    given = [Given(text[at : at + size], at) for at, size in pairs]
    source, found = joined(given)
    solid = {row for row, one in enumerate(given) if one.text.strip()}
    known = {at for row in solid for at in range(pairs[row][0], pairs[row][0] + len(given[row].text))}
    assert visible(source) == visible("".join(text[at] for at in sorted(known)))
    assert [source[slice(*pair)] for pair in found.spans] == [given[row].text for row in found.rows.tolist()]
    assert len(source) <= (max(known) - min(known) + 1 if known else 0)


def test_a_few_without_a_start_stand_behind_the_one_before() -> None:
    given = windows(PROSE, 100, 100)
    given[4:4] = [Given("Nobody knows where.")]
    given[9] = Given(given[9].text, 3)
    source, found = joined(given)
    assert "2 chunks say no start, or one that does not agree" in " ".join(found.remarks)
    assert visible(source[:420]) == visible(PROSE[:400] + "Nobody knows where.")
    assert sorted(found.rows.tolist()) == list(range(len(given)))


@pytest.mark.parametrize(
    "given",
    [
        [Given("The pump runs", 0, 13), Given("all day long", 5, 17), Given("and stops.", 9, 19)],  # contradict
        [Given("The pump runs", 0), Given("all day long"), Given("and stops.")],  # too few
        [Given("The pump runs", 0, 4), Given("all day long", 4, 9), Given("and stops.", 9, 15)],  # seconds
        [Given("Größe ändern,", 0, 16), Given("für Öfen und", 17, 31), Given("Füße wärmen.", 32, 47)],  # bytes
    ],
    ids=["contradict", "too few", "seconds", "bytes"],
)
def test_starts_that_say_nothing_true_are_not_used_and_that_is_said(given: list[Given]) -> None:
    source, found = joined(given)
    assert source == "\n".join(one.text for one in given)
    assert JOINED in found.remarks[0]
    assert "none is used" in found.remarks[1]


def test_joining_grows_as_the_chunks_do() -> None:
    def work(count: int) -> None:
        text = "".join(f"line {row} of many, {row * 7919 % 1000}\n" for row in range(count))
        given = windows(text, 130, 100)
        joined(given)
        joined([Given(one.text) for one in given])

    assert_linear(work, 200_000)


# --- by their texts --------------------------------------------------------------------------------------------------
def slow_overlap(before: str, after: str) -> int:
    most = min(len(before), len(after)) - 1
    return next((n for n in range(most, LEAST_OVERLAP - 1, -1) if before.endswith(after[:n])), 0)


@given(st.text("ab", max_size=60), st.text("ab", max_size=60), st.integers(0, 40))
@example("a" * 30, "a" * 30, 0)
def test_the_longest_overlap(before: str, after: str, repeated: int) -> None:
    for other in (after, before[len(before) - repeated :] + after):
        assert overlap(before, other) == slow_overlap(before, other)


def test_the_longest_overlap_takes_no_time() -> None:
    many = 200_000
    assert overlap("a" * many + "b", "a" * many) == 0
    assert overlap("a" * many, "a" * (many // 2) + "b") == many // 2
    assert (
        overlap("ab" * many, "ab" * many + "c") == 2 * many - 1
        or overlap("ab" * many, "ab" * many + "c") == 2 * many - 2
    )


def test_windows_joined_are_the_text() -> None:
    text = PROSE
    given = [Given(one.text) for one in chunk(text, Settings(strategy="fixed", chunk_size=100, chunk_overlap=30))]
    source, found = joined(given)
    assert source == text
    assert [source[slice(*pair)] for pair in found.spans] == [one.text for one in given]
    assert f"{len(given) - 1} chunks begin with what the one before ends with" in found.remarks[1]


@given(st.lists(st.one_of(texts, st.text("ab", max_size=40)), max_size=8))
def test_joined_chunks_stand_in_their_source(chunks: list[str]) -> None:
    given = texts_of(*chunks)
    source, found = joined(given)
    assert [source[start:end] for start, end in found.spans] == [one for one in chunks if one.strip()]
    assert [one.why for one in found.mismatches] == [BLANK] * sum(not one.strip() for one in chunks)
    assert visible(source) == visible("".join(chunks)) or "laid over" in " ".join(found.remarks)


def test_chunks_without_whitespace_at_their_ends_are_on_lines_of_their_own() -> None:
    assert joined(texts_of("# One", "Two.", "Three."))[0] == "# One\nTwo.\nThree."
    assert joined(texts_of("One ", "two. Th", "ree."))[0] == "One two. Three.", (
        "whitespace was kept, so no seam has any"
    )
    shared = "and this is shared."
    assert joined(texts_of(f"One {shared}", f"{shared} Two."))[0] == f"One {shared} Two."
