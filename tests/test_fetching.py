"""Fetching a vocabulary: once, checked, kept where tiktoken looks; and every way in which it fails."""

import hashlib
import importlib
import os
import re
import socket
import tempfile
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
import tiktoken
from tiktoken.load import load_tiktoken_bpe, read_file

from playground.measuring import fetching, vocabulary
from playground.measuring.tokens import encode_count
from playground.measuring.vocabulary import (
    VOCABULARIES,
    Source,
    TokenizerUnavailable,
    encode,
    encoding,
    failure,
    is_ready,
    prepare,
    token_bytes,
)
from tests.token_texts import whole

FETCHED = "o200k_base"
TOKENS = [*(bytes([value]) for value in range(256)), b"he", b"ll", b"hell"]
CONTENT = b"".join(b"%b %d\n" % (b64encode(token), number) for number, token in enumerate(TOKENS))
HELLO = [258, ord("o")]

Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server on this machine that gives a small vocabulary in place of o200k_base; and what it was asked for."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch = patch
        self.folder = folder
        self.asked: list[str] = []
        self.arrived = threading.Event()  # a request
        self.go_on = threading.Event()  # those who hold an answer back wait for it
        self.answer: Answer = gives(CONTENT)
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.url = f"http://127.0.0.1:{self.http.server_port}/o200k_base.tiktoken"
        self.offer(CONTENT)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append(self.path)
                server.arrived.set()
                try:
                    server.answer(self)
                except OSError:
                    self.close_connection = True  # whoever asked has gone

            def log_message(self, *args: object) -> None:
                pass

        return Handler

    def offer(self, content: bytes) -> None:
        """Let o200k_base be the vocabulary with this file."""
        sha256 = hashlib.sha256(content).hexdigest()
        self.patch.setitem(VOCABULARIES, FETCHED, Source("small", sha256, self.url))

        def small() -> dict[str, object]:
            ranks = load_tiktoken_bpe(self.url, sha256)
            return {"name": "small", "pat_str": r"\S+|\s+", "mergeable_ranks": ranks, "special_tokens": {}}

        self.patch.setattr("tiktoken.registry.ENCODING_CONSTRUCTORS", {**CONSTRUCTORS, "small": small})

    @property
    def kept(self) -> Path:
        return self.folder / hashlib.sha1(self.url.encode()).hexdigest()

    def forget(self) -> None:
        """As in another process."""
        for name in ("_loaded", "_attempts"):
            self.patch.setattr(vocabulary, name, {})
        self.patch.setattr("tiktoken.registry.ENCODINGS", {})


