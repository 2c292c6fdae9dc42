"""Passages: found exactly, then ignoring whitespace, then the nearest."""

import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.asking.passages import Places, find, nearest
from playground.limits import MAX_PLACES
from tests.growth import assert_linear
from tests.texts import texts

SOURCE = "Fill the tank with one liter of water.\nLight the\n  stove. Fill the tank again."
CHINESE = "水泵站在河边，每天早上六点\n启动。"


def test_a_passage_is_found_everywhere_it_stands() -> None:
    assert [SOURCE[start:end] for start, end in find(SOURCE, " Fill the tank ")] == ["Fill the tank"] * 2


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


@pytest.mark.parametrize(
    ("source", "passage", "wanted"),
    [
        (CHINESE, "水泵站在河边，每天早上六点启动。", CHINESE),
        ("水泵站在河边。", "水泵站 在河边。", "水泵站在河边。"),
        ("It weighs 4kg.", "4 kg", "4kg"),
        ("It weighs 4 kg.", "4kg", "4 kg"),
        ("  one\ttwo ", "\nonetwo\n", "one\ttwo"),
    ],
)
def test_whitespace_that_only_one_of_both_has_makes_no_difference(source: str, passage: str, wanted: str) -> None:
    [(start, end)] = find(source, passage)
    assert source[start:end] == wanted


def test_places_with_the_same_words_go_ahead_of_those_without_whitespace() -> None:
    source = "man  age, manage and man\nage"
    assert [source[start:end] for start, end in find(source, "man age")] == ["man  age", "man\nage"]
    assert [source[start:end] for start, end in find(source, "m an age")] == ["man  age", "manage", "man\nage"]


def plain_find(source: str, passage: str) -> list[tuple[int, int]]:
    """The three searches by regular expressions, which is slow where a passage repeats itself."""
    words = passage.split()
    visible = "".join(words)
    for pattern in (
        re.escape(passage.strip()),
        r"\s+".join(map(re.escape, words)),
        r"\s*".join(map(re.escape, visible)),
    ):
        found = [match.span() for match in re.finditer(pattern, source)] if visible else []
        if found:
            return found[:MAX_PLACES]
    return []


@given(st.text(" \nab水", max_size=30), st.text(" \nab水", max_size=4))
def test_what_is_found_is_what_regular_expressions_find(source: str, passage: str) -> None:
    assert find(source, passage) == plain_find(source, passage)


@given(texts, st.data())
def test_any_range_is_found_whatever_happens_to_its_whitespace(text: str, data: st.DataObject) -> None:
    visible = [at for at, character in enumerate(text) if not character.isspace()]
    if not visible:
        return
    start, end = sorted(data.draw(st.sampled_from(visible)) for _ in range(2))
    joined = "".join(text[start : end + 1].split())
    for passage in (joined, " ".join(joined)):
        found = find(text, passage)
        assert found
        assert all("".join(text[low:high].split()) == joined for low, high in found)


def test_time_grows_with_the_source_where_a_passage_repeats_itself() -> None:
    passage = "a " * 2_000 + "b"
    assert_linear(lambda count: Places("a \n" * count).of(passage), 1_600_000)


def test_the_nearest_begins_and_ends_with_a_word() -> None:
    source = "Bisher lief alles gut. The pump runs all day. Bitumen is black."
    place = nearest(source, "The pump runs all night. B")
    assert place
    assert source[slice(*place)] == "The pump runs all day. Bitumen"
    place = nearest(source, "er pump runs all day")
    assert place
    assert source[slice(*place)] == "The pump runs all day"


@given(texts, texts)
def test_the_nearest_is_visible_at_both_ends(source: str, passage: str) -> None:
    place = nearest(source, passage)
    if place is not None:
        assert 0 <= place[0] < place[1] <= len(source)
        assert source[slice(*place)].strip() == source[slice(*place)] != ""


def test_the_nearest_of_a_long_passage() -> None:
    source = " ".join(f"word{number}" for number in range(60_000))
    passage = " ".join(f"word{number}" for number in range(20_000, 20_400)) + " and more"
    place = nearest(source, passage)
    assert place
    assert source[slice(*place)].startswith("word20000 ")


def test_time_grows_with_the_text_that_is_searched() -> None:
    passage = " ".join(f"none{number}" for number in range(400))  # nothing of it is found: every part is searched
    assert_linear(lambda count: nearest(" ".join(f"word{number}" for number in range(count)), passage), 240_000)


def test_time_is_short_where_both_are_nearly_all_dots() -> None:
    """As the leaders of a table of contents are: each dot of one is equal to each dot of the other."""
    began = time.process_time()
    assert nearest("The pump" + "." * 19_000, "." * 4_900 + "The pump runs all night") is None
    assert nearest("." * 9_000 + " The pump runs all day", "." * 4_900 + " The pump runs all night") is not None
    assert time.process_time() - began < 5


def test_the_nearest_of_writing_without_spaces_and_the_first_of_equals() -> None:
    rng = random.Random(0)
    text = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(30_000))
    place = nearest(text, f"{text[20_000:20_100]}X{text[20_100:20_200]}")
    assert place
    assert abs(place[0] - 20_000) < 8
    twice = "A passage stands here twice. " + "x" * 50_000 + " A passage stands here twice."
    assert nearest(twice, "A passage stands here twice, they say") == (0, len("A passage stands here twice."))
