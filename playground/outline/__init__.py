"""Outlines: what a text shows of its structure, read as Markdown, as HTML or as plain text.

Each reader is one file with `find(text) -> Outline`.
"""

import re

from playground.outline import hypertext, markdown, plain
from playground.outline.parts import Outline, divide, whole
from playground.text.blocks import is_mostly_code

__all__ = ["KINDS", "Outline", "divide", "find", "kind_of", "whole"]

_READERS = {"markdown": markdown.find, "html": hypertext.find, "plain": plain.find}
KINDS = tuple(_READERS)

LOOKED_AT = 100_000  # characters, where one sign is held against another
_TAGS = re.compile(r"<(?:h[1-6]|p|div|table|ul|ol|pre|section|article)\b", re.IGNORECASE)
_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype|html)\b", re.IGNORECASE | re.DOTALL)
_ATX = re.compile(r"(?m)^(#{1,6})[^\S\n]+\S[^\n]*$")
_FENCE = re.compile(r"(?m)^ {0,3}(?:```|~~~)")
_TABLE = re.compile(r"(?m)^(?=[^\n|]*\|)[^\n]*\n(?=[ |:]*-)[-|: ]+$")
_SETEXT = re.compile(r"(?m)^[^\s#>|*+-][^\n]*\n(?:={3,}|-{3,})[^\S\n]*$")
_LIST = re.compile(r"(?m)^[-*+] \S[^\n]*\n(?:\n?[-*+] |  )|\]\(")  # two items, or a link
# What reStructuredText has and Markdown has not: directives, roles, marks under a line other than = and -, overlines.
_RST = re.compile(
    r"(?m)^\.\. [\w-]+::|:[a-z-]+:`|^[^\W_][^\n]*\n([~^\"'`*+.:#])\1{3,}$|^([=~^*+#-])\2{2,}\n[^\W_][^\n]*\n\2{3,}$"
)
# What follows a heading, and hardly ever a comment of a script: nothing, a sentence, a mark of Markdown.
_UNDER_HEADING = re.compile(r"\n(?:[^\S\n]*(?:\n|\Z)|[-*>|`\[]|[^\W\d_a-z][^\n={}$]*\s\S+\s\S+\s\S)|\Z")


def kind_of(text: str) -> str:
    """How a text is best read: "html", "markdown" or "plain". By its looks alone; `text` has plain line ends."""
    head = text[:LOOKED_AT]
    if _PAGE.match(head):
        return "html"
    if text.startswith("#!") or is_mostly_code(text):
        return "plain"  # a comment that begins with # is no heading
    marks = len(_headings(head)) + len(_SETEXT.findall(head)) + len(_FENCE.findall(head))
    if text.lstrip()[:1] == "<" and len(_TAGS.findall(head)) > 5 * marks:
        return "html"  # tags at the top of a file of Markdown are few beside its headings
    if _headings(head) or markdown.FRONT_MATTER.match(text):
        return "markdown"
    if _RST.search(head) or plain.has_numbered_headings(text):
        return "plain"
    return "markdown" if any(sign.search(head) for sign in (_FENCE, _TABLE, _SETEXT, _LIST)) else "plain"


def _headings(text: str) -> list[str]:
    """The lines that begin with # where at least half of them are headings and no comments; else none.

    A heading is followed by a heading of another level, or by what _UNDER_HEADING says.
    """
    found = list(_ATX.finditer(text))
    after = {one.start(): one[1] for one in found}
    good = [
        one[0] for one in found if _UNDER_HEADING.match(text, one.end()) or after.get(one.end() + 1, one[1]) != one[1]
    ]
    return good if len(good) * 2 >= len(found) else []


def find(text: str, kind: str) -> Outline:
    """The outline of a text with plain line ends, read as one of KINDS, or as `kind_of` says where kind is "auto"."""
    return _READERS[kind_of(text) if kind == "auto" else kind](text)
