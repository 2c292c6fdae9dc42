"""Token counts: the index against encoding every slice, overlong stretches, and the estimate."""

import tracemalloc
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.measuring import tokens
from playground.measuring.token_boundaries import safe_boundaries
from playground.measuring.tokens import EVERY, TokenIndex, encode_count, estimate, estimates, token_starts
from playground.measuring.vocabulary import encoding
from playground.spans import Offsets
from tests.growth import assert_linear
from tests.token_texts import cleaned, texts, whole

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
REAL_FILES = sorted(
    path
    for folder in ("docs", "edge")
    for path in (SHARED / folder).glob("*")
    if path.suffix in {".md", ".txt", ".py", ".js", ".csv", ".html", ".rst", ".srt"}
)

fractions = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8)


def slices_of(text: str, parts: list[tuple[float, float]]) -> tuple[list[int], list[int]]:
    """Starts and ends of slices given as fractions of a text."""
    ordered = [sorted(round(part * len(text)) for part in pair) for pair in parts]
    return [low for low, _ in ordered], [high for _, high in ordered]


def assert_exact(text: str, starts: list[int], ends: list[int]) -> None:
    counts = TokenIndex.build(text).count(text, starts, ends)
    assert counts.dtype == np.int64
    assert counts.tolist() == [whole(text[start:end]) for start, end in zip(starts, ends, strict=True)]


# --- estimate -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("characters", "expected"),
    [(0, 1), (1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (1000, 250), (10**15 + 2, 25 * 10**13 + 1)],
)
def test_estimate_rounds_half_up(characters: int, expected: int) -> None:
    assert estimate(characters) == expected


@given(st.lists(st.integers(0, 2**31 - 1), max_size=20))
def test_estimates_is_estimate_of_each(characters: list[int]) -> None:
    got = estimates(np.array(characters, dtype=np.int32))
    assert got.dtype == np.int64
    assert got.tolist() == [estimate(number) for number in characters]


# --- exactness ----------------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(texts, fractions)
def test_count_equals_encoding_each_slice(text: str, parts: list[tuple[float, float]]) -> None:
    assert_exact(text, *slices_of(text, parts))


@settings(max_examples=300, deadline=None)
@given(texts)
def test_starts_are_the_offsets_of_tiktoken(text: str) -> None:
    clean = cleaned(text)
    numbers = encoding().encode_ordinary(clean)
    assert (clean, token_starts(text).tolist()) == encoding().decode_with_offsets(numbers)


@given(texts)
def test_the_index_keeps_the_total_and_some_of_the_starts(text: str) -> None:
    index, starts = TokenIndex.build(text), token_starts(text).tolist()
    assert index.total == len(starts)
    assert index.starts.tolist() == starts[::EVERY]
    assert index.numbers.tolist() == [sum(start < place for start in starts) for place in index.boundaries.tolist()]


