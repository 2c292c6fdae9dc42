"""Text -> Spans of sentences, by the plain rule or by pysbd behind its guard (careful.py).

Both rules look inside blocks (blocks.py), so a blank line, a heading, a list item, a table row and a line of
code end a sentence and a hard-wrapped line end does not. Both cut at the stops of scripts written without spaces.
Nothing of the text can be lost: a rule only says where sentences start, and each runs to the next start.
"""

import re
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np

from playground.spans import Offsets, Spans
from playground.text import careful
from playground.text.blocks import Blocks
from playground.text.boundaries import last_visible
from playground.text.careful import Progress
from playground.text.stops import CLOSERS, SPACED_STOPS, WIDE, WIDE_STOPS, closes

Rule = Literal["pysbd", "punctuation"]

_LATIN_END = re.compile(rf"([.!?]{CLOSERS}*)\s+")
_ANY_END = re.compile(rf"([.!?{SPACED_STOPS}]{CLOSERS}*)\s+|({WIDE})\s*")
_ALPHANUMERIC = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Sentences:
    """The sentences of a text, and how often pysbd's answer for a piece could not be used (the plain rule answered)."""

    spans: Spans
    refused: int = 0


def find(
    text: str, blocks: Blocks, paragraphs: Spans, rule: Rule, language: str, progress: Progress | None = None
) -> Sentences:
    """The sentences inside `blocks` (all of a text's, or those of some `paragraphs`). `text` has plain line ends.

    `progress` is called between pieces of at most careful.PIECE characters, only by the rule "pysbd"; what it raises
    passes through, and the pieces answered so far are remembered. Time is linear in the text for both rules.
    """
    units, item_texts = blocks
    refused = 0
    if rule == "pysbd":
        starts, refused = careful.starts(text, units, language, plain_starts, progress)
        ends = [last_visible(text, start) for start in starts]
    else:
        starts, ends = _plain(text, units)
    starts, ends = _without_markers(starts, ends, item_texts)
    spans = Spans(_merged(units.starts, starts), _merged(units.ends, ends))
    return Sentences(_joined(text, spans, paragraphs), refused)


def _merged(some: Offsets, others: list[int]) -> Offsets:
    """Both, sorted, each once: np.unique hashes, and takes seven times as long on two runs that are in order."""
    merged = np.sort(np.concatenate([some, np.array(others, dtype=np.int64)]), kind="stable")
    new = np.ones(len(merged), dtype=bool)
    new[1:] = merged[1:] != merged[:-1]
    return np.asarray(merged[new], dtype=np.int64)


def plain_starts(text: str, start: int, end: int) -> list[int]:
    """Where sentences start strictly inside [start, end), by the plain rule."""
    return _plain(text, Spans([start], [end]))[0]


def _is_latin(text: str, units: Spans) -> bool:
    """Whether . ! and ? are the only stops in the units; a text most of which they are is looked at as it is."""
    if text.isascii():
        return True
    few = 2 * int(units.lengths.sum()) < len(text)
    part = "".join([text[start:end] for start, end in units]) if few else text
    return not any(stop in part for stop in SPACED_STOPS + WIDE_STOPS)


def _plain(text: str, units: Spans) -> tuple[list[int], list[int]]:
    """Inner sentence starts, and the ends before them: a stop and its closers, then whitespace.

    Wide stops need no whitespace, and no sentence starts with a closer.
    """
    latin = _is_latin(text, units)
    pattern = _LATIN_END if latin else _ANY_END
    found = chain.from_iterable(pattern.finditer(text, start, end) for start, end in units)
    if latin:
        pairs = [(match.end(), match.end(1)) for match in found]
    else:
        pairs = [(match.end(), match.end(match.lastindex or 1)) for match in found]
        edges = set(units.ends.tolist())
        pairs = [(start, end) for start, end in pairs if start not in edges and not closes(text, start)]
    return [start for start, _ in pairs], [end for _, end in pairs]


def _without_markers(starts: list[int], ends: list[int], item_texts: frozenset[int]) -> tuple[list[int], list[int]]:
    """Without the "sentence" that the number of a list item would be."""
    if not item_texts:
        return starts, ends
    kept = [(start, end) for start, end in zip(starts, ends, strict=True) if start not in item_texts]
    return [start for start, _ in kept], [end for _, end in kept]


def _joined(text: str, spans: Spans, paragraphs: Spans) -> Spans:
    """Sentences without a letter or digit join the one before them in their paragraph."""
    starts, ends = spans.starts.tolist(), spans.ends.tolist()
    bare = [
        row
        for row, start in enumerate(starts)
        if not text[start].isalnum() and not _ALPHANUMERIC.search(text, start, ends[row])
    ]
    first = set(paragraphs.starts.tolist()) if bare else set()
    joining = [row for row in bare if starts[row] not in first]
    if not joining:
        return spans
    kept = np.ones(len(spans), dtype=bool)
    kept[joining] = False
    return Spans(spans.starts[kept], spans.ends[np.append(kept[1:], True)])
