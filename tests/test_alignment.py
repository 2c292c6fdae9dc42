"""Chunks back to their spans: by their text alone, on texts that repeat themselves, and what is said of the rest."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document, Report, Settings, chunk
from playground.spans import Spans
from playground.strategies import STRATEGIES
from playground.taking import alignment
from playground.taking.alignment import (
    BLANK,
    INSIDE,
    NOT_THERE,
    TOO_ALIKE,
    Alignment,
    align,
)
from playground.taking.own_chunks import Given
from playground.text.visible import Visible, visible
from tests.growth import assert_linear
from tests.oracles import missing_and_twice
from tests.texts import sizes, texts

ROOT = Path(__file__).resolve().parents[1]
PACKED = [name for name, row in STRATEGIES.items() if "pack" in row.options]


@cache
def repeating() -> dict[str, str]:
    found = {path.name: path.read_text("utf-8") for path in (ROOT / "samples").iterdir() if path.suffix != ".jsonl"}
    # A cut inside a long run of dashes could stand anywhere in it, so no answer would be wrong.
    found["specification.txt"] = re.sub("-{4,}", "--", found["specification.txt"])
    found["twice"] = found["handbook.md"] * 2
    found["ticks"] = "tick tick tock. " * 40
    found["Ticks"] = "Tick. Tick.\n\nTock. Tick. " * 40
    found["log"] = "\n".join("INFO ok" if row % 3 else f"WARN retry {row % 5}" for row in range(150))
    found["one letter"] = "a" * 700
    found["one sentence"] = "A. " * 300
    return found


ALIEN = "Four  five   nothing" + " x" * 60


def texts_of(*chunks: str) -> list[Given]:
    return [Given(one) for one in chunks]


def placed(source: str, *chunks: str) -> list[tuple[int, int]]:
    found = align(source, texts_of(*chunks))
    assert not found.mismatches
    return list(found.spans)


def spans_of(text: str, settings: Settings) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in chunk(text, settings)]


def check(source: str, given: list[Given], found: Alignment) -> None:
    """What holds of every alignment."""
    starts, ends = found.spans.starts, found.spans.ends
    assert (starts[1:] > starts[:-1]).all()
    assert (ends[1:] > ends[:-1]).all()
    assert len(found.rows) == len(found.spans)
    for row, (start, end) in zip(found.rows.tolist(), found.spans, strict=True):
        assert visible(source[start:end]) == visible(given[row].text)
    wrong = {one.number - 1 for one in found.mismatches}
    assert not wrong & set(found.rows.tolist())
    assert all(len(one.text) <= 60 and "\n" not in one.text for one in found.mismatches)


@pytest.mark.parametrize("name", list(STRATEGIES))
@pytest.mark.parametrize(("size", "shared"), [(60, 0), (40, 10), (100, 50), (300, 45)])
def test_the_chunks_of_every_strategy_come_back(name: str, size: int, shared: int) -> None:
    for label, text in repeating().items():
        for pack in (False, True) if name in PACKED else (False,):
            settings = Settings(
                strategy=name, chunk_size=size, chunk_overlap=shared, sentence_rule="punctuation", pack=pack
            )
            wanted = spans_of(text, settings)
            found = align(text, [Given(text[start:end]) for start, end in wanted])
            assert list(found.spans) == wanted, (label, pack)
            assert found.rows.tolist() == list(range(len(wanted)))
            assert (found.mismatches, found.remarks) == ((), ())


@given(texts, sizes(), st.sampled_from(list(STRATEGIES)), st.booleans())
def test_every_text_is_placed_whole(text: str, size: tuple[int, int], name: str, pack: bool) -> None:
    settings = Settings(
        strategy=name, chunk_size=size[0], chunk_overlap=size[1] // 2, sentence_rule="punctuation", pack=pack
    )
    given = [Given(one.text) for one in chunk(text, settings)]
    found = align(text, given)
    check(text, given, found)
    assert not found.mismatches
    assert [text[start:end] for start, end in found.spans] == [one.text for one in given]
    assert missing_and_twice(text, list(found.spans))[0] == 0


@given(texts, sizes(), st.sampled_from([" ", "\n", "", " \n\t"]))
def test_whitespace_makes_no_difference(text: str, size: tuple[int, int], space: str) -> None:
    wanted = chunk(text, Settings(chunk_size=size[0], sentence_rule="punctuation"))
    given = [Given(space.join(one.text.split())) for one in wanted]
    found = align(text, given)
    check(text, given, found)
    assert not found.mismatches


@pytest.mark.parametrize("space", [" ", "\n\n", ""])
@pytest.mark.parametrize("shared", [0, 45])
def test_chunks_with_other_whitespace_come_back(space: str, shared: int) -> None:
    for label, text in repeating().items():
        wanted = spans_of(text, Settings(chunk_overlap=shared))
        found = align(text, [Given(space.join(text[start:end].split())) for start, end in wanted])
        assert list(found.spans) == wanted, label


@pytest.mark.parametrize("step", [2, 3, 5])
@pytest.mark.parametrize("shared", [0, 45])
def test_chunks_may_be_missing(step: int, shared: int) -> None:
    for label in ("twice", "prose.txt", "japanese.txt", "specification.txt"):
        text = repeating()[label]
        wanted = spans_of(text, Settings(chunk_overlap=shared))
        left = [pair for row, pair in enumerate(wanted) if row % step]
        found = align(text, [Given(text[start:end]) for start, end in left])
        assert list(found.spans) == left, label
        assert not found.mismatches


@given(st.lists(st.sampled_from(["a", "b", "ab", "a b", " a", "ba\n", " ", "c", "abc"]), max_size=9), st.text("abc \n"))
@example(["a"] * 3, "a")
@example(["ab", "a", "b"], "ab")
def test_whatever_is_given_is_placed_or_listed(chunks: list[str], source: str) -> None:
    given = texts_of(*chunks)
    found = align(source, given)
    check(source, given, found)
    listed = {one.number - 1: one.why for one in found.mismatches}
    for row, one in enumerate(given):
        known = {BLANK} if not one.text.strip() else {NOT_THERE} if visible(one.text) not in visible(source) else None
        assert {listed.get(row, INSIDE)} == (known or {INSIDE})


def test_the_nearest_place_behind_is_taken() -> None:
    assert placed("tick tick tock tick", "tick", "tick", "tock", "tick") == [(0, 4), (5, 9), (10, 14), (15, 19)]
    assert placed("ab ab ab", "ab ab", "ab ab") == [(0, 5), (3, 8)]
    assert placed("a" * 10, *["a" * 4] * 4) == [(0, 4), (2, 6), (4, 8), (6, 10)]


def test_offsets_go_ahead_where_they_are_right() -> None:
    source = "tick tick tock tick"
    right = align(source, [Given("tick", 5), Given("tick", 15)])
    assert (list(right.spans), right.remarks) == ([(5, 9), (15, 19)], ())
    found = align(source, [Given("tick", 15), Given("tock", 3), Given("tick", 0)])
    assert (list(found.spans), found.rows.tolist()) == ([(0, 4), (10, 14), (15, 19)], [2, 1, 0])
    assert found.remarks == (
        "2 chunks stand ahead of the one before; all are shown in the order of the source.",
        "1 chunk does not stand where the file says and is looked for by the text.",
    )


def test_what_has_no_place_is_listed_with_why() -> None:
    source = "One two three. Four five six. Seven eight nine."
    found = align(
        source, texts_of("One two\nthree.", " \n", "Four  five   nothing" + " x" * 60, "Seven eight nine.", "eight")
    )
    assert list(found.spans) == [(0, 14), (30, 47)]
    assert found.rows.tolist() == [0, 3]
    assert [(one.number, one.why) for one in found.mismatches] == [(2, BLANK), (3, NOT_THERE), (5, INSIDE)]
    assert found.mismatches[1].text == " ".join(ALIEN.split())[:60]
    assert found.remarks[-1] == "1 chunk differs from the source in whitespace."


def test_chunks_out_of_order_and_twice() -> None:
    source = "One two three. Four five six. Seven eight nine."
    found = align(source, texts_of("Seven eight nine.", "One two three.", "Four five six.", "Four five six."))
    assert list(found.spans) == [(0, 14), (15, 29), (30, 47)]
    assert found.rows.tolist() == [1, 2, 0]
    assert not found.mismatches
    assert found.remarks == (
        "1 chunk stands ahead of the one before; all are shown in the order of the source.",
        "1 chunk has the same range as another and is shown once.",
    )
    assert len(align(source, []).spans) == len(align("", texts_of("a")).spans) == 0


def test_places_far_away_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    source = " ".join(f"word{row}" for row in range(20_000))
    given = texts_of("word19990 word19991", "word5 word6", "Word5", "word1999")
    found = align(source, given)
    check(source, given, found)
    assert [source[start:end] for start, end in found.spans] == ["word5 word6", "word1999", "word19990 word19991"]
    monkeypatch.setattr(alignment, "_MOST_TRIED", -1)
    assert {one.why for one in align(source, given).mismatches} == {TOO_ALIKE}


@given(
    st.text("ab \u3000水\U0001f600", max_size=60),
    st.text("ab水\U0001f600", min_size=1, max_size=12),
    st.integers(0, 60),
)
def test_everywhere_is_every_place(source: str, wanted: str, start: int) -> None:
    bare = visible(source)
    places = [place for place in range(len(bare)) if bare.startswith(wanted, place)]
    behind = [place for place in places if place >= start]
    assert list(Visible(source).everywhere(wanted, start)) == behind + [p for p in places if p < start][::-1]


@example("aaa", "a", (4, 4, 4), 1)  # behind the text
@given(
    st.text("ab \u3000水", max_size=60),
    st.text("ab水", min_size=1, max_size=4),
    st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)),
    st.integers(1, 3),
)
def test_around_are_the_nearest_places(source: str, wanted: str, edges: tuple[int, int, int], most: int) -> None:
    bare = visible(source)
    low, target, high = sorted(edges)
    places = [place for place in range(low, high + 1) if bare.startswith(wanted, place)]
    behind = [place for place in places if place >= target][:most]
    ahead = [place for place in places[::-1] if place < target][:most]
    assert list(Visible(source).around(wanted, low, target, high, most)) == behind + ahead


def test_time_grows_with_the_text_that_is_looked_back_in() -> None:
    assert_linear(lambda n: list(Visible("a" * 4 * n).around("ab" + "a" * n, 0, 2 * n, 2 * n, 4)), 200_000)


def test_everywhere_ends_where_it_has_compared_enough() -> None:
    """Each of these places begins as what is wanted does, and differs far behind."""
    source = Visible("a" * 30_000)
    wanted = "a" * 2_000 + "b" + "a" * 8_000
    assert list(source.everywhere(wanted, 0, 100_000)) == []
    assert 100_000 < source.tried < 101_000
    assert list(source.everywhere("a", 0, 100_000)) == []
    assert list(source.everywhere("a" * 30_000, 0)) == [0], "without a bound it goes on"


def test_everywhere_thins_out_many() -> None:
    bare = ("abcdefgh" + "x" * 9) * 200 + "abcdefghij"
    assert list(Visible(bare).everywhere("abcdefghij", 5)) == [len(bare) - 10]


def test_the_work_grows_as_the_chunks_do(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    original = Visible.range_of

    def counted(*arguments: Any) -> tuple[int, int, bool]:
        calls.append(1)
        return original(*arguments)

    monkeypatch.setattr(Visible, "range_of", counted)
    counts = []
    for times in (100, 200):
        calls.clear()
        text = "ab " * 40 * times
        placed(text, *(text[row * 120 : row * 120 + 130] for row in range(times)))
        counts.append(len(calls))
    assert counts[1] < 2.2 * counts[0]


# --- measured --------------------------------------------------------------------------------------------------------


@given(texts, st.data())
def test_a_report_takes_any_such_spans(text: str, data: st.DataObject) -> None:
    edges = st.integers(0, len(text))
    starts = sorted(data.draw(st.sets(edges, max_size=6)))
    ends = sorted(data.draw(st.sets(edges, min_size=len(starts), max_size=len(starts))))
    pairs = [pair for pair in zip(starts, ends, strict=True) if pair[0] < pair[1]]
    settings = Settings(strategy="fixed", sentence_rule="punctuation")
    report = Report(Document(text), settings, Spans.of(pairs))
    assert [(one.start, one.end) for one in report] == pairs
    assert report.proof.missing == missing_and_twice(text, pairs)[0]
    assert report.proof.unequal == ()
    assert all(report.row_for(*pair) == row for row, pair in enumerate(pairs))
    assert report.facts.cuts == max(len(pairs) - 1, 0)
    assert len(report.tokens) == len(report.sizes) == len(pairs)
    assert report.damage.cuts == report.facts.cuts
