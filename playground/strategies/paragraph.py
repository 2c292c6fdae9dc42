"""Paragraph: blocks between blank lines stay whole, also those longer than the size."""

from playground.document import Document
from playground.measuring.lengths import Length
from playground.strategies.packing import Units


def units(document: Document, length: Length, size: int) -> Units:
    """The paragraphs."""
    return Units(document.paragraphs)
