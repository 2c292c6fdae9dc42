"""What the cuts damage: words, sentences and paragraphs cut in two, and rows, code, items and headings parted."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from playground.contexts import Contexts
from playground.document import Document
from playground.judging import metrics
from playground.outline import Outline
from playground.spans import Flags, Offsets, Spans


@dataclass(frozen=True)
class Kind:
    """One kind of damage: what is said of a cut, and why it matters."""

    label: str
    why: str


KINDS: dict[str, Kind] = {
    "characters": Kind("inside a character", "Half an emoji or a letter without its accent is another character."),
    "words": Kind("inside a word", "Neither half is found by the word."),
    "sentences": Kind("inside a sentence", "Each half is a weak match for a question about the whole."),
    "paragraphs": Kind("inside a paragraph", "The parts of one thought are searched apart."),
    "rows": Kind("table row parted from its header", "Values without their header row say nothing."),
    "code": Kind("inside a code block", "Half a block does not run, and is hard to recognise."),
    "items": Kind("inside a list item", "The second half has lost what it is an item of."),
    "headings": Kind("heading parted from its section", "The heading is found without its text, the text without it."),
}


@dataclass(frozen=True, eq=False)
class Damage:
    """For each kind, which cuts do it: shape (cuts,); a cut is the start of every chunk after the first."""

    cuts: int
    by_kind: Mapping[str, Flags]

    def count(self, kind: str) -> int:
        """How many cuts do it."""
        return int(self.by_kind[kind].sum())

    def share(self, kind: str) -> float:
        """The share of the cuts that do it; 0.0 where there are none."""
        return self.count(kind) / self.cuts if self.cuts else 0.0

    def rows(self, kind: str) -> list[int]:
        """The rows of the chunks that begin with such a cut."""
        found: list[int] = (np.flatnonzero(self.by_kind[kind]) + 1).tolist()
        return found


def find(document: Document, spans: Spans, sentences: Spans, outline: Outline, contexts: Contexts) -> Damage:
    """The damage of chunks of `document`; `sentences` are what counts as such, `contexts` what stands ahead.

    A cut where a block of the outline begins (a row of a table, an item, an element of HTML) parts no word or
    paragraph, even if there is no whitespace or blank line; what a sentence is, the sentences say.
    """
    starts = spans.starts[1:]
    begins = np.isin(starts, np.concatenate([*outline.cuts, np.zeros(0, dtype=np.int64)]))  # a row, an item, a tag
    return Damage(
        len(starts),
        {
            "characters": document.inside_characters(starts),
            "words": metrics.inside(starts, Spans(*document.words)) & ~begins,
            "sentences": metrics.inside(starts, sentences),
            "paragraphs": metrics.inside(starts, document.paragraphs) & ~begins,
            "rows": _rows(starts, outline, contexts),
            "code": metrics.inside(starts, outline.code),
            "items": metrics.inside(starts, outline.items),
            "headings": _headings(document, spans, outline),
        },
    )


def _rows(starts: Offsets, outline: Outline, contexts: Contexts) -> Flags:
    """Cuts in the body of a table whose header does not stand ahead of what follows."""
    found = metrics.inside(starts, outline.tables)
    headers = list(outline.headers)
    rows = contexts.rows(starts)
    for cut in np.flatnonzero(found).tolist():
        table = int(np.searchsorted(outline.tables.starts, starts[cut], side="left")) - 1
        found[cut] = headers[table] not in contexts.spans[int(rows[cut])]
    return found


def _headings(document: Document, spans: Spans, outline: Outline) -> Flags:
    """Cuts behind a heading (or in it) whose section goes on, where the next chunk does not begin with it again."""
    found: Flags = np.zeros(max(len(spans) - 1, 0), dtype=np.bool_)
    for number, (start, end) in enumerate(outline.headings):
        follows = document.next_visible(end)
        if follows is None or _ends_with_it(outline, number, follows):
            continue
        cut = int(np.searchsorted(spans.ends, start, side="right"))  # the first chunk that ends in or behind it
        if cut < len(found) and spans.ends[cut] <= follows and spans.starts[cut + 1] > start:
            found[cut] = True
    return found


def _ends_with_it(outline: Outline, heading: int, follows: int) -> bool:
    """Whether the next thing is a heading that is not under this one."""
    after = heading + 1
    if after >= len(outline.levels) or int(outline.headings.starts[after]) != follows:
        return False
    return outline.levels[after] <= outline.levels[heading]
