"""Structure: sections stay whole; what is too long opens at its blocks, and says under which headings it stands."""

import numpy as np

from playground.contexts import Contexts, InContext, of_outline
from playground.document import Document
from playground.lengths import Length
from playground.outline import Outline
from playground.sentences import Rule
from playground.spans import Spans
from playground.strategies.opening import opened
from playground.strategies.packing import Units, pack


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
        sections = _merged(outline, sections, length, size, merge_under)
    long = length.over(sections.starts, sections.ends, size)
    if not long.any():
        return sections
    units, long_sentences = opened(document, outline, sections.where(long), length, size, sentence_rule, language)
    first = np.searchsorted(units.starts, sections.starts[long])
    last = np.append(first[1:], len(units))
    parts = [
        pack(_part(units, long_sentences, low, high), length, size, overlap)
        for low, high in zip(first.tolist(), last.tolist(), strict=True)
    ]
    return Spans(
        *(
            np.sort(np.concatenate([getattr(sections.where(~long), name), *(getattr(part, name) for part in parts)]))
            for name in ("starts", "ends")
        )
    )


def _part(units: Spans, opened_ones: Spans, low: int, high: int) -> Units:
    """The units of one section."""
    own = Spans(units.starts[low:high], units.ends[low:high])
    within = (opened_ones.starts >= own.starts[0]) & (opened_ones.starts < own.ends[-1])
    return Units(own, opened_ones.where(within))


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


def _merged(outline: Outline, sections: Spans, length: InContext, size: int, under: int) -> Spans:
    """Runs of short sections under one parent, each run cut where it no longer fits."""
    starts, ends = sections.starts.tolist(), sections.ends.tolist()
    short = (length.body.of(sections.starts, sections.ends) < under).tolist()
    parents = [_parent(outline, start) for start in starts]
    found: list[list[int]] = []
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        joins = row > 0 and short[row] and short[row - 1] and parents[row] == parents[row - 1]
        if joins and length.one(found[-1][0], end) <= size:
            found[-1][1] = end
        else:
            found.append([start, end])
    return Spans.of((start, end) for start, end in found)


def _parent(outline: Outline, start: int) -> int:
    """The heading that a section stands under; -2 for what comes ahead of the first heading."""
    row = outline.heading_at(start)
    return outline.parents[row] if row >= 0 else -2
