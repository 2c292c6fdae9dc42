"""The chunks of a document, each with its text, its size and what stands ahead of it; and chunk(), which makes them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from playground import splitting
from playground.contexts import Contexts, InContext
from playground.document import Document
from playground.errors import InputError
from playground.measuring.lengths import Length
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.settings import Settings
from playground.spans import Offsets, Spans, holds
from playground.strategies import ALL_STRATEGIES, Strategy


@dataclass(slots=True)  # not frozen: that takes three times as long to make, and a text has thousands
class Chunk:
    """One chunk. `text` is document.text[start:end], offsets in code points; `index` counts from 0.

    context: what stands ahead of it when it is embedded ("" if nothing), a line for each part; context_spans: where
    those parts are in the source (a title is not in it); embedded: both together; size: that of `embedded` in the unit
    of the settings; over_limit: why it is longer than chunk_size ("" if it is not); headings: those over its first
    words that are no heading, from the outermost, where the strategy looks for headings.
    """

    index: int
    start: int
    end: int
    text: str
    size: int
    over_limit: str = ""
    context: str = ""
    context_spans: tuple[tuple[int, int], ...] = ()
    headings: tuple[str, ...] = ()

    @property
    def embedded(self) -> str:
        """What is embedded: the context, then the text."""
        return self.context + self.text


class Chunks:
    """The chunks of a document under some settings. What has to be counted is counted when first asked for."""

    def __init__(self, document: Document, settings: Settings, spans: Spans, contexts: Contexts | None = None) -> None:
        self.document = document
        self.settings = settings
        self.spans = spans
        self.contexts = contexts or splitting.contexts_of(document, settings)
        self.rows_of_contexts = self.contexts.rows(spans.starts)
        self._length = self._in_context(splitting.length_of(document, settings))

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, index: int) -> Chunk:
        row = range(len(self))[index]
        start, end = int(self.spans.starts[row]), int(self.spans.ends[row])
        reason = self.reason(row)
        at = int(self.rows_of_contexts[row])
        context, spans = self.contexts.texts[at], self.contexts.spans[at]
        text = self.document.text[start:end]
        return Chunk(row, start, end, text, int(self.sizes[row]), reason, context, spans, self.headings_of(row))

    def __iter__(self) -> Iterator[Chunk]:
        if not self.contexts.is_one or self.finds_headings:
            yield from map(self.__getitem__, range(len(self)))
            return
        text, context = self.document.text, self.contexts.texts[0]
        offsets = (self.spans.starts.tolist(), self.spans.ends.tolist(), self.sizes.tolist(), self.over_limit.tolist())
        for row, (start, end, size, over) in enumerate(zip(*offsets, strict=True)):
            yield Chunk(row, start, end, text[start:end], size, self.reason(row) if over else "", context)

    def _in_context(self, length: Length) -> Length:
        """`length` with the contexts of these chunks."""
        return length.behind(self.contexts.texts[0]) if self.contexts.is_one else InContext(length, self.contexts)

    @property
    def has_context(self) -> bool:
        """Whether anything stands ahead of any chunk."""
        return any(self.contexts.texts)

    @property
    def finds_headings(self) -> bool:
        """Whether the strategy looks for headings."""
        return self.strategy.contexts is not None

    def headings_of(self, row: int) -> tuple[str, ...]:
        """`headings_over`, where the strategy looks for headings; else none."""
        return self.headings_over(row) if self.finds_headings else ()

    @property
    def has_headings(self) -> bool:
        """Whether the text has headings, whatever the strategy looks for."""
        return len(self.document.outline(self.settings.markup).headings) > 0

    def headings_over(self, row: int) -> tuple[str, ...]:
        """The headings over the first words of a chunk that are no heading, from the outermost, so that it can be
        cited by them."""
        outline = self.document.outline(self.settings.markup)
        place, end = int(self.spans.starts[row]), int(self.spans.ends[row])
        heading = outline.heading_at(place)
        while heading >= 0 and place < outline.headings.ends[heading]:
            after = self.document.next_visible(int(outline.headings.ends[heading]))
            if after is None or after >= end:
                break
            place, heading = after, outline.heading_at(after)
        labels = outline.labels
        return tuple(
            self.document.text[int(labels.starts[number]) : int(labels.ends[number])]
            for number in outline.path(heading)
        )

    @property
    def strategy(self) -> Strategy:
        """The row of the table of strategies."""
        return ALL_STRATEGIES[self.settings.strategy]

    @property
    def noun(self) -> str:
        """What sizes count: "character", "word" or "token"."""
        return self.settings.unit.removesuffix("s")

    @property
    def uses_size(self) -> bool:
        """Whether size and overlap had an effect."""
        return self.strategy.uses_size(self.settings)

    @property
    def overlap_asked(self) -> int:
        """The overlap in effect, in the unit; 0 where every unit is a chunk."""
        return self.settings.chunk_overlap if self.uses_size else 0

    def texts(self) -> Iterator[str]:
        """The texts of the chunks, as the views show them, one at a time: overlap may store far more than the text."""
        return (self.document.text[start:end] for start, end in self.spans)

    def embedded(self) -> Iterator[str]:
        """What is embedded of each chunk, one at a time."""
        ahead = [self.contexts.texts[row] for row in self.rows_of_contexts.tolist()]
        return (context + text for context, text in zip(ahead, self.texts(), strict=True))

    @cached_property
    def in_context(self) -> NDArray[np.bool_]:
        """Whether a heading or a header stands ahead of each chunk; shape (n,)."""
        has = np.array([bool(spans) for spans in self.contexts.spans], dtype=np.bool_)
        found: NDArray[np.bool_] = has[self.rows_of_contexts]
        return found

    @cached_property
    def sizes(self) -> Offsets:
        """The size of each chunk in the unit, with its context; int64, shape (n,)."""
        return self._length.of(self.spans.starts, self.spans.ends)

    @cached_property
    def over_limit(self) -> NDArray[np.bool_]:
        """Which chunks are longer than chunk_size."""
        return (self.sizes > self.settings.chunk_size) & self.uses_size

    def reason(self, row: int) -> str:
        """Why the chunk of this row is over the limit; "" if it is not."""
        if not self.over_limit[row]:
            return ""
        if row == len(self) - 1 and self.has_joined_tail:
            return "over the limit: a short last chunk joined it"
        return f"over the limit: one {self.strategy.unit_name}"

    @cached_property
    def has_joined_tail(self) -> bool:
        """Whether a last chunk was short and joined the one before."""
        if not self.settings.min_tail or not self.uses_size or "min_tail" not in self.strategy.options:
            return False
        return len(splitting.split(self.document, replace(self.settings, min_tail=0))) > len(self)

    def rows_between(self, start: int, end: int) -> range:
        """The rows of the chunks that have a character in [start, end)."""
        first = int(np.searchsorted(self.spans.ends, start, side="right"))
        return range(first, int(np.searchsorted(self.spans.starts, end, side="left")))

    def row_for(self, start: int, end: int) -> int:
        """The row of the chunk that a range is best looked at in: its own, else the first that holds it whole, else the
        first that touches it, else 0."""
        rows = self.rows_between(start, end)
        starts, ends = self.spans.starts, self.spans.ends
        own = (row for row in rows if (starts[row], ends[row]) == (start, end))
        whole = (row for row in rows if holds((starts[row], ends[row]), (start, end)))
        return next(chain(own, whole, rows), 0)

    def cuts_in(self, start: int, end: int) -> list[int]:
        """The cuts strictly inside a range."""
        return [int(cut) for row in self.rows_between(start, end) if start < (cut := self.spans.starts[row]) < end]


def chunk(text: str, settings: Settings | None = None) -> list[Chunk]:
    """The chunks of `text` under `settings` (the defaults if none): what the page shows, for your own code.

    Raises InputError for what cannot be used, and where the vocabulary that is to count tokens cannot be had.
    """
    document, settings = Document(text), settings or Settings()
    try:
        return list(Chunks(document, settings, *splitting.split_in_context(document, settings)))
    except TokenizerUnavailable as error:
        raise InputError(str(error)) from error
