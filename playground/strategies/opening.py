"""The mechanism that opens sections: at blocks, blocks in blocks, sentences, lines, words, characters.

A heading stays with what follows it, on every level, as long as that fits.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from playground.document import Document
from playground.measuring.lengths import Length
from playground.outline import Outline, divide
from playground.spans import Offsets, Spans
from playground.strategies.packing import Units, refine, refine_noting
from playground.text.sentences import Rule


def opened(
    document: Document, outline: Outline, sections: Spans, length: Length, size: int, rule: Rule, language: str
) -> Units:
    """The sections that fit `size` (with the context of where they begin), and the pieces of those that do not."""
    text = document.text
    held = _held(document, outline)

    def at(places: Callable[[Spans], Offsets]) -> Callable[[Spans], Spans]:
        return lambda units: divide(text, units, _without(places(units), held, outline.headings))

    blocks, *levels = [at(partial(_given, cuts)) for cuts in outline.cuts or (np.zeros(0, dtype=np.int64),)]
    levels += [at(partial(_sentence_starts, document, rule, language))]
    levels += [at(lambda units: document.lines_inside(units).starts)]
    # A heading is parted from the heading under it before a line is cut, from its first words before a word is.
    levels += [lambda units: divide(text, units, outline.headings.starts)]
    levels += [at(lambda units: document.words_inside(units).starts)]
    levels += [lambda units: divide(text, units, held)]
    levels += [document.words_inside, document.characters_inside]
    return refine_noting(refine(sections, length, size, [blocks]), length, size, levels)


def _held(document: Document, outline: Outline) -> Offsets:
    """Where what follows a heading begins."""
    following = [document.next_visible(end) for end in outline.headings.ends.tolist()]
    return np.array([at for at in following if at is not None], dtype=np.int64)


def _given(cuts: Offsets, _: Spans) -> Offsets:
    return cuts


def _without(cuts: Offsets, held: Offsets, headings: Spans) -> Offsets:
    """The cuts that part no heading from what follows it and open none."""
    if not len(headings):
        return cuts
    row = np.searchsorted(headings.starts, cuts, side="left") - 1
    inside = (row >= 0) & (cuts < headings.ends[np.maximum(row, 0)])
    kept: Offsets = cuts[~inside & ~np.isin(cuts, held, assume_unique=False)]
    return kept


def _sentence_starts(document: Document, rule: Rule, language: str, units: Spans) -> Offsets:
    """Sentences begin where those of the paragraphs do that the units lie in, whatever else was asked before."""
    paragraphs = document.paragraphs
    first = np.searchsorted(paragraphs.ends, units.starts, side="right")
    last = np.searchsorted(paragraphs.starts, units.ends, side="left")
    touched = np.zeros(len(paragraphs) + 1, dtype=np.int64)
    np.add.at(touched, first, 1)
    np.add.at(touched, last, -1)
    return document.sentences_inside(paragraphs.where(np.cumsum(touched)[:-1] > 0), rule, language).starts
