"""Chunks that somebody has already -> their spans in the source."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from playground.spans import Offsets, Spans
from playground.taking import lines_ahead
from playground.taking.own_chunks import Given
from playground.text.visible import Visible, visible
from playground.words import count

NOT_THERE = "it is not in the source"
BLANK = "it has no visible character"
TOO_ALIKE = "it is not near the chunk before it, and the search ended there: the text repeats itself too much"
INSIDE = "it lies inside another chunk"
SHOWN = 60  # characters of a chunk that a mismatch shows

# How places of a text that stands in several are told apart: what each costs, in characters that two chunks share.
_GAP = 10.0  # a visible character that no chunk holds: rare, so dearer than any overlap that is like the others
_INEXACT = 1_000.0  # a place that differs in whitespace, where there may be one that does not
_AHEAD = 2_000  # visible characters that are looked at beyond the chunk before; then the whole source is
_SIDE, _KEPT = 4, 8  # places either side of the likely one that are weighed, and ways to place all so far
_MOST_TRIED = 500_000_000  # places compared for chunks that are not near the one before, about 15 seconds of them
_SAMPLE = 20  # chunks by which is told whether all stand in the source as they are


@dataclass(frozen=True)
class Mismatch:
    """A chunk that has no span: its number, from 1, the first SHOWN characters of it on one line, and why."""

    number: int
    text: str
    why: str


@dataclass(frozen=True, eq=False)
class Alignment:
    """Where given chunks stand. starts and ends of `spans` both strictly increase: no chunk lies inside another.

    rows: for each span the row, from 0, of the given chunk that it is; int64, shape (n,). ahead: for each span what
    stands ahead of it when it is embedded, "" or lines. mismatches: the chunks that have no span, in the order given.
    remarks: what was done to make it so, a plain sentence each.
    """

    spans: Spans
    rows: Offsets
    ahead: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]
    remarks: tuple[str, ...]


def align(source: str, given: Sequence[Given]) -> Alignment:
    """The place of each chunk in the source, found by its text, whitespace ignored where it does not fit exactly.

    A chunk that says where it stands is there if its text is. All others are looked for in order: each begins behind
    the start of the one before and ends behind its end. Of several places those are taken, for all chunks together,
    that leave the fewest visible characters in no chunk and have neighbours share about the same, which is what all
    chunks have more than the source, a pair. What is not found behind the one before is looked for ahead of it. What
    is found nowhere is looked for without its first lines, as `lines_ahead.without` says; these are its context then.
    """
    places = Visible(source)
    first = _Aligner(places, given).run()
    missing = [one.number - 1 for one in first.mismatches if one.why == NOT_THERE]
    rests = lines_ahead.without(places, given, missing, places.tried + _MOST_TRIED)
    if not rests:
        return first
    again = _Aligner(places, [rests.get(row, one) for row, one in enumerate(given)]).run()
    have = _stand(sum(row in rests for row in again.rows.tolist()), "has", "have")
    said = f"{have} lines ahead that are not in the text at that place; they are taken for context."
    return replace(again, remarks=(said, *again.remarks))


class _Way(NamedTuple):
    """One way to place the chunks so far, by its last one: places without whitespace, offsets, and the way before."""

    cost: float
    place: int
    stop: int
    start: int
    end: int
    row: int
    before: "_Way | None"


class _Aligner:
    def __init__(self, places: Visible, given: Sequence[Given]) -> None:
        source = places.source
        self._source = places
        self._most_tried = places.tried + _MOST_TRIED
        self._given = given
        self._wanted = [visible(one.text) for one in given]
        pairs = max(sum(1 for wanted in self._wanted if wanted) - 1, 1)
        self._likely = max((sum(map(len, self._wanted)) - len(self._source.text)) / pairs, 0.0)
        # In all characters: exact for windows, too small where whitespace between chunks is dropped.
        more = (sum(len(one.text) for one in given) - len(source)) / pairs
        self._counts_all = more > self._likely and all(one.text in source for one in given[:_SAMPLE])
        self._typical = more if self._counts_all else self._likely
        self._nowhere: set[str] = set()
        self._mismatches: dict[int, str] = {}
        self._wrong_offsets = 0

    def run(self) -> Alignment:
        """Follow the best ways to the last chunk, then take the one that leaves the least behind it."""
        ways = [_Way(0.0, 0, 0, -1, -1, -1, None)]
        for row, wanted in enumerate(self._wanted):
            if not wanted:
                self._mismatches[row] = BLANK
                continue
            ways = self._stated(ways, row) or self._near(ways, row) or self._far(ways, row) or ways
        left = len(self._source.text)
        best: _Way | None = min(ways, key=lambda way: way.cost + _GAP * (left - way.stop))
        placed: dict[int, tuple[int, int]] = {}
        while best is not None and best.row >= 0:
            placed[best.row] = (best.start, best.end)
            best = best.before
        found = alignment_of(self._source.source, self._given, placed, self._mismatches)
        return replace(found, remarks=(*found.remarks, *self._wrong_offsets_said()))

    def _stated(self, ways: list[_Way], row: int) -> list[_Way]:
        """The place that the chunk says itself, if its text is there."""
        one, wanted = self._given[row], self._wanted[row]
        if one.start is None:
            return []
        place = self._source.place(one.start)
        if not self._source.text.startswith(wanted, place):
            self._wrong_offsets += 1
            return []
        return self._next(ways, row, [place]) or [self._jump(ways, row, place)]

    def _near(self, ways: list[_Way], row: int) -> list[_Way]:
        """Places between the start of the chunk before and a little beyond its end."""
        places: set[int] = set()
        for way in ways:
            target = max(round(way.stop - (self._likely if way.row >= 0 else 0)), way.place)
            places.update(self._source.around(self._wanted[row], way.place, target, way.stop + _AHEAD, _SIDE))
        return self._next(ways, row, sorted(places))

    def _far(self, ways: list[_Way], row: int) -> list[_Way]:
        """The first place further on; else one within the chunk before; else the last one ahead of it."""
        wanted, here = self._wanted[row], ways[0].place
        within: int | None = None
        places = iter(()) if wanted in self._nowhere else self._source.everywhere(wanted, here, self._most_tried)
        for place in places:
            if place >= here and (found := self._next(ways, row, [place])):
                return found
            within = place if within is None else within
            if place < here:
                break
        if within is not None:
            return [self._jump(ways, row, within)]
        if self._source.tried > self._most_tried and wanted not in self._nowhere:
            self._mismatches[row] = TOO_ALIKE
            return []
        self._nowhere.add(wanted)
        self._mismatches[row] = NOT_THERE
        return []

    def _next(self, ways: list[_Way], row: int, places: Iterable[int]) -> list[_Way]:
        """The best way to each of these places behind the chunk before; the best ones of all, the cheapest first."""
        found = []
        length = len(self._wanted[row])
        for place in places:
            start, end, exact = self._source.range_of(place, self._given[row].text, length)
            best: _Way | None = None
            for way in ways:
                if start > way.start and end > way.end:
                    cost = way.cost + self._cost(way, place, start) + (0.0 if exact else _INEXACT)
                    if best is None or cost < best.cost:
                        best = _Way(cost, place, place + length, start, end, row, way)
            if best is not None:
                found.append(best)
        return sorted(found, key=lambda way: way.cost)[:_KEPT]

    def _cost(self, way: _Way, place: int, start: int) -> float:
        """Of what a chunk shares with the one before, or of the visible characters between them."""
        shared = way.end - start if self._counts_all else way.stop - place
        return abs(max(shared, 0) - self._typical) + _GAP * max(place - way.stop, 0)

    def _jump(self, ways: list[_Way], row: int, place: int) -> _Way:
        """The best way, then this place, wherever it is."""
        length = len(self._wanted[row])
        start, end, _ = self._source.range_of(place, self._given[row].text, length)
        return _Way(ways[0].cost, place, place + length, start, end, row, ways[0])

    def _wrong_offsets_said(self) -> list[str]:
        wrong = self._wrong_offsets
        some = _stand(wrong, "does", "do")
        return [f"{some} not stand where the file says and {_is(wrong)} looked for by the text."] if wrong else []


def alignment_of(
    source: str,
    given: Sequence[Given],
    placed: Mapping[int, tuple[int, int]],
    why: Mapping[int, str],
) -> Alignment:
    """Spans in the order of the source, none of them twice and none inside another.

    placed: the place of each row that has one; why: for each that has none, why.
    """
    kept: list[tuple[int, int, int]] = []
    twice, left_out = 0, dict(why)
    for row in sorted(placed, key=lambda row: (placed[row][0], -placed[row][1], row)):
        start, end = placed[row]
        if kept and end <= kept[-1][1]:
            if (start, end) == kept[-1][:2]:
                twice += 1
            else:
                left_out[row] = INSIDE
            continue
        kept.append((start, end, row))
    rows = np.array([row for _, _, row in kept], dtype=np.int64)
    spans = Spans.of((start, end) for start, end, _ in kept)
    listed = tuple(Mismatch(row + 1, _one_line(given[row].text), left_out[row]) for row in sorted(left_out))
    loose = sum(source[slice(*placed[row])] != given[row].text for row in rows.tolist())
    ahead = tuple(given[row].context for row in rows.tolist())
    return Alignment(spans, rows, ahead, listed, tuple(_remarks(placed, twice, loose)))


def _remarks(placed: Mapping[int, tuple[int, int]], twice: int, loose: int) -> Iterator[str]:
    back = sum(placed[row] < placed[before] for before, row in pairwise(sorted(placed)))
    if back:
        yield f"{_stand(back, 'stands', 'stand')} ahead of the one before; all are shown in the order of the source."
    if twice:
        yield f"{_stand(twice, 'has', 'have')} the same range as another and {_is(twice)} shown once."
    if loose:
        yield f"{_stand(loose, 'differs', 'differ')} from the source in whitespace."


def _one_line(text: str) -> str:
    return " ".join(text[: 4 * SHOWN].split())[:SHOWN]


def _stand(number: int, one: str, many: str) -> str:
    return f"{count(number, 'chunk')} {one if number == 1 else many}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
