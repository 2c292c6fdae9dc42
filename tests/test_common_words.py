"""Words in fewer bytes: every text comes back, any bytes are read or refused, and the list never changes."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import InputError
from playground.giving import common_words
from tests.test_contents import whole_texts

FILE = Path(common_words.__file__).with_suffix(".txt")
WORDS = FILE.read_text(encoding="utf-8").split()
_cased = st.sampled_from(WORDS).flatmap(lambda word: st.sampled_from([word, word.title(), word.upper(), word + "x"]))
_between = st.sampled_from([" ", ". ", "’", "“", "é", "É", "ß", "\xfe", "\xff", "水"])
_english = st.lists(st.one_of(_cased, _between)).map("".join)


@given(st.one_of(whole_texts, _english))
@example("The the THE tHE theé Éthe ’\x7f\x80\xff")
def test_every_text_comes_back(text: str) -> None:
    assert common_words.decode(common_words.encode(text).decode("latin-1")) == text


@given(st.one_of(whole_texts, _english), st.integers(-2, 2))
def test_it_stops_at_the_limit(text: str, more: int) -> None:
    coded, most = common_words.encode(text).decode("latin-1"), len(text) + more
    if more >= 0:
        assert common_words.decode(coded, most) == text
    else:
        with pytest.raises(InputError, match=f"more than {most} characters"):
            common_words.decode(coded, most)


def test_nothing_is_decoded_behind_the_limit() -> None:
    """What is damaged stands behind the place where it stops, and is not reached."""
    coded = common_words.encode("the " * 100).decode("latin-1") + "\xfd\xff"
    with pytest.raises(InputError, match="more than 398 characters"):
        common_words.decode(coded, 398)
    with pytest.raises(InputError, match="damaged"):
        common_words.decode(coded, 400)


def test_every_word_is_shorter_and_has_its_own_code() -> None:
    coded = {word: common_words.encode(word) for word in WORDS}
    assert len(WORDS) == len(set(coded.values())) == 2_000
    assert all(len(code) <= 2 and common_words.decode(code.decode("latin-1")) == word for word, code in coded.items())
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(InputError):
        common_words.decode(data.decode("latin-1"))


@pytest.mark.parametrize("coded", ["\xfd\xff", "\xff", "\xff\x80\xff", "\xfe", "\xee", "\xfeA"])
def test_codes_of_nothing_are_refused(coded: str) -> None:
    with pytest.raises(InputError, match="damaged"):
        common_words.decode(coded)


def test_the_list_is_the_one_that_links_were_made_with() -> None:
    assert (
        sha256(" ".join(WORDS).encode()).hexdigest()
        == "aeda39f74da5f2d82b9fe3fe21c4beb672878fc401f84751bd108add7d512864"
    )
