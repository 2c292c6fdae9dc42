"""BM25 over whatever texts there are, by bm25s: which of them share the words of a question, and how many.

Lucene's variant: the sum over the question's words of idf · tf / (tf + k1 · (1 - b + b · length / average length)),
with idf = ln(1 + (N - df + 0.5) / (df + 0.5)), which is never negative. (The factor k1 + 1 of the first formula, the
same for all, is left out.) S. Robertson, H. Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond, 2009.
Words are those of its tokenizer, in a few rules: what UAX #29 says of numbers and apostrophes, and its possessives.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence

import bm25s
import numpy as np
import regex
from numpy.typing import NDArray

from playground.spans import Offsets

Scores = NDArray[np.float64]
K1, B = 1.2, 0.75
# Words that nearly every English text has: they say nothing of what is asked. Other languages have content words among
# such words ("war", "die"), so that theirs are left to BM25, which counts for little what every text has.
_STOPWORDS = (
    "a and are as at be but by can could did do does for from had has have how i if in into is it its me my no not "
    "of on or our so that the their them then there these they this to was we were what when where which who why will "
    "with would you your"
)
STOPWORDS = frozenset(_STOPWORDS.split())
_UNSPACED = r"\u30fc\uff70\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Khmer}\p{Lao}\p{Myanmar}"
_LETTERS = r"[\p{L}\p{M}\p{N}]+"
_SPACED_LETTERS = rf"(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+"
# What UAX #29 (Word_Break) has inside numbers: "2.000", "4,5". Of these only the apostrophe stands inside words here:
# "ends.Next" without a space is more often two words than one.
_IN_NUMBERS = r"(?<=\p{N})[\p{WB=MidNum}\p{WB=MidNumLet}'](?=\p{N})"
_WORD = regex.compile(rf"{_LETTERS}(?:(?:{_IN_NUMBERS}|'){_LETTERS})*")  # where all writing has spaces: thrice as fast
_ANY_WORD = regex.compile(rf"[{_UNSPACED}]+|{_SPACED_LETTERS}(?:(?:{_IN_NUMBERS}|'){_SPACED_LETTERS})*")
_FIRST_UNSPACED = regex.compile(rf"[{_UNSPACED}]")
_APOSTROPHES = str.maketrans("’＇", "''")
# What French, Italian and Catalan put ahead of a word that begins with a vowel, as in "l'eau" (Lucene's ElisionFilter).
_BEFORE_VOWELS = "c d j l m n s t v qu jusqu lorsqu puisqu quoiqu un gl all dall dell nell sull agl dagl degl negl sugl"
_ELIDED = frozenset(_BEFORE_VOWELS.split())
_CONTRACTED = ("d", "ll", "m", "re", "t", "ve")


def words(text: str) -> list[str]:
    """The words of a text as they are matched: lower case, without stopwords.

    By Unicode's letters, marks and digits; in scripts written without spaces every two characters that stand together
    (one alone where no other does). A number with separators inside is one word ("2.000", "4,5"), and so is a word
    with an apostrophe (' or ’), but for what Lucene's filters take off: a possessive 's ("pump's" is "pump", "what's"
    is "what", a stopword), and an article ahead ("l'eau" is "eau"). A contraction of a stopword is one too ("don't").
    """
    if text.isascii():
        return _without_stopwords(_WORD.findall(text.casefold()))
    plain = unicodedata.normalize("NFC", text).casefold().translate(_APOSTROPHES)
    if _FIRST_UNSPACED.search(plain) is None:
        return _without_stopwords(_WORD.findall(plain))
    found: list[str] = []
    for word in _ANY_WORD.findall(plain):
        if _FIRST_UNSPACED.match(word) is None:
            found += _without_stopwords([word])
        else:
            found += [word[at : at + 2] for at in range(max(len(word) - 1, 1))]
    return found


def _without_stopwords(spaced: list[str]) -> list[str]:
    bare = (_bare(word) if "'" in word else word for word in spaced)
    return [word for word in bare if word not in STOPWORDS]


def _bare(word: str) -> str:
    """A word with an apostrophe without a possessive ending or an article; of a contracted stopword the stopword."""
    word = word.removesuffix("'s")
    first, _, last = word.rpartition("'")
    if last in _CONTRACTED:
        return next((stem for stem in (first, first.removesuffix("n")) if stem in STOPWORDS), word)
    first, _, last = word.partition("'")
    return last if first in _ELIDED and len(last) > 1 else word


def shared(question: str, text: str) -> dict[str, int]:
    """The words of a question that a text has, in the question's order, and how often it has each."""
    own = Counter(words(text))
    return {word: own[word] for word in words(question) if word in own}


class Index:
    """The words of n texts. Nothing is found in no texts, or in texts without words."""

    def __init__(self, texts: Sequence[str], k1: float = K1, b: float = B) -> None:
        found = [words(text) for text in texts]  # not kept: an index holds numbers
        self._texts = len(found)
        self._known = {word for own in found for word in own}
        self._bm25: bm25s.BM25 | None = None
        if self._known:
            self._bm25 = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
            self._bm25.index(found, show_progress=False)

    def __len__(self) -> int:
        return self._texts

    def scores(self, question: str) -> Scores:
        """The score of each text; 0.0 where it shares no word with the question; float64, shape (n,)."""
        asked = [word for word in words(question) if word in self._known]
        if self._bm25 is None or not asked:
            return np.zeros(len(self), dtype=np.float64)
        return np.asarray(self._bm25.get_scores(asked), dtype=np.float64)

    def ranked(self, question: str) -> tuple[Offsets, Scores]:
        """The rows of the texts that share a word with a question, the best first (of equals the first), and scores."""
        scores = self.scores(question)
        rows = np.flatnonzero(scores > 0)
        order = rows[np.argsort(-scores[rows], kind="stable")]
        return order, scores[order]
