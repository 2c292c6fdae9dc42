"""Words as sizes count them: runs of non-whitespace, divided where a script is written without spaces.

Chinese, Japanese, Thai, Khmer, Lao and Burmese put no spaces between words, so that a page of them would be one word.
There a word ends at a word boundary of Unicode (UAX #29, default rules), which knows no dictionary: nearly every
character is a word, while a run of Katakana is one.

The rules are applied to arrays, block by block. `\\b` of the regex module follows the same rules, and the tests compare
with it, but it looks at one place at a time and takes quadratic time over a run of flags.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from playground.spans import Flags, Offsets, SmallOffsets

Codes = NDArray[np.uint8] | NDArray[np.uint32]
Kinds = NDArray[np.uint8]

BLOCK = 1 << 14  # characters looked at in one go: keeps the memory small
_TAIL = 64  # characters at the end of a block that nearly always hold three that are no marks

# Classes of UAX #29, as far as they matter next to an unspaced script: Hebrew letters are letters, flags are "other".
_SPACE, _OTHER, _LETTER, _NUMBER, _KATAKANA, _JOINER, _MID, _MID_LETTER, _MID_NUMBER, _MARK = range(10)
# A kind is a class in the low four bits, and flags: is of an unspaced script, is a letter or number (or other sign of
# such a script), is a picture (which a ZWJ joins), holds on to the character behind it.
_CLASS, _UNSPACED, _SAYS, _PICTURE, _HOLDS = 15, 16, 32, 64, 128
_ZWJ = 0x200D

_SCRIPTS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Khmer}\p{Lao}\p{Myanmar}"
# Signs that lengthen, voice or repeat what stands before them (UAX #29 begins a word with some of them), and the vowel
# am of Thai and Lao, a letter to Unicode, but part of the character before it to a reader: marks here, all of them.
BEHIND = "ー゛゜々〻ゝゞヽヾ〱〲〳〴〵ｰﾞﾟ\u0e33\u0eb3"
# Grapheme clusters go on behind these: signs put before others, and what stacks consonants in Khmer and Burmese.
HOLDS = r"[\p{GCB=Prepend}\p{InCB=Linker}]"
_CLASSES = {
    _LETTER: r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}]",
    _NUMBER: r"\p{WB=Numeric}",
    _KATAKANA: r"\p{WB=Katakana}",
    _JOINER: r"\p{WB=ExtendNumLet}",
    _MID: r"[\p{WB=MidNumLet}\p{WB=Single_Quote}]",
    _MID_LETTER: r"\p{WB=MidLetter}",
    _MID_NUMBER: r"\p{WB=MidNum}",
    _MARK: rf"[\p{{WB=Extend}}\p{{WB=Format}}\p{{WB=ZWJ}}{BEHIND}]",  # last, for it takes some from the others
}
_FLAGS = {
    _UNSPACED: f"[{_SCRIPTS}]",
    _SAYS: rf"(?![\p{{P}}\p{{M}}{BEHIND}])[\p{{L}}\p{{N}}{_SCRIPTS}]",
    _PICTURE: r"\p{Extended_Pictographic}",
    _HOLDS: HOLDS,
}


def find(text: str) -> tuple[SmallOffsets, SmallOffsets]:
    """Starts and ends of the words of a text, in code points; int32, ascending, shape (n,) each.

    Words are half-open, do not overlap, and hold every character but whitespace (what `str.isspace` calls so). In a
    run of non-whitespace only those boundaries of UAX #29 count that have a character of an unspaced script on a side,
    with or without marks. A piece without letter, number or such a character belongs to the word before it in the run,
    or to the one behind it where it opens the run. A character as a reader sees it (a stack, say) is not divided.
    """
    # Arrays that grow in place: joining a list of parts would need twice the memory for a moment.
    starts, ends = array("i"), array("i")
    piece = _Piece()
    for block in _blocks(text):
        run_starts, run_ends = block.runs()
        inner, piece = block.inner_starts(run_starts, piece)
        _append(starts, run_starts, inner)
        _append(ends, run_ends, inner)  # a word inside a run begins where the one before it ends
    if piece.inner and piece.before and piece.said:
        starts.append(piece.start)
        ends.append(piece.start)
    if text and not text[-1].isspace():
        ends.append(len(text))
    return _sorted(starts), _sorted(ends)


def _append(offsets: "array[int]", of_runs: Offsets, inner: Offsets) -> None:
    both = np.concatenate([of_runs, inner]) if len(inner) else of_runs
    offsets.frombytes(both.astype(np.int32).tobytes())


def _sorted(offsets: "array[int]") -> SmallOffsets:
    """A piece is a word by what comes behind it, in the next block perhaps: the offsets are nearly in order."""
    found = np.array(offsets, dtype=np.int32, copy=False)
    found.sort(kind="stable")  # quick on runs in order
    return found


@dataclass(frozen=True)
class _Piece:
    """The piece that the text so far ends with: it may go on, and is a word of its own only if it says something.

    start: in code points. inner: it does not open its run. before, said: whether there is a letter or number (or other
    sign that counts as one) in its run before it, and in it so far.
    """

    start: int = 0
    inner: bool = False
    before: bool = False
    said: bool = False


@dataclass(frozen=True)
class _Block:
    """Some of the text, of which the places in [first, stop) are decided; the rest is what the rules look at.

    low: offset of the block in the text, in code points; first and stop count from there. codes, kinds: shape (n,).
    The block begins with the text, or with a character that is no mark.
    """

    low: int
    first: int
    stop: int
    codes: Codes
    kinds: Kinds

    def runs(self) -> tuple[Offsets, Offsets]:
        """Where runs of non-whitespace start and end, in the text; not the end at the end of the text."""
        space = (self.kinds & _CLASS) == _SPACE
        change = np.empty(len(space), dtype=np.bool_)
        change[0] = not space[0]  # decided only at the start of the text
        np.not_equal(space[1:], space[:-1], out=change[1:])
        at = np.flatnonzero(change[self.first : self.stop]) + self.first
        begin = int(space[at[0]]) if len(at) else 0  # starts and ends take turns
        return at[begin::2] + self.low, at[1 - begin :: 2] + self.low

    def inner_starts(self, run_starts: Offsets, piece: _Piece) -> tuple[Offsets, _Piece]:
        """Where words start inside runs, up to the last piece, which is returned; `piece` is that of the text before.

        Counts of what says something tell whether a piece does, and whether there is anything before it in its run.
        """
        inner = self._boundaries()
        if not len(inner) and not piece.inner:  # a text with spaces: only the last run matters
            last = _Piece(int(run_starts[-1])) if len(run_starts) else piece
            rest = self.kinds[max(last.start - self.low, self.first) : self.stop]
            return inner, _Piece(last.start, said=last.said or bool((rest & _SAYS).any()))
        says = (self.kinds[self.first : self.stop] & _SAYS) != 0
        counts = np.concatenate([[0], np.cumsum(says, dtype=np.int64)]) + piece.before + piece.said
        cuts = np.sort(np.concatenate([run_starts, inner]), kind="stable")
        opens = np.concatenate([[not piece.inner], np.isin(cuts, run_starts, assume_unique=True)])
        count = np.concatenate([[int(piece.before)], counts[cuts - self.low - self.first], counts[-1:]])
        cuts = np.concatenate([[piece.start], cuts])
        of_run = np.maximum.accumulate(np.where(opens, count[:-1], 0))
        before, said = count[:-1] > of_run, count[1:] > count[:-1]
        words = cuts[:-1][(~opens & before & said)[:-1]]
        return words, _Piece(int(cuts[-1]), not opens[-1], bool(before[-1]), bool(said[-1]))

    def _boundaries(self) -> Offsets:
        """The boundaries of UAX #29 inside runs that have an unspaced script on a side, in the text."""
        if self.codes.dtype == np.uint8 or not (self.kinds & _UNSPACED).any():
            return np.zeros(0, dtype=np.int64)
        at = np.flatnonzero((self.kinds & _CLASS) != _MARK)
        kinds = np.zeros(len(at) + 1, dtype=np.uint8)  # the first: _SPACE, as good as what is before the text
        kinds[1:] = self.kinds[at]
        classes: Kinds = kinds & np.uint8(_CLASS)
        unspaced = (kinds & _UNSPACED) != 0
        apart = ~_joined(classes) & (unspaced[1:] | unspaced[:-1])
        apart &= (at >= self.first) & (at < self.stop)
        at = at[apart]  # never 0: there the text begins, or the block before has decided
        raw = self.kinds[at - 1]
        held = (raw & _HOLDS) != 0
        held |= (self.codes[at - 1] == _ZWJ) & ((self.kinds[at] & _PICTURE) != 0)
        found: Offsets = at[~held] + self.low
        return found


