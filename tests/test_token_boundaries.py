"""Safe boundaries: no token crosses one, and every character is classed as tiktoken does."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
import tiktoken
from hypothesis import given, settings

from playground.measuring import token_boundaries
from playground.measuring.token_boundaries import safe_boundaries
from playground.measuring.vocabulary import encoding
from tests.token_texts import cleaned, definition, stand_in, texts

VOCABULARIES = ["cl100k_base", "o200k_base"]

# Letters: lower and upper case, of contractions and not, title case, modifier, other; marks, numbers, white space. The
# last four are of no class: an emoji, a digit of Unicode 16, a code that is not assigned and one for private use.
EVERY_CLASS = "sSaǅʰ字\u0301\u09031² \t\xa0\r\n'/!😀\U00010d40\u0378\ue000"
FEW = "lS\u03011 \n'/!"


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@settings(max_examples=400, deadline=None)
@given(text=texts)
def test_tokens_never_cross_a_safe_boundary(vocabulary: str, text: str) -> None:
    clean = cleaned(text)
    encode = stand_in(vocabulary).encode_ordinary
    for boundary in safe_boundaries(text, vocabulary).tolist():
        assert encode(clean[:boundary]) + encode(clean[boundary:]) == encode(clean)


def short_texts(alphabet: str, length: int) -> Iterator[str]:
    for shorter in range(1, length + 1):
        yield from map("".join, product(alphabet, repeat=shorter))


def made(pattern: str, tokens: list[bytes]) -> tiktoken.Encoding:
    """An encoding whose tokens are the single bytes and these, the first joined first."""
    ranks = {bytes([value]): value for value in range(256)}
    for token in tokens:
        ranks.setdefault(token, len(ranks))
    return tiktoken.Encoding("made", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize(("alphabet", "length"), [(EVERY_CLASS, 4), (FEW, 5)], ids=["every class", "longer"])
def test_no_piece_of_any_short_text_crosses_a_safe_boundary(vocabulary: str, alphabet: str, length: int) -> None:
    """Every piece is one token here, so that no difference hides behind tokens that happen to be the same."""
    whole = [text.encode() for text in short_texts(alphabet, length)]
    encode = cache(made(definition(vocabulary).pattern, whole).encode_ordinary)
    for text in short_texts(alphabet, length):
        for boundary in safe_boundaries(text, vocabulary).tolist():
            assert encode(text[:boundary]) + encode(text[boundary:]) == encode(text), ascii(text)


def test_no_pair_of_classes_is_left_out_that_could_be_safe() -> None:
    """Each pair of known classes that is not in the table is crossed by a piece of some short text."""
    classes = token_boundaries._class_table()
    for vocabulary in VOCABULARIES:
        encode = cache(made(definition(vocabulary).pattern, [t.encode() for t in short_texts(FEW, 4)]).encode_ordinary)
        crossed = set()
        for text in short_texts(FEW, 4):
            for cut in range(1, len(text)):
                if encode(text[:cut]) + encode(text[cut:]) != encode(text):
                    crossed.add((int(classes[ord(text[cut - 1])]), int(classes[ord(text[cut])])))
        table = token_boundaries._SAFE_PAIRS[vocabulary]
        known = [one for one in table if one != token_boundaries._UNKNOWN]
        assert crossed == {(left, right) for left in known for right in known if right not in table[left]}


def test_classes_are_those_of_tiktoken() -> None:
    """Every character that is given a class has it in tiktoken, as seen from where its text is cut."""
    encode = encoding().encode_ordinary
    (contraction,), (digits,) = encode("'s"), encode("123")
    # Two exclamation marks are one token unless the character before them is in one piece with them.
    joined = [bytes([value, ord("!")]) for value in range(256) if value != ord("!")]
    marks = made(definition("o200k_base").pattern, [*joined, b"!!"])
    (apart,) = marks.encode_ordinary("!!")
    named = {"'": token_boundaries._APOSTROPHE, "/": token_boundaries._SLASH}
    wrong = []
    for code, given_class in enumerate(token_boundaries._class_table().tolist()):
        if given_class == token_boundaries._UNKNOWN or 0xD800 <= code < 0xE000 or code == ord(" "):
            continue
        if encode(chr(code) + "'s")[-1] != contraction:  # it took the apostrophe with it
            is_mark = marks.encode_ordinary(chr(code) + "!!")[-1] == apart
            seen = token_boundaries._MARK if is_mark else named.get(chr(code), token_boundaries._OTHER)
        elif encode(chr(code) + "123")[-1] != digits:
            seen = token_boundaries._NUMBER  # it took two of the digits with it
        elif chr(code) in token_boundaries._NEWLINES:
            seen = token_boundaries._NEWLINE
        else:
            seen = token_boundaries._SPACE if chr(code) in token_boundaries._SPACES else token_boundaries._LETTER
        if seen != given_class:
            wrong.append(f"U+{code:04X}")
    assert wrong == []


def test_the_default_is_cl100k_base_and_others_are_refused() -> None:
    text = "it's a naïve cafe\u0301/\n/x"
    assert safe_boundaries(text).tolist() == safe_boundaries(text, "cl100k_base").tolist()
    assert safe_boundaries(text).tolist() != safe_boundaries(text, "o200k_base").tolist()
    with pytest.raises(KeyError):
        safe_boundaries(text, "p50k_base")
