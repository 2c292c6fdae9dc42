"""Outline: the structure that a text shows: headings, blocks inside blocks, tables, code and list items."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from playground.spans import Offsets, Spans
from playground.text.boundaries import last_visible

Pair = tuple[int, int]
DEEPEST = 14  # blocks inside blocks are looked at down to this depth: a list in a list in a list, with its rows


def nothing() -> Spans:
    """No spans."""
    return Spans([], [])


@dataclass(frozen=True, eq=False)
class Outline:
    """What a reader of the text sees beside its words. All offsets are code points of the text.

    kind: how the text was read, "markdown", "html" or "plain". headings: each whole, with its marks or its underline;
    labels: the words of each alone; levels: of each, from 1 (shape (n,)). cuts: by depth, where blocks begin that the
    blocks of the depth before may be opened at; each ascending, on a visible character. tables: each whole, its caption
    left out; headers: of each the header row, without the rule under it; captions: of those tables that have one, by
    number of the table. code: blocks of code with their fences. items: list items, each up to the first item in it.
    """

    kind: str
    headings: Spans = field(default_factory=nothing)
    labels: Spans = field(default_factory=nothing)
    levels: tuple[int, ...] = ()
    cuts: tuple[Offsets, ...] = ()
    tables: Spans = field(default_factory=nothing)
    headers: Spans = field(default_factory=nothing)
    captions: tuple[tuple[int, tuple[int, int]], ...] = ()
    code: Spans = field(default_factory=nothing)
    items: Spans = field(default_factory=nothing)

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """For each heading the number of the heading it stands under, -1 for none."""
        found: list[int] = []
        open_ones: list[int] = []
        for number, level in enumerate(self.levels):
            while open_ones and self.levels[open_ones[-1]] >= level:
                open_ones.pop()
            found.append(open_ones[-1] if open_ones else -1)
            open_ones.append(number)
        return tuple(found)

    def path(self, heading: int) -> tuple[int, ...]:
        """The numbers of the headings from the outermost to this one; () for -1."""
        path: list[int] = []
        while heading >= 0:
            path.append(heading)
            heading = self.parents[heading]
        return tuple(reversed(path))

    def heading_at(self, offset: int) -> int:
        """The number of the heading whose own section holds this offset, -1 ahead of the first."""
        return int(np.searchsorted(self.headings.starts, offset, side="right")) - 1

    def names(self, text: str, most: int) -> list[tuple[int, str]]:
        """Where headings begin and their words: of as many levels, from the outermost, as have at most `most`."""
        levels = sorted(self.levels)
        deepest = levels[most] - 1 if len(levels) > most else 6
        return [
            (start, " ".join(text[low:high].split()))
            for (start, _), (low, high), level in zip(self.headings, self.labels, self.levels, strict=True)
            if level <= deepest
        ]

    def sections(self, text: str, max_level: int) -> Spans:
        """The text divided at its headings of at most this level, without blank ends; blank parts left out."""
        levels = np.array(self.levels, dtype=np.int64)
        return divide(text, whole(text), self.headings.starts[levels <= max_level])


@dataclass
class Found:
    """What a reader has found so far: the parts of an Outline, in the order of the text."""

    cuts: list[list[int]] = field(default_factory=lambda: [[] for _ in range(DEEPEST + 1)])
    headings: list[Pair] = field(default_factory=list)
    labels: list[Pair] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    tables: list[Pair] = field(default_factory=list)
    headers: list[Pair] = field(default_factory=list)
    captions: list[tuple[int, Pair]] = field(default_factory=list)
    code: list[Pair] = field(default_factory=list)
    items: list[Pair] = field(default_factory=list)

    def cut(self, depth: int, place: int) -> None:
        """A block begins here that those of the depth above may be opened at."""
        self.cuts[min(depth, DEEPEST)].append(place)

    def heading(self, whole: Pair, label: Pair, level: int) -> None:
        """A heading of this level, and the words of it alone."""
        self.headings.append(whole)
        self.labels.append(label)
        self.levels.append(level)

    def table(self, whole: Pair, header: Pair, caption: Pair | None) -> None:
        """A table with its header row."""
        if caption:
            self.captions.append((len(self.tables), caption))
        self.tables.append(whole)
        self.headers.append(header)

    def outline(self, kind: str, text: str) -> Outline:
        """All of it."""
        return Outline(
            kind,
            Spans.of(self.headings),
            Spans.of(self.labels),
            tuple(self.levels),
            tuple(ascending(cuts) for cuts in self.cuts if cuts),
            Spans.of(self.tables),
            Spans.of(self.headers),
            tuple(self.captions),
            Spans.of(self.code),
            Spans.of(_own(text, self.items)),
        )


def _own(text: str, items: list[Pair]) -> list[Pair]:
    """Each item, in the order of their starts, up to the first item inside it."""
    found = []
    for row, (start, end) in enumerate(items):
        inner = items[row + 1][0] if row + 1 < len(items) else end
        stop = last_visible(text, min(inner, end), start)
        if start < stop:  # in "- - text" the first holds nothing of its own
            found.append((start, stop))
    return found


def whole(text: str) -> Spans:
    """The text from its first to its last visible character; none in a blank one."""
    start, end = len(text) - len(text.lstrip()), last_visible(text, len(text))
    return Spans([start], [end]) if start < end else nothing()


def divide(text: str, units: Spans, cuts: Offsets) -> Spans:
    """The units, divided at the cuts strictly inside them, without blank ends. Cuts are on visible characters."""
    if not len(units) or not len(cuts):
        return units
    row = np.searchsorted(units.starts, cuts, side="left") - 1
    inner = cuts[(row >= 0) & (cuts < units.ends[np.maximum(row, 0)])]
    if not len(inner):
        return units
    ends = np.array([last_visible(text, cut) for cut in inner.tolist()], dtype=np.int64)
    starts = np.sort(np.concatenate([units.starts, inner]), kind="stable")
    return Spans(starts, np.sort(np.concatenate([units.ends, ends]), kind="stable"))


def ascending(places: "list[int] | set[int]") -> Offsets:
    """Places as cuts: each once, in order."""
    return np.array(sorted(set(places)), dtype=np.int64)
