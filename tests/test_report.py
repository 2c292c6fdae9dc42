"""The report: a worked example, real documents, and every number against counting."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example as tried
from hypothesis import given

from playground import Document, Report, Settings, analyse
from playground.judging.metrics import overhead_limit
from playground.measuring.tokens import estimate
from playground.strategies import STRATEGIES
from tests import oracles
from tests.oracles import Pair
from tests.texts import sizes, texts

ROOT = Path(__file__).parents[1]
RFC = ROOT.parent / "shared" / "data" / "rfc9562.txt"


def example_text() -> str:
    return (ROOT / "samples" / "chunking.txt").read_bytes().decode("utf-8")


def example(**values: Any) -> Report:
    return analyse(Document(example_text()), Settings(**values))


def pairs(report: Report) -> list[Pair]:
    return [(one.start, one.end) for one in report]


# --- the worked example --------------------------------------------------------------------------------------


def test_the_example_is_the_sample() -> None:
    document = Document(example_text())
    assert (len(document), len(document.paragraphs)) == (801, 4)
    assert len(document.sentences("pysbd").spans) == len(document.sentences("punctuation").spans) == 11
    assert estimate(len(document)) == 200


def test_the_example_by_default() -> None:
    report = example()
    assert pairs(report) == [(0, 288), (289, 516), (517, 801)]
    assert report.sizes.tolist() == [288, 227, 284]
    tokens = [estimate(len(text.strip())) for text in report.texts()]
    assert tokens == report.estimates.tolist() == [72, 57, 71]
    assert (oracles.average(tokens), report.average(report.estimates)) == (67, 67)
    assert (report.facts.sizes.average, report.facts.sizes.smallest, report.facts.sizes.largest) == (266, 227, 288)
    assert (report.facts.cuts, report.facts.cuts_inside, report.facts.over_limit) == (2, 0, 0)
    proof = report.proof
    assert (proof.chunks, proof.unequal, proof.missing, proof.twice) == (3, (), 0, 0)


def test_the_example_without_the_whitespace_between_sentences() -> None:
    from playground.judging.metrics import without_gaps

    report = example()
    found = without_gaps(report.spans, report.sentences).tolist()
    assert found == [284, 224, 280]
    assert [estimate(size) for size in found] == [71, 56, 70]
    assert oracles.average([estimate(size) for size in found]) == 66
    assert report.facts.average_in_sentences == oracles.average(found)


def test_the_example_in_fixed_windows() -> None:
    report = example(strategy="fixed", chunk_size=300, chunk_overlap=45)
    assert pairs(report) == [(0, 300), (255, 555), (510, 801)]
    assert (report.storage.stored, report.storage.covered, report.storage.outside) == (891, 801, 0)
    assert round(100 * report.storage.overhead) == 11
    assert round(100 * report.overhead_limit) == 18
    assert report.overhead_limit == overhead_limit(300, 45)
    assert (report.overlap.pairs, report.overlap.without, report.overlap.average) == (2, 0, 45)


# --- a real document -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rfc() -> Document:
    if not RFC.exists():
        pytest.skip("../shared is not here")
    return Document(re.sub(r"\n{3,}", "\n\n", RFC.read_bytes().decode("utf-8")))


def test_rfc_in_fixed_windows(rfc: Document) -> None:
    report = analyse(rfc, Settings(strategy="fixed", chunk_size=1000))
    assert (len(report), report.facts.sizes.average) == (115, 997)
    report = analyse(rfc, Settings(strategy="fixed", chunk_size=1000, chunk_overlap=200))
    assert (len(report), report.storage.stored) == (144, 143_229)


def test_rfc_in_packed_paragraphs(rfc: Document) -> None:
    report = analyse(rfc, Settings(strategy="paragraph", pack=True, chunk_size=1000))
    assert (len(report), int(report.over_limit.sum())) == (132, 9)
    assert {one.over_limit for one in report if one.over_limit} == {"over the limit: one paragraph"}


@pytest.mark.parametrize("name", sorted(set(STRATEGIES) - {"structure"}))  # that one: see test_strategies.py
def test_rfc_equals_the_oracles(rfc: Document, name: str) -> None:
    for size, overlap in [(300, 45), (1000, 200)]:
        settings = Settings(
            strategy=name, pack=True, chunk_size=size, chunk_overlap=overlap, sentence_rule="punctuation"
        )
        report = analyse(rfc, settings)
        units = {
            "fixed": [],
            "paragraph": oracles.paragraphs(rfc.text),
            "sentence": list(rfc.sentences("punctuation").spans),
            "recursive": oracles.recursive_units(rfc.text, list(rfc.sentences("punctuation").spans), size, "sentences"),
        }[name]
        opened = [unit for unit in rfc.sentences("punctuation").spans if unit[1] - unit[0] > size]
        noted = opened if name == "recursive" else []
        windows = oracles.windows(rfc.text, size, overlap)
        assert pairs(report) == (oracles.pack(rfc.text, units, size, overlap, opened=noted) if units else windows)


# --- every number --------------------------------------------------------------------------------------------


@given(texts, sizes())
@tried("```0`\n# \n00", (4, 0))
def test_every_number_is_counted(text: str, size: tuple[int, int]) -> None:
    document = Document(text)
    for name in STRATEGIES:
        settings = Settings(strategy=name, pack=True, chunk_size=size[0], chunk_overlap=size[1])
        report = analyse(document, settings)
        own = pairs(report)
        sentences = list(document.sentences().spans)
        counts = oracles.times_covered(own, len(text))
        covered = sum(count > 0 for count in counts)
        ahead = [len(one.context) for one in report]  # headings, where the strategy finds any
        assert report.sizes.tolist() == [end - start + more for (start, end), more in zip(own, ahead, strict=True)]
        assert (report.storage.stored, report.storage.covered) == (sum(counts), covered)
        assert report.storage.outside == len(text) - covered
        got = oracles.shared(own)
        assert report.shared.tolist() == [0, *got][: len(own)]
        assert (report.overlap.pairs, report.overlap.without) == (len(got), got.count(0))
        assert (report.overlap.average, report.overlap.largest) == (oracles.average(got), max(got, default=0))
        assert list(report.sentences) == sentences
        cuts = oracles.cuts_inside(own, sentences)
        assert report.inside.tolist() == [False, *cuts][: len(own)]
        assert report.ends_inside.tolist() == [any(low < end < high for low, high in sentences) for _, end in own]
        assert report.facts.cuts_inside == sum(cuts)
        assert report.facts.cuts == max(len(own) - 1, 0)
        assert report.facts.average_in_sentences == oracles.average(oracles.without_gaps(own, sentences))
        assert report.facts.sizes.average == oracles.average(report.sizes.tolist())
        proof = report.proof
        assert (proof.chunks, proof.unequal) == (len(own), ())
        assert (proof.missing, proof.twice) == oracles.missing_and_twice(text, own)
        assert list(report.texts()) == [text[start:end] for start, end in own]
        stripped = [len(one.strip()) + more for one, more in zip(report.texts(), ahead, strict=True)]
        assert report.estimates.tolist() == [max(1, int(length / 4 + 0.5)) for length in stripped]


def keeps_its_promise(document: Document, **values: Any) -> None:
    """With `overlap_for_half` characters half of the pairs share something: what the page says, and its button does."""
    asked = analyse(document, Settings(**values)).overlap_for_half
    if asked is not None:
        got = analyse(document, Settings(**{**values, "chunk_overlap": asked})).overlap
        assert 2 * (got.pairs - got.without) >= got.pairs, f"{got.without} of {got.pairs} share nothing at {asked}"


@given(texts, sizes())
def test_from_that_overlap_on_half_of_random_pairs_share_something(text: str, size: tuple[int, int]) -> None:
    for name in ("recursive", "sentence", "paragraph"):
        keeps_its_promise(Document(text), strategy=name, pack=True, chunk_size=size[0], chunk_overlap=size[1])
    assert analyse(Document(text), Settings(strategy="fixed")).overlap_for_half is None


@pytest.mark.parametrize("name", ["recursive", "sentence", "paragraph"])
@pytest.mark.parametrize("sample", sorted(path.name for path in (ROOT / "samples").iterdir()))
def test_from_that_overlap_on_half_of_the_pairs_share_something(sample: str, name: str) -> None:
    document = Document((ROOT / "samples" / sample).read_bytes().decode("utf-8"))
    for size in (120, 200, 300, 500, 1000):
        keeps_its_promise(document, strategy=name, pack=True, chunk_size=size)


@pytest.mark.parametrize("name", STRATEGIES)
def test_pages_hold_every_chunk_once(name: str) -> None:
    report = example(strategy=name, chunk_size=3)
    rows = [row for page in range(len(report.pages)) for row in report.rows_of(page)]
    assert rows == list(range(len(report)))
    assert all(row in report.rows_of(report.page_of(row)) for row in rows)
    assert all(1 <= len(report.rows_of(page)) <= 50 for page in range(len(report.pages)))
    empty = analyse(Document(""), Settings(strategy=name))
    assert (empty.pages, list(empty.rows_of(0))) == ([], [])


def test_an_overlap_that_is_offered_leaves_the_title_room() -> None:
    text = "One two. Three four five. Six seven eight. Nine. Ten eleven."
    for size in range(20, 40):
        settings = Settings(chunk_size=size, chunk_overlap=3, title="A long document")
        offered = analyse(Document(text), settings).overlap_for_half
        if offered is not None:
            analyse(Document(text), replace(settings, chunk_overlap=offered))  # raises where there is no room


def test_tokens_mean_the_same_whatever_sizes_count() -> None:
    """By the rule of four, the spaces at the ends of a chunk count in every unit."""
    document = Document("x" * 40 + " " * 60)
    for settings in (Settings(strategy="fixed", vocabulary="estimate"), Settings(strategy="fixed", unit="tokens")):
        report = analyse(document, replace(settings, vocabulary="estimate", chunk_size=100))
        assert report.tokens.tolist() == [25]
