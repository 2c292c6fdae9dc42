"""Random texts for Hypothesis that are hard on the tokenizers, and what to hold their counts and cuts against."""

import importlib
import re
from functools import cache
from typing import NamedTuple

import pytest
import tiktoken
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

from playground.measuring.vocabulary import encoding, token_bytes

# Characters and short strings chosen against the patterns of the vocabularies: contractions in both cases and with
# the long s, slashes after line ends, digits that are not ASCII, other numbers, marks, every kind of white space,
# separators that are white space for Python only, emoji, scripts newer than Unicode 3.2, characters newer than Python's
# Unicode.
TRICKY = [
    *"abzAZstdmlverSTDMLVRE'’´`.,;:-_=/\\#*\"()[]{}<>|éßſKİıшα字。、ひカ한กัा",
    *"0192²³½ⅧⅣ①٣५๓一二〇𝟘𝒳𐍁\u02b9\u0301\u0308\u0345\u064b\u0903\u20dd\u2132\u2183",
    *" \t\n\r\v\f\x00\x1c\x1d\x1f\x85\xa0\u180e\u2003\u200b\u200d\u2028\u2029\u3000\ufeff",
    *"😀👩🏽🇩🇪\U0001e900\u1c89\ua7cb\U00010d40\ud800\udc00\ufffd\ue000\uffff\u0378",
    *("  ", "   ", "\r\n", "\n\n", "'s", "'ll", "'RE", "'ſ", "<|endoftext|>", "123", "1234", "e\u0301"),
    *("\u0301'", "\n/", "aB"),
]
mixed = st.lists(st.sampled_from(TRICKY), max_size=40).map("".join)
few = st.lists(st.sampled_from(TRICKY), min_size=1, max_size=5).flatmap(
    lambda some: st.lists(st.sampled_from(some), max_size=40).map("".join)
)
any_characters = st.text(st.characters(codec=None), max_size=40)
texts = st.one_of(mixed, few, any_characters, st.text(st.characters(max_codepoint=127), max_size=40))


def cleaned(text: str) -> str:
    """With every surrogate replaced by U+FFFD, one for one."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def whole(text: str) -> int:
    """The slow oracle: the tokens of the whole text."""
    return len(encoding().encode_ordinary(cleaned(text)))


class Definition(NamedTuple):
    """What tiktoken itself says about one of its vocabularies."""

    pattern: str
    url: str
    sha256: str


@cache
def definition(vocabulary: str) -> Definition:
    """Read out of tiktoken without its fetching the vocabulary."""
    asked: list[tuple[str, str]] = []

    def instead(url: str, expected_hash: str) -> dict[bytes, int]:
        asked.append((url, expected_hash))
        return {}

    public = importlib.import_module("tiktoken_ext.openai_public")
    assert public.load_tiktoken_bpe is load_tiktoken_bpe
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(public, "load_tiktoken_bpe", instead)
        pattern = getattr(public, vocabulary)()["pat_str"]
    return Definition(pattern, *asked[0])


@cache
def stand_in(vocabulary: str) -> tiktoken.Encoding:
    """An encoding that cuts a text into the pieces of a vocabulary, and encodes each with the tokens of cl100k_base."""
    ranks = {value: number for number, value in enumerate(token_bytes(encoding()))}
    return tiktoken.Encoding(
        "stand_in", pat_str=definition(vocabulary).pattern, mergeable_ranks=ranks, special_tokens={}
    )
