"""analyse(document, settings) -> Report: the pipeline, and everything a view may want of it."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from playground.contexts import Contexts, InContext
from playground.document import Document
from playground.errors import InputError
from playground.judging import damage, metrics, pages
from playground.judging.strip import EXACT, StripBins, strip_bins
from playground.measuring import measure
from playground.measuring.lengths import EstimatedTokens, Length
from playground.measuring.token_length import Tokens
from playground.measuring.tokens import estimates
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.settings import Settings, context_of
from playground.spans import Offsets, Spans, holds
from playground.strategies import ALL_STRATEGIES, Strategy
from playground.strategies.packing import new_in_last, sharing_overlap


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


@dataclass(frozen=True)
class Facts:
    """The plain numbers of a report. Sizes are in the unit; a cut is the start of every chunk after the first."""

    sizes: metrics.Sizes
    average_in_sentences: int  # characters, without the whitespace between sentences
    cuts: int
    cuts_inside: int
    sentences_broken: int  # cut sentences that no chunk holds whole
    over_limit: int


class Report:
    """The chunks of a document under some settings, and what they cost. Measures are found when first asked for."""

    def __init__(self, document: Document, settings: Settings, spans: Spans, contexts: Contexts | None = None) -> None:
        self.document = document
        self.settings = settings
        self.spans = spans
        self.contexts = contexts or _contexts(document, settings)
        self.rows_of_contexts = self.contexts.rows(spans.starts)
        self._length = self._in_context(_length(document, settings))

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
        """`length` with the contexts of this report."""
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

    @cached_property
    def text_size(self) -> int:
        """The size of the whole text in the unit, without a context."""
        return measure.total(self.document, self.settings.unit, self.settings.vocabulary)

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

    def last_sentences(self, rows: list[int]) -> Offsets:
        """For each of these rows, what the last sentence of the chunk before takes, in the unit; shape (rows,)."""
        ends = self.spans.ends[np.array(rows, dtype=np.int64) - 1]
        last = np.searchsorted(self.sentences.starts, ends, side="left") - 1
        return self._length.body.of(self.sentences.starts[np.maximum(last, 0)], ends)

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
        return len(split(self.document, replace(self.settings, min_tail=0))) > len(self)

    @cached_property
    def new_in_last(self) -> int:
        """What the last chunk has that the one before has not, in the unit."""
        return new_in_last(self.spans, self._length)

    @cached_property
    def storage(self) -> metrics.Storage:
        """Characters stored, covered, and in no chunk."""
        return metrics.storage(self.spans, len(self.document))

    @cached_property
    def overlap(self) -> metrics.Overlap:
        """Overlap got, in the unit."""
        return metrics.overlap(self.shared[1:])

    @cached_property
    def shared(self) -> Offsets:
        """What each chunk shares with the one before, in the unit; 0 for the first; shape (n,)."""
        found = np.zeros(len(self), dtype=np.int64)
        rows = np.flatnonzero(metrics.shared(self.spans)) + 1
        found[rows] = self._length.body.of(self.spans.starts[rows], self.spans.ends[rows - 1])
        return found

    @cached_property
    def sentences(self) -> Spans:
        """The sentences the cuts are judged by: those of the settings' rule and language."""
        return self.document.sentences(self.settings.sentence_rule, self.settings.language).spans

    @cached_property
    def damage(self) -> damage.Damage:
        """What the cuts damage, by kind; headings, tables, code and lists as `markup` has the text read."""
        outline = self.document.outline(self.settings.markup)
        return damage.find(self.document, self.spans, self.sentences, outline, self.contexts)

    @property
    def refused(self) -> int:
        """Pieces of the text for which careful sentences fell back on the simple rule."""
        return self.document.sentences(self.settings.sentence_rule, self.settings.language).refused

    @cached_property
    def inside(self) -> NDArray[np.bool_]:
        """Whether each chunk begins with a cut inside a sentence; false for the first, which no cut begins; (n,)."""
        return np.append(np.zeros(min(1, len(self)), dtype=bool), metrics.cuts_inside(self.spans, self.sentences))

    @cached_property
    def ends_inside(self) -> NDArray[np.bool_]:
        """Whether each chunk ends inside a sentence; shape (n,)."""
        return metrics.inside(self.spans.ends, self.sentences)

    @cached_property
    def facts(self) -> Facts:
        """The plain numbers."""
        return Facts(
            metrics.sizes(self.sizes),
            self.average(metrics.without_gaps(self.spans, self.sentences)),
            max(len(self) - 1, 0),
            int(self.inside.sum()),
            metrics.broken(self.spans, self.sentences),
            int(self.over_limit.sum()),
        )

    def average(self, values: Offsets) -> int:
        """The average of one number a chunk, rounded half up."""
        return metrics.sizes(values).average

    @property
    def overhead_limit(self) -> float:
        """What the overhead of fixed windows with these settings tends to on a long text; 0 where size does nothing."""
        if not self.uses_size:
            return 0.0
        return metrics.overhead_limit(self.settings.chunk_size - self._length.ahead, self.settings.chunk_overlap)

    @cached_property
    def strip(self) -> StripBins | None:
        """The document in columns, where there are too many chunks to draw each; else None."""
        if len(self) <= EXACT:
            return None
        return strip_bins(self.spans.starts, self.spans.ends, self.inside, len(self.document))

    @cached_property
    def _ahead(self) -> Offsets:
        """Characters of what stands ahead of each chunk; (n,)."""
        lengths = np.array([len(text) for text in self.contexts.texts], dtype=np.int64)
        found: Offsets = lengths[self.rows_of_contexts]
        return found

    @property
    def characters(self) -> Offsets:
        """Characters of each embedded chunk, what stands ahead of it included; int64, (n,)."""
        return self.spans.lengths + self._ahead

    @cached_property
    def estimates(self) -> Offsets:
        """Tokens of each embedded chunk by the rule of four, without whitespace at the ends of its text; (n,)."""
        lengths = np.fromiter((len(text.strip()) for text in self.texts()), dtype=np.int64, count=len(self))
        return estimates(lengths + self._ahead)

    @cached_property
    def tokens(self) -> Offsets:
        """Tokens of each embedded chunk with the vocabulary of the settings; int64, shape (n,).

        Raises TokenizerUnavailable if it cannot be had.
        """
        if self.settings.unit == "tokens":
            return self.sizes
        return self._token_length.of(self.spans.starts, self.spans.ends)

    @cached_property
    def pages(self) -> list[int]:
        """The row of the first chunk of each page of the text in place."""
        return pages.first_rows(self.spans)

    def page_of(self, row: int) -> int:
        """The page, from 0, on which the chunk of this row stands."""
        return max(bisect_right(self.pages, row) - 1, 0)

    def token_place(self, row: int, number: int) -> int:
        """The offset of the character in which the token `number`, from 0, of this chunk with its context begins.

        The start of the chunk where that is in the context. Errors as `tokens`.
        """
        start, end = int(self.spans.starts[row]), int(self.spans.ends[row])
        length = self._tokens_behind.behind(self.contexts.texts[int(self.rows_of_contexts[row])])
        return min(max(length.place(start, end, number), start), end)

    @cached_property
    def _tokens_behind(self) -> EstimatedTokens | Tokens:
        """Length in tokens, without a context."""
        return measure.token_length(self.document, self.settings.vocabulary)

    @cached_property
    def _token_length(self) -> Length:
        return self._in_context(self._tokens_behind)

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

    def rows_of(self, page: int) -> range:
        """The rows of the chunks on a page, from 0."""
        edges = [*self.pages, len(self)]
        return range(edges[page], edges[page + 1]) if self.pages else range(0)

    @cached_property
    def overlap_for_half(self) -> int | None:
        """An overlap above the one asked with which half of the neighbouring pairs share something, or None."""
        if self.strategy.units is None:
            return None
        units = self.strategy.find_units(self.document, self._length, self.settings)
        return sharing_overlap(units, self._length, self.settings.chunk_size, self.overlap_asked)

    @cached_property
    def proof(self) -> metrics.Proof:
        """The texts that the views show, held against the source."""
        return metrics.proof(self.document, self.spans, self.texts())


