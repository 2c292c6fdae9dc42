"""Sentence: sentences stay whole, also those longer than the size."""

from playground.document import Document
from playground.lengths import Length
from playground.sentences import Rule
from playground.strategies.packing import Units


def units(document: Document, length: Length, size: int, *, sentence_rule: Rule, language: str) -> Units:
    """The sentences."""
    return Units(document.sentences(sentence_rule, language).spans)
