"""Sentence: sentences stay whole, also those longer than the size."""

from playground.document import Document
from playground.measuring.lengths import Length
from playground.strategies.packing import Units
from playground.text.sentences import Rule


def units(document: Document, length: Length, size: int, *, sentence_rule: Rule, language: str) -> Units:
    """The sentences."""
    return Units(document.sentences(sentence_rule, language).spans)
