"""Questions: their ranges, and files that say what is wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError
from playground.asking import questions as module
from playground.asking.questions import Question, read, spans_in_words, typed_spans, write
from tests.growth import assert_linear
from tests.texts import texts

SOURCE = "Fill the tank with one liter of water.\nLight the\n  stove. Fill the tank again."


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


def test_a_question_without_spans_is_left_out_with_a_plain_sentence() -> None:
    assert read(SOURCE, '{"question": "Q?", "spans": []}') == (
        [], ["Line 1 is left out: it has no spans, so that nothing answers it."]
    )  # fmt: skip


def test_files_of_other_programs_are_read() -> None:
    row = json.dumps({"question": "How\u2028much?", "spans": [{"start": 0, "end": 4}]}, ensure_ascii=False)
    assert [one.text for one in read(SOURCE, row)[0]] == ["How\u2028much?"]
    assert read(SOURCE, '{"question": "\\ud800", "spans": [{"start": 0, "end": 4}]}')[0] == []
    assert read(SOURCE, "[" * 100_000)[1] == ["Line 1 is left out: it is not valid JSON, one object per line."]
    moved = json.dumps({"question": "Q?", "spans": [{"start": 50, "end": 54, "text": "Fill"}]})
    assert read(SOURCE, moved)[0][0].spans[0][0] == SOURCE.rindex("Fill"), "the nearest place"


def test_a_span_is_trimmed_and_holds_words() -> None:
    row = json.dumps({"question": "Q?", "spans": [{"start": 38, "end": 39}]})
    assert read(SOURCE, row)[1] == ["Line 1 is left out: span 1 holds nothing but whitespace."]
    row = json.dumps({"question": "Q?", "spans": [{"start": 4, "end": 14}]})
    assert read(SOURCE, row)[0][0].spans == ((5, 13),)


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
        "Line 5 is left out: it is not valid JSON, one object per line.",
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


def test_the_good_spans_of_a_question_are_kept_and_the_bad_one_is_named() -> None:
    spans = [{"start": 0, "end": 4, "text": "Fill"}, {"start": 5, "end": 9, "text": "Pour"}, {"text": "again"}]
    found, problems = read(SOURCE, json.dumps({"question": "How?", "spans": spans}))
    assert [[SOURCE[slice(*span)] for span in one.spans] for one in found] == [["Fill", "again"]]
    assert problems == [
        "Line 1: span 2 is left out: it has a text that is not in the source: 'Pour'.",
        f"Line 1: span 3 did not stand at its offsets; its text was found at {SOURCE.index('again')}.",
    ]
    found, problems = read(SOURCE, json.dumps({"question": "How?", "spans": [spans[1], 7]}))
    assert (found, problems) == (
        [],
        [
            "Line 1 is left out: span 1 has a text that is not in the source: 'Pour'; "
            "span 2 is no object with start and end."
        ],
    )


def test_a_json_array_of_questions_is_read_too() -> None:
    rows = [{"question": f"How {number}?", "spans": [{"start": 0, "end": 4}]} for number in range(3)]
    for text in (json.dumps(rows), json.dumps(rows, indent=2), "\ufeff" + json.dumps(rows)):
        found, problems = read(SOURCE, text)
        assert [one.text for one in found] == ["How 0?", "How 1?", "How 2?"]
        assert problems == []
    assert read(SOURCE, json.dumps([*rows, 5], indent=2))[1] == [
        'Question 4 is left out: it must have "question", a text, and "spans", a list.'
    ]
    broken = json.dumps(rows, indent=2)[:-1]
    assert read(SOURCE, broken) == ([], ["Line 1 is left out: it is not valid JSON, one object per line."])
    assert read(SOURCE, "[]") == ([], [])


def test_questions_of_any_language_are_written_as_people_read_them() -> None:
    source = "Die Höhe beträgt 4 m.\u2028水泵站在河边。"
    questions = [Question("Wie hoch?", ((4, 20),)), Question("水泵在哪里？\x85", ((22, 29),))]
    lines = write(source, questions)
    assert '"Höhe beträgt 4 m"' in lines
    assert "水泵站在河边。" in lines
    assert len(lines.splitlines()) == 2, "no character of a text ends a line"
    assert read(source, lines) == (questions, [])


def test_time_grows_with_the_spans_that_are_not_there() -> None:
    """What is needed to look for a passage is made once a file, not once a span."""
    source = " ".join(f"word{number}" for number in range(20_000))
    line = json.dumps({"question": "Where?", "spans": [{"text": f"no such thing {number}"} for number in range(100)]})
    assert_linear(lambda count: read(source, f"{line}\n" * count), 8)


def test_a_file_is_read_up_to_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is in it: rows that are left out count, and so does every look through the source."""
    monkeypatch.setattr(module, "MAX_QUESTIONS", 3)
    found, problems = read(SOURCE, "{\n" * 50)
    assert not found
    assert len(problems) == 4
    assert problems[3] == "Only the first 3 questions are read."
    monkeypatch.setattr(module, "MAX_SEARCHED", len(SOURCE))
    spans = [{"start": start, "end": start + 4, "text": "again"} for start in range(1, 5)]
    [one], problems = read(SOURCE, json.dumps({"question": "What next?", "spans": spans}))
    assert [SOURCE[slice(*span)] for span in one.spans] == ["again"], "the first two were looked for"
    assert [problem.partition(": ")[2][:41] for problem in problems] == [
        "span 1 did not stand at its offsets; its ",
        "span 2 did not stand at its offsets; its ",
        "span 3 is left out: it does not stand at ",
        "span 4 is left out: it does not stand at ",
    ]


def test_more_spans_than_may_be_are_not_looked_at() -> None:
    with pytest.raises(InputError, match="at most 100, not 2,000"):
        typed_spans("0-99999999 " * 2_000, SOURCE)
