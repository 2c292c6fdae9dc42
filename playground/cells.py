"""Texts as cells of a CSV file that no spreadsheet takes for a formula, and back."""

import re

# What a spreadsheet takes for a formula: also behind spaces and characters of no width, which some of them drop, and
# the wide signs, which those of East Asia read as the plain ones. An apostrophe is guarded so that one can be removed.
_FORMULA = re.compile("['\t\r\n]|[\\s\x00-\x20\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\\-@＝＋－＠]")
# NUL ends a text for many readers, so its picture stands for it, and the picture of ESC makes a picture itself.
_PICTURES = {"\x00": "\u2400", "\u2400": "\u241b\u2400", "\u241b": "\u241b\u241b"}
_PICTURE = re.compile("\x00|\u2400|\u241b")
_PICTURED = re.compile("\u241b([\u2400\u241b])|\u2400")


def guard(text: str) -> str:
    """`text` as a cell that no spreadsheet runs as a formula and no reader ends early; `unguard` undoes it.

    A cell that begins with = + - @ (also behind whitespace), with a tab, a line end or an apostrophe gets an apostrophe
    ahead. NUL becomes U+2400, and a U+2400 or U+241B of the text gets a U+241B ahead.
    """
    if "\x00" in text or "\u2400" in text or "\u241b" in text:
        text = _PICTURE.sub(lambda found: _PICTURES[found[0]], text)
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(cell: str) -> str:
    """The text of a guarded cell: one apostrophe at its beginning is removed, then U+241B and U+2400 are read."""
    text = cell.removeprefix("'")
    return _PICTURED.sub(lambda found: found[1] or "\x00", text) if "\u2400" in text or "\u241b" in text else text
