"""What a text looks like: what findings and advice are about, told once a text."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from playground.document import Document
from playground.judging.cleaning import INVISIBLE, unwrapped
from playground.strategies import LANGUAGES
from playground.text.stops import SPACED_STOPS, WIDE_STOPS

SAMPLE = 200_000  # characters looked at for what is a matter of shares
FEWEST_LETTERS = 40  # below that nothing is said of script and stops

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_STOP = re.compile(rf"[.!?…{re.escape(SPACED_STOPS)}{re.escape(WIDE_STOPS)}]")
_SPEAKER = re.compile(r"(?m)^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?[^\S\n]+)?[A-Z][\w.'’ -]{0,30}:[^\S\n]+\S")
_LINE = re.compile(r"[^\n]*\S[^\n]*")

# Scripts of which the language of careful sentences can be told, in the order they are asked for: Japanese has Han too.
SCRIPTS: dict[str, tuple[str, ...]] = {
    r"[\u3040-\u30ff]": ("ja",),
    r"[\u4e00-\u9fff]": ("zh",),
    r"[\u0400-\u04ff]": ("ru", "bg", "kk"),
    r"[\u0600-\u06ff\u200c]": ("ar", "fa", "ur"),
    r"[\u0370-\u03ff]": ("el",),
    r"[\u0900-\u097f]": ("hi", "mr"),
    r"[\u0530-\u058f]": ("hy",),
    r"[\u1000-\u109f]": ("my",),
    r"[\u1200-\u137f]": ("am",),
}
# Letters of one language in a script that others share ("uk": Ukrainian, which careful sentences do not know).
_OWN_LETTERS = {
    "[іїєґ]": ("uk",),
    "[ңғүұқөһ]": ("kk",),
    "[ыэё]": ("ru",),
    "[ٹڈڑے]": ("ur",),
    "[پچژگ]": ("fa",),
}
# "pt", "sv", "cs" are not known to careful sentences, but must not be taken for their neighbours.
_COMMON = {  # short words that are frequent in one of the languages of the Latin script and rare in the others
    "en": "the and of to is that with for are this",
    "de": "der die und das nicht ist mit den ein auf",
    "fr": "les des est dans une pour qui pas sur vous",
    "es": "los las una por para con del como que pero",
    "it": "gli che della sono una per con nel alla anche",
    "nl": "het een van dat niet voor met zijn aan ook",
    "da": "og det ikke til som på med har af vi",
    "pl": "nie się jest że na do to jak był po",
    "sk": "je sa na že ako by som ale pre bol",
    "pt": "não uma os do da em com para que mais",
    "sv": "och att det som för är med av inte jag",
    "cs": "je se na že jako by jsem ale pro byl",
}


@dataclass(frozen=True)
class Looks:
    """What a text looks like.

    headings, tables, code: how many its outline has; levels: of its headings. speakers: lines that begin with a name
    and a colon, where they are many. wrapped: whether lines are broken at a width. unpunctuated: whether it has next
    to no stops. languages: what it seems to be written in, of those that careful sentences know: one, or those of its
    script, or none where that is not told. kind: how its outline was read. invisible: characters of INVISIBLE.
    """

    kind: str
    headings: int
    levels: tuple[int, ...]
    tables: int
    code: int
    speakers: int
    wrapped: bool
    unpunctuated: bool
    languages: tuple[str, ...]
    invisible: int

    @property
    def language(self) -> str:
        """The first of `languages`; "" if there are none."""
        return self.languages[0] if self.languages else ""


def of(document: Document, markup: str = "auto") -> Looks:
    """The looks of a text, its structure read as `markup` says."""
    outline = document.outline(markup)
    head = document.text[:SAMPLE]
    return Looks(
        outline.kind,
        len(outline.headings),
        outline.levels,
        len(outline.tables),
        len(outline.code),
        _speakers(head),
        _is_wrapped(head) and unwrapped(document)[1] > 0,
        _is_unpunctuated(head),
        _languages(head),
        len(_INVISIBLE.findall(document.text)),
    )


def _speakers(text: str) -> int:
    found, lines = len(_SPEAKER.findall(text)), len(_LINE.findall(text))
    return found if found >= 4 and found * 4 >= lines else 0


def _is_wrapped(text: str) -> bool:
    """Whether most lines end between 50 and 100 characters, and the next goes on with a word that opens no sentence."""
    lines = text.split("\n")[:2_000]
    pairs = [(line, after) for line, after in pairwise(lines) if line.strip() and after.strip()]
    goes_on = [
        line
        for line, after in pairs
        if 50 <= len(line.rstrip()) <= 100 and line.rstrip()[-1].isalnum() and after.lstrip()[0].islower()
    ]
    return len(goes_on) >= 5 and len(goes_on) * 4 >= len(pairs)


def _is_unpunctuated(text: str) -> bool:
    """Whether there is less than one stop for 1,000 letters and not even lines to split at."""
    letters = sum(map(str.isalpha, text))
    lines = len(_LINE.findall(text))
    return letters >= 10 * FEWEST_LETTERS and len(_STOP.findall(text)) * 1_000 < letters and lines * 500 < letters


def _languages(text: str) -> tuple[str, ...]:
    letters = sum(map(str.isalpha, text))
    if letters < FEWEST_LETTERS:
        return ()
    for letter, languages in SCRIPTS.items():
        # A sign of Chinese or Japanese says as much as several letters, and names and commands stand between them.
        if len(re.findall(letter, text)) * (5 if languages in (("ja",), ("zh",)) else 2) > letters:
            return _narrowed(text, languages)
    return _latin_language(text)


def _narrowed(text: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Fewer languages of a script, by letters that only some of them have."""
    for letters, own in _OWN_LETTERS.items():
        if set(own) <= set(languages) | {"uk"} and len(re.findall(letters, text)) >= 3:
            return tuple(language for language in own if language in languages)
    return languages


def _latin_language(text: str) -> tuple[str, ...]:
    """By its frequent words, where one language has twice as many of them as any other."""
    words = Counter(re.findall(r"[^\W\d_]+", text.lower()))
    counts = {language: sum(words[word] for word in common.split()) for language, common in _COMMON.items()}
    first, second = sorted(counts.values(), reverse=True)[:2]
    best = max(counts, key=lambda language: counts[language])
    return (best,) if best in LANGUAGES and first >= 8 and first >= 2 * second else ()
