"""Recursive: whole sentences (or paragraphs) packed; what is too long is opened, level by level."""

from functools import partial
from typing import Literal

from playground.document import Document
from playground.measuring.lengths import Length
from playground.strategies.opening import opened
from playground.strategies.packing import Units, refine_noting
from playground.text.sentences import Rule

DEEPEST_LEVEL = 6  # of headings


def units(
    document: Document,
    length: Length,
    size: int,
    *,
    keep_whole: Literal["sentences", "paragraphs", "sections"],
    markup: str,
    sentence_rule: Rule,
    language: str,
) -> Units:
    """What is packed: whole units that fit `size`, and the pieces of those that do not.

    Sentences open at lines, then words, then grapheme clusters; with keep_whole="paragraphs" a paragraph that fits
    stays whole and a longer one opens at its sentences first, with "sections" a section under a heading, which opens at
    its blocks first. One grapheme cluster may still be longer than `size`.
    """
    if keep_whole == "sections":
        outline = document.outline(markup)
        sections = outline.sections(document.text, DEEPEST_LEVEL)
        return opened(document, outline, sections, length, size, sentence_rule, language)
    levels = [document.lines_inside, document.words_inside, document.characters_inside]
    if keep_whole == "sentences":
        return refine_noting(document.sentences(sentence_rule, language).spans, length, size, levels)
    sentences_inside = partial(document.sentences_inside, rule=sentence_rule, language=language)
    return refine_noting(document.paragraphs, length, size, [sentences_inside, *levels])
