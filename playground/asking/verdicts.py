"""Whether the right text comes back, by offsets alone: a verdict for each question, and measures over all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from playground.asking.passages import Pair
from playground.asking.questions import Question
from playground.asking.resampling import Interval, intervals, share_interval
from playground.measuring.lengths import Length
from playground.spans import Offsets, Spans, holds

HIT, PARTIAL, MISS = "HIT", "PARTIAL", "MISS"
_FROM_WORST = (MISS, PARTIAL, HIT)


@dataclass(frozen=True)
class Verdict:
    """What came back for a question.

    reads: the ranges that were read, in the order of their rank. answers: for each span of the question where its words
    were looked for: at its own place, or, if no read holds it whole there but the text that does was sent from another
    place, at that one. outcome: HIT if each of these is whole in a read, PARTIAL if some of one is covered, else MISS.
    split: a span that no single text that could be read holds whole, whether it was or not, or None: a chunk, or where
    sentences around a match or sections are read, one of these. (A read put together of two may hold what neither
    does: then it is not split.) rank: from 1, of the first read that holds any answer whole, 0 for none. recall,
    precision, iou: over characters of the union of what was read, against the union of the answers. omega: the
    precision if every text that touches a span were read and no other. Where any one span answers, all of it is said
    of the one that came back best.
    """

    question: Question
    reads: tuple[Pair, ...]
    answers: tuple[Pair, ...]
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


def judge(question: Question, index: Spans, reads: Sequence[Pair], source: str) -> Verdict:
    """The verdict on what was read for a question; `index` holds every text that could have been read of the source.

    By offsets alone but for one thing: of texts that are the same word for word only one is sent (Reader.retrieve), and
    the model has the words of each. So an answer that another one of them holds whole counts as held where they were
    sent. What such a text holds of an answer in part counts for nothing: some words are in many places.
    """
    if question.any_of:
        alone = [judge(Question(question.text, (span,)), index, reads, source) for span in question.spans]
        return _best(question, alone)
    answers = tuple(_sent_at(source, index, reads, span) for span in question.spans)
    gold, read = merged(answers), merged(reads)
    shared = common(gold, read)
    whole = [any(holds(one, span) for one in reads) for span in answers]
    parted = [span for span, held in zip(question.spans, whole, strict=True) if not (held or _held(index, span))]
    word = HIT if all(whole) else PARTIAL if shared else MISS
    ranks = [number for number, one in enumerate(reads, 1) if any(holds(one, span) for span in answers)]
    own = merged(question.spans)
    touching = merged([pair for span in own for pair in _touching(index, span)])
    return Verdict(
        question=question,
        reads=tuple(reads),
        answers=answers,
        outcome=word,
        split=parted[0] if parted else None,
        rank=ranks[0] if ranks else 0,
        recall=shared / length(gold),
        precision=shared / length(read) if read else 0.0,
        iou=shared / (length(gold) + length(read) - shared),
        omega=common(own, touching) / length(touching) if touching else 0.0,
    )


def _sent_at(source: str, index: Spans, reads: Sequence[Pair], span: Pair) -> Pair:
    """Where the words of a span were sent: at its place, or where a text that holds it whole stands in a read."""
    if any(holds(one, span) for one in reads):
        return span
    for start, end in (one for one in _touching(index, span) if holds(one, span)):
        visible = source[start:end].strip()
        first = start + source[start:end].index(visible)
        if not visible or not holds((first, first + len(visible)), span):
            continue
        places = [source.find(visible, *one) for one in reads]
        if sent := [place for place in places if place >= 0]:
            return span[0] - first + sent[0], span[1] - first + sent[0]
    return span


def _best(question: Question, alone: list[Verdict]) -> Verdict:
    """The verdict of a question that each of these spans answers alone; split only if each of them is."""
    best = max(alone, key=lambda one: (_FROM_WORST.index(one.outcome), one.recall, -one.rank, one.iou))
    split = best.split if all(one.split for one in alone) else None
    return replace(best, question=question, split=split)


def _touching(index: Spans, span: Pair) -> list[Pair]:
    first = int(np.searchsorted(index.ends, span[0], side="right"))
    last = int(np.searchsorted(index.starts, span[1], side="left"))
    return list(zip(index.starts[first:last].tolist(), index.ends[first:last].tolist(), strict=True))


def _held(index: Spans, span: Pair) -> bool:
    return any(holds(one, span) for one in _touching(index, span))


def survives(words: int, size: int, overlap: int) -> float:
    """How likely an answer of so many words is whole in a window of `size` words, each `overlap` into the one before.

    (size - words + 1) / (size - overlap), between 0 and 1: of that many places where it may begin, so many hold it.
    """
    return min(max((size - words + 1) / (size - overlap), 0.0), 1.0)


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


def evaluate(verdicts: Sequence[Verdict]) -> Evaluation:
    """All verdicts together."""

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    each = [[getattr(one, name) for one in verdicts] for name in ("recall", "precision", "omega", "iou")]
    recall, precision, omega, iou = intervals(each)
    return Evaluation(
        questions=len(verdicts),
        strict=share_interval(sum(one.outcome == HIT for one in verdicts), len(verdicts)),
        loose=mean([float(one.outcome != MISS) for one in verdicts]),
        split=mean([float(one.split is not None) for one in verdicts]),
        recall=recall,
        precision=precision,
        omega=omega,
        iou=iou,
        mrr=mean([1 / one.rank if one.rank else 0.0 for one in verdicts]),
    )


def sent(verdicts: Sequence[Verdict], length: Length) -> Offsets:
    """What is handed on for each question, measured by `length`: int64, shape (n,).

    What two neighbouring reads share is counted twice: it stands in both.
    """
    pairs = np.array([pair for one in verdicts for pair in one.reads], dtype=np.int64).reshape(-1, 2)
    row = np.repeat(np.arange(len(verdicts)), [len(one.reads) for one in verdicts])
    found = np.zeros(len(verdicts), dtype=np.int64)
    np.add.at(found, row, length.of(pairs[:, 0], pairs[:, 1]))
    return found
