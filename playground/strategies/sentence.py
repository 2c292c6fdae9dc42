"""Sentence: sentences stay whole, also those longer than the size."""

from playground.document import Document
from playground.lengths import Length
from playground.sentences import Rule
from playground.spans import Spans


def units(document: Document, length: Length, size: int, *, sentence_rule: Rule, language: str) -> Spans:
    """The sentences."""
    return document.sentences(sentence_rule, language).spans