@pytest.mark.skipif(not REAL_FILES, reason="no real documents beside the checkout")
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_count_on_real_files(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    random = np.random.default_rng(7)
    starts = random.integers(0, len(text) + 1, 400)
    lengths = np.where(random.random(400) < 0.5, random.integers(0, 60, 400), random.integers(0, 3000, 400))
    assert_exact(text, starts.tolist(), np.minimum(starts + lengths, len(text)).tolist())


def test_empty_text() -> None:
    index = TokenIndex.build("")
    assert index.total == 0
    assert index.count("", [0, 0], [0, 0]).tolist() == [0, 0]
    assert index.count("", [], []).shape == (0,)
    assert encode_count("") == 0


def test_whole_text_and_overlapping_slices() -> None:
    text = "The cat's hat.\n\n1234 mice — they'll squeak! " * 400
    starts = list(range(0, len(text), 700))
    assert_exact(text, [0, *starts], [len(text), *(min(start + 1000, len(text)) for start in starts)])


def test_a_surrogate_pair_counts_as_two_replacement_characters() -> None:
    text = "ab \ud83d\ude00 cd"
    index = TokenIndex.build(text)
    assert index.total == encode_count(text) == whole("ab \ufffd\ufffd cd")
    assert token_starts(text).max() < len(text)
    assert_exact(text, [0, 4, 3], [4, 8, 5])


def test_tok_01_special_token_text() -> None:
    """Text that spells a special token is ordinary text: several tokens, no error."""
    text = "before <|endoftext|> and <|fim_prefix|><|endofprompt|> after"
    assert encode_count("<|endoftext|>") > 1
    assert TokenIndex.build(text).total == whole(text)
    assert_exact(text, [0, 7, 9, 25], [len(text), 20, 15, 54])


# --- overlong stretches -------------------------------------------------------------------------------------


def by_definition(text: str, limit: int) -> int:
    """`encode_count` spelled out: cut at every safe boundary, and every `limit` characters in between."""
    edges = [0, *safe_boundaries(text).tolist(), len(text)]
    stretches = [text[start:end] for start, end in pairwise(edges)]
    return sum(whole(part[cut : cut + limit]) for part in stretches for cut in range(0, len(part), limit))


@settings(max_examples=400, deadline=None)
@given(texts, fractions)
def test_stretches_are_cut_alike_everywhere(text: str, parts: list[tuple[float, float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "RUN_LIMIT", 5)
        patch.setattr(tokens, "_NEAR", 4)
        patch.setattr(tokens, "_BLOCK", 10)
        starts, ends = slices_of(text, parts)
        index = TokenIndex.build(text)
        expected = [by_definition(text[start:end], 5) for start, end in zip(starts, ends, strict=True)]
        assert [encode_count(text[start:end]) for start, end in zip(starts, ends, strict=True)] == expected
        assert index.count(text, starts, ends).tolist() == expected
        assert index.total == by_definition(text, 5)


@settings(max_examples=200, deadline=None)
@given(texts)
def test_blocks_change_no_count(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "RUN_LIMIT", 1000)  # no stretch is cut ...
        patch.setattr(tokens, "_NEAR", 3)
        patch.setattr(tokens, "_BLOCK", 7)  # ... unless a block holds no safe boundary
        if max(np.diff([0, *safe_boundaries(text), len(text)])) <= 7:
            assert TokenIndex.build(text).total == whole(text)


RUNS = [*" \t\xa0\na7.字😀\u0301", "\r\n", " \n", "ab"]


def counted(run: str, length: int) -> tuple[str, TokenIndex, Offsets, Offsets, Offsets]:
    """A text of one run, its index, and many ranges of it with their counts."""
    text = "Before. " + (run * length)[:length] + "a."
    index = TokenIndex.build(text)
    starts = np.arange(0, len(text), 1000)
    ends = np.minimum(starts + 1200, len(text))
    return text, index, starts, ends, index.count(text, starts, ends)


@pytest.mark.parametrize("run", RUNS)
def test_time_grows_with_a_run(run: str) -> None:
    assert_linear(lambda length: counted(run, length), 1_000_000)


@pytest.mark.parametrize("run", RUNS)
def test_a_million_characters_of_one_kind(run: str) -> None:
    """No panic, and the same count everywhere."""
    text, index, starts, ends, counts = counted(run, 1_000_000)
    assert index.total == encode_count(text) == index.count(text, [0], [len(text)])[0]
    assert counts[:3].tolist() == [whole(text[s:e]) for s, e in zip(starts[:3], ends[:3], strict=True)]


def test_slices_of_overlong_stretches() -> None:
    text = "word " + " " * 250_000 + "word, word " + "x" * 150_000 + "."
    slices = [(0, len(text)), (2, 250_010), (5, 250_005), (100, 250_300), (4, 100_004), (250_006, 400_017)]
    starts, ends = [start for start, _ in slices], [end for _, end in slices]
    expected = [encode_count(text[start:end]) for start, end in slices]
    assert TokenIndex.build(text).count(text, starts, ends).tolist() == expected
    assert expected[4] == whole(text[4:100_004])  # at the limit, not over it


# --- the index as an object ---------------------------------------------------------------------------------


def test_progress_is_told_block_by_block_and_may_stop() -> None:
    text = "Some words, then more. " * 40_000
    told: list[tuple[int, int]] = []
    TokenIndex.build(text, lambda done, total: told.append((done, total)))
    assert len(told) > 3
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (len(text), len(text))
    assert {total for _, total in told} == {len(text)}

    class StoppedError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        TokenIndex.build(text, stop)


def test_memory_is_small() -> None:
    text = "Some words, then more of them. " * 10_000
    TokenIndex.build(text)
    tracemalloc.start()
    index = TokenIndex.build(text)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.starts.nbytes + index.boundaries.nbytes + index.numbers.nbytes == pytest.approx(held, rel=0.15)
    assert held < 0.5 * len(text)
    assert peak < held + 64 * tokens._NEAR  # what one block needs, however long the text


OUTSIDE = [([-1], [2]), ([3], [2]), ([0], [6]), ([0, 1], [2]), ([[0]], [[1]])]


@pytest.mark.parametrize(("starts", "ends"), OUTSIDE)
def test_slices_outside_the_text_are_refused(starts: list[Any], ends: list[Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        TokenIndex.build("12345").count("12345", starts, ends)


def test_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="5 characters, not of 4"):
        TokenIndex.build("12345").count("1234", [0], [1])
