"""Length in tokens: exact for every slice, without encoding the text again.

Counts do not add up: a slice may have fewer tokens than a part of it. So `reach` and `back` are bounds, and what is
chosen by them is counted. Both rest on safe boundaries, between which counts do add up.
"""

from bisect import bisect_left, bisect_right

from playground.measuring.token_boundaries import safe_boundaries
from playground.measuring.tokens import EVERY, TokenIndex, encode_count, token_starts
from playground.spans import Flags, Offsets

NEAR = 64  # characters: in a longer stretch without a safe boundary, an end is sought by halving ...
FURTHER = 8  # ... and then this many characters further
MOST_KEPT = 16_384  # counts of pieces up to NEAR characters that are remembered, some 150 bytes each
CLOSE = 6  # characters: in a longer stretch than this all safe boundaries are found, not those alone that are kept


class Tokens:
    """Length in tokens of one vocabulary: `encode_count(context + text[start:end])` of each slice."""

    monotone = adds = False

    def __init__(self, text: str, index: TokenIndex, context: str = "") -> None:
        self._text, self._index, self._context = text, index, context
        self._bounds, self._numbers = index.boundaries.data, index.numbers.data
        self._starts = index.starts.data  # of every EVERY-th token
        self._known: dict[str, int] = {}  # short pieces -> tokens: a text of many short chunks repeats itself
        self.ahead = self._encode(context) if context else 0

    @property
    def body(self) -> "Tokens":
        """Without the context."""
        return Tokens(self._text, self._index) if self._context else self

    def behind(self, context: str) -> "Tokens":
        """With its tokens, counted together with what follows."""
        return Tokens(self._text, self._index, context)

    def of(self, starts: Offsets, ends: Offsets) -> Offsets:
        """The tokens of each slice with the context."""
        return self._index.count(self._text, starts, ends, self._context)

    def over(self, starts: Offsets, ends: Offsets, size: int) -> Flags:
        """Those of more than `size` tokens; counted only where it is in doubt."""
        # The context can cost one token less than alone, where white space follows it: `least` still holds.
        least, most = self._index.between(self._text, starts, ends)
        over = least > size
        doubtful = ~over & (most + self.ahead + 1 > size)
        over[doubtful] = self.of(starts[doubtful], ends[doubtful]) > size
        return over

    def one(self, start: int, end: int) -> int:
        """The tokens of one slice with the context."""
        first = self._first(start)
        last = bisect_right(self._bounds, end) - 1
        if first > last:
            return self._encode(self._context + self._text[start:end])
        inner = self._numbers[last] - self._numbers[first]
        return self._left(start, self._bounds[first]) + inner + self._encode(self._text[self._bounds[last] : end])

    def place(self, start: int, end: int, number: int) -> int:
        """The offset of the character in which the token `number`, from 0, of the context and the slice begins.

        Below `start` where that is in the context. There must be such a token.
        """
        first, last = self._first(start), bisect_right(self._bounds, end) - 1
        first_boundary = self._bounds[first] if first <= last else end
        left = self._context + self._text[start:first_boundary]
        edge = self._starts_of(left)
        if number < len(edge):
            return start - len(self._context) + edge[number]
        number += self._numbers[first] - len(edge)
        row = min(bisect_right(self._numbers, number) - 1, last)  # the boundary ahead of that token
        stop = self._bounds[row + 1] if row < last else end
        return self._bounds[row] + self._starts_of(self._text[self._bounds[row] : stop])[number - self._numbers[row]]

    def reach(self, start: int, size: int) -> int:
        """A bound, in a stretch of more than NEAR characters a guess; no more than one stretch too far."""
        low, high = self._last_stretch(start, size)
        if high - low > NEAR:
            return self._halve(start, low, high, size)
        return self._nearer(start, low, high, size) if high - low > CLOSE else high

    def longest(self, start: int, size: int) -> int:
        """The largest `end` with [start, end) at most `size` long; `start` where there is none.

        In a stretch of more than NEAR characters without a safe boundary it may miss one that lies beyond ends that are
        too long.
        """
        end = self.reach(start, size)
        while end > start and self.one(start, end) > size:
            end -= 1
        return end

    def back(self, end: int, size: int) -> int:
        """A bound, in a stretch of more than NEAR characters a guess; no more than one stretch too far."""
        low, high = self._first_stretch(end, size)
        return low if high - low <= NEAR else self._halve_back(end, low, high, size)

    def earliest(self, end: int, size: int) -> int:
        """The smallest `start` with [start, end) at most `size` long, as `longest`; `end` where there is none."""
        start = self.back(end, size)
        while start < end and self.one(start, end) > size:
            start += 1
        return start

    def _last_stretch(self, start: int, size: int) -> tuple[int, int]:
        """Offsets between which the longest slice from `start` ends, both of them possible."""
        stop = self._index.length
        first = self._first(start)
        if first == len(self._bounds):
            return stop, stop
        if self._bounds[first] - start > NEAR:
            # From inside a long stretch: its tokens are not those of the whole text, but about as many.
            return start, self._guess(start, size, stop)
        room = size - self._left(start, self._bounds[first])
        if room < 0:
            return start, self._bounds[first] - 1
        number = self._numbers[first] + room
        last = bisect_right(self._numbers, number) - 1  # the last boundary that is not too far
        if self._numbers[last] == number or last + 1 == len(self._bounds):
            return self._bounds[last], self._bounds[last]
        return self._bounds[last], self._bounds[last + 1] - 1

    def _nearer(self, start: int, low: int, high: int, size: int) -> int:
        """`high`, or the last end ahead of a safe boundary that is too far: what goes on beyond it is no shorter."""
        for place in (safe_boundaries(self._text[low : high + 1], self._index.vocabulary) + low).tolist():
            if place > start and self.one(start, place) > size:
                return int(place) - 1
        return high

    def _first(self, start: int) -> int:
        """The first boundary of a slice. Behind a context none is at its start: something else stands ahead of it."""
        return bisect_right(self._bounds, start) if self._context else bisect_left(self._bounds, start)

    def _guess(self, start: int, size: int, stop: int) -> int:
        row = bisect_left(self._starts, start) + (2 * size + NEAR) // EVERY + 1
        return self._starts[row] if row < len(self._starts) else stop

    def _first_stretch(self, end: int, size: int) -> tuple[int, int]:
        """Offsets between which the longest slice up to `end` starts, both of them possible."""
        last = bisect_right(self._bounds, end) - 1
        if end - self._bounds[last] > NEAR:
            row = bisect_left(self._starts, end) - (2 * size + NEAR) // EVERY - 2
            return (self._starts[row] if row > 0 else 0), end
        # With white space behind it the context can cost one token less than alone.
        room = size - self._encode(self._text[self._bounds[last] : end]) - max(self.ahead - 1, 0)
        if room < 0:
            return self._bounds[last], end
        number = self._numbers[last] - room
        if number <= 0:
            return 0, 0
        first = bisect_left(self._numbers, number)  # the first boundary that is not too far
        return self._bounds[first - 1] + 1, self._bounds[first]

    def _halve(self, start: int, low: int, high: int, size: int) -> int:
        """An end in a long stretch, as if counts only grew with it, and FURTHER characters more."""
        stop = high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.one(start, middle) <= size else (low, middle)
        return min(high + FURTHER, stop)

    def _halve_back(self, end: int, low: int, high: int, size: int) -> int:
        """A start in a long stretch, as if counts only grew towards the front, and FURTHER characters more."""
        stop = low
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.one(middle, end) <= size else (middle, high)
        return max(low - FURTHER, stop)

    def _left(self, start: int, boundary: int) -> int:
        """Tokens of the context and what lies ahead of the first safe boundary."""
        return self._encode(self._context + self._text[start:boundary])

    def _starts_of(self, text: str) -> list[int]:
        starts: list[int] = token_starts(text, self._index.vocabulary).tolist()
        return starts

    def _encode(self, text: str) -> int:
        if len(text) > NEAR or not text:
            return encode_count(text, self._index.vocabulary) if text else 0
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            found = self._known[text] = encode_count(text, self._index.vocabulary)
        return found
