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


@given(st.one_of(texts, st.text(st.characters(codec="ascii"))))
def test_a_quick_way_for_plain_writing_finds_the_same_words(text: str) -> None:
    assert words(f"{text} 水") == [*words(text), "水"]
    assert words(f"{text} é") == [*words(text), "é"]


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
    assert words("The Café's NAÏVE 3.5 pumps") == ["café", "naïve", "3.5", "pumps"]
    assert words("データベース") == ["デー", "ータ", "タベ", "ベー", "ース"]
    assert words("Who won the war at MIT?") == ["won", "war", "mit"]
    assert words("Cafe\u0301") == words("café")
    assert words("滤网放在楼顶 泵") == ["滤网", "网放", "放在", "在楼", "楼顶", "泵"]
    assert not STOPWORDS & set(words(" ".join(STOPWORDS)))


def test_a_fragment_behind_an_apostrophe_is_no_word() -> None:
    for mark in "'’＇":
        assert words(f"What{mark}s the pump{mark}s weight, don{mark}t") == ["pump", "weight"]
        assert words(f"l{mark}eau d{mark}un O{mark}Brien won{mark}t the 1990{mark}s I{mark}ll") == [
            "eau", "un", "o'brien", "won't", "1990",
        ]  # fmt: skip
    assert words("the dogs' 'quoted' rock 'n' roll") == ["dogs", "quoted", "rock", "n", "roll"]
    assert len(Index(["The pump's seal.", "It isn't there."]).ranked("What's that? Don't!")[0]) == 0


def test_a_number_with_separators_inside_is_one_word() -> None:
    assert words("2.000 4,5 3.14, 1'000 and 7. 2024-05-01") == [
        "2.000", "4,5", "3.14", "1'000", "7", "2024", "05", "01",
    ]  # fmt: skip
    assert words("at end.Next a,b v2.5") == ["end", "next", "b", "v2.5"]
    assert Index(["about 2 or 000", "exactly 2.000 of them"]).ranked("2.000")[0].tolist() == [1]


ENGLISH = st.text("ab 19.,'’-", max_size=20)


@given(ENGLISH)
def test_words_are_those_of_a_plain_loop_over_characters(text: str) -> None:
    """A separator belongs to a word if digits stand on both sides, an apostrophe if letters or digits do."""
    inside = ""
    for before, one, after in zip(" " + text, text, text[1:] + " ", strict=False):
        of_number = one in ".,'’" and before.isdigit() and after.isdigit()
        kept = one.isalnum() or of_number or (one in "'’" and before.isalnum() and after.isalnum())
        inside += ("'" if one == "’" else one) if kept else " "
    assert words(text) == [word for word in inside.split() if word not in STOPWORDS]


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
