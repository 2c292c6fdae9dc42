"""Match small, read big: what is read for each match, that nothing is sent twice, and the caps."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, InputError, Settings, analyse
from playground.asking.questions import Question
from playground.asking.reading import MATCH, READ, Reader, Reading
from playground.asking.verdicts import HIT, MISS, judge
from tests.texts import sizes, texts

TEXT = "# Pump\n\nThe pump runs. It is red. It stops at night.\n\n# Valve\n\nThe valve is oiled. Spring is best."


def reads(question: str, size: int = 25, k: int = 5, **values: object) -> list[str]:
    report = analyse(Document(TEXT), Settings(chunk_size=size, sentence_rule="punctuation"))
    return [TEXT[start:end] for start, end in Reader(report, Reading(**values)).retrieve(question, k)]  # type: ignore[arg-type]


def test_a_chunk_is_matched_and_read() -> None:
    assert all("valve" in one.lower() for one in reads("valve", k=5))


def test_a_sentence_is_matched_and_its_neighbours_are_read() -> None:
    assert reads("red", match="sentence", read="around", around=1) == ["The pump runs. It is red. It stops at night."]
    assert reads("red", match="sentence", read="around", around=0) == ["It is red."]


def test_what_is_read_around_two_matches_is_one_range_where_they_touch() -> None:
    assert reads("pump red", match="sentence", read="around", around=1) == [TEXT[: TEXT.index("\n\n# Valve")]]


def test_a_sentence_is_matched_and_its_section_is_read() -> None:
    assert reads("red", match="sentence", read="section") == [TEXT[: TEXT.index("\n\n# Valve")]]
    assert len(reads("red", match="sentence", read="section", longest=10)[0]) <= 25, "too long: the chunk"


def test_sections_are_capped_and_each_read_once() -> None:
    text = "".join(f"# Part {number}\n\nThe pump. A pump again.\n\n" for number in range(9))
    report = analyse(Document(text), Settings(chunk_size=30, sentence_rule="punctuation"))
    found = Reader(report, Reading(match="sentence", read="section")).retrieve("pump", 8)
    assert len(found) == len(set(found)) == 4
    wider = Reading(match="sentence", read="section", sections=6)
    assert len(Reader(report, wider).retrieve("pump", 8)) == 6


OIL = "Oil the pump in spring."
TWINS = f"{OIL}\n\n{OIL}\n\nWash the pump in May.\n\n {OIL} \n\nEnd."


def test_the_same_text_is_not_sent_twice_and_takes_no_place() -> None:
    report = analyse(Document(TWINS), Settings(strategy="paragraph"))
    reader = Reader(report, Reading())
    found = reader.retrieve("When is the pump oiled: oil the pump in spring?", 2)
    assert [TWINS[slice(*one)].strip() for one in found] == [OIL, "Wash the pump in May."]


def test_an_answer_in_the_twin_of_a_read_counts_as_held() -> None:
    report = analyse(Document(TWINS), Settings(strategy="paragraph"))
    reader = Reader(report, Reading())
    found = reader.retrieve("oil spring", 1)
    for start in (0, TWINS.index("Oil", 1), TWINS.rindex("Oil")):
        question = Question("When?", ((start + 13, start + 22),))
        assert TWINS[slice(*question.spans[0])] == "in spring"
        verdict = judge(question, reader.reads, found, TWINS)
        assert (verdict.outcome, verdict.rank, verdict.recall, verdict.split) == (HIT, 1, 1.0, None)
        assert verdict.answers == ((13, 22),), "where its words were sent"
        assert verdict.precision == len("in spring") / len(OIL)
    wash = TWINS.index("Wash")
    assert judge(Question("When?", ((wash, wash + 4),)), reader.reads, found, TWINS).outcome == MISS


def test_the_twin_of_what_was_put_together_counts_as_held() -> None:
    text = "Oil the pump. Then rest. Oil the pump."
    report = analyse(Document(text), Settings(strategy="sentence", sentence_rule="punctuation"))
    reader = Reader(report, Reading(match="sentence", read="around", around=0))
    found = reader.retrieve("oil the pump", 3)
    assert found == [(0, 13)]
    assert judge(Question("?", ((25, 38),)), reader.reads, found, text).outcome == HIT
    assert judge(Question("?", ((25, 38),)), reader.reads, [(0, 24)], text).outcome == HIT


@given(texts, sizes(), st.sampled_from(list(MATCH)), st.sampled_from(list(READ)), texts)
def test_any_reading_gives_ranges_of_the_text(
    text: str, size: tuple[int, int], match: str, read: str, question: str
) -> None:
    settings = Settings(chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation")
    reader = Reader(analyse(Document(text), settings), Reading(match=match, read=read))
    found = reader.retrieve(question, 3)
    assert len(found) <= 3
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert not any(one[0] <= other[0] and other[1] <= one[1] for one, other in permutations(found, 2))
    sent = [text[start:end].strip() for start, end in found]
    assert len(sent) == len(set(sent))
    if read == "around":
        assert not any(one[0] < other[1] and other[0] < one[1] for one, other in combinations(found, 2))
    if text.strip():
        outcome = judge(Question("?", ((0, len(text)),)), reader.reads, found, text).outcome
        assert outcome in {HIT, MISS, "PARTIAL"}


def test_b_holds_length_against_a_text() -> None:
    text = "Pump. Pump and many other words that go on and on for a while.\n\nPump."
    report = analyse(Document(text), Settings(strategy="paragraph"))
    first = [Reader(report, Reading(b=b)).retrieve("pump", 1)[0] for b in (0.0, 1.0)]
    assert [text[slice(*one)].startswith("Pump. Pump") for one in first] == [True, False]


@pytest.mark.parametrize(
    "values",
    [{"match": "word"}, {"read": "page"}, {"around": 21}, {"sections": 0}, {"k1": -1}, {"b": 1.1}],
)
def test_a_reading_is_checked(values: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(values))):
        Reading(**values)  # type: ignore[arg-type]
