"""Half characters: found and replaced one for one, and whole characters left alone."""

from hypothesis import given
from hypothesis import strategies as st

from playground.halves import has_half, whole


@given(st.text(st.characters(codec=None), max_size=40))
def test_each_half_is_replaced_by_one_character(text: str) -> None:
    found = whole(text)
    assert len(found) == len(text)
    assert not has_half(found)
    assert has_half(text) == any("\ud800" <= character <= "\udfff" for character in text)
    assert has_half(text) or found == text
    found.encode()