tiktoken.list_encoding_names()  # finds the constructors
CONSTRUCTORS = importlib.import_module("tiktoken.registry").ENCODING_CONSTRUCTORS


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    def local(path: str) -> bytes:
        assert "://" not in path, "tiktoken used the network"
        return read_file(path)

    monkeypatch.setattr("tiktoken.load.read_file", local)
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    server = Server(monkeypatch, tmp_path / "cache")
    server.forget()
    thread = threading.Thread(target=server.http.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.go_on.set()
    server.http.shutdown()
    server.http.server_close()
    thread.join()
    for attempt in vocabulary._attempts.values():
        assert attempt.over.wait(30), "the thread of a fetch ends when its server is gone"


def gives(content: bytes, status: int = 200) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def closes(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def breaks_off(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(CONTENT)))
    handler.end_headers()
    handler.wfile.write(CONTENT[:100])


def holds_back(server: Server) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        server.go_on.wait(30)
        gives(CONTENT)(handler)

    return answer


def drips(server: Server, start: bytes) -> Answer:
    """A byte every now and then, far more often than a time limit between two of them would notice."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(start)
        while not server.go_on.wait(0.01):
            handler.wfile.write(b"x")

    return answer


def assert_not_fetched(server: Server, why: str) -> None:
    """The sentence is this one wherever it is asked for, and nothing is left behind."""
    sentence = f"The tokenizer vocabulary o200k_base could not be fetched: {why}."
    for _ in range(2):
        with pytest.raises(TokenizerUnavailable, match=re.escape(sentence)):
            encoding(FETCHED)
    with pytest.raises(TokenizerUnavailable):
        encode("hello", FETCHED)
    prepare(FETCHED)
    assert failure(FETCHED) == sentence
    assert not is_ready(FETCHED)
    assert not server.folder.is_dir() or not [file for file in server.folder.iterdir() if file.is_file()]


def test_a_vocabulary_is_fetched_once(server: Server) -> None:
    assert not is_ready(FETCHED)
    assert encode("hello", FETCHED) == HELLO
    assert token_bytes(encoding(FETCHED)) == TOKENS
    assert is_ready(FETCHED)
    assert failure(FETCHED) is None
    prepare(FETCHED)
    assert [path.name for path in server.folder.iterdir()] == [server.kept.name]
    assert server.kept.read_bytes() == CONTENT
    server.forget()
    assert encode("hello", FETCHED) == HELLO
    assert server.asked == ["/o200k_base.tiktoken"]


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR", None])
def test_it_is_kept_where_tiktoken_looks(server: Server, tmp_path: Path, variable: str | None) -> None:
    """tiktoken would use the network, which it must not do here, if it did not find the file."""
    server.patch.delenv("TIKTOKEN_CACHE_DIR")
    server.patch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    server.patch.setattr(tempfile, "tempdir", str(tmp_path))
    server.folder = tmp_path / "data-gym-cache"
    if variable:
        server.folder = tmp_path / "chosen"
        server.patch.setenv(variable, str(server.folder))
    assert encode("hello", FETCHED) == HELLO
    assert server.kept.read_bytes() == CONTENT


def test_a_damaged_copy_is_fetched_again(server: Server) -> None:
    server.folder.mkdir()
    server.kept.write_bytes(CONTENT[:-1])
    assert encode("hello", FETCHED) == HELLO
    assert server.kept.read_bytes() == CONTENT


@pytest.mark.skipif(os.name == "nt", reason="modes of files")
def test_a_copy_is_open_to_those_whom_the_user_lets_in(server: Server) -> None:
    before = os.umask(0o022)
    try:
        encoding(FETCHED)
    finally:
        os.umask(before)
    assert server.kept.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (gives(b"", 404), "the server answered 404"),
        (gives(CONTENT, 503), "the server answered 503"),
        (gives(b"<html>Please log in</html>"), "what arrived is something else"),
        (gives(b""), "what arrived is something else"),
        (breaks_off, "what arrived is something else"),
        (closes, "its server could not be reached"),
    ],
)
def test_an_answer_that_is_no_vocabulary(server: Server, answer: Answer, why: str) -> None:
    server.answer = answer
    assert_not_fetched(server, why)
    assert len(server.asked) == 1, "a failure is remembered"
    assert encode("hello world") == [15339, 1917]


def test_too_much_is_cut_off(server: Server) -> None:
    server.patch.setattr(fetching, "_SIZE_LIMIT", 1000)

    def endless(handler: BaseHTTPRequestHandler) -> None:
        gives(b"")(handler)
        while not server.go_on.is_set():
            handler.wfile.write(b"x" * 1000)

    server.answer = endless
    assert_not_fetched(server, "what arrived is something else")


def test_no_server(server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    server.url = f"http://127.0.0.1:{port}/"
    server.offer(CONTENT)
    assert_not_fetched(server, "its server could not be reached")


@pytest.mark.parametrize("start", [None, b"", b"HTTP/1.0 200 OK\r\nX-Header: ", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_a_slow_answer_is_not_waited_for(server: Server, start: bytes | None) -> None:
    """No answer at all, and one that drips: from the beginning, in a header, in the file."""
    server.patch.setattr(fetching, "_TIME_LIMIT", 0.25)
    server.answer = holds_back(server) if start is None else drips(server, start)
    begun = time.monotonic()
    with pytest.raises(TokenizerUnavailable, match=r"it did not arrive within 0\.25 seconds\.$"):
        encoding(FETCHED)
    assert time.monotonic() - begun > 0.2
    server.go_on.set()
    assert vocabulary._attempts[FETCHED].over.wait(30)
    assert_not_fetched(server, "it did not arrive within 0.25 seconds")
    assert len(server.asked) == 1


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"])
def test_nothing_is_fetched_that_cannot_be_kept(server: Server, variable: str) -> None:
    server.patch.delenv("TIKTOKEN_CACHE_DIR")
    server.patch.setenv(variable, "")
    assert_not_fetched(server, "the cache of tiktoken, in which it is kept, is turned off")
    assert server.asked == []


def test_a_folder_that_cannot_be_made(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    server.patch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert_not_fetched(server, "the folder it is kept in cannot be used")
    assert server.asked == []


def test_a_folder_that_cannot_be_written_to(server: Server) -> None:
    def read_only(self: Path, mode: str = "r") -> NoReturn:
        raise PermissionError(self)

    server.patch.setattr(Path, "open", read_only)
    assert_not_fetched(server, "the folder it is kept in cannot be used")
    assert server.asked == []


def test_a_copy_that_cannot_be_put_in_place(server: Server) -> None:
    server.kept.mkdir(parents=True)
    assert_not_fetched(server, "the folder it is kept in cannot be used")


@pytest.mark.parametrize("content", [b"no words", CONTENT + b"aGVsbG8= 300\n", CONTENT.replace(b" 258", b"  258")])
def test_the_right_file_that_is_no_vocabulary(server: Server, content: bytes) -> None:
    server.offer(content)
    server.answer = gives(content)
    for _ in range(2):
        with pytest.raises(TokenizerUnavailable, match="o200k_base could not be loaded"):
            encoding(FETCHED)
    assert failure(FETCHED) == "The tokenizer vocabulary o200k_base could not be loaded."
    assert not is_ready(FETCHED)


def test_a_failure_is_forgotten_after_a_minute(server: Server) -> None:
    now = 1000.0
    server.patch.setattr(fetching, "time", SimpleNamespace(monotonic=lambda: now))
    server.answer = gives(b"", 500)
    for passed, requests in ((0, 1), (59, 1), (2, 2), (59, 2)):
        now += passed
        with pytest.raises(TokenizerUnavailable):
            encoding(FETCHED)
        assert len(server.asked) == requests
    server.answer = gives(CONTENT)
    now += 2
    assert failure(FETCHED) is not None
    prepare(FETCHED)
    assert encode("hello", FETCHED) == HELLO
    assert failure(FETCHED) is None
    assert len(server.asked) == 3


def test_a_fetch_without_end_is_given_up_and_tried_again(server: Server) -> None:
    """Looking up an address knows no limit: the time is over for those who ask, though the thread is still at it."""
    now = 1000.0
    server.patch.setattr(fetching, "time", SimpleNamespace(monotonic=lambda: now))
    server.answer = holds_back(server)
    prepare(FETCHED)
    first = vocabulary._attempts[FETCHED]
    assert server.arrived.wait(30)
    assert failure(FETCHED) is None
    now += 21
    assert failure(FETCHED) is not None
    with pytest.raises(TokenizerUnavailable):
        encoding(FETCHED)
    assert not first.over.is_set()
    now += 40
    server.answer = gives(CONTENT)
    assert encode("hello", FETCHED) == HELLO
    assert not first.over.is_set()
    server.go_on.set()
    assert first.over.wait(30)
    assert failure(FETCHED) is None
    assert encode("hello", FETCHED) == HELLO


def test_nobody_waits_for_a_vocabulary_but_those_who_want_it(server: Server) -> None:
    """While it is being fetched: asking for it returns, others load and encode, and it is not fetched a second time."""
    server.answer = holds_back(server)
    prepare(FETCHED)
    assert server.arrived.wait(30)
    prepare(FETCHED)
    assert not is_ready(FETCHED)
    assert failure(FETCHED) is None
    assert encode("hello world") == [15339, 1917]
    got: list[tiktoken.Encoding] = []
    waiting = [threading.Thread(target=lambda: got.append(encoding(FETCHED))) for _ in range(8)]
    for thread in waiting:
        thread.start()
    assert encode_count("It's one text. " * 50) == whole("It's one text. " * 50)
    assert got == []
    server.go_on.set()
    for thread in waiting:
        thread.join()
    assert got == [encoding(FETCHED)] * 8
    assert is_ready(FETCHED)
    assert len(server.asked) == 1


def test_fetching_has_a_limit_of_twenty_seconds() -> None:
    assert fetching._TIME_LIMIT == 20
    assert "up to 20 seconds" in str(encoding.__doc__)
