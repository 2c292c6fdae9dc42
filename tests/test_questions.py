"""Questions: passages found exactly, then ignoring whitespace, then the nearest; files that say what is wrong."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError
from playground.asking.questions import Question, find, nearest, read, spans_in_words, typed_spans, write
from tests.growth import assert_linear
from tests.texts import texts

SOURCE = "Fill the tank with one liter of water.\nLight the\n  stove. Fill the tank again."


def test_a_passage_is_found_everywhere_it_stands() -> None:
    assert [SOURCE[start:end] for start, end in find(SOURCE, " Fill the tank ")] == ["Fill the tank"] * 2


def test_spans_are_typed_as_start_and_end() -> None:
    spans = typed_spans(" 0-4, 9-13;\n14-18 ", SOURCE)
    assert [SOURCE[start:end] for start, end in spans] == ["Fill", "tank", "with"]
    assert typed_spans(spans_in_words(spans), SOURCE) == spans
    assert typed_spans("4-9", SOURCE) == ((5, 8),), "without whitespace at its ends"
    for words in ("", "5", "5-", "9-4", "4-5", "0-999", "a-b", "1-2-3", "1--2", "²-9"):
        with pytest.raises(InputError):
            typed_spans(words, SOURCE)


def test_any_of_several_places_survives_its_file() -> None:
    both = Question("Where?", ((0, 4), (9, 13)), any_of=True)
    assert read(SOURCE, write(SOURCE, [both])) == ([both], [])
    assert Question("Where?", ((0, 4),), any_of=True).any_of is False, "of one place there is nothing to choose"
    line = '{"question": "Where?", "spans": [{"start": 0, "end": 4}], "any": "yes"}'
    assert read(SOURCE, line)[1] == ["Line 1 is left out: any must be true or false, not 'yes'."]


def test_whitespace_makes_no_difference_where_nothing_is_exact() -> None:
    [(start, end)] = find(SOURCE, "Light the stove.")
    assert SOURCE[start:end] == "Light the\n  stove."
    assert find(SOURCE, "light the stove.") == []
    assert find(SOURCE, "  ") == find("", "x") == []


def test_the_nearest_text_is_shown_where_a_passage_is_not_there() -> None:
    place = nearest(SOURCE, "Fill the pot with one liter of water.")
    assert place
    assert "one liter of water" in SOURCE[slice(*place)]
    long = "nothing alike here " * 4_000 + SOURCE
    place = nearest(long, "Fill the pot with one liter of water.")
    assert place
    assert "one liter of water" in long[slice(*place)]
    assert nearest(SOURCE, "zzz") is None
    assert nearest("", "x") is None


@given(texts, st.data())
def test_files_go_round(text: str, data: st.DataObject) -> None:
    visible = [at for at, character in enumerate(text) if not character.isspace()]
    if not visible:
        return
    start, end = sorted(data.draw(st.sampled_from(visible)) for _ in range(2))
    last = (visible[0], visible[-1] + 1)
    questions = [Question("Where?", ((start, end + 1),)), Question("Wo\u2028hin?", (last, (start, end + 1)))]
    lines = write(text, questions)
    assert all(json.loads(line) for line in lines.splitlines())
    assert read(text, lines) == (questions, [])


def test_halves_that_stand_side_by_side_go_round() -> None:
    """In JSON two halves are one character."""
    source = "a \ud83d\ude00 b \ud83d"
    questions = [Question("Which?", ((2, 4),)), Question("What?", ((2, 8),))]
    assert [
        len(span["text"]) for line in write(source, questions).splitlines() for span in json.loads(line)["spans"]
    ] == [2, 6]
    assert read(source, write(source, questions)) == (questions, [])


def test_files_of_other_programs_are_read() -> None:
    row = json.dumps({"question": "How\u2028much?", "spans": [{"start": 0, "end": 4}]}, ensure_ascii=False)
    assert [one.text for one in read(SOURCE, row)[0]] == ["How\u2028much?"]
    assert read(SOURCE, '{"question": "\\ud800", "spans": [{"start": 0, "end": 4}]}')[0] == []
    assert read(SOURCE, "[" * 100_000)[1] == ["Line 1 is left out: it is no JSON."]
    moved = json.dumps({"question": "Q?", "spans": [{"start": 50, "end": 54, "text": "Fill"}]})
    assert read(SOURCE, moved)[0][0].spans[0][0] == SOURCE.rindex("Fill"), "the nearest place"


def test_the_nearest_of_a_long_passage() -> None:
    source = " ".join(f"word{number}" for number in range(60_000))
    passage = " ".join(f"word{number}" for number in range(20_000, 20_400)) + " and more"
    place = nearest(source, passage)
    assert place
    assert source[slice(*place)].startswith("word20000 ")


def test_time_grows_with_the_text_that_is_searched() -> None:
    passage = " ".join(f"none{number}" for number in range(400))  # nothing of it is found: every part is searched
    assert_linear(lambda count: nearest(" ".join(f"word{number}" for number in range(count)), passage), 240_000)


def test_a_span_is_trimmed_and_holds_words() -> None:
    row = json.dumps({"question": "Q?", "spans": [{"start": 38, "end": 39}]})
    assert read(SOURCE, row)[1] == ["Line 1 is left out: span 1 holds nothing but whitespace."]
    row = json.dumps({"question": "Q?", "spans": [{"start": 4, "end": 14}]})
    assert read(SOURCE, row)[0][0].spans == ((5, 13),)


def test_the_nearest_of_writing_without_spaces_and_the_first_of_equals() -> None:
    rng = random.Random(0)
    text = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(30_000))
    place = nearest(text, f"{text[20_000:20_100]}X{text[20_100:20_200]}")
    assert place
    assert abs(place[0] - 20_000) < 8
    twice = "A passage stands here twice. " + "x" * 50_000 + " A passage stands here twice."
    assert nearest(twice, "A passage stands here twice, they say") == (0, 37)


def test_what_does_not_match_is_said_with_its_line_and_why() -> None:
    good = {"question": "How much?", "spans": [{"start": 0, "end": 4, "text": "Fill"}]}
    moved = {"question": "What next?", "spans": [{"start": 3, "end": 9, "text": "again"}]}
    gone = {"question": "What else?", "spans": [{"start": 0, "end": 4, "text": "Pour it"}]}
    outside = {"question": "Where?", "spans": [{"start": 5, "end": 5_000}]}
    lines = "\n".join([*map(json.dumps, (good, moved, gone, outside)), "{", '{"question": 1}', ""])
    found, problems = read(SOURCE, lines)
    assert [one.text for one in found] == ["How much?", "What next?"]
    assert SOURCE[slice(*found[1].spans[0])] == "again"
    assert problems == [
        f"Line 2: span 1 did not stand at its offsets; its text was found at {SOURCE.index('again')}.",
        "Line 3 is left out: span 1 has a text that is not in the source: 'Pour it'.",
        f"Line 4 is left out: span 1 has no range of the text, which has {len(SOURCE)} characters.",
        "Line 5 is left out: it is no JSON.",
        'Line 6 is left out: it must have "question", a text, and "spans", a list.',
    ]


@pytest.mark.parametrize("spans", [(), ((3, 3),), ((-1, 2),), ((5, 2),)])
def test_a_question_has_ranges(spans: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InputError, match="spans must be"):
        Question("Where?", spans)


@pytest.mark.parametrize("text", ["", "  ", "x" * 1_001])
def test_a_question_has_words(text: str) -> None:
    with pytest.raises(InputError, match="question must be"):
        Question(text, ((0, 1),))
