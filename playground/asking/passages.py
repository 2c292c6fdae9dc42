"""A passage -> where it stands in the source, or what of the source is most like it."""

import re
from collections import Counter
from difflib import SequenceMatcher
from functools import cached_property

import regex

from playground.limits import MAX_PASSAGE_CHARACTERS, MAX_PLACES
from playground.text.visible import Visible, visible

Pair = tuple[int, int]
_SEED = re.compile(r"[\x21-\u02ff]+|[^\s\x21-\u02ff]{1,8}")
# Two letters or digits (or an apostrophe) of which neither is of a script without spaces, where any may begin a word.
_INSIDE = regex.compile(
    r"(?:(?![\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Khmer}\p{Lao}\p{Myanmar}])[\p{L}\p{M}\p{N}'’]){2}"
)
_VISIBLE = re.compile(r"\S")
_LONGEST_WORD = 40  # characters that a range is made longer by so that it ends with a word
_LIKE, _LEAST = 4, 12  # what is alike must be a fourth of the passage, or so many characters: less is chance
_SHORT = 20_000  # characters: in a longer text every character is not held against every other
_MOST_PAIRS = 5_000_000  # of equal characters in both, which are all looked at: about a second


class Places:
    """A source in which passages are looked for; what is needed for that is made once, when it is first needed.

    `searched` counts the characters that passages were looked for in: those of the source, each time.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.searched = 0

    def of(self, passage: str) -> list[Pair]:
        """The places of a passage, ascending, none overlapping another; [] for none; the first MAX_PLACES at most.

        Exact ones; if there are none, those that differ in how much whitespace stands between the same words; if there
        are none, those that differ in whitespace alone ("4 kg" where the source has "4kg", or a line end inside
        Chinese). The time grows with the length of the source, however the passage repeats itself.
        """
        wanted = passage.strip()
        if not wanted:
            return []
        self.searched += len(self.source)
        if exact := _all(self.source, wanted):
            return [(at, at + len(wanted)) for at in exact]
        length = len(visible(wanted))
        return [self._without.range_of(at, wanted, length)[:2] for at in self._spaced(wanted) or self._unspaced(wanted)]

    def _spaced(self, wanted: str) -> list[int]:
        """The places among visible characters where the same words stand, any whitespace between them."""
        words = " ".join(wanted.split())
        found, spaces, last = [], 0, 0
        for at in _all(self._one_space, words):
            spaces += self._one_space.count(" ", last, at)
            last = at
            found.append(at - spaces)
        return found

    def _unspaced(self, wanted: str) -> list[int]:
        return _all(self._without.text, visible(wanted))

    @cached_property
    def _one_space(self) -> str:
        return " ".join(self.source.split())

    @cached_property
    def _without(self) -> Visible:
        return Visible(self.source)


def find(source: str, passage: str) -> list[Pair]:
    """Places(source).of(passage), for one passage."""
    return Places(source).of(passage)


def _all(text: str, wanted: str) -> list[int]:
    """Where a text has another, at most MAX_PLACES."""
    found: list[int] = []
    at = text.find(wanted)
    while at >= 0 and len(found) < MAX_PLACES:
        found.append(at)
        at = text.find(wanted, at + len(wanted))
    return found


def nearest(source: str, passage: str) -> Pair | None:
    """The range of the source that is most like a passage which is not in it; None where nothing is like it.

    The longest stretch that both have in common is found first, and the range is laid around it, from the beginning of
    a word to the end of one.
    """
    wanted = " ".join(passage.split())[:MAX_PASSAGE_CHARACTERS]
    if not wanted or not source:
        return None
    best: tuple[int, int, int] = (0, 0, 0)  # size, place in the source, place in the passage
    step = 100_000
    for low in range(0, len(source), step):
        size, at, inside = _longest(source[low : low + step + len(wanted)], wanted, best[0])
        if size > best[0]:  # of equals the first, as where a passage is found
            best = (size, low + at, inside)
    size, at, inside = best
    if size * _LIKE < len(wanted) and size < _LEAST:
        return None
    start = max(at - inside, 0)
    first, last = (
        _to_the_start(source, start, at),
        _to_the_end(source, min(start + len(wanted), len(source)), at + size),
    )
    return trimmed(source, first, last)


def _to_the_start(source: str, edge: int, common: int) -> int:
    """Where the word begins that an edge ahead of `common` stands in; if that is far, where the next one begins."""
    for at in range(edge, max(edge - _LONGEST_WORD, -1), -1):
        if not _in_a_word(source, at):
            return at
    return next((at for at in range(edge, common) if not _in_a_word(source, at)), edge)


def _to_the_end(source: str, edge: int, common: int) -> int:
    """Where the word ends that an edge behind `common` stands in; if that is far, where the one ahead ends."""
    for at in range(edge, min(edge + _LONGEST_WORD, len(source) + 1)):
        if not _in_a_word(source, at):
            return at
    return next((at for at in range(edge, common, -1) if not _in_a_word(source, at)), edge)


def _in_a_word(source: str, at: int) -> bool:
    """Whether letters or digits stand on both sides, of writing that has spaces."""
    return 0 < at < len(source) and _INSIDE.fullmatch(source, at - 1, at + 1) is not None


def _longest(part: str, wanted: str, known: int) -> tuple[int, int, int]:
    """The longest run that both have: its size and place in both; (known, 0, 0) where none may be longer than that.

    In a long text, and in one that is nearly all dots as the passage is, only runs of whole words are seen.
    """
    if len(part) > _SHORT or _pairs(part, wanted) > _MOST_PAIRS:
        return _seeded(part, wanted, known)
    match = SequenceMatcher(None, part, wanted, autojunk=False).find_longest_match()
    return match.size, match.a, match.b


def _pairs(part: str, wanted: str) -> int:
    """How many pairs there are of a character of one text and the same one of the other."""
    often = Counter(part)
    return sum(often[character] * times for character, times in Counter(wanted).items())


def _seeded(part: str, wanted: str, known: int) -> tuple[int, int, int]:
    """The longest run of whole words of the passage that stands in the text, by extending each word that does.

    One of `known` characters has been found elsewhere: only longer ones are looked for. Of writing without spaces,
    eight characters are a word.
    """
    words = [match.span() for match in _SEED.finditer(wanted)]
    best = (known, 0, 0)
    last = 0
    for first in range(len(words)):
        # Only runs that are longer than the best one are looked for: one search a word more or less.
        last = max(last, first)
        while last < len(words):
            size = words[last][1] - words[first][0]
            if size > best[0]:
                at = part.find(wanted[words[first][0] : words[last][1]])
                if at < 0:
                    break
                best = (size, at, words[first][0])
            last += 1
    return best


def trimmed(source: str, start: int, end: int) -> Pair | None:
    """A range without the whitespace at both ends, which no chunk need hold; None if it holds nothing else."""
    visible = _VISIBLE.search(source, start, end)
    if visible is None:
        return None
    while source[end - 1].isspace():
        end -= 1
    return visible.start(), end
