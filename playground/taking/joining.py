"""Chunks that somebody has, without their source -> a text made of them, and their spans in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from playground.taking.alignment import BLANK, Alignment, alignment_of
from playground.taking.own_chunks import Given
from playground.words import count

LEAST_OVERLAP = 12  # characters that two chunks must have in common to be laid over one another: fewer are chance

_KEEPS_SPACES = 0.05  # share of seams with whitespace from which on a splitter is taken to drop none
_AGREE = 0.9  # share of the chunks that must say a start that fits those of the others
_STRIPPED = 8  # characters, whitespace at its end, that a chunk may have less than its start and end say


def joined(given: Sequence[Given]) -> tuple[str, Alignment]:
    """A source made of the chunks, and where they stand in it.

    Where nearly all say a start, and their texts agree wherever these lay them over one another, they lie there, in
    that order. What no chunk holds is not known: one such character becomes a line end, more of them a blank line, so
    that no sentence goes on over it; what is ahead of the first chunk is left away. The few others stand behind the
    one before. Else all follow one another in the order given. One that begins with what the one before ends with, at
    least LEAST_OVERLAP characters, is laid over that, unless one of the two is nothing else. Others stand as they are
    where there is whitespace at the seam, or at several others, so that the splitter dropped none; else on a new line.
    """
    rows = [row for row, one in enumerate(given) if one.text.strip()]
    made = _by_starts(given, rows) or _by_texts(given, rows)
    blank = {row: BLANK for row, one in enumerate(given) if not one.text.strip()}
    source = "".join(made.parts)
    found = alignment_of(source, given, made.placed, blank)
    return source, replace(found, remarks=(*made.said, *found.remarks))


@dataclass
class _Made:
    """A text as it grows, and where the chunks of these rows stand in it."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    placed: dict[int, tuple[int, int]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def lay(self, row: int, text: str, shared: int) -> None:
        """Add a chunk whose first `shared` characters are there."""
        start = self.length - shared
        self.add(text[shared:])
        self.placed[row] = (start, start + len(text))

    def new_line(self, text: str) -> None:
        """A line end ahead of this text, where there is no whitespace."""
        if self.length and not _has_space(self.parts[-1], text):
            self.add("\n")


# --- by what they say ------------------------------------------------------------------------------------------------


def _by_starts(given: Sequence[Given], rows: Sequence[int]) -> _Made | None:
    """The chunks where they say that they stand; None where too few say it, or say it rightly."""
    said = [row for row in rows if given[row].start is not None and _fits_its_end(given[row])]
    good = _agreeing(given, sorted(said, key=lambda row: (given[row].start, -len(given[row].text), row)))
    if len(good) < max(_AGREE * len(rows), 1):
        return None
    known = set(good)
    behind: dict[int, list[int]] = {}
    last = -1  # those ahead of all others that say a start stand ahead of all text
    for row in rows:
        if row in known:
            last = row
        else:
            behind.setdefault(last, []).append(row)
    return _laid(given, good, behind)


def _fits_its_end(one: Given) -> bool:
    """Whether start and end can be places of characters, as against bytes, tokens or seconds.

    The last character may be counted in or not, and whitespace at the end may have gone.
    """
    if one.end is None or one.start is None:
        return True
    more = one.end - one.start - len(one.text)
    return -1 <= more <= (_STRIPPED if one.text.isascii() else 0)


def _agreeing(given: Sequence[Given], order: Iterable[int]) -> list[int]:
    """Those, by start, whose text is that of the ones before wherever they lie over one another.

    It is enough to look at the one before that reaches furthest: no other reaches beyond it.
    """
    good: list[int] = []
    furthest, start, reach = "", 0, 0
    for row in order:
        text, own = given[row].text, given[row].start or 0
        shared = min(reach - own, len(text))
        if shared > 0 and not furthest.startswith(text[:shared], own - start):
            continue
        good.append(row)
        if own + len(text) > reach:
            furthest, start, reach = text, own, own + len(text)
    return good


def _laid(given: Sequence[Given], good: Sequence[int], behind: dict[int, list[int]]) -> _Made:
    made = _Made()
    reach, unknown, gaps = 0, 0, 0
    waiting = behind.get(-1, [])
    for row in good:
        text, start = given[row].text, given[row].start or 0
        if start >= reach and waiting:
            _follow(made, given, waiting, text)
            waiting = []
        if start > reach:
            unknown, gaps = unknown + start - reach, gaps + 1
            if reach:
                made.add("\n" if start == reach + 1 else "\n\n")
        shared = max(reach - start, 0)
        if shared < len(text):
            made.lay(row, text, shared)
            reach = start + len(text)
        else:
            made.placed[row] = (made.length - shared, made.length - shared + len(text))
        waiting = [*waiting, *behind.get(row, [])]
    _follow(made, given, waiting, "")
    made.said = _said_of_starts(unknown, gaps, sum(map(len, behind.values())))
    return made


