"""Safe boundaries: places where cl100k_base always cuts, whatever stands further left or right.

cl100k_base first cuts a text into pieces with a regular expression, then encodes each piece on its own. Between certain
pairs of neighbouring characters the expression always cuts, so that the tokens of a text are those of its part before
the place followed by those of its part behind it. The expression, from tiktoken's own definition of cl100k_base:

    '(?i:[sdmt]|ll|ve|re) | [^\\r\\n\\p{L}\\p{N}]?+\\p{L}++ | \\p{N}{1,3}+ | ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+
    | \\s++$ | \\s*[\\r\\n] | \\s+(?!\\S) | \\s
"""

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from playground.spans import Flags, Offsets

_LETTER, _NUMBER, _SPACE, _NEWLINE, _OTHER, _UNKNOWN = range(6)

_NEWLINES = "\r\n"
# The other characters of `\s` in Rust: Unicode White_Space. Python's `\s` also has U+001C to U+001F.
_SPACES = "\t\v\f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

_SAFE_PAIRS = {
    # A run of letters ends here in every alternative; so does a group of digits.
    _LETTER: (_NUMBER, _SPACE, _NEWLINE, _OTHER),
    _NUMBER: (_LETTER, _SPACE, _NEWLINE, _OTHER),
    # Punctuation takes newlines that follow it and may open a word, but takes no other space and no digit.
    _OTHER: (_NUMBER, _SPACE),
    # White space that ends in a newline is one piece whether or not anything follows, and opens no word.
    _NEWLINE: (_LETTER, _NUMBER, _OTHER, _UNKNOWN),
    # An unknown character is a letter, a number or other, and all three are safe before a space.
    _UNKNOWN: (_SPACE,),
    # What other white space becomes depends on what follows it: never safe.
    _SPACE: (),
}


def safe_boundaries(text: str) -> Offsets:
    """The safe boundaries inside a text, in characters; int64, ascending, neither 0 nor the length."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _class_table()[np.minimum(codes, 0xFFFF)]
    return np.flatnonzero(_safe_table()[classes[:-1] * 8 + classes[1:]]) + 1


@cache
def _safe_table() -> Flags:
    """Whether left * 8 + right is a safe pair of classes; shape (64,)."""
    table = np.zeros((8, 8), dtype=np.bool_)
    for left, rights in _SAFE_PAIRS.items():
        table[left, list(rights)] = True
    return table.ravel()


@cache
def _class_table() -> NDArray[np.uint8]:
    """Class of every code point below U+10000, uint8, shape (65536,); the last stands for all above.

    tiktoken and Python carry different versions of Unicode, so a character that only one of them knows would be put
    into the wrong class. Python also keeps Unicode 3.2: a character is classed only if it has the same class there and
    now, and is unknown otherwise (among them most emoji). That costs speed, never exactness.
    """
    table = np.full(0x10000, _UNKNOWN, dtype=np.uint8)
    old = unicodedata.ucd_3_2_0
    for code in range(0xFFFF):
        character = chr(code)
        now = _class_of(unicodedata.category(character))
        if now == _class_of(old.category(character)):
            table[code] = now
    table[[ord(character) for character in _SPACES]] = _SPACE
    table[[ord(character) for character in _NEWLINES]] = _NEWLINE
    return table


def _class_of(category: str) -> int:
    """Class of a Unicode general category; a surrogate (Cs) is encoded as U+FFFD, which is no letter."""
    if category in ("Cn", "Co"):
        return _UNKNOWN
    return {"L": _LETTER, "N": _NUMBER}.get(category[0], _OTHER)