def _length(document: Document, settings: Settings) -> Length:
    """What sizes count, without a context."""
    return measure.length_of(document, settings.unit, settings.vocabulary)


def _contexts(document: Document, settings: Settings) -> Contexts:
    strategy = ALL_STRATEGIES[settings.strategy]
    return strategy.contexts_of(document, _length(document, settings), settings, context_of(settings))


def context_length(document: Document, settings: Settings) -> int:
    """The size of the whole text as one chunk, with the title ahead of it; errors as `windows_at_most`."""
    return _length(document, settings).behind(context_of(settings)).one(0, len(document))


def windows_at_most(document: Document, settings: Settings) -> int:
    """About how many windows a blind strategy would try. Raises TokenizerUnavailable if tokens cannot be counted."""
    length = _length(document, settings).behind(context_of(settings))
    step = max(settings.chunk_size - length.ahead - settings.chunk_overlap, 1)
    return -(-measure.total(document, settings.unit, settings.vocabulary) // step)


def split(document: Document, settings: Settings) -> Spans:
    """The chunks of `document`, as spans; errors as `analyse`."""
    return _split(document, settings)[0]


def _split(document: Document, settings: Settings) -> tuple[Spans, Contexts]:
    """The chunks, and what stands ahead of them.

    Raises InputError if the context leaves no room, TokenizerUnavailable if the vocabulary cannot be had.
    """
    length = _length(document, settings)
    strategy = ALL_STRATEGIES[settings.strategy]
    ahead = length.behind(context_of(settings)).ahead
    if strategy.uses_size(settings) and settings.chunk_overlap >= settings.chunk_size - ahead:
        raise InputError(
            f"The title takes {ahead:,} of the size of {settings.chunk_size:,} {settings.unit}, which leaves no "
            f"room for text{' beside the overlap' if settings.chunk_size > ahead else ''}: choose a larger size"
            f"{', less overlap' if settings.chunk_overlap else ''} or a shorter title."
        )
    contexts = _contexts(document, settings)
    return strategy.chunks(document, length, settings, contexts), contexts


def analyse(document: Document, settings: Settings) -> Report:
    """The whole pipeline: boundaries, strategy, report.

    Raises InputError if the title leaves no room, TokenizerUnavailable if the vocabulary cannot be had.
    """
    return Report(document, settings, *_split(document, settings))


def chunk(text: str, settings: Settings | None = None) -> list[Chunk]:
    """The chunks of `text` under `settings` (the defaults if none): what the page shows, for your own code.

    Raises InputError for what cannot be used, and where the vocabulary that is to count tokens cannot be had.
    """
    try:
        return list(analyse(Document(text), settings or Settings()))
    except TokenizerUnavailable as error:
        raise InputError(str(error)) from error
