"""What sizes of a document count: its Length, by unit, vocabulary and context."""

from playground.document import Document
from playground.measuring.lengths import Characters, EstimatedTokens, Length, Words
from playground.measuring.token_length import Tokens


def length_of(document: Document, unit: str, vocabulary: str, context: str = "") -> Length:
    """The length in `unit` ("characters", "words", "tokens") of slices of `document` with `context` ahead.

    `vocabulary` counts the tokens ("estimate": four characters each). Raises TokenizerUnavailable if it cannot be had.
    """
    if unit == "characters":
        return Characters(len(context))
    if unit == "words":
        return Words(*document.words).behind(context)
    return token_length(document, vocabulary, context)


def token_length(document: Document, vocabulary: str, context: str = "") -> EstimatedTokens | Tokens:
    """`length_of` in tokens."""
    if vocabulary == "estimate":
        return EstimatedTokens(len(context))
    return Tokens(document.text, document.token_index(vocabulary), context)


def total(document: Document, unit: str, vocabulary: str) -> int:
    """The length of the whole text, 0 of an empty one (which an estimate calls 1); errors as `length_of`."""
    return length_of(document, unit, vocabulary).one(0, len(document)) if len(document) else 0
