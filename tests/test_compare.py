"""Comparisons: measures against plain arithmetic, equal terms, baselines, the grid and the best."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse, sizing
from playground.asking.questions import Question
from playground.asking.reading import Reader, Reading
from playground.asking.verdicts import judge
from playground.judging import compare
from playground.judging.compare import MEASURES, OF_QUESTIONS, WHOLE, WINDOW, Terms
from playground.measuring.tokens import encode_count
from playground.strategies import STRATEGIES
from tests import oracles
from tests.texts import sizes, texts

TERMS = Terms(room=20, top_k=3)
PROSE = "The pump runs all day. It stops at night. This saves power.\n\nA second paragraph. It is short. " * 5


def measured(document: Document, settings: Iterable[Settings]) -> list[compare.Row]:
    return [compare.measure(analyse(document, one), TERMS) for one in settings]


def test_measures_of_questions_are_means_over_them() -> None:
    report = analyse(Document(PROSE), Settings(strategy="fixed", chunk_size=40))
    asked = [Question("pump", ((0, 22),)), Question("zebra", ((0, 22),))]
    reader = Reader(report, Reading())
    found = [judge(one, reader.reads, reader.retrieve(one.text, 20), PROSE) for one in asked]
    each = compare.of_questions(found, sizing.length_of(report.document, "words", "estimate"))
    row = compare.measure(report, TERMS, asked=each)
    words = sum(len(PROSE[start:end].split()) for start, end in found[0].reads)
    assert each["whole"].tolist() == [1, 0]
    assert each["words"].tolist() == [words, 0]
    assert (row.values["whole"], row.values["recall"], row.values["words"]) == (0.5, 0.5, words / 2)
    assert set(each) == set(OF_QUESTIONS)


@given(texts, sizes(), st.sampled_from(list(STRATEGIES)))
def test_measures_are_what_plain_loops_find(text: str, size: tuple[int, int], name: str) -> None:
    settings = Settings(
        strategy=name, pack=True, chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation"
    )
    report = analyse(Document(text), settings)
    values = compare.measure(report, TERMS).values
    assert set(values) == set(MEASURES) - set(OF_QUESTIONS), "there are no questions"
    counts = [encode_count(one.embedded) for one in report]
    lengths = [one.size for one in report]
    assert values["chunks"] == len(counts)
    assert values["tokens"] == sum(counts)
    assert values["unread"] == sum(max(number - 20, 0) for number in counts)
    assert values["k"] == min(3, len(counts))
    assert values["sent"] == pytest.approx(sum(counts) * min(3, len(counts)) / max(len(counts), 1), abs=0.5)
    squares = sum(length**2 for length in lengths)
    assert values["evenness"] == pytest.approx(sum(lengths) ** 2 / (len(lengths) * squares) if squares else 1.0)
    cuts = oracles.cuts_inside([(one.start, one.end) for one in report], oracles.paragraphs(text))
    begins = {at for places in Document(text).outline().cuts for at in places.tolist()}
    inside = [cut for cut, (start, _) in zip(cuts, list(report.spans)[1:], strict=True) if cut and start not in begins]
    assert values["paragraphs"] == len(inside) == report.damage.count("paragraphs"), "what Damage says"


@pytest.mark.parametrize(("budget", "k"), [(0, 3), (100, 10), (9, 1), (5, 1), (10_000, 12)])
def test_equal_terms_hold_the_tokens_of_a_question(budget: int, k: int) -> None:
    assert Terms(room=100, top_k=3, budget=budget).chunks(10.0, 12) == k


def test_every_strategy_and_the_baselines() -> None:
    document, settings = Document(PROSE), Settings(chunk_size=80, chunk_overlap=20, sentence_rule="punctuation")
    rows = [
        *measured(document, compare.every_strategy(document, settings)),
        *compare.baselines(document, settings, TERMS),
    ]
    assert [row.baseline for row in rows] == [""] * len(STRATEGIES) + [WHOLE, WINDOW]
    whole, window = rows[-2], rows[-1]
    assert (whole.values["chunks"], whole.values["stored"]) == (1, len(PROSE))
    assert (window.values["chunks"], window.values["stored"]) == (1, 80)
    assert whole.values["tokens"] == encode_count(PROSE)


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
def test_the_whole_text_is_one_chunk_in_every_unit(unit: str) -> None:
    settings = Settings(unit=unit, chunk_size=5, title="A title" if unit == "tokens" else "")  # type: ignore[arg-type]
    rows = compare.baselines(Document(PROSE), settings, TERMS)
    assert [row.values["chunks"] for row in rows] == [1] * len(rows)


def test_nothing_to_compare_is_no_error() -> None:
    rows = compare.baselines(Document(""), Settings(), TERMS)
    assert [row.values["chunks"] for row in rows] == [0, 0]
    assert compare.best(rows) == {}


def test_the_best_is_of_what_was_chosen_and_only_where_it_differs() -> None:
    document = Document(PROSE)
    rows = measured(document, compare.every_strategy(Document(PROSE), Settings(chunk_size=80)))
    rows += compare.baselines(document, Settings(chunk_size=80), TERMS)
    best = compare.best(rows)
    assert best["sentences"] == 0
    assert best["stored"] == min(row.values["stored"] for row in rows if not row.baseline)
    assert "overhead" not in best
    assert not {"chunks", "average"} & set(best)


def test_the_grid_has_every_cell_once() -> None:
    found = compare.grid(Settings(), [100, 200], [0, 10, 25], ["fixed", "recursive"])
    assert len(found) == 12
    assert found[1] == Settings(strategy="fixed", chunk_size=100, chunk_overlap=10)
    assert all(one.pack for one in compare.grid(Settings(), [100], [0], ["sentence", "paragraph"]))
    assert len(compare.grid(Settings(), [1], [0, 10, 25], ["fixed"])) == 1


def test_a_title_says_the_unit_once() -> None:
    assert MEASURES["average"].title("words") == "Average, words"
    assert MEASURES["tokens"].title("words") == "Tokens stored"
    assert MEASURES["evenness"].title("words") == "Evenness"
