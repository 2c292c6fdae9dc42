"""What is shared comes back exactly, and nothing but what was written can be read."""

import bz2
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError
from playground.asking.questions import Question
from playground.giving import contents
from playground.giving.contents import Contents
from playground.limits import (
    MAX_CHUNKS,
    MAX_HEAD_CHARACTERS,
    MAX_NAME_CHARACTERS,
    MAX_PAGES,
    MAX_QUESTION_CHARACTERS,
    MAX_QUESTIONS,
    MAX_SETTINGS_CHARACTERS,
    MAX_STORED_CHARACTERS,
    MAX_TEXT_CHARACTERS,
)
from tests.texts import texts

whole_texts = texts.map(lambda text: text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
names = st.text(st.characters(codec="utf-8"), max_size=MAX_NAME_CHARACTERS)
_asked = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(str.strip)


@st.composite
def all_contents(draw: st.DrawFn, settings: bool = True) -> Contents:
    """Any contents: spans of questions in any order, overlapping, at both ends; pages that are empty; any chunks."""
    text = draw(whole_texts)
    place = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).filter(lambda pair: pair[0] != pair[1])
    spans = st.lists(place.map(lambda pair: (min(pair), max(pair))), min_size=1, max_size=5).map(tuple)
    questions = draw(st.lists(st.builds(Question, _asked, spans, st.booleans()), max_size=5)) if text else []
    parameters = draw(st.dictionaries(names, names, max_size=5)) if settings else {}
    pages = tuple(sorted(draw(st.lists(st.integers(0, len(text)), max_size=5))))
    chunks, ahead = draw(_chunks(text))
    return Contents(text, draw(names), tuple(questions), parameters, pages, chunks, ahead)


