"""Paragraph: one chunk a block between blank lines, or whole blocks packed."""

from typing import Literal

from playground.document import Document
from playground.lengths import Length
from playground.spans import Spans
from playground.strategies.packing import pack as packed


def units(document: Document, length: Length, size: int) -> Spans:
    """The paragraphs, also those longer than `size`."""
    return document.paragraphs


def split(
    document: Document,
    length: Length,
    size: int,
    overlap: int,
    *,
    pack: bool,
    overlap_at: Literal["units", "words"],
) -> Spans:
    """One chunk a paragraph; with `pack`, chunks of up to `size`. A longer paragraph stays whole."""
    found = units(document, length, size)
    return packed(found, length, size, overlap, document if overlap_at == "words" else None) if pack else found