def _joined(classes: Kinds) -> Flags:
    """Whether each character but the first, marks left out, goes on with the word of the one before; shape (n - 1,).

    Whitespace is not apart from anything: the ends of runs are no boundaries inside them.
    """
    joined: Flags = _pairs()[classes[:-1] * 16 + classes[1:]]
    if len(classes) > 2:
        left, middle, right = classes[:-2], classes[1:-1], classes[2:]
        letters = (left == _LETTER) & (right == _LETTER) & ((middle == _MID) | (middle == _MID_LETTER))
        numbers = (left == _NUMBER) & (right == _NUMBER) & ((middle == _MID) | (middle == _MID_NUMBER))
        bridged = letters | numbers
        joined[:-1] |= bridged
        joined[1:] |= bridged
    return joined


@cache
def _pairs() -> Flags:
    """Whether left * 16 + right is a pair of classes without a boundary (WB5, WB8 to WB10, WB13); shape (256,)."""
    table = np.zeros((16, 16), dtype=np.bool_)
    table[np.ix_([_LETTER, _NUMBER], [_LETTER, _NUMBER])] = True
    table[_KATAKANA, _KATAKANA] = True
    table[[_LETTER, _NUMBER, _KATAKANA, _JOINER], _JOINER] = True
    table[_JOINER, [_LETTER, _NUMBER, _KATAKANA]] = True
    table[_SPACE, :] = table[:, _SPACE] = True
    return table.ravel()


