"""Structure: sections stay whole; what is too long opens at its blocks, and says under which headings it stands."""

import numpy as np

from playground.contexts import Contexts, InContext, of_outline
from playground.document import Document
from playground.measuring.lengths import Length
from playground.outline import Outline
from playground.spans import Spans
from playground.strategies.opening import opened
from playground.strategies.packing import Units, pack
from playground.text.sentences import Rule


def contexts(document: Document, length: Length, size: int, title: str, *, markup: str) -> Contexts:
    """The headings (and the header of a table) ahead of every chunk, after the title."""
    return of_outline(document.text, document.outline(markup), length, size, title)


def chunks(
    document: Document,
    length: InContext,
    size: int,
    overlap: int,
    *,
    max_level: int,
    merge_under: int,
    markup: str,
    sentence_rule: Rule,
    language: str,
) -> Spans:
    """A chunk for each section that fits; a longer one is opened, and its pieces packed. Nothing crosses sections.

    Sections begin at headings of at most `max_level`. A heading with nothing of its own under it goes with the section
    that follows. Neighbours under one parent, each shorter than `merge_under` (without context), are merged while they
    fit.
    """
    outline = document.outline(markup)
    sections = outline.sections(document.text, max_level)
    sections = _with_bare_headings(outline, sections)
    if merge_under:
        sections = _merged(document, outline, sections, length, size, merge_under)
    long = length.over(sections.starts, sections.ends, size)
    if not long.any():
        return sections
    units, long_blocks = opened(document, outline, sections.where(long), length, size, sentence_rule, language)
    own, own_blocks = _by_section(units, sections.where(long)), _by_section(long_blocks, sections.where(long))
    parts = [pack(Units(*both), length, size, overlap) for both in zip(own, own_blocks, strict=True)]
    return Spans.join([sections.where(~long), *parts])


def _by_section(spans: Spans, sections: Spans) -> list[Spans]:
    """The spans that begin in each section; those before the first section there are none of."""
    firsts = np.searchsorted(spans.starts, sections.starts).tolist()
    lasts = [*firsts[1:], len(spans)]
    return [Spans(spans.starts[low:high], spans.ends[low:high]) for low, high in zip(firsts, lasts, strict=True)]


def _with_bare_headings(outline: Outline, sections: Spans) -> Spans:
    """A section that is only a heading, whose subsection follows, is joined with it."""
    levels = outline.levels
    keep = np.ones(len(sections), dtype=bool)  # whether a section begins one of the result
    rows = np.searchsorted(outline.headings.starts, sections.starts)
    for number in range(1, len(sections)):
        row, before = int(rows[number]), int(rows[number - 1])
        begins = before < len(levels) and outline.headings.starts[before] == sections.starts[number - 1]
        if begins and outline.headings.ends[before] >= sections.ends[number - 1] and levels[row] > levels[before]:
            keep[number] = False
    return Spans(sections.starts[keep], sections.ends[np.append(keep[1:], True)]) if len(sections) else sections


def _merged(document: Document, outline: Outline, sections: Spans, length: InContext, size: int, under: int) -> Spans:
    """Runs of short sections under one parent, each run cut where it no longer fits."""
    starts, ends = sections.starts.tolist(), sections.ends.tolist()
    short = (length.body.of(sections.starts, sections.ends) < under).tolist()
    parents = [_parent(document, outline, start, end) for start, end in zip(starts, ends, strict=True)]
    found: list[list[int]] = []
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        joins = row > 0 and short[row] and short[row - 1] and parents[row] == parents[row - 1]
        if joins and length.one(found[-1][0], end) <= size:
            found[-1][1] = end
        else:
            found.append([start, end])
    return Spans.of((start, end) for start, end in found)


def _parent(document: Document, outline: Outline, start: int, end: int) -> int:
    """The heading that a section stands under, -2 for what comes ahead of the first heading.

    Bare headings that were joined with it stand over it.
    """
    row = outline.heading_at(start)
    while row >= 0 and row + 1 < len(outline.levels) and outline.parents[row + 1] == row:
        after = document.next_visible(int(outline.headings.ends[row]))
        if after is None or after >= end or after != outline.headings.starts[row + 1]:
            break
        row += 1
    return outline.parents[row] if row >= 0 else -2
