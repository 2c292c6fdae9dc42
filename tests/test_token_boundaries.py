"""Safe boundaries: no token crosses one, and every character is classed as tiktoken does."""

from itertools import product

from hypothesis import given, settings

from playground import token_boundaries
from playground.token_boundaries import safe_boundaries
from playground.vocabulary import encoding
from tests.token_texts import cleaned, texts


@settings(max_examples=400, deadline=None)
@given(texts)
def test_tokens_never_cross_a_safe_boundary(text: str) -> None:
    clean = cleaned(text)
    encode = encoding().encode_ordinary
    for boundary in safe_boundaries(text).tolist():
        assert encode(clean[:boundary]) + encode(clean[boundary:]) == encode(clean)


def test_safe_boundaries_of_all_short_texts() -> None:
    """One character of each class; the last two, an emoji and a digit of Unicode 16, have none."""
    encode = encoding().encode_ordinary
    for characters in product("a1' .\n😀\U00010d40", repeat=5):
        text = "".join(characters)
        for boundary in safe_boundaries(text).tolist():
            assert encode(text[:boundary]) + encode(text[boundary:]) == encode(text), ascii(text)


def test_classes_are_those_of_tiktoken() -> None:
    """Every character that is given a class has it in tiktoken, as seen from where its text is cut."""
    encode = encoding().encode_ordinary
    (contraction,), (digits,) = encode("'s"), encode("123")
    wrong = []
    for code, given_class in enumerate(token_boundaries._class_table().tolist()):
        if given_class == token_boundaries._UNKNOWN or 0xD800 <= code < 0xE000 or code == ord(" "):
            continue
        if encode(chr(code) + "'s")[-1] != contraction:
            seen = token_boundaries._OTHER  # it took the apostrophe with it
        elif encode(chr(code) + "123")[-1] != digits:
            seen = token_boundaries._NUMBER  # it took two of the digits with it
        elif chr(code) in token_boundaries._NEWLINES:
            seen = token_boundaries._NEWLINE
        else:
            seen = token_boundaries._SPACE if chr(code) in token_boundaries._SPACES else token_boundaries._LETTER
        if seen != given_class:
            wrong.append(f"U+{code:04X}")
    assert wrong == []
