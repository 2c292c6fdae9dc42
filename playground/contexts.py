"""What stands ahead of a chunk when it is embedded: the title, the headings over it, the header of its table.

It depends on where a chunk begins and on nothing else, so it is a table over places of the text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playground.measuring.lengths import Length
from playground.outline import Outline
from playground.spans import Flags, Offsets

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Contexts:
    """Contexts by place: a chunk that begins in [breaks[i], breaks[i + 1]) has texts[i] ahead of it.

    breaks: ascending, the first 0, int64, shape (n,). texts: "" or lines, each with its line end. spans: where each is
    in the source, without the title, which is typed. headings: the numbers of all headings over a place, also of those
    that there was no room for.
    """

    breaks: Offsets
    texts: tuple[str, ...]
    spans: tuple[tuple[Pair, ...], ...]
    headings: tuple[tuple[int, ...], ...]

    def rows(self, starts: Offsets) -> Offsets:
        """The row of each chunk by its start; shape as `starts`."""
        found: Offsets = np.searchsorted(self.breaks, starts, side="right") - 1
        return found

    @cached_property
    def is_one(self) -> bool:
        """Whether the same stands ahead of every chunk."""
        return len(set(self.texts)) == 1


def same(text: str) -> Contexts:
    """One context, a title perhaps, ahead of every chunk."""
    return Contexts(np.zeros(1, dtype=np.int64), (text,), ((),), ((),))


def of_chunks(text: str, outline: Outline, starts: Offsets, ahead: Sequence[str], title: str) -> Contexts:
    """What each chunk brought with it, behind the title; `starts` strictly increase, one for each of `ahead`.

    Where a heading over a chunk or the header of its table is a line of what it brought, its place is known.
    """
    places, headings, tables = (np.array(column, dtype=np.int64) for column in zip(*_changes(outline), strict=True))
    over = np.searchsorted(places, starts, side="right") - 1
    captions = dict(outline.captions)
    spans: list[tuple[Pair, ...]] = []
    for row, own in zip(over.tolist(), ahead, strict=True):
        wanted = _wanted(outline, captions, int(headings[row]), int(tables[row])) if own else ()
        spans.append(tuple(pair for pair in wanted if _is_a_line(text, pair, own)))
    first = [] if len(starts) and starts[0] == 0 else [0]  # before the first chunk none begins
    return Contexts(
        np.concatenate([np.array(first, dtype=np.int64), starts]),
        (*(title for _ in first), *(title + own for own in ahead)),
        (*(() for _ in first), *spans),
        (*(() for _ in first), *(outline.path(int(headings[row])) for row in over.tolist())),
    )


def _is_a_line(text: str, pair: Pair, lines: str) -> bool:
    """Whether a range of the text is one of these lines, or several of them."""
    start, end = pair  # what is longer is not looked at: the header of a table may be, over each of its rows
    return end - start < len(lines) and f"\n{text[start:end]}\n" in f"\n{lines}"


def of_outline(text: str, outline: Outline, length: Length, size: int, title: str) -> Contexts:
    """Title, heading path and table header over every place of a text.

    A heading begins the body of the chunk that starts with it, so its own path holds only the headings above it. A
    table's header (and caption) stands ahead of what begins in its body. Headings and header may take half of the room
    that the title leaves of `size`, measured by `length`: else the outermost headings are left out first, the header
    last.
    """
    breaks, texts, spans, headings = [], [], [], []
    fitted: dict[tuple[Pair, ...], tuple[str, tuple[Pair, ...]]] = {}
    room = (size - length.behind(title).ahead) // 2
    captions = dict(outline.captions)
    for place, heading, table in _changes(outline):
        wanted = _wanted(outline, captions, heading, table)
        if wanted not in fitted:
            fitted[wanted] = _fitted(text, wanted, length, title, room)
        breaks.append(place)
        texts.append(fitted[wanted][0])
        spans.append(fitted[wanted][1])
        headings.append(outline.path(heading))
    return Contexts(np.array(breaks, dtype=np.int64), tuple(texts), tuple(spans), tuple(headings))


def _changes(outline: Outline) -> Iterator[tuple[int, int, int]]:
    """Places where the context changes, each with the number of the heading and of the table over it (-1: none)."""
    events: dict[int, tuple[str, int]] = {}
    for row, (start, end) in enumerate(zip(outline.headers.ends.tolist(), outline.tables.ends.tolist(), strict=True)):
        events[start], events[end] = ("table", row), ("table", -1)
    for row, (start, end) in enumerate(outline.headings):
        events[start], events[end] = ("heading", outline.parents[row]), ("heading", row)
    heading = table = -1
    if 0 not in events:
        yield 0, -1, -1
    for place in sorted(events):
        what, number = events[place]
        if what == "heading":
            heading, table = number, -1
        else:
            table = number
        yield place, heading, table


def _wanted(outline: Outline, captions: dict[int, Pair], heading: int, table: int) -> tuple[Pair, ...]:
    """The headings over a place from the outermost, and the header of the table that it is in."""
    own = ((int(outline.labels.starts[row]), int(outline.labels.ends[row])) for row in outline.path(heading))
    return (*own, *_header(outline, captions, table))


def _header(outline: Outline, captions: dict[int, Pair], table: int) -> tuple[Pair, ...]:
    if table < 0:
        return ()
    header = (int(outline.headers.starts[table]), int(outline.headers.ends[table]))
    caption = captions.get(table)
    return (caption, header) if caption else (header,)


def _fitted(text: str, wanted: tuple[Pair, ...], length: Length, title: str, room: int) -> tuple[str, tuple[Pair, ...]]:
    """The innermost of these spans that take at most `room` beside the title."""
    ahead = length.behind(title).ahead
    while wanted:
        lines = title + "".join(f"{text[start:end]}\n" for start, end in wanted)
        if length.behind(lines).ahead - ahead <= room:
            return lines, wanted
        wanted = wanted[1:]
    return title, ()


class InContext:
    """Length of slices with the context that stands ahead where each begins (the Length of contexts by place)."""

    monotone = False

    def __init__(self, length: Length, contexts: Contexts) -> None:
        self.body = length.behind("")
        self._contexts = contexts
        known: dict[str, Length] = {text: length.behind(text) for text in dict.fromkeys(contexts.texts)}
        self._lengths = [known[text] for text in contexts.texts]
        self._numbers = {text: number for number, text in enumerate(known)}
        self._kinds = np.array([self._numbers[text] for text in contexts.texts], dtype=np.int64)
        self._known = list(known.values())
        self._aheads = np.array([one.ahead for one in self._lengths], dtype=np.int64)
        self.adds = self.body.adds
        self.ahead = 0

    def behind(self, context: str) -> Length:
        """The same measure with one context ahead of all."""
        return self.body.behind(context)

    def at(self, start: int) -> Length:
        """The length of slices that begin here."""
        return self._lengths[int(self._contexts.rows(np.array(start, dtype=np.int64)))]

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """The length of each slice with its context."""
        rows = self._contexts.rows(starts)
        if self.adds:
            return self.body.of(starts, ends) + self._aheads[rows]
        found = np.zeros(len(starts), dtype=np.int64)
        for number, own in _groups(self._kinds[rows]):
            found[own] = self._known[number].of(starts[own], ends[own])
        return found

    def one(self, start: int, end: int) -> int:
        """The length of one slice with its context."""
        return self.at(start).one(start, end)

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Those longer than `size` with their context."""
        if self.adds:
            return self.of(starts, ends) > size
        found = np.zeros(len(starts), dtype=np.bool_)
        for number, own in _groups(self._kinds[self._contexts.rows(starts)]):
            found[own] = self._known[number].over(starts[own], ends[own], size)
        return found

    def reach(self, start: int, size: int) -> int:
        """That of the context here."""
        return self.at(start).reach(start, size)

    def back(self, end: int, size: int) -> int:
        """A bound: as if nothing stood ahead."""
        return self.body.back(end, size)


def _groups(kinds: Offsets) -> Iterator[tuple[int, Offsets]]:
    """Each number among `kinds` with the rows that have it: sorted once, as there may be as many kinds as rows."""
    order = np.argsort(kinds, kind="stable")
    edges = np.flatnonzero(np.diff(kinds[order])) + 1
    for own in np.split(order, edges):
        if len(own):
            yield int(kinds[own[0]]), own
