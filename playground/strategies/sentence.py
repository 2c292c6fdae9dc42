"""Sentence: one chunk a sentence, or whole sentences packed."""

from typing import Literal

from playground.document import Document
from playground.lengths import Length
from playground.sentences import Rule
from playground.spans import Spans
from playground.strategies.packing import pack as packed


def units(document: Document, length: Length, size: int, *, sentence_rule: Rule, language: str) -> Spans:
    """The sentences, also those longer than `size`."""
    return document.sentences(sentence_rule, language).spans


def split(
    document: Document,
    length: Length,
    size: int,
    overlap: int,
    *,
    pack: bool,
    overlap_at: Literal["units", "words"],
    sentence_rule: Rule,
    language: str,
) -> Spans:
    """One chunk a sentence; with `pack`, chunks of up to `size`. A longer sentence stays whole."""
    found = units(document, length, size, sentence_rule=sentence_rule, language=language)
    return packed(found, length, size, overlap, document if overlap_at == "words" else None) if pack else found
