"""Length in tokens: exact slices, bounds that hold, and work that does not grow with the text."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document, Settings, analyse, chunk
from playground.measuring.token_length import NEAR, Tokens
from playground.measuring.tokens import encode_count
from playground.sizing import length_of
from playground.strategies import STRATEGIES
from playground.taking.loading import decode
from tests.oracles import SURELY
from tests.texts import texts
from tests.token_texts import texts as token_texts

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
DOCUMENTS = [
    "docs/lang_zh_art_of_command_line.md", "docs/lang_ja_neko_prose.txt", "docs/lang_de_art_of_command_line.md",
    "docs/code_argparse.py", "docs/code_underscore.js", "docs/data_seattle_weather.csv", "docs/sub_en_hf_model_hub.srt",
    "edge/edge_thai_no_spaces.txt", "edge/edge_emoji_zwj.txt", "edge/edge_long_word.txt",
]  # fmt: skip
SHAPES: list[dict[str, Any]] = [{"unit": "words"}, {"unit": "tokens"}, {"unit": "tokens", "title": "A title"}]
contexts = st.sampled_from(["", "Title\n", "3.\n", "!\n", " x \n"])
places = st.integers(0, 80)


def tokens_of(text: str, context: str = "") -> Tokens:
    length = length_of(Document(text), "tokens", "cl100k_base", context)
    assert isinstance(length, Tokens)
    return length


@given(texts | token_texts, contexts, places, places)
@example("\na.\n", "Title\n", 0, 2)
@example("0  " * 60, "", 0, 180)
def test_one_slice_is_counted_as_it_is_embedded(text: str, context: str, first: int, second: int) -> None:
    start, end = sorted((min(first, len(text)), min(second, len(text))))
    assert tokens_of(text, context).one(start, end) == encode_count(context + text[start:end])


@given(texts | token_texts, contexts, places, st.integers(1, 12))
@example(" " * 70 + "a", "", 1, 3)
def test_nothing_behind_the_reach_fits(text: str, context: str, first: int, size: int) -> None:
    length, start = tokens_of(text, context), min(first, len(text))
    fitting = [end for end in range(start, len(text) + 1) if encode_count(context + text[start:end]) <= size]
    assert max(fitting, default=start) <= length.reach(start, size)
    assert length.longest(start, size) == max(fitting, default=start)


@given(texts | token_texts, contexts, places, st.integers(1, 12))
@example("\x81", "", 1, 1)  # two tokens that begin in one character
@example("0", "Title\n", 1, 1)
def test_nothing_ahead_of_the_back_fits(text: str, context: str, second: int, size: int) -> None:
    length, end = tokens_of(text, context), min(second, len(text))
    fitting = [start for start in range(end + 1) if encode_count(context + text[start:end]) <= size]
    assert length.back(end, size) <= min(fitting, default=end)
    assert length.body.earliest(end, size) == min(
        (start for start in range(end + 1) if encode_count(text[start:end]) <= size), default=end
    )


@given(texts | token_texts, contexts, places, places, st.integers(0, 60))
def test_a_place_is_where_its_token_begins(text: str, context: str, first: int, second: int, number: int) -> None:
    start, end = sorted((min(first, len(text)), min(second, len(text))))
    count = encode_count(context + text[start:end])
    if number >= count:
        return
    place = tokens_of(text, context).place(start, end, number)
    embedded = context + text[start:end]
    whole = tokens_of(embedded)
    assert place - start + len(context) == whole.place(0, len(embedded), number)
    assert encode_count(embedded[: max(place - start + len(context), 0)]) <= number + SURELY


@pytest.mark.parametrize("strategy", ["fixed", "recursive"])
@pytest.mark.parametrize(("overlap", "size"), [(0, 1), (4, 20)])
def test_a_short_text_repeated_into_one_token_chunks_is_not_encoded_again_for_each(
    monkeypatch: pytest.MonkeyPatch, strategy: str, overlap: int, size: int
) -> None:
    encoded = []

    def counted(text: str, vocabulary: str) -> int:
        encoded.append(len(text))
        return encode_count(text, vocabulary)

    monkeypatch.setattr("playground.measuring.token_length.encode_count", counted)
    settings = Settings(strategy=strategy, unit="tokens", chunk_size=size, chunk_overlap=overlap)
    assert len(chunk("Dr. " * 2_000, settings)) > 200
    assert len(encoded) < 400, "a count each for the few pieces that there are"
    encoded.clear()
    words = " ".join(f"{number**5:x}" for number in range(1_000))  # no two pieces alike
    found = chunk(words, settings)
    assert overlap or len(encoded) < 4 * len(found), "ends are looked for between the nearest safe boundaries"


def test_what_is_remembered_of_pieces_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.measuring.token_length.MOST_KEPT", 5)
    text = "".join(chr(97 + number % 26) + " " for number in range(60)) + "z" * 200
    length = tokens_of(text)
    for end in range(len(text) + 1):
        assert length.one(0, end) == encode_count(text[:end])
        assert len(length._known) <= 5
    assert max(map(len, length._known)) <= NEAR


def test_digits_between_spaces_do_not_add_up() -> None:
    text = "  ".join("0123456789" * 6)
    whole, parts = encode_count(text), sum(encode_count(one.text) for one in chunk(text, Settings(chunk_size=1)))
    assert whole > parts
    for size in (1, 7, 50, 118, 119, 120):
        for one in chunk(text, Settings(unit="tokens", chunk_size=size)):
            assert one.size == encode_count(one.embedded) <= size


@pytest.mark.parametrize("text", ["q" * 150_000, " " * 120_000 + "a", "\u0e01" * 40_000, "aB3" * 60_000], ids=len)
def test_long_runs_are_cut_within_the_limit(text: str) -> None:
    for name in ("fixed", "recursive"):
        found = chunk(text, Settings(strategy=name, unit="tokens", chunk_size=400, chunk_overlap=40))
        assert all(one.size == encode_count(one.text) <= 400 for one in found)
        assert "".join(text.split()) == "".join(
            text[one.start : later]
            for one, later in zip(found, [*(one.start for one in found[1:]), len(text)], strict=True)
        ).replace(" ", "")


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_real_documents_have_no_chunk_over_the_limit_but_marked_ones(name: str, shape: dict[str, Any]) -> None:
    path = SHARED / name
    if not path.exists():
        pytest.skip("../shared is not here")
    document = Document(decode(path.read_bytes(), path.name).text)
    for strategy in STRATEGIES:
        settings = Settings(
            strategy=strategy, pack=True, chunk_size=100, chunk_overlap=15, sentence_rule="punctuation", **shape
        )
        report = analyse(document, settings)
        for one in report:
            if settings.unit == "tokens":
                assert one.size == encode_count(one.embedded)
            assert one.size <= 100 or one.over_limit
            assert one.text == document.text[one.start : one.end]
        if strategy in {"recursive", "fixed"}:
            assert not report.over_limit.any()
        assert report.proof.missing == 0
        assert re.sub(r"\s", "", document.text) != ""
