"""The text with its chunks in place: every character once and escaped, every chunk where it begins."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Report, Settings, analyse
from playground.giving import marked_text
from playground.giving.marked_text import escaped, shown
from tests.html_reader import of_class, read
from tests.texts import sizes, texts


def report_of(text: str, size: int = 10, overlap: int = 0, **values: str) -> Report:
    chosen = {"strategy": "fixed", "sentence_rule": "punctuation"} | values
    return analyse(Document(text), Settings(chunk_size=size, chunk_overlap=overlap, **chosen))  # type: ignore[arg-type]


@given(texts, sizes(), st.sampled_from(["fixed", "recursive", "structure"]))
def test_the_text_is_there_once_with_a_mark_a_chunk(text: str, size: tuple[int, int], strategy: str) -> None:
    report = report_of(text, *size, strategy=strategy)
    made = marked_text.marked_text(report)
    whole, *inner = read(made.html)
    assert whole.text == shown(text)
    assert (made.end, made.chunks) == (len(text), len(report))
    assert [int(one.attributes["data-n"]) for one in of_class(inner, "cut")] == list(range(1, len(report) + 1))
    assert {one.tag for one in inner} <= {"span", "i"}


@given(texts, sizes())
def test_each_piece_says_in_how_many_chunks_it_is(text: str, size: tuple[int, int]) -> None:
    report = report_of(text, *size)
    depth = [0] * len(text)
    for start, end in report.spans:
        depth[start:end] = [number + 1 for number in depth[start:end]]
    pieces = read(marked_text.marked_text(report).html)
    assert sum(len(one.text) for one in of_class(pieces, "both")) == sum(number > 1 for number in depth)
    once = [*of_class(pieces, "odd"), *of_class(pieces, "even")]
    assert sum(len(one.text) for one in once) == depth.count(1)


@given(st.text(st.characters(codec=None)))
def test_signs_stand_for_controls_one_for_one(text: str) -> None:
    made = shown(text)
    assert len(made) == len(text)
    assert all(one in "\t\n" or unicodedata.category(one) not in {"Cc", "Cs"} for one in made)
    assert all(one == other for one, other in zip(text, made, strict=True) if unicodedata.category(one)[0] != "C")
    assert not set('<>"') & set(escaped(text))


def test_marks_say_what_is_special_about_a_chunk() -> None:
    report = report_of("# Pumps <b>\n\nOpen it. Wait. " + "x" * 40, 30, strategy="structure")
    elements = read(marked_text.marked_text(report).html)
    assert [one.attributes["data-ahead"] for one in of_class(elements, "ahead")][-1] == "Pumps <b>"
    fixed = read(marked_text.marked_text(report_of("One two three. Four.", 8)).html)
    inside = [one.attributes["data-n"] for one in of_class(fixed, "inside")]
    assert inside == ["2", "3"]
    over = report_of("Short. A longer sentence.", 10, strategy="sentence")
    packed = analyse(over.document, Settings(strategy="sentence", pack=True, chunk_size=10))
    [mark] = of_class(read(marked_text.marked_text(packed).html), "over")
    assert mark.attributes["title"] == "Chunk 2: 18 characters; over the limit: one sentence"


@pytest.mark.parametrize(("most", "end", "chunks"), [(100, 100, 10), (99, 90, 9), (10, 10, 1), (4, 4, 1)])
def test_a_long_text_ends_with_a_chunk_that_is_whole(most: int, end: int, chunks: int) -> None:
    report = report_of("abcdefghi." * 10)
    made = marked_text.marked_text(report, most)
    whole, *inner = read(made.html)
    assert (made.end, made.chunks, whole.text) == (end, chunks, report.document.text[:end])
    assert len(of_class(inner, "cut")) == chunks


def test_many_chunks_are_cut_off_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marked_text, "MOST_CHUNKS", 3)
    made = marked_text.marked_text(report_of("abcdefghi." * 10, 10, 4))
    assert (made.end, made.chunks) == (22, 3)


def test_what_stands_ahead_is_cut_where_it_is_long() -> None:
    report = report_of(f"# {'Pumps ' * 60}\n\nOpen it. Wait.\n\n## Hoses\n\nThe end.", 2_000, strategy="structure")
    [ahead] = of_class(read(marked_text.marked_text(report).html), "ahead")
    assert ahead.attributes["data-ahead"] == f"{('Pumps ' * 60)[:200]}…"


def test_few_characters_a_chunk_put_the_numbers_into_the_line() -> None:
    assert "tight" in read(marked_text.marked_text(report_of("a" * 50, 5)).html)[0].attributes["class"]
    assert "tight" not in read(marked_text.marked_text(report_of("a" * 50, 25)).html)[0].attributes["class"]
