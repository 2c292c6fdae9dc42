"""What is matched and what is read: a chunk, or a sentence matched and what stands around it read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from playground.asking.passages import Pair
from playground.asking.retrieval import K1, B, Index
from playground.checks import one_of, whole_number
from playground.errors import InputError
from playground.judging.report import Report
from playground.spans import Offsets, Spans

MATCH = {"chunk": "the chunk", "sentence": "single sentences"}
READ = {"chunk": "the chunk", "around": "sentences around it", "section": "its section"}
MOST_K = 20  # reads for a question
MOST_AROUND, LONGEST_SECTION = 20, 1_000_000
MOST_K1 = 5.0
RANGES = {"around": (0, MOST_AROUND), "longest": (1, LONGEST_SECTION), "sections": (1, MOST_K)}


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a question is answered. Raises InputError naming the field, the rule and the value.

    match: what is held against the question. read: what is handed on for each match: the chunk that it begins in,
    `around` sentences on either side, or the section that it begins in if that has at most `longest` characters (else
    the chunk); of sections at most `sections`, else a few of them are the whole text. k1, b: of BM25 (retrieval.py):
    how much a word that is repeated counts, 0 to MOST_K1, and how much a long text is held against it, 0 to 1.
    """

    match: str = "chunk"
    read: str = "chunk"
    around: int = 1
    longest: int = 4_000
    sections: int = 4
    k1: float = K1
    b: float = B

    def __post_init__(self) -> None:
        for name, most_of in (("k1", MOST_K1), ("b", 1.0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most_of:
                raise InputError(f"{name} must be a number from 0 to {most_of:g}, not {value!r}.")
        one_of("match", self.match, tuple(MATCH))
        one_of("read", self.read, tuple(READ))
        for field, (least, most) in RANGES.items():
            object.__setattr__(self, field, whole_number(field, getattr(self, field), least, most))


class Match(NamedTuple):
    """A text that shares a word with a question: its range, the range that is read for it, what is held against it."""

    span: Pair
    read: Pair
    text: str


class Reader:
    """The texts of a report that are matched, by BM25, and the range that each of them has read."""

    def __init__(self, report: Report, reading: Reading) -> None:
        self._report, self._reading = report, reading
        self.source = report.document.text
        self.matched = report.spans if reading.match == "chunk" else report.sentences
        texts: Iterator[str] = report.embedded()
        if reading.match == "sentence":
            texts = (self.source[start:end] for start, end in self.matched)
        self.index = Index(list(texts), reading.k1, reading.b)
        self._starts, self._ends = _read(report, self.matched, reading)

    @property
    def reads(self) -> Spans:
        """Every range that can be read, each once, by start.

        One inside another is given the end of that, as no span may end before one that begins ahead of it: with it the
        same answers are held whole, and the same text touches them.
        """
        pairs = np.unique(np.stack([self._starts, self._ends], axis=1), axis=0)
        return Spans(pairs[:, 0], np.maximum.accumulate(pairs[:, 1])) if len(pairs) else Spans([], [])

    @property
    def of_sentences(self) -> bool:
        """Whether single sentences are matched, not chunks."""
        return self._reading.match == "sentence"

    def best(self, question: str, span: Pair | None = None) -> Match | None:
        """What matches a question best of all; or with a span of those for which it would be read whole, or if it would
        be for none, in part. None if there is none that shares a word with the question."""
        rows = self.index.ranked(question)[0]
        if span is not None:
            starts, ends = self._starts[rows], self._ends[rows]
            holding = (self._starts <= span[0]) & (span[1] <= self._ends)
            rows = rows[holding[rows] if holding.any() else (starts < span[1]) & (span[0] < ends)]
        if not len(rows):
            return None
        row = int(rows[0])
        matched = (int(self.matched.starts[row]), int(self.matched.ends[row]))
        return Match(matched, (int(self._starts[row]), int(self._ends[row])), self._text(row))

    def _text(self, row: int) -> str:
        """What of a row is held against the question."""
        if self._reading.match == "chunk":
            return self._report[row].embedded
        return self.source[int(self.matched.starts[row]) : int(self.matched.ends[row])]

    def retrieve(self, question: str, k: int) -> list[Pair]:
        """The `k` first distinct ranges by the rank of what matched; of sections at most as many as the reading says.

        None lies inside another, none has the same text as another (whitespace at the ends aside), and what is read
        around two sentences is one range where they overlap: nothing is sent twice but what chunks share. What is left
        out takes no place of the `k`; verdicts.judge knows that its words were sent.
        """
        sent: set[str] = set()
        most = min(k, self._reading.sections) if self._reading.read == "section" else k
        found: list[Pair] = []
        for row in self.index.ranked(question)[0].tolist():
            pair = (int(self._starts[row]), int(self._ends[row]))
            if any(start <= pair[0] and pair[1] <= end for start, end in found):
                continue
            text = self.source[slice(*pair)].strip()
            if text in sent:
                continue
            longer = _put_together(found, pair, self._reading.read == "around")
            if len(longer) > most:
                break
            found = longer
            sent.add(text)
        return found


def _put_together(found: list[Pair], pair: Pair, join: bool) -> list[Pair]:
    """The ranges with one more, in the place of the first of those that lie inside it; `join`: that it overlaps."""
    if join:
        rows = [row for row, (start, end) in enumerate(found) if start < pair[1] and pair[0] < end]
    else:
        rows = [row for row, (start, end) in enumerate(found) if pair[0] <= start and end <= pair[1]]
    if not rows:
        return [*found, pair]
    whole = [pair, *(found[row] for row in rows)]
    one = (min(start for start, _ in whole), max(end for _, end in whole))
    return [one if row == rows[0] else other for row, other in enumerate(found) if row == rows[0] or row not in rows]


def _read(report: Report, matched: Spans, reading: Reading) -> tuple[Offsets, Offsets]:
    """What is read for each text that is matched: starts and ends, int64, shape (n,)."""
    if not len(matched) or not len(report):
        return matched.starts, matched.ends
    # The last chunk that begins at or before it: with overlap, the one in which most of it stands.
    row = np.maximum(np.searchsorted(report.spans.starts, matched.starts, side="right") - 1, 0)
    starts, ends = report.spans.starts[row], report.spans.ends[row]
    if reading.read == "around" and len(report.sentences):
        sentences = report.sentences
        first = np.maximum(np.searchsorted(sentences.ends, matched.starts, side="right") - reading.around, 0)
        last = np.searchsorted(sentences.starts, matched.ends, side="left") - 1 + reading.around
        last = np.minimum(last, len(sentences) - 1)
        starts = np.minimum(sentences.starts[np.minimum(first, last)], matched.starts)
        ends = np.maximum(sentences.ends[last], matched.ends)
    elif reading.read == "section":
        sections = report.document.outline(report.settings.markup).sections(report.document.text, 6)
        at = np.maximum(np.searchsorted(sections.starts, matched.starts, side="right") - 1, 0)
        fits = sections.lengths[at] <= reading.longest
        starts = np.where(fits, sections.starts[at], starts)
        ends = np.where(fits, np.maximum(sections.ends[at], matched.ends), ends)
    return starts, ends