def _follow(made: _Made, given: Sequence[Given], rows: Iterable[int], after: str) -> None:
    """Chunks that nobody knows the place of, each on lines of its own."""
    for row in rows:
        made.new_line(given[row].text)
        made.lay(row, given[row].text, 0)
    if after:
        made.new_line(after)


def _said_of_starts(unknown: int, gaps: int, others: int) -> list[str]:
    said = [
        "There is no source, so the chunks themselves are taken for it, each laid where it says that it stands (start)."
    ]
    if unknown:
        said.append(
            f"{count(unknown, 'character')} in {count(gaps, 'gap')} ahead of them and between them "
            f"{'is' if unknown == 1 else 'are'} not known: a line end stands for one between chunks, a blank line for "
            "more, and positions here are those of the text made so."
        )
    if others:
        one = others == 1
        said.append(
            f"{count(others, 'chunk')} {'says' if one else 'say'} no start, or one that does not agree with the texts "
            f"of the others, and {'stands' if one else 'stand'} behind the one before."
        )
    return said


# --- by their texts --------------------------------------------------------------------------------------------------


def _by_texts(given: Sequence[Given], rows: Sequence[int]) -> _Made:
    """The chunks one behind the other, laid over one another by what they share."""
    made, laid = _Made(), 0
    keeps = _keeps_spaces([given[row].text for row in rows])
    for number, row in enumerate(rows):
        text = given[row].text
        shared = _shared(given[rows[number - 1]].text, text) if number else 0
        laid += shared > 0
        if not shared and not keeps:
            made.new_line(text)
        made.lay(row, text, shared)
    made.said = [
        "There is no source, so the chunks themselves, joined in the order of the file, are taken for it.",
        *_said_of_texts(laid, sum(given[row].start is not None for row in rows), len(rows)),
    ]
    return made


def _said_of_texts(laid: int, starts: int, chunks: int) -> list[str]:
    said = []
    if starts:
        said.append(
            f"{starts:,} of {count(chunks, 'chunk')} {'says' if starts == 1 else 'say'} a start, but not enough of "
            "them agree with their texts, so none is used."
        )
    if laid:
        one = laid == 1
        said.append(
            f"{count(laid, 'chunk')} {'begins' if one else 'begin'} with what the one before ends with and "
            f"{'is' if one else 'are'} laid over it."
        )
    return said


def _shared(before: str, after: str) -> int:
    """Their overlap; 0 where one is nothing but a part of the other: equal lines that follow one another."""
    return 0 if before.endswith(after) or after.startswith(before) else overlap(before, after)


def _has_space(before: str, after: str) -> bool:
    return before[-1:].isspace() or after[:1].isspace()


def _keeps_spaces(texts: Sequence[str]) -> bool:
    seams = [_has_space(before, after) for before, after in pairwise(texts)]
    return sum(seams) > _KEEPS_SPACES * len(seams)


def overlap(before: str, after: str) -> int:
    """The most characters, LEAST_OVERLAP or more but neither text whole, that `after` begins and `before` ends with.

    0 if there are none. Linear: the automaton of D. E. Knuth, J. H. Morris, V. R. Pratt: Fast Pattern Matching in
    Strings, SIAM J. Comput. 6 (1977), run from where the first characters of `after` stand.
    """
    most = min(len(before), len(after)) - 1
    begin = before.find(after[:LEAST_OVERLAP], len(before) - most) if most >= LEAST_OVERLAP else -1
    if begin < 0:
        return 0
    tail = before[begin:]
    pattern = after[: len(tail)]
    borders = [0] * len(pattern)  # of each prefix, its longest proper part that both begins and ends it
    matched = 0
    for row in range(1, len(pattern)):
        while matched and pattern[row] != pattern[matched]:
            matched = borders[matched - 1]
        matched += pattern[row] == pattern[matched]
        borders[row] = matched
    matched = 0
    for character in tail:
        while matched and character != pattern[matched]:
            matched = borders[matched - 1]
        matched += character == pattern[matched]
        # `tail` is no longer than the pattern, so that all of it is matched at its end at the earliest
    return matched if matched >= LEAST_OVERLAP else 0
