"""Safe boundaries: places where a vocabulary always cuts, whatever stands further left or right.

A vocabulary first cuts a text into pieces with a regular expression, then encodes each piece on its own. Between
certain pairs of neighbouring characters the expression always cuts, so that the tokens of a text are those of its part
before the place followed by those of its part behind it. The expressions, from tiktoken's own definitions
(tiktoken_ext.openai_public):

cl100k_base
    '(?i:[sdmt]|ll|ve|re) | [^\\r\\n\\p{L}\\p{N}]?+\\p{L}++ | \\p{N}{1,3}+ | ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+
    | \\s++$ | \\s*[\\r\\n] | \\s+(?!\\S) | \\s

o200k_base, where [upper] is [\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}] and [lower] is [\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]
    [^\\r\\n\\p{L}\\p{N}]?[upper]*[lower]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    | [^\\r\\n\\p{L}\\p{N}]?[upper]+[lower]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    | \\p{N}{1,3} | ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]* | \\s*[\\r\\n]+ | \\s+(?!\\S) | \\s+
"""

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from playground.spans import Flags, Offsets

_LETTER, _NUMBER, _SPACE, _NEWLINE, _MARK, _APOSTROPHE, _SLASH, _OTHER, _UNKNOWN = range(9)

_NEWLINES = "\r\n"
# The other characters of `\s` in Rust: Unicode White_Space. Python's `\s` also has U+001C to U+001F.
_SPACES = "\t\v\f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

# Everything that is no letter, no number and no white space; cl100k_base makes no difference among them.
_PUNCTUATION = (_MARK, _APOSTROPHE, _SLASH, _OTHER)

# Vocabulary -> class on the left -> classes on the right.
_SAFE_PAIRS: dict[str, dict[int, tuple[int, ...]]] = {
    "cl100k_base": {
        # A run of letters ends here in every alternative; so does a group of digits.
        _LETTER: (_NUMBER, _SPACE, _NEWLINE, *_PUNCTUATION),
        _NUMBER: (_LETTER, _SPACE, _NEWLINE, *_PUNCTUATION),
        # Punctuation takes newlines that follow it and may open a word, but takes no other space and no digit.
        **dict.fromkeys(_PUNCTUATION, (_NUMBER, _SPACE)),
        # White space that ends in a newline is one piece whether or not anything follows, and opens no word.
        _NEWLINE: (_LETTER, _NUMBER, *_PUNCTUATION, _UNKNOWN),
        # An unknown character is a letter, a number, a mark or other, and all four are safe before a space.
        _UNKNOWN: (_SPACE,),
        # What other white space becomes depends on what follows it: never safe.
        _SPACE: (),
    },
    "o200k_base": {
        # A word goes on with a mark, and with an apostrophe that opens a contraction.
        _LETTER: (_NUMBER, _SPACE, _NEWLINE, _SLASH, _OTHER),
        _NUMBER: (_LETTER, _SPACE, _NEWLINE, *_PUNCTUATION),
        # As above. A mark is part of a word or of a run of punctuation: what is safe after both is safe after it.
        **dict.fromkeys(_PUNCTUATION, (_NUMBER, _SPACE)),
        # The newlines that punctuation took are followed by the slashes it takes as well.
        _NEWLINE: (_LETTER, _NUMBER, _MARK, _APOSTROPHE, _OTHER, _UNKNOWN),
        _UNKNOWN: (_SPACE,),
        _SPACE: (),
    },
}


def safe_boundaries(text: str, vocabulary: str = "cl100k_base") -> Offsets:
    """The safe boundaries inside a text, in characters; int64, ascending, neither 0 nor the length.

    Raises KeyError for a vocabulary other than cl100k_base and o200k_base.
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _class_table()[np.minimum(codes, 0xFFFF)]
    return np.flatnonzero(_safe_table(vocabulary)[classes[:-1] * 16 + classes[1:]]) + 1


@cache
def _safe_table(vocabulary: str) -> Flags:
    """Whether left * 16 + right is a safe pair of classes; shape (256,)."""
    table = np.zeros((16, 16), dtype=np.bool_)
    for left, rights in _SAFE_PAIRS[vocabulary].items():
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
    table[ord("'")] = _APOSTROPHE
    table[ord("/")] = _SLASH
    return table


def _class_of(category: str) -> int:
    """Class of a Unicode general category; a surrogate (Cs) is encoded as U+FFFD, which is no letter."""
    if category in ("Cn", "Co"):
        return _UNKNOWN
    return {"L": _LETTER, "N": _NUMBER, "M": _MARK}.get(category[0], _OTHER)
