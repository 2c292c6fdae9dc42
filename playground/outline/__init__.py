"""Outlines: what a text shows of its structure, read as Markdown, as HTML or as plain text.

Each reader is one file with `find(text) -> Outline`.
"""

import re

from playground.blocks import is_mostly_code
from playground.outline import hypertext, markdown, plain
from playground.outline.parts import Outline, divide, whole

__all__ = ["KINDS", "Outline", "divide", "find", "kind_of", "whole"]

_READERS = {"markdown": markdown.find, "html": hypertext.find, "plain": plain.find}
KINDS = tuple(_READERS)

_TAGS = re.compile(r"<(?:!doctype|html|body|h[1-6]|p|div|table|ul|ol|pre|section|article)\b", re.IGNORECASE)
LOOKED_AT = 100_000  # characters, where one sign is held against another
_ATX = re.compile(r"(?m)^#{1,6}[^\S\n]+\S")
_MARKDOWN = re.compile(r"(?m)^(?:#{1,6}[^\S\n]+\S| {0,3}(?:```|~~~)|(?=[^\n|]*\|)[^\n]*\n(?=[ |:]*-)[-|: ]+$)")
_SETEXT = re.compile(r"(?m)^[^\s#>|*+-][^\n]*\n(?:={3,}|-{3,})[^\S\n]*$")
# What reStructuredText has and Markdown has not: directives, roles, and marks under a line other than = and -.
_RST = re.compile(r"(?m)^\.\. [\w-]+::|:[a-z-]+:`|^[^\W_][^\n]*\n([~^\"'`*+.:#])\1{3,}$")


def kind_of(text: str) -> str:
    """How a text is best read: "html", "markdown" or "plain". By its looks alone; `text` has plain line ends."""
    if is_mostly_code(text):
        return "plain"  # a comment that begins with # is no heading
    head = text[:LOOKED_AT]
    tags = len(_TAGS.findall(head)) if text.lstrip()[:1] == "<" else 0
    if tags and tags >= len(_MARKDOWN.findall(head)):
        return "html"
    if _ATX.search(text) or markdown.FRONT_MATTER.match(text):
        return "markdown"
    if _RST.search(text) or plain.has_numbered_headings(text):
        return "plain"
    return "markdown" if _MARKDOWN.search(head) or _SETEXT.search(head) else "plain"


def find(text: str, kind: str) -> Outline:
    """The outline of a text with plain line ends, read as one of KINDS, or as `kind_of` says where kind is "auto"."""
    return _READERS[kind_of(text) if kind == "auto" else kind](text)