@st.composite
def _chunks(draw: st.DrawFn, text: str) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Chunks of a text that may overlap, none inside another; and what stands ahead of them, or nothing."""
    offsets = st.lists(st.integers(0, len(text)), unique=True, max_size=6).map(sorted)
    pairs = zip(draw(offsets), draw(offsets), strict=False)
    chunks = tuple((start, end) for start, end in pairs if start < end and text[start:end].strip())
    lines = st.sampled_from(["", "A title\n", "A title\nA heading\n", "水\n"])
    some = draw(st.lists(lines, min_size=len(chunks), max_size=len(chunks)))
    return chunks, tuple(some) if draw(st.booleans()) else ()


@given(all_contents())
def test_everything_comes_back(wanted: Contents) -> None:
    assert contents.read(contents.write(wanted)) == wanted
    assert contents.expand(contents.compress(wanted)) == wanted


def test_any_of_several_places_is_not_all_of_them() -> None:
    asked = tuple(Question("Where?", ((1, 3), (5, 6)), any_of) for any_of in (True, False, True))
    written = contents.write(Contents("a text", "b", asked))
    assert written == '["b",{},[["Where?",true,1,2,4,1],["Where?",-4,2,4,1],["Where?",true,-4,2,4,1]]]\na text'
    assert contents.read(written).questions == asked


def test_pages_and_chunks_travel() -> None:
    """The head is held in its words: what was saved must be read for as long as it is kept."""
    chunks, ahead = ((0, 3), (2, 6), (4, 7)), ("T\n", "", "T\n")
    wanted = Contents("a b c d e", "n", pages=(0, 4, 4, 9), chunks=chunks, ahead=ahead)
    written = contents.write(wanted)
    assert written == (
        '["n",{},[],{"pages":[0,4,0,5],"chunks":[0,3,2,4,2,3],"ahead":[["T\\n",""],[0,1,0]]}]\na b c d e'
    )
    assert contents.read(written) == wanted
    assert contents.write(Contents("a", "n")) == '["n",{},[]]\na', "as it was before there were any"


@given(st.text(max_size=80))
def test_any_string_gives_contents_or_a_sentence(string: str) -> None:
    with suppress(InputError):
        found = contents.read(string)
        assert contents.read(contents.write(found)) == found


@pytest.mark.parametrize(
    "head",
    [
        '["a",{},[]]extra', '["a",{}]', '["a",{},[],1]', "[1,{},[]]", '["a",{"b":1},[]]', '["a",[],[]]', "null",
        '["a",{},[["q"]]]', '["a",{},[["q",0]]]', '["a",{},[["q",0,9]]]', '["a",{},[["q",0,0]]]',
        '["a",{},[["q",-1,2]]]',
        '["a",{},[["q",true,2]]]', '["a",{},[["q",true]]]', '["a",{},[["q",false,0,1]]]', '["a",{},[["q",0,1,true]]]',
        '["a",{},[["q",true,true,0,1]]]', '["a",{},[["q",1,0,1]]]', '["a",{},[[true,0,1]]]',
        '["a",{},[["q",0,1.0]]]', '["a",{},[[1,0,1]]]', '["a",{},[[]]]', '["a",{},[5]]',
        '["a",{},[["",0,1]]]', '["\\ud800",{},[]]', '["a",{"\\udfff":""},[]]', '["a",{},[["\\ud800",0,1]]]',
        '["a",{},{}]extra', "[" * 100_000, '["a",{},[["q",' + "9" * 5_000 + ",1]]]", '["a",{},[["q",1e999,1]]]',
        *(f'["a",{{}},[],{more}]' for more in (
            "{}", "[]", "null", '{"page":[0]}', '{"pages":0}', '{"pages":{"0":0}}', '{"pages":"0"}', '{"pages":[-1]}',
            '{"pages":[5]}', '{"pages":[3,-1]}', '{"pages":[true]}', '{"pages":[0.0]}', '{"pages":["0"]}',
            '{"chunks":[0]}', '{"chunks":[0,5]}', '{"chunks":[0,0]}', '{"chunks":[-1,2]}', '{"chunks":[0,2,0,1]}',
            '{"chunks":[0,2,1,1]}', '{"chunks":[1,1,-1,2]}', '{"chunks":[0,true]}', '{"chunks":[[0,1]]}',
            '{"ahead":[["A\\n"],[0]]}', '{"chunks":[0,1],"ahead":[["A\\n"],[1]]}',
            '{"chunks":[0,1],"ahead":[["A\\n"],[-1]]}', '{"chunks":[0,1],"ahead":[["A\\n"],[]]}',
            '{"chunks":[0,1],"ahead":[["A"],[0]]}', '{"chunks":[0,1],"ahead":[["\\n"],[0]]}',
            '{"chunks":[0,1],"ahead":[[1],[0]]}', '{"chunks":[0,1],"ahead":[{"0":"A\\n"},[0]]}',
            '{"chunks":[0,1],"ahead":[["A\\n"],[0],0]}', '{"chunks":[0,1],"ahead":[["\\ud800\\n"],[0]]}',
            '{"pages":[0]},0',
        )),
    ],
)  # fmt: skip
def test_a_head_that_was_never_written_is_refused(head: str) -> None:
    with pytest.raises(InputError):
        contents.read(f"{head}\ntext")


def test_a_string_without_a_second_line_is_refused() -> None:
    assert contents.read('["a",{},[]]\n').text == ""
    with pytest.raises(InputError, match="damaged or incomplete"):
        contents.read('["a",{},[]]')


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"text": "\ud800"}, "half a character"),
        ({"text": "", "name": "\udfff"}, "half a character"),
        ({"text": "", "settings": {"title": "\udfff"}}, "half a character"),
        ({"text": "a" * (MAX_TEXT_CHARACTERS + 1)}, "at most 10,000,000"),
        ({"text": "", "name": "a" * (MAX_NAME_CHARACTERS + 1)}, "at most 255"),
        ({"text": "", "settings": {"a": "a" * MAX_SETTINGS_CHARACTERS}}, "at most 10,000"),
        ({"text": "abc", "questions": (Question("q", ((0, 1), (2, 4))),)}, "outside the text, which has 3 characters"),
        ({"text": "abc", "questions": (Question("q", ((0, 1),)),) * (MAX_QUESTIONS + 1)}, "at most 2,000"),
        ({"text": "abc", "pages": (0,) * (MAX_PAGES + 1)}, "2,001 pages; at most 2,000"),
        ({"text": "abc", "pages": (0, 4)}, "outside the text, which has 3 characters"),
        ({"text": "abc", "pages": (2, 1)}, "before one"),
        ({"text": "abc", "chunks": ((0, 4),)}, "outside the text, which has 3 characters"),
        ({"text": "abc", "chunks": ((0, 3), (1, 2))}, "inside another"),
        ({"text": "a  b", "chunks": ((1, 3),)}, "no visible character"),
        ({"text": "a" * MAX_CHUNKS, "chunks": ((0, 1),) * (MAX_CHUNKS + 1)}, "at most 200,000"),
        (
            {"text": "abc", "chunks": ((0, 1), (1, 2)), "ahead": ("a" * MAX_STORED_CHARACTERS + "\n", "")},
            "at most 50,000,000",
        ),
        ({"text": "abc", "chunks": ((0, 1), (1, 2)), "ahead": ("a\n",)}, "1 texts to stand ahead of 2 chunks"),
    ],
)
def test_what_cannot_be_shared_is_refused_with_the_limit(values: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Contents(**values)


def test_questions_too_long_to_be_read_again_are_not_written() -> None:
    asked = Question("\x01" * MAX_QUESTION_CHARACTERS, ((0, 1),))  # six characters each in JSON
    with pytest.raises(InputError, match=f"at most {MAX_HEAD_CHARACTERS:,}"):
        contents.write(Contents("a", questions=(asked,) * 1_000))


def test_the_longest_text_comes_back() -> None:
    text = "\U0001f600" + "a" * (MAX_TEXT_CHARACTERS - 1)
    assert contents.expand(contents.compress(Contents(text))).text == text


class Counting:
    """A decompressor that says how many bytes were ever asked of it."""

    eof, needs_input, unused_data, given = False, False, b"", 0

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        assert max_length > 0
        self.given += max_length
        return b"a" * max_length


def test_an_endless_stream_is_left_at_the_first_step_past_the_limit() -> None:
    endless = Counting()
    with pytest.raises(InputError, match="more than 1,000,000 characters"):
        contents.inflate(endless, b"", 1_000_000)
    assert endless.given < 1_100_000


def test_a_bomb_costs_no_more_than_the_longest_text() -> None:
    tool = bz2.BZ2Compressor()
    bomb = b"".join(tool.compress(b"\0" * 1_000_000) for _ in range(60)) + tool.flush()
    assert len(bomb) < 1_000
    with pytest.raises(InputError, match="expands to more than"):
        contents.expand(bomb)


@given(st.data())
def test_damaged_bytes_are_refused(data: st.DataObject) -> None:
    good = contents.compress(Contents("Some text to share, and more of it.", "name"))
    place = data.draw(st.integers(0, len(good) - 1))
    bad = [good[:place], good + b"x", good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :]]
    for one in bad:
        with pytest.raises(InputError):
            contents.expand(one)


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    head = json.dumps(["a", {}, []]).encode() + b"\n"
    for end in (b"\xff", b"\xe2\x82", b"\xed\xa0\x80"):
        with pytest.raises(InputError, match="damaged"):
            contents.expand(bz2.compress(head + end))
