"""Whether the right text comes back, by offsets alone: a verdict for each question, and measures over all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playground.questions import Pair, Question
from playground.retrieval import Index
from playground.spans import Spans

HIT, PARTIAL, MISS = "HIT", "PARTIAL", "MISS"


@dataclass(frozen=True)
class Verdict:
    """What came back for a question.

    reads: the ranges that were read, in the order of their rank; outcome: HIT if each span is whole in one of them,
    PARTIAL if some of a span is covered, else MISS. split: a span that no text of the index holds
    whole, retrieved or not, or None. rank: from 1, of the first read that holds a span whole, 0 for none. recall,
    precision, iou: over characters of the union of what was read, against the union of the spans. omega: the precision
    if every text that touches a span were read and no other.
    """

    question: Question
    reads: tuple[Pair, ...]
    outcome: str
    split: Pair | None
    rank: int
    recall: float
    precision: float
    iou: float
    omega: float


def merged(ranges: Sequence[Pair]) -> list[Pair]:
    """The union of half-open ranges, ascending; touching ones are one."""
    found: list[Pair] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def length(ranges: Sequence[Pair]) -> int:
    """The characters of ranges that do not overlap."""
    return sum(end - start for start, end in ranges)


def common(some: Sequence[Pair], others: Sequence[Pair]) -> int:
    """The characters that are in both; neither overlaps itself."""
    return sum(max(min(end, stop) - max(start, low), 0) for start, end in some for low, stop in others if low < end)


def judge(question: Question, index: Spans, reads: Sequence[Pair]) -> Verdict:
    """The verdict on what was read for a question; `index` holds every text that could have been read."""
    gold, read = merged(question.spans), merged(reads)
    shared = common(gold, read)
    whole = [any(low <= start and end <= high for low, high in reads) for start, end in question.spans]
    word = HIT if all(whole) else PARTIAL if shared else MISS
    ranks = [
        number
        for number, (low, high) in enumerate(reads, 1)
        if any(low <= start and end <= high for start, end in question.spans)
    ]
    touching = merged([pair for span in gold for pair in _touching(index, span)])
    return Verdict(
        question,
        tuple(reads),
        word,
        next((span for span in question.spans if not _held(index, span)), None),
        ranks[0] if ranks else 0,
        shared / length(gold),
        shared / length(read) if read else 0.0,
        shared / (length(gold) + length(read) - shared),
        common(gold, touching) / length(touching) if touching else 0.0,
    )


def _touching(index: Spans, span: Pair) -> list[Pair]:
    first = int(np.searchsorted(index.ends, span[0], side="right"))
    last = int(np.searchsorted(index.starts, span[1], side="left"))
    return list(zip(index.starts[first:last].tolist(), index.ends[first:last].tolist(), strict=True))


def _held(index: Spans, span: Pair) -> bool:
    return any(low <= span[0] and span[1] <= high for low, high in _touching(index, span))


def survives(words: int, size: int, overlap: int) -> float:
    """How likely an answer of so many words is whole in a window of `size` words, each `overlap` into the one before.

    (size - words + 1) / (size - overlap), between 0 and 1: of that many places where it may begin, so many hold it.
    """
    return min(max((size - words + 1) / (size - overlap), 0.0), 1.0)


@dataclass(frozen=True)
class Interval:
    """A mean, and the range in which 95 % of the means of resampled questions lie (bootstrap)."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float], resamples: int = 1_000, seed: int = 0) -> Interval:
    """The mean of one value a question, and its bootstrap interval (B. Efron, 1979); all 0.0 for none."""
    if not len(values):
        return Interval(0.0, 0.0, 0.0)
    array = np.asarray(values, dtype=np.float64)
    rows = np.random.default_rng(seed).integers(0, len(array), (resamples, len(array)))
    low, high = np.quantile(array[rows].mean(axis=1), [0.025, 0.975])
    return Interval(float(array.mean()), float(low), float(high))


@dataclass(frozen=True)
class Evaluation:
    """Over n questions: shares whole (strict), touched (loose) and split; means of the measures; MRR."""

    questions: int
    strict: Interval
    loose: float
    split: float
    recall: Interval
    precision: Interval
    omega: Interval
    iou: Interval
    mrr: float
    characters: float  # sent a question, each once


def evaluate(verdicts: Sequence[Verdict]) -> Evaluation:
    """All verdicts together."""

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    return Evaluation(
        len(verdicts),
        interval([float(one.outcome == HIT) for one in verdicts]),
        mean([float(one.outcome != MISS) for one in verdicts]),
        mean([float(one.split is not None) for one in verdicts]),
        interval([one.recall for one in verdicts]),
        interval([one.precision for one in verdicts]),
        interval([one.omega for one in verdicts]),
        interval([one.iou for one in verdicts]),
        mean([1 / one.rank if one.rank else 0.0 for one in verdicts]),
        mean([float(length(merged(one.reads))) for one in verdicts]),
    )


def retrieve(index: Index, spans: Spans, question: str, k: int) -> list[Pair]:
    """The ranges of the k best texts that share a word with a question, the best first; fewer if fewer do."""
    rows = index.ranked(question)[0][:k]
    return list(zip(spans.starts[rows].tolist(), spans.ends[rows].tolist(), strict=True))
