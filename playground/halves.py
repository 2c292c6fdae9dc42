"""Half characters (surrogates): what JSON and some clipboards bring, and no file or browser takes."""

import re

_HALF = re.compile("[\ud800-\udfff]")


def has_half(text: str) -> bool:
    """Whether a text holds any."""
    return _HALF.search(text) is not None


def whole(text: str) -> str:
    """The text with U+FFFD for each: one code point too, so that offsets stay."""
    return _HALF.sub("\ufffd", text)