def _blocks(text: str) -> Iterator[_Block]:
    """The text in blocks, which decide every place of it once.

    A boundary depends on two characters on either side, marks left out: a block decides up to its last but one, and the
    next begins with the one before that. A block with too many marks for that is made longer.
    """
    low = done = 0
    size = BLOCK
    while done < len(text):
        codes = _codes(text[low : low + size])
        kinds = (_ascii_kinds() if codes.dtype == np.uint8 else _kinds())[codes]
        if low + size >= len(text):
            yield _Block(low, done - low, len(codes), codes, kinds)
            return
        before, last = _before_the_last(kinds)
        if low + last < done:
            size *= 2
            continue
        yield _Block(low, done - low, last + 1, codes, kinds)
        low, done, size = low + before, low + last + 1, BLOCK


def _before_the_last(kinds: Kinds) -> tuple[int, int]:
    """The last but two and the last but one of the characters that are no marks; (-1, -1) if there are fewer."""
    for tail in (min(_TAIL, len(kinds)), len(kinds)):
        found = np.flatnonzero((kinds[len(kinds) - tail :] & _CLASS) != _MARK)
        if len(found) > 2:
            return int(found[-3]) + len(kinds) - tail, int(found[-2]) + len(kinds) - tail
    return -1, -1


def _codes(text: str) -> Codes:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


@cache
def _ascii_kinds() -> Kinds:
    """The kind of every ASCII character; shape (128,). Most texts need no other."""
    return _kinds_of(range(0x80))


@cache
def _kinds() -> Kinds:
    """The kind of every code point; shape (0x110000,). Nothing is assigned beyond these two ranges but private use."""
    table = np.full(0x110000, _OTHER, dtype=np.uint8)
    for codes in (range(0x40000), range(0xE0000, 0xE1000)):
        table[codes.start : codes.stop] = _kinds_of(codes)
    return table


def _kinds_of(codes: range) -> Kinds:
    """The kinds of a range of code points, by the properties that the regex module's Unicode gives them."""
    every = "".join(map(chr, codes))
    kinds = np.full(len(every), _OTHER, dtype=np.uint8)
    for kind, pattern in _CLASSES.items():
        for match in regex.finditer(f"(?:{pattern})+", every):
            kinds[match.start() : match.end()] = kind
    kinds[[at for at, character in enumerate(every) if character.isspace()]] = _SPACE
    for flag, pattern in _FLAGS.items():
        for match in regex.finditer(f"(?:{pattern})+", every):
            kinds[match.start() : match.end()] |= flag
    return kinds
