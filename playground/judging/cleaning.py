"""Texts made clean: without characters that are not seen, and without line ends that only a page's width made."""

import re

import numpy as np

from playground.document import Document

# Characters that are not seen and part words and sentences from what they look like: what copies from PDF and the web
# bring along. Joiners inside emoji and Arabic are not among them.
INVISIBLE = "\u00a0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff"
_REMOVED = re.compile(f"[{INVISIBLE.replace(chr(0xA0), '')}]")
_LINE_END = re.compile(r"(?<!-)[^\S\n]*\n[^\S\n]*")  # a word that is broken by a hyphen is left alone
_OPENS_PROSE = re.compile(r"[^\S\n]*[\"'“‘(]?[^\W_]")
_NOT_SHORT = 40  # characters: in a paragraph of lines that were broken at a width, all but the last have more


def without_invisible(text: str) -> tuple[str, int]:
    """The text with spaces for no-break spaces, and without what is not seen; and how many characters changed."""
    cleaned, removed = _REMOVED.subn("", text)
    return cleaned.replace("\u00a0", " "), removed + text.count("\u00a0")


def unwrapped(document: Document) -> tuple[str, int]:
    """The text with a space for each line end inside its paragraphs of prose; and how many there were.

    Headings, tables, code, lists and paragraphs with a short line (verse, addresses) stay as they are.
    """
    outline, text, paragraphs = document.outline(), document.text, document.paragraphs
    prose = np.ones(len(paragraphs), dtype=bool)
    for spans in (outline.headings, outline.tables, outline.code, outline.items):
        first = np.searchsorted(spans.ends, paragraphs.starts, side="right")
        prose &= first >= np.searchsorted(spans.starts, paragraphs.ends, side="left")  # none lies in it
    parts: list[str] = []
    done = count = 0
    for start, end in paragraphs.where(prose):
        if not _is_prose(text[start:end]):
            continue
        joined, ends = _LINE_END.subn(" ", text[start:end])
        parts += [text[done:start], joined]
        done, count = end, count + ends
    return "".join([*parts, text[done:]]), count


def _is_prose(paragraph: str) -> bool:
    lines = paragraph.split("\n")
    long = all(len(line.strip()) >= _NOT_SHORT for line in lines[:-1])
    return len(lines) > 1 and long and all(_OPENS_PROSE.match(line) for line in lines)
