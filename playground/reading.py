"""What is matched and what is read: a chunk, or a sentence matched and what stands around it read."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from playground.checks import one_of, whole_number
from playground.errors import InputError
from playground.questions import Pair
from playground.report import Report
from playground.retrieval import K1, B, Index
from playground.spans import Offsets, Spans

MATCH = {"chunk": "the chunk", "sentence": "single sentences"}
READ = {"chunk": "the chunk", "around": "sentences around it", "section": "its section"}
MOST_SECTIONS = 4  # a question reads at most so many: else a few sections are the whole text
MOST_AROUND, LONGEST_SECTION = 20, 1_000_000
MOST_K1 = 5.0


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a question is answered. Raises InputError naming the field, the rule and the value.

    match: what is held against the question. read: what is handed on for each match: the chunk that it begins in,
    `around` sentences on either side, or the section that it begins in if that has at most `longest` characters (else
    the chunk). k: how many distinct reads; of sections at most MOST_SECTIONS. k1, b: of BM25 (retrieval.py): how much
    a word that is repeated counts, 0 to MOST_K1, and how much a long text is held against it, 0 to 1.
    """

    k: int = 5
    match: str = "chunk"
    read: str = "chunk"
    around: int = 1
    longest: int = 4_000
    k1: float = K1
    b: float = B

    def __post_init__(self) -> None:
        for name, most_of in (("k1", MOST_K1), ("b", 1.0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most_of:
                raise InputError(f"{name} must be a number from 0 to {most_of:g}, not {value!r}.")
        one_of("match", self.match, tuple(MATCH))
        one_of("read", self.read, tuple(READ))
        for field, least, most in (("k", 1, 20), ("around", 0, MOST_AROUND), ("longest", 1, LONGEST_SECTION)):
            object.__setattr__(self, field, whole_number(field, getattr(self, field), least, most))


class Reader:
    """The texts of a report that are matched, by BM25, and the range that each of them has read."""

    def __init__(self, report: Report, reading: Reading) -> None:
        self._reading = reading
        matched = report.spans if reading.match == "chunk" else report.sentences
        texts: Iterator[str] = report.embedded()
        if reading.match == "sentence":
            texts = (report.document.text[start:end] for start, end in matched)
        self.index = Index(list(texts), reading.k1, reading.b)
        self._starts, self._ends = _read(report, matched, reading)

    @property
    def reads(self) -> Spans:
        """Every range that can be read, each once, by start."""
        pairs = np.unique(np.stack([self._starts, self._ends], axis=1), axis=0)
        return Spans(pairs[:, 0], np.maximum.accumulate(pairs[:, 1])) if len(pairs) else Spans([], [])

    def retrieve(self, question: str, k: int = 0) -> list[Pair]:
        """The `k` first distinct ranges (0: as many as the reading says) by the rank of what matched.

        None lies inside another, so that nothing is sent twice but what neighbours share.
        """
        k = k or self._reading.k
        most = min(k, MOST_SECTIONS) if self._reading.read == "section" else k
        found: list[Pair] = []
        for row in self.index.ranked(question)[0].tolist():
            pair = (int(self._starts[row]), int(self._ends[row]))
            if any(start <= pair[0] and pair[1] <= end for start, end in found):
                continue
            found.append(pair)
            if len(found) == most:
                break
        return found


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
