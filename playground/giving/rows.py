"""What an export says of each chunk: one column a fact, the same ones in every format."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from playground import sizing
from playground.contexts import InContext
from playground.halves import whole
from playground.judging.report import Report
from playground.settings import DEFAULTS, effective
from playground.spans import Offsets

# In the order of the columns, each with what it holds. `page` and `headings` are there only if they are known.
COLUMNS = {
    "index": "number of the chunk, from 0, as in playground.chunk()",
    "start": "offset of its first character in the text, in code points, from 0",
    "end": "offset behind its last character, in code points",
    "characters": "code points of what is embedded: context and text together",
    "words": "words of what is embedded; a word that a cut parts counts in both chunks",
    "tokens": "tokens of what is embedded, each chunk by itself, counted with `vocabulary`",
    "vocabulary": "whose tokens are counted; estimate: four characters a token",
    "size": "what chunk_size limits: characters, words or tokens of what is embedded, as `unit` says",
    "unit": "what size counts: characters, words or tokens",
    "over_limit": "why size is more than chunk_size; empty if it is not",
    "page": "page of the source on which the chunk begins",
    "headings": "headings over the chunk, from the outermost",
    "context": "what stands ahead of the text when it is embedded (title, headings, header of a table); may be empty",
    "text": "the chunk: text[start:end] of the document",
    "source": "name of the document",
    "digest": "SHA-256 of the document's text in UTF-8, in hexadecimal",
    "settings": "the settings that have an effect: Settings(**settings) makes the same chunks of the same text, "
    "unless they were brought (strategy yours)",
}
NUMBERS = ("index", "start", "end", "characters", "words", "tokens", "size", "page")


@dataclass(frozen=True, eq=False)
class Extra:
    """What is known beside the report. Arrays have a whole number a chunk, shape (n,).

    pages: the page of the source on which each chunk begins. tokens: counts to take instead of the report's own, made
    with `vocabulary` (for where the vocabulary of the settings cannot be had).
    """

    pages: Offsets | None = None
    tokens: Offsets | None = None
    vocabulary: str = ""


NOTHING = Extra()


def columns(report: Report, source: str = "", extra: Extra = NOTHING) -> dict[str, Iterable[object]]:
    """The columns of COLUMNS that are known, each one pass over all chunks; `headings` are tuples, `settings` a dict.

    Half characters, which no file may hold, are U+FFFD: one code point too, so offsets stay. Raises ValueError if an
    array of `extra` has another length than the report, TokenizerUnavailable as Report.tokens.
    """
    counts = {**_counts(report, extra), "size": report.sizes, "page": extra.pages}
    for name, values in counts.items():
        if values is not None and np.shape(values) != (len(report),):
            raise ValueError(f"{name} has the shape {np.shape(values)} for {len(report)} chunks")
    made: dict[str, Iterable[object]] = {name: array.tolist() for name, array in counts.items() if array is not None}
    made |= {name: repeat(value, len(report)) for name, value in about(report, source, extra).items()}
    made |= {"index": range(len(report)), "over_limit": _reasons(report)}
    made |= {"context": contexts_of(report), "text": texts_of(report)}
    if report.has_headings:
        made["headings"] = headings_of(report)
    return {name: made[name] for name in COLUMNS if name in made}


def _counts(report: Report, extra: Extra) -> dict[str, Offsets]:
    starts, ends = report.spans.starts, report.spans.ends
    words = sizing.length_of(report.document, "words", report.settings.vocabulary)
    return {
        "start": starts,
        "end": ends,
        "characters": report.characters,
        "words": InContext(words, report.contexts).of(starts, ends),
        "tokens": report.tokens if extra.tokens is None else extra.tokens,
    }


def _reasons(report: Report) -> Iterator[str]:
    return (report.reason(row) if over else "" for row, over in enumerate(report.over_limit.tolist()))


def contexts_of(report: Report) -> Iterator[str]:
    """What stands ahead of each chunk, without half characters."""
    texts = [whole(text) for text in report.contexts.texts]
    return (texts[row] for row in report.rows_of_contexts.tolist())


def texts_of(report: Report) -> Iterator[str]:
    """The text of each chunk, without half characters."""
    text = whole(report.document.text)
    return (text[start:end] for start, end in report.spans)


def headings_of(report: Report) -> Iterator[tuple[str, ...]]:
    """The headings over each chunk, without half characters."""
    return (tuple(map(whole, report.headings_over(row))) for row in range(len(report)))


def about(report: Report, source: str = "", extra: Extra = NOTHING) -> dict[str, object]:
    """The columns that say the same of every chunk."""
    return {
        "vocabulary": extra.vocabulary if extra.tokens is not None else report.settings.vocabulary,
        "unit": report.settings.unit,
        "source": whole(source),
        "digest": report.document.digest,
        "settings": settings_of(report),
    }


def settings_of(report: Report) -> dict[str, object]:
    """The settings that have an effect; Settings(**of this) makes the same chunks, if they were not given."""
    used = effective(report.settings)
    found = {name: getattr(report.settings, name) for name in DEFAULTS if name in used}
    return found | {"title": whole(report.settings.title)}
