"""BM25 against a second implementation written from the formula, and the texts that break others."""

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Settings, chunk
from playground.asking.retrieval import STOPWORDS, Index, shared, words
from tests.texts import texts


def plain_scores(documents: list[str], question: str, k1: float, b: float) -> list[float]:
    """The sum of the formula, word by word."""
    own = [words(text) for text in documents]
    average = sum(map(len, own)) / len(own) if own else 0.0
    scores = []
    for document in own:
        counts, score = Counter(document), 0.0
        for word in words(question):
            holding = sum(word in other for other in own)
            if counts[word]:
                idf = log(1 + (len(own) - holding + 0.5) / (holding + 0.5))
                score += idf * counts[word] / (counts[word] + k1 * (1 - b + b * len(document) / average))
        scores.append(score)
    return scores


@given(st.lists(texts, max_size=6), texts, st.floats(0.1, 3), st.floats(0, 1))
def test_scores_are_those_of_the_formula_to_nine_decimals(
    documents: list[str], question: str, k1: float, b: float
) -> None:
    found = Index(documents, k1, b).scores(question)
    assert found.dtype == np.float64
    assert found.tolist() == pytest.approx(plain_scores(documents, question, k1, b), abs=1e-9)


@given(st.lists(texts, max_size=6), texts)
def test_what_shares_no_word_is_never_retrieved(documents: list[str], question: str) -> None:
    index = Index(documents)
    rows, scores = index.ranked(question)
    assert all(shared(question, documents[row]) for row in rows.tolist())
    assert (scores > 0).all()
    assert not np.isnan(scores).any()
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)
    others = set(range(len(documents))) - set(rows.tolist())
    assert not any(shared(question, documents[row]) for row in others)


def test_words_by_unicode_and_bigrams_without_spaces() -> None:
    assert words("The Café's NAÏVE 3.5 pumps") == ["café", "s", "naïve", "3", "5", "pumps"]
    assert words("データベース") == ["デー", "ータ", "タベ", "ベー", "ース"]
    assert words("Who won the war at MIT?") == ["won", "war", "mit"]
    assert words("Cafe\u0301") == words("café")
    assert words("滤网放在楼顶 泵") == ["滤网", "网放", "放在", "在楼", "楼顶", "泵"]
    assert not STOPWORDS & set(words(" ".join(STOPWORDS)))


def test_of_equals_the_first_comes_first() -> None:
    rows, _ = Index(["pump", "valve", "pump"]).ranked("pump")
    assert rows.tolist() == [0, 2]


@pytest.mark.parametrize("documents", [[], ["", "  "], ["...", "!!!", "— — —", "???"], ["the and of"]])
@pytest.mark.parametrize("question", ["pump", "", "the", "?"])
def test_bm_01_no_tokens_at_all(documents: list[str], question: str) -> None:
    rows, scores = Index(documents).ranked(question)
    assert (len(rows), len(scores)) == (0, 0)


def test_shared_words_are_counted_in_the_order_of_the_question() -> None:
    assert shared("The fuel of a stove: which fuel?", "Stove on. The STOVE burns fuel.") == {"fuel": 1, "stove": 2}
    assert shared("zebra", "pump") == {}


def test_bm_05_no_shared_word_and_cjk() -> None:
    text = "水泵站在河边。\n\n阀门在仓库里。\n\n软管在卡车上。\n\n滤网放在楼顶。\n\nCafé naïve opens."
    chunks = chunk(text, Settings(strategy="paragraph", chunk_size=20))
    index = Index([one.embedded for one in chunks])
    assert index.ranked("滤网")[0].tolist() == [3]
    assert index.ranked("café")[0].tolist() == [4]
    assert len(index.ranked("zebra")[0]) == 0
