"""Words as sizes count them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import counted_words
from tests import oracles
from tests.texts import texts

MIXED = st.text(
    alphabet="ab.'-1 \n\u3000水泵カナーひが\u3099。、「」สวัดี\u0e49ខ្មລາວမြ\u200d\ufe0f\U00020000ｶﾅ々é\u0301\ud83d",
    max_size=40,
)


def pieces(text: str) -> list[str]:
    starts, ends = counted_words.find(text)
    return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


@given(MIXED | texts)
def test_find_equals_the_oracle(text: str) -> None:
    starts, ends = counted_words.find(text)
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == oracles.counted_words(text)


@given(MIXED | texts)
def test_words_hold_all_but_whitespace(text: str) -> None:
    assert "".join(pieces(text)) == "".join(text.split())


@given(st.text(alphabet="ab.,'-1é\u0301Жя \t\n\x1c\u2028\u00a0", max_size=60))
def test_with_spaces_it_is_split(text: str) -> None:
    assert pieces(text) == text.split()


@given(MIXED, st.integers(1, 7))
def test_blocks_change_nothing(text: str, size: int) -> None:
    whole = pieces(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted_words, "BLOCK", size)
        assert pieces(text) == whole


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("水泵站在河边。", ["水", "泵", "站", "在", "河", "边。"]),
        ("「はい。」", ["「は", "い。」"]),
        ("カタカナーと", ["カタカナー", "と"]),
        ("Python编程3次", ["Python", "编", "程", "3", "次"]),
        ("foo-bar编 e.g. x", ["foo-bar", "编", "e.g.", "x"]),
        ("\U00020000\U00020001", ["\U00020000", "\U00020001"]),
        ("か\u3099き", ["か\u3099", "き"]),
        ("สวัสดี", ["ส", "วั", "ส", "ดี"]),
        ("。。。 !?", ["。。。", "!?"]),
        ("", []),
        (" \n", []),
    ],
)
def test_examples(text: str, words: list[str]) -> None:
    assert pieces(text) == words


@pytest.mark.parametrize("text", ["水" * 20_000, "q" * 50_000 + "水", "水 " * 10_000], ids=["han", "long", "spaced"])
def test_time_is_linear(text: str) -> None:
    def seconds(times: int) -> float:
        began = time.process_time()
        counted_words.find(text * times)
        return time.process_time() - began

    seconds(1)
    assert min(seconds(8) for _ in range(3)) < 8 * 4 * min(seconds(1) for _ in range(3)) + 0.05
