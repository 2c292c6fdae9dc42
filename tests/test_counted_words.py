"""Words as sizes count them, against a loop over characters and the boundaries of the regex module."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.text import counted_words
from tests import oracles
from tests.growth import assert_linear
from tests.texts import texts

CHARACTERS = (
    "ab1.,'\":;-_·!(\u00adéЖש\u05d0 \n\t\x1c\u3000\u2028"
    "水泵々〆〇〻⺀\U00020000\U0002ceb0\ufa11カナャ・ーｶﾅﾞﾟｰひがっゝゞヽ〱゛゜\u3099ㄅㄆˇ㊗🈀㋐、。「」，３"
    "สวัดีำ๑๒ๆ๏ฯ฿ខ្មរ៖។១ລາວຳໆ໐မြန်\u1039က၊၏၁ꩠ"
    "\u0301\u200b\u200c\u200d\u2060\ufe0f\U000e0100\u0600\u0d4e\u0d4dक्🇸🇪😀👍🏽👩\ud83d\udcff\U0010ffff각"
)
MIXED = st.text(alphabet=CHARACTERS, max_size=40)
DENSE = st.text(alphabet="水カนー々ㄅ๑a1._'，\u0301\u200d ", max_size=40)


def pairs(text: str) -> list[oracles.Pair]:
    starts, ends = counted_words.find(text)
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in pairs(text)]


@given(st.one_of(MIXED, DENSE, texts))
@example("a.ั\u200d1")
def test_find_equals_the_oracle(text: str) -> None:
    assert pairs(text) == oracles.counted_words(text)


@given(st.one_of(MIXED, DENSE, texts), st.integers(1, 9))
@example("，" * 20 + "水" + "," * 20 + "x水", 4)
@example("水" + "\u0301" * 99 + "水", 3)
def test_the_edges_of_blocks_change_nothing(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted_words, "BLOCK", size)
        assert pairs(text) == oracles.counted_words(text)


@given(st.one_of(MIXED, texts))
def test_words_hold_all_but_whitespace_once(text: str) -> None:
    starts, ends = counted_words.find(text)
    assert starts.dtype == ends.dtype == np.int32
    assert starts.shape == ends.shape == (len(starts),)
    assert (starts < ends).all()
    assert (ends[:-1] <= starts[1:]).all()
    assert oracles.missing_and_twice(text, pairs(text)) == (0, 0)
    assert not any(character.isspace() for piece in pieces(text) for character in piece)


@given(st.text(alphabet="ab.,'-1é\u0301Жяשअ्각ｅ😀🇸—’ \t\n\x1c\u2028\u00a0\ud83d", max_size=60))
def test_a_text_with_spaces_is_split_there(text: str) -> None:
    assert pieces(text) == text.split()


@given(
    st.lists(
        st.sampled_from([*"水カー々aक，🇸 ", "กำ", "ខ្មែ", "က္က", "င်္က", "ຳ", "\u0600", "क्षि", "か\u3099", "👩\u200d👩"])
    )
)
def test_no_word_ends_inside_a_character_as_a_reader_sees_it(clusters: list[str]) -> None:
    text = "".join(clusters)
    for start, end in oracles.words_of(text, 0, len(text)):
        allowed = {low for low, _ in oracles.clusters_of(text, start, end)}
        assert {low for low, _ in pairs(text) if start <= low < end} <= allowed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("水泵站在河边。", "水|泵|站|在|河|边。"),  # zh
        ("\U00020000\U00020001", "\U00020000|\U00020001"),
        ("ㄅㄆㄇ水", "ㄅㄆㄇ|水"),
        ("カタカナーで書いた", "カタカナー|で|書|い|た"),  # ja
        ("ｶﾀｶﾅﾞと", "ｶﾀｶﾅﾞ|と"),
        ("らーめん", "らー|め|ん"),
        ("人々が佐々木abc々d", "人々|が|佐々|木|abc々d"),
        ("か\u3099き゛", "か\u3099|き゛"),
        ("ソフト・ウェア", "ソフト・|ウェア"),
        ("時\u200d間\ufe00A", "時\u200d|間\ufe00|A"),
        ("สวัสดี กำ ๑๒", "ส|วั|ส|ดี|กำ|๑๒"),  # th
        ("ខ្មែរ។", "ខ្មែ|រ។"),  # km
        ("ພາສາ", "ພ|າ|ສ|າ"),  # lo
        ("မြန်မာ၊ က္က", "မြ|န်|မာ၊|က္က"),  # my
        ("Python编程3次", "Python|编|程|3|次"),
        ("foo-bar编e.g.", "foo-bar|编|e.g."),
        ("e.g. don't 3.5", "e.g.|don't|3.5"),
        ("ー", "ー"),
    ],
)
def test_scripts_without_spaces(text: str, words: str) -> None:
    assert pieces(text) == words.split("|")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("「はい。」", ["「は", "い。」"]),
        ("好，“好”。", ["好，“", "好”。"]),
        ("。。。 !? 😀", ["。。。", "!?", "😀"]),
        ("好 。好", ["好", "。好"]),
        ("水-泵", ["水-", "泵"]),
        ("水😀", ["水😀"]),
        ("\u0301水", ["\u0301水"]),
        ("", []),
        (" \n\u3000", []),
    ],
)
def test_punctuation_goes_with_a_word(text: str, words: list[str]) -> None:
    assert pieces(text) == words


NASTY = {
    "Han": "水",
    "Han in lines": "水泵，\n",
    "letters and Han": "q水",
    "flags": "🇸🇪",
    "wide commas": "，",
    "marks of Thai": "\u0e34",
    "Thai": "กิ",
    "joined pictures": "😀\u200d",
}


@pytest.mark.parametrize("behind", ["", "水"])
@pytest.mark.parametrize("repeated", [*NASTY.values(), "q", "\u0301", "q\u0301"], ids=[*NASTY, "q", "marks", "marked"])
def test_time_grows_with_the_text(repeated: str, behind: str) -> None:
    counted_words.find("水")  # the table is made once
    assert_linear(lambda times: counted_words.find(repeated * times + behind), 1_600_000 // len(repeated))


def test_a_run_longer_than_a_block_is_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_words, "BLOCK", 1000)
    assert pairs("q" * 10_500 + "水") == [(0, 10_500), (10_500, 10_501)]
    assert pairs("x " + "，" * 10_500 + "水x") == [(0, 1), (2, 10_503), (10_503, 10_504)]
