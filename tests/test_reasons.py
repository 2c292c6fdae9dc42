"""Why an answer was not read, in words: each reason on a text in which it is the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse
from playground.asking.questions import Question
from playground.asking.reading import MATCH, READ, Reader, Reading
from playground.asking.reasons import why
from playground.asking.verdicts import HIT, MISS, PARTIAL, judge
from playground.halves import whole
from tests.texts import sizes, texts

PUMPS = "Pump on. Pump the pump.\n\nThe pump is oiled in spring.\n\nA valve is red.\n\nNothing else is said of it."


def told(text: str, settings: Settings, asked: str, answer: str, **reading: object) -> tuple[str, bool, str]:
    """The outcome, whether it is split, and why."""
    report = analyse(Document(text), settings)
    reader = Reader(report, Reading(**reading))  # type: ignore[arg-type]
    question = Question(asked, ((text.index(answer), text.index(answer) + len(answer)),))
    found = judge(question, reader.reads, reader.retrieve(asked, 1), text)
    words = why(report, reader, found, lambda start, end: f"<{text[start:end]}>")
    return found.outcome, found.split is not None, words


PARAGRAPHS = Settings(strategy="paragraph")
SENTENCES = Settings(strategy="sentence", sentence_rule="punctuation")


def test_what_came_back_is_named_with_its_rank() -> None:
    assert told(PUMPS, PARAGRAPHS, "spring?", "oiled") == (
        HIT, False, "<The pump is oiled in spring.>, at rank 1, holds the answer whole.",
    )  # fmt: skip


def test_what_outranks_an_answer_is_named_with_its_words_and_so_is_the_chunk_of_the_answer() -> None:
    assert told(PUMPS, PARAGRAPHS, "Which pump is red?", "oiled") == (
        MISS, False, "outranked by chunk 3 (red ×1). Chunk 2, which holds the answer, has pump ×1.",
    )  # fmt: skip
    assert told(PUMPS, PARAGRAPHS, "Which pump?", "oiled")[2].startswith("outranked by chunk 1 (pump ×3). Chunk 2, ")
    assert told(PUMPS, PARAGRAPHS, "Which pump is red?", "oiled", match="sentence")[2] == (
        "outranked by a sentence of chunk 3 (red ×1). A sentence of chunk 2, which holds the answer, has pump ×1."
    )


def test_what_shares_no_word_is_told_apart_from_what_is_outranked() -> None:
    assert (
        told(PUMPS, PARAGRAPHS, "Which pump?", "said")[2] == "what holds the answer shares no word with the question."
    )
    assert told(PUMPS, PARAGRAPHS, "zebra?", "said")[2] == "nothing shares a word with the question."


def test_of_a_split_answer_that_was_missed_both_the_cut_and_the_rank_are_told() -> None:
    answer = "A valve is red.\n\nNothing else is said of it."
    cut = "cut: chunk 4 ends inside the answer, after “… A valve is red.”, and no chunk holds all of it. "
    assert told(PUMPS, SENTENCES, "Which pump is a valve, pump?", answer) == (
        MISS,
        True,
        f"{cut}Nor did a piece of it come back: outranked by chunk 2 (pump ×2). Chunk 4, which holds part of it, has "
        "valve ×1.",
    )
    assert told(PUMPS, SENTENCES, "Which pump?", answer)[2] == (
        f"{cut}Nor did a piece of it come back: what holds the answer shares no word with the question."
    )
    assert told(PUMPS, SENTENCES, "valve", answer) == (PARTIAL, True, cut.strip())


@pytest.mark.parametrize("overlap", range(4))
def test_with_overlap_the_cut_is_where_the_answer_breaks_off(overlap: int) -> None:
    text = "one two three four five six seven eight nine ten"
    settings = Settings(strategy="fixed", unit="words", chunk_size=5, chunk_overlap=overlap)
    assert told(text, settings, "one", "one two three four five six") == (
        PARTIAL,
        True,
        "cut: chunk 1 ends inside the answer, after “… one two three four five”, and no chunk holds all of it.",
    )


def test_a_chunk_may_hold_what_no_read_does() -> None:
    asked = told(PUMPS, PARAGRAPHS, "Which pump?", "Pump on. Pump the pump.", match="sentence", read="around", around=0)
    wanted = "chunk 1 holds the answer whole, but nothing that is read of it does: read more around a match."
    assert asked == (PARTIAL, True, wanted)


def test_the_words_of_an_answer_may_come_from_another_place() -> None:
    text = "Close the lid.\n\nThen oil it. Close the lid.\n\nClose the lid."
    report = analyse(Document(text), PARAGRAPHS)
    reader = Reader(report, Reading())
    question = Question("lid?", ((len(text) - 14, len(text)),))
    found = judge(question, reader.reads, reader.retrieve("lid?", 1), text)
    assert why(report, reader, found, lambda start, _: f"<{start}>") == (
        "<0>, at rank 1, holds the answer whole. Chunk 3, where the answer is marked, has the same words."
    )


@pytest.mark.parametrize(("second", "held"), [((10, 13), "the answer"), ((20, 23), "part of the answer")])
def test_a_read_that_holds_all_parts_holds_the_answer(second: tuple[int, int], held: str) -> None:
    text = "Close the lid.\n\nThe lid is oiled."
    report = analyse(Document(text), PARAGRAPHS)
    reader = Reader(report, Reading())
    found = judge(Question("close lid", ((0, 5), second)), reader.reads, reader.retrieve("close lid", 2), text)
    assert found.outcome == HIT
    assert why(report, reader, found, lambda start, _: f"<{start}>") == f"<0>, at rank 1, holds {held} whole."


def test_of_several_answers_the_one_with_the_words_that_were_read_is_named() -> None:
    text = "Close the lid.\n\nOil it.\n\nThen oil it. Close the lid.\n\nClose the lid."
    report = analyse(Document(text), PARAGRAPHS)
    reader = Reader(report, Reading())
    oil = text.index("Oil it.")
    question = Question("lid?", ((oil, oil + 7), (len(text) - 14, len(text))), any_of=True)
    found = judge(question, reader.reads, reader.retrieve("lid?", 1), text)
    assert why(report, reader, found, lambda start, _: f"<{start}>") == (
        "<0>, at rank 1, holds the answer whole. Chunk 4, where the answer is marked, has the same words."
    )


@given(texts, sizes(), st.sampled_from(list(MATCH)), st.sampled_from(list(READ)), texts, st.data())
def test_something_is_told_of_any_answer(
    text: str, size: tuple[int, int], match: str, read: str, asked: str, data: st.DataObject
) -> None:
    asked = whole(asked)[:500]
    if not text or not asked.strip():
        return
    settings = Settings(chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation", strategy="fixed")
    report = analyse(Document(text), settings)
    reader = Reader(report, Reading(match=match, read=read, around=0))
    places = st.tuples(st.integers(0, len(text) - 1), st.integers(1, 30))
    spans = [(start, min(start + length, len(text))) for start, length in data.draw(st.sets(places, min_size=1))]
    question = Question(asked, tuple(spans[:3]), data.draw(st.booleans()))
    found = judge(question, reader.reads, reader.retrieve(asked, 2), text)
    words = why(report, reader, found, lambda start, end: f"{start} to {end}")
    assert words.endswith(".")
    assert words.startswith("cut:") <= (found.split is not None)
