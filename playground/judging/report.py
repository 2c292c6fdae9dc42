"""analyse(document, settings) -> Report: the chunks of a document, and what they cost and cut."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from playground import sizing, splitting
from playground.chunks import Chunks
from playground.document import Document
from playground.judging import damage, metrics, pages
from playground.judging.strip import EXACT, StripBins, strip_bins
from playground.measuring.lengths import EstimatedTokens, Length
from playground.measuring.token_length import Tokens
from playground.measuring.tokens import estimates
from playground.settings import Settings
from playground.spans import Offsets, Spans
from playground.strategies.packing import new_in_last, sharing_overlap


@dataclass(frozen=True)
class Facts:
    """The plain numbers of a report. Sizes are in the unit; a cut is the start of every chunk after the first."""

    sizes: metrics.Sizes
    average_in_sentences: int  # characters, without the whitespace between sentences
    cuts: int
    cuts_inside: int
    sentences_broken: int  # cut sentences that no chunk holds whole
    over_limit: int


class Report(Chunks):
    """The chunks of a document under some settings, and what they cost. Measures are found when first asked for."""

    @cached_property
    def text_size(self) -> int:
        """The size of the whole text in the unit, without a context."""
        return sizing.total(self.document, self.settings.unit, self.settings.vocabulary)

    def last_sentences(self, rows: list[int]) -> Offsets:
        """For each of these rows, what the last sentence of the chunk before takes, in the unit; shape (rows,)."""
        ends = self.spans.ends[np.array(rows, dtype=np.int64) - 1]
        last = np.searchsorted(self.sentences.starts, ends, side="left") - 1
        return self._length.body.of(self.sentences.starts[np.maximum(last, 0)], ends)

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

    def rows_of(self, page: int) -> range:
        """The rows of the chunks on a page, from 0."""
        edges = [*self.pages, len(self)]
        return range(edges[page], edges[page + 1]) if self.pages else range(0)

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
        return sizing.token_length(self.document, self.settings.vocabulary)

    @cached_property
    def _token_length(self) -> Length:
        return self._in_context(self._tokens_behind)

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


def analyse(document: Document, settings: Settings) -> Report:
    """The whole pipeline: boundaries, strategy, report.

    Raises InputError if the title leaves no room, TokenizerUnavailable if the vocabulary cannot be had.
    """
    return Report(document, settings, *splitting.split_in_context(document, settings))
