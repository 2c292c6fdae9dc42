"""Chunks that came with a text: taken as they are, measured as all others are, and refused where there are none."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from playground import Document, InputError, Settings, analyse
from playground.judging.compare import Terms, every_strategy, measure
from playground.judging.findings import find
from playground.judging.looks import of
from playground.spans import Spans
from playground.strategies import STRATEGIES, YOURS
from tests.texts import spans, texts

HANDBOOK = Path(__file__).parents[1] / "samples" / "handbook.md"
YOURS_SETTINGS = Settings(strategy="yours", chunk_size=3, sentence_rule="punctuation")


def test_given_chunks_are_taken_as_they_are() -> None:
    document = Document("The pump runs. It stops. Nobody knows why.", Spans([0, 10, 25], [20, 24, 42]))
    report = analyse(document, YOURS_SETTINGS)
    assert list(report.spans) == [(0, 20), (10, 24), (25, 42)]
    assert [one.over_limit for one in report] == ["", "", ""], "no size was asked for"
    assert report.facts.cuts_inside == 1
    assert not report.uses_size


def test_without_chunks_of_ones_own_there_is_one_sentence() -> None:
    with pytest.raises(InputError, match="no chunks of your own"):
        analyse(Document("The pump runs."), YOURS_SETTINGS)
    with pytest.raises(InputError, match="no chunks of your own"):
        analyse(Document(""), YOURS_SETTINGS)


def test_texts_with_other_chunks_have_other_keys_and_one_digest() -> None:
    plain, one, two = (Document("abc", given) for given in (None, Spans([0], [2]), Spans([0], [3])))
    assert plain.digest == one.digest == two.digest == plain.key
    assert len({plain.key, one.key, two.key}) == 3
    assert Document("abc", Spans([0], [2])).key == one.key


def test_they_are_compared_only_where_they_are() -> None:
    settings = Settings()
    assert YOURS.name not in STRATEGIES
    assert [one.strategy for one in every_strategy(Document("a"), settings)] == list(STRATEGIES)
    assert [one.strategy for one in every_strategy(Document("a", Spans([0], [1])), settings)][-1] == YOURS.name


def test_what_chunks_bring_stands_ahead_of_them_and_is_known_where_it_stands_in_the_text() -> None:
    text = "# One\n\ntext of one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    row = text.index("| 3")
    given = Spans([7, row], [18, len(text)])
    report = analyse(Document(text, given, ["One\n", "Typed\nOne\n| a | b |\n"]), YOURS_SETTINGS)
    assert [one.embedded for one in report] == ["One\ntext of one", "Typed\nOne\n| a | b |\n| 3 | 4 |\n"]
    assert report.sizes.tolist() == [len(one.embedded) for one in report]
    header = (text.index("| a"), text.index("| a") + len("| a | b |"))
    assert [one.context_spans for one in report] == [((2, 5),), ((2, 5), header)]
    titled = analyse(report.document, replace(YOURS_SETTINGS, title="T"))
    assert [one.context for one in titled] == ["T\nOne\n", "T\nTyped\nOne\n| a | b |\n"]
    bare = analyse(report.document, replace(YOURS_SETTINGS, context=False))
    assert [one.context for one in bare] == ["", ""]
    assert report.document.key != Document(text, given, ["One\n", ""]).key


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
@pytest.mark.parametrize("title", ["", "A title"])
def test_chunks_of_every_strategy_brought_back_are_embedded_as_they_were(unit: str, title: str) -> None:
    text = HANDBOOK.read_text(encoding="utf-8")
    for name in STRATEGIES:
        made = analyse(
            Document(text), Settings(strategy=name, chunk_size=60, chunk_overlap=10, unit=unit, title=title)  # type: ignore[arg-type]
        )  # fmt: skip
        ahead = [one.context for one in made]
        back = analyse(Document(text, made.spans, ahead if any(ahead) else []), Settings(strategy="yours", unit=unit))  # type: ignore[arg-type]
        assert [(one.embedded, one.size, one.context_spans) for one in back] == [
            (one.embedded, one.size, one.context_spans) for one in made
        ]


def test_as_many_must_stand_ahead_as_there_are_chunks() -> None:
    with pytest.raises(InputError, match="2 texts to stand ahead of 1 chunks"):
        Document("abc", Spans([0], [2]), ["a", "b"])


@given(spans(overlapping=True), texts)
def test_any_given_chunks_can_be_measured_and_looked_through(given: list[tuple[int, int]], words: str) -> None:
    text = (words + "x" * 60)[:60]
    document = Document(text, Spans.of([pair for pair in given if pair[1] <= 60] or [(0, 60)]))
    report = analyse(document, YOURS_SETTINGS)
    assert list(report.spans) == list(document.given or [])
    row = measure(report, Terms(room=20, top_k=3))
    assert row.values["over"] == 0
    assert all(finding.fact for finding in find(report, of(document)))
    assert report.damage.cuts == max(len(report) - 1, 0)
