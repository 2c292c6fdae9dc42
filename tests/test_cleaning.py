"""Cleaning: what is not seen goes, line ends of a page's width go, everything else stays."""

from hypothesis import given

from playground import Document
from playground.judging.cleaning import unwrapped, without_invisible
from playground.judging.looks import of
from tests.texts import texts


@given(texts)
def test_nothing_that_is_seen_is_lost(text: str) -> None:
    cleaned, changed = without_invisible(text)
    assert of(Document(cleaned)).invisible == 0
    assert changed == of(Document(text)).invisible
    assert len(text) - len(cleaned) <= changed
    joined, ends = unwrapped(Document(text))
    assert "".join(joined.split()) == "".join(text.split())
    assert ends <= text.count("\n") + text.count("\r")


def test_a_word_that_a_soft_hyphen_parts_is_whole_again() -> None:
    assert without_invisible("chunk\u00ading\u00a0is\u200b here") == ("chunking is here", 3)


def test_lines_of_prose_are_joined_and_lists_tables_code_and_verse_are_not() -> None:
    long = "Some words that go on until the width of the page\nends the line and the next one goes on with more of"
    kept = "# Heading\n\n- an item of a list that is long enough to be\n  wrapped here\n\n"
    kept += "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    kept += "```\na = 1 # a comment that is long enough to be prose\nb = 2\n```\n\nRoses are red\nviolets are blue\n\n"
    joined, count = unwrapped(Document(kept + long))
    assert joined == kept + long.replace("\n", " ")
    assert count == 1


def test_a_word_that_a_hyphen_breaks_is_left_alone() -> None:
    text = "Some words that go on until the width of the infor-\nmation ends the line and the next one goes on"
    assert unwrapped(Document(text)) == (text, 1 - 1)
