"""Document: levels that nest, found once, the same whatever was asked before."""

import hashlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document
from playground.spans import Spans
from playground.text import boundaries, counted_words, sentences
from playground.text.sentences import Rule
from tests import oracles
from tests.texts import texts

RULES: tuple[Rule, Rule] = ("pysbd", "punctuation")


@given(texts)
def test_levels_nest(text: str) -> None:
    document = Document(text)
    words = oracles.counted_words(text)
    paragraphs = document.paragraphs
    assert list(paragraphs) == oracles.paragraphs(text)
    for rule in RULES:
        found = document.sentences(rule).spans
        assert all(any(low <= start and end <= high for low, high in paragraphs) for start, end in found)
        assert set(paragraphs.starts.tolist()) <= set(found.starts.tolist())
        assert set(paragraphs.ends.tolist()) <= set(found.ends.tolist())
        for start, end in found:
            unit = Spans([start], [end])
            assert list(document.lines_inside(unit)) == oracles.lines_of(text, start, end)
            inside = [(max(low, start), min(high, end)) for low, high in words if low < end and high > start]
            assert list(document.words_inside(unit)) == inside
    found = document.words_inside(paragraphs)
    assert list(document.characters_inside(found)) == [
        one for pair in found for one in oracles.clusters_of(text, *pair)
    ]


@given(texts, st.data())
@example("A a. A a.\n\n```\n\none. two\nthree. four\n\n```\n\nend.", None)
@example("x = 1. A\ny = 2. B\n\n}\n\nLast.", None)
def test_sentences_of_some_paragraphs_are_those_of_all(text: str, data: st.DataObject | None) -> None:
    paragraphs = Document(text).paragraphs
    for rule in RULES:
        every = list(Document(text).sentences(rule).spans)
        rows = range(len(paragraphs))
        some = (
            [(0, 2), tuple(rows)]
            if data is None
            else [data.draw(st.sets(st.sampled_from(rows)) if rows else st.just(set()))]
        )
        for chosen in some:
            pairs = [pair for row, pair in enumerate(paragraphs) if row in chosen]
            inside = [one for one in every if any(low <= one[0] and one[1] <= high for low, high in pairs)]
            fresh, known = Document(text), Document(text)
            known.sentences(rule)
            assert list(known.sentences_inside(Spans.of(pairs), rule, "en")) == inside
            assert list(fresh.sentences_inside(Spans.of(pairs), rule, "en")) == inside
            assert list(fresh.sentences_inside(Spans.of(pairs), rule, "en")) == inside


@given(texts, st.integers(0, 60), st.integers(0, 60))
def test_first_word(text: str, first: int, second: int) -> None:
    start, end = sorted((min(first, len(text)), min(second, len(text))))
    begun = [low for low, _ in oracles.counted_words(text) if start <= low < end]
    assert Document(text).first_word(start, end) == (begun[0] if begun else None)


@given(texts)
def test_the_digest_is_of_the_text(text: str) -> None:
    assert Document(text).digest == hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    assert len(Document(text)) == len(text)
    assert Document(text).text == text


def test_each_level_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    for module, name in [
        (boundaries, "paragraphs"),
        (boundaries, "lines"),
        (counted_words, "find"),
        (sentences, "find"),
    ]:
        real = getattr(module, name)

        def counted(*arguments: object, _real: object = real, _name: str = name) -> object:
            calls.append(_name)
            return _real(*arguments)  # type: ignore[operator]

        monkeypatch.setattr(module, name, counted)
    document = Document("One two. Three\nfour.\n\nFive.")
    for _ in range(3):
        document.sentences("pysbd", "en")
        document.sentences("punctuation", "en")
        document.sentences("punctuation", "en")
        document.sentences_inside(document.paragraphs, "pysbd", "en")
        document.lines_inside(document.paragraphs)
        document.words_inside(document.paragraphs)
    assert sorted(calls) == ["find", "find", "find", "lines", "paragraphs"]


def test_has_sentences() -> None:
    document = Document("One. Two.")
    assert document.has_sentences("punctuation", "en")
    assert not document.has_sentences("pysbd", "en")
    document.sentences("pysbd", "en")
    assert document.has_sentences("pysbd", "en")
    assert not document.has_sentences("pysbd", "de")
