"""Settings held against one another on one text: what each makes of it, by the same measures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from playground.asking.verdicts import HIT, Verdict, sent
from playground.document import Document
from playground.errors import InputError
from playground.judging import metrics
from playground.judging.report import Report, analyse
from playground.measuring.lengths import Length
from playground.settings import Settings
from playground.spans import Offsets
from playground.splitting import context_length
from playground.strategies import ALL_STRATEGIES, STRATEGIES, YOURS

WHOLE, WINDOW = "whole", "window"  # the baselines: the text as one chunk, and its first window alone


@dataclass(frozen=True)
class Measure:
    """One number of a setting: its name and unit for people, what it means, and which end of it is better.

    better: -1 where less is better, 1 where more is, 0 where neither is.
    """

    label: str
    unit: str
    about: str
    better: int = 0
    is_share: bool = False

    def title(self, unit: str) -> str:
        """The label with its unit, where that says more; `unit`: what sizes count."""
        own = self.unit.format(unit=unit)
        return self.label if self.is_share or own.removesuffix("s") in self.label.lower() else f"{self.label}, {own}"


PerQuestion = Mapping[str, NDArray[np.float32]]  # by the names of OF_QUESTIONS, each of shape (questions,)
WORDS_SENT = "Words sent per question"
OF_QUESTIONS = ("recall", "whole", "words")  # means over questions, where there are any
# In the order of the table. "{unit}" is what sizes count.
MEASURES: dict[str, Measure] = {
    "chunks": Measure("Chunks", "chunks", "Pieces in the index: one vector each."),
    "average": Measure("Average", "{unit}", "Of all chunks, with what stands ahead of them, rounded half up."),
    "smallest": Measure("Smallest", "{unit}", "The smallest chunk."),
    "largest": Measure("Largest", "{unit}", "The largest chunk."),
    "evenness": Measure(
        "Evenness", "share", "Jain's index of the sizes, (sum of x)² / (n · sum of x²): 100 % where all are equal, "
        "1 / n where one chunk has everything.", 1, True,
    ),
    "stored": Measure("Stored", "characters", "Characters in all chunks.", -1),
    "overhead": Measure("Overhead", "share", "(stored - covered) / covered: what overlap stores again.", -1, True),
    "overlap": Measure("Overlap got", "{unit}", "What neighbours share, averaged over all pairs."),
    "sentences": Measure("Cuts in sentences", "cuts", "Cuts that fall inside a sentence.", -1),
    "paragraphs": Measure("Cuts in paragraphs", "cuts", "Cuts that fall inside a paragraph, as on Damage.", -1),
    "over": Measure("Over the limit", "chunks", "Chunks longer than the size.", -1),
    "tokens": Measure("Tokens stored", "tokens", "Tokens of all chunks as they are embedded: what is paid for.", -1),
    "unread": Measure("Not read", "tokens", "Tokens past the longest input of the embedding model.", -1),
    "sent": Measure("Tokens sent per question", "tokens", "Tokens of the chunks that one question brings back.", -1),
    "k": Measure("Chunks per question", "chunks", "How many chunks a question brings back."),
    "recall": Measure(
        "Recall", "share", "Of the answers to your questions, the characters that come back by BM25.", 1, True,
    ),
    "whole": Measure(
        "Answers whole", "share", "Of your questions, those whose answer comes back whole in one read.", 1, True,
    ),
    "words": Measure(WORDS_SENT, "words", "Words that are read for one of your questions.", -1),
}  # fmt: skip


@dataclass(frozen=True)
class Terms:
    """What a question brings back: top_k chunks, or with a `budget` of tokens as many as fit in it on average.

    room: tokens that the embedding model reads of a chunk.
    """

    room: int
    top_k: int
    budget: int = 0

    def chunks(self, average: float, chunks: int) -> int:
        """How many of `chunks` chunks with `average` tokens each a question brings back; at least one, if any."""
        wanted = int(self.budget // average) if self.budget and average else self.top_k
        return min(max(wanted, 1), chunks)


@dataclass(frozen=True)
class Row:
    """A setting and its measures, by the names of MEASURES. baseline: WHOLE or WINDOW, "" for what was chosen.

    asked: of those in OF_QUESTIONS, one value a question, shape (questions,); empty without questions.
    """

    settings: Settings
    values: Mapping[str, float]
    baseline: str = ""
    asked: PerQuestion = field(default_factory=dict, compare=False)


def measure(
    report: Report,
    terms: Terms,
    counts: Offsets | None = None,
    baseline: str = "",
    asked: PerQuestion | None = None,
) -> Row:
    """The measures of a report; those of questions are left out where none were `asked` (see Row).

    counts: its tokens, where they are known. Raises TokenizerUnavailable.
    """
    tokens = report.tokens if counts is None else counts
    total = int(tokens.sum())
    average = total / len(report) if len(report) else 0.0
    k = terms.chunks(average, len(report))
    sizes = report.facts.sizes
    return Row(
        report.settings,
        {
            "chunks": len(report),
            "average": sizes.average,
            "smallest": sizes.smallest,
            "largest": sizes.largest,
            "evenness": metrics.evenness(report.sizes),
            "stored": report.storage.stored,
            "overhead": report.storage.overhead,
            "overlap": report.overlap.average,
            "sentences": report.facts.cuts_inside,
            "paragraphs": report.damage.count("paragraphs"),
            "over": report.facts.over_limit,
            "tokens": total,
            "unread": int(np.maximum(tokens - terms.room, 0).sum()),
            "sent": metrics.half_up(total * k, len(report)) if len(report) else 0,
            "k": k,
            **{name: float(values.mean()) for name, values in (asked or {}).items()},
        },
        baseline,
        asked or {},
    )


def of_questions(verdicts: Sequence[Verdict], words: Length) -> PerQuestion:
    """The values of OF_QUESTIONS for each question; `words` measures what is sent."""
    return {
        "recall": np.array([one.recall for one in verdicts], dtype=np.float32),
        "whole": np.array([one.outcome == HIT for one in verdicts], dtype=np.float32),
        "words": sent(verdicts, words).astype(np.float32),
    }


def every_strategy(document: Document, settings: Settings) -> list[Settings]:
    """These settings with each strategy; sentences and paragraphs packed, so that size and overlap say something.

    Where chunks came with the document, they are the last.
    """
    names = [*STRATEGIES, *([YOURS.name] if document.given is not None else [])]
    return [_packed(settings, name) for name in names]


def _packed(settings: Settings, name: str) -> Settings:
    """With another strategy, packing where it has the choice."""
    return replace(settings, strategy=name, pack="pack" in ALL_STRATEGIES[name].options)


def baselines(document: Document, settings: Settings, terms: Terms) -> list[Row]:
    """The whole text as one chunk, and the first window of the size alone: what any setting must better."""
    blind = replace(settings, strategy="fixed", chunk_overlap=0, min_tail=0)
    whole = replace(blind, chunk_size=max(context_length(document, settings), 1))
    rows = []
    for changed, name in ((whole, WHOLE), (blind, WINDOW)):
        try:
            report = analyse(document, changed)
        except InputError:  # the title leaves no room for a window
            continue
        if name == WINDOW and len(report):
            report = Report(document, changed, report.spans.where(np.arange(len(report)) == 0))
        rows.append(measure(report, terms, baseline=name))
    return rows


def best(table: Sequence[Row]) -> dict[str, float]:
    """For each measure with a better end, the best of its values among what was chosen, where they differ."""
    found: dict[str, float] = {}
    for name, about in MEASURES.items():
        values = [row.values[name] for row in table if not row.baseline and name in row.values]
        if about.better and values and min(values) != max(values):
            found[name] = max(values) if about.better > 0 else min(values)
    return found


def grid(
    settings: Settings, sizes: Sequence[int], percents: Sequence[int], strategies: Sequence[str]
) -> list[Settings]:
    """These settings at each size, overlap (a percentage of the size) and strategy; each once, by strategy and size."""
    found = [
        replace(_packed(settings, name), chunk_size=size, chunk_overlap=size * percent // 100)
        for name in strategies
        for size in sizes
        for percent in percents
    ]
    return list(dict.fromkeys(found))
