"""Paragraph: blocks between blank lines stay whole, also those longer than the size."""

from playground.document import Document
from playground.lengths import Length
from playground.spans import Spans


def units(document: Document, length: Length, size: int) -> Spans:
    """The paragraphs."""
    return document.paragraphs
