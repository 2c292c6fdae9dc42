"""What careful sentences know beyond pysbd: ends it invents, and ends it misses.

The tables are policy: each word stands here because a stop behind it seldom ends a sentence. All is lower case,
without the last stop.
"""

import re

from playground.text.boundaries import last_visible
from playground.text.stops import CLOSER, CLOSERS, SPACED_STOPS, WIDE, closes

# Stand before a name or number: no sentence ends here, whatever follows (unless an OPENER does).
_BEFORE_NAME = {
    "en": "mr mrs ms mx dr drs prof rev fr sr jr hon sgt cpl capt cmdr col gen lt maj adm gov sen rep pres msgr messrs "
    "st fig figs eqs vols pp pg chap suppl cf vs viz eds",
    "de": "dr prof hr fr frl dipl ing st fa nr abs art abb tab anl bd s vgl bzw ca evtl ggf inkl exkl z d u sog str",
    "fr": "m mm mme mlle dr pr me st ste fig art al chap p pp vol n no cf av bd",
    "es": "sr sra srta dr dra d dña prof lic ing avda av pág págs núm art fig cap vol n.º st sta",
    "it": "sig sigg sig.ra sig.na dott dott.ssa prof ing avv geom pag pagg fig art cap vol n cfr s",
    "nl": "dhr mevr mw dr drs ir ing prof mr ds blz nr art fig hfst vgl ca st",
    "pl": "dr prof mgr inż ul al pl os godz str rys tab art ust nr św ks gen płk kpt tzw np ok m.in",
    "ru": "г-н г-жа им ул пр пер д кв стр рис табл гл ст п пп проф акад доц см ср св т.е т.к напр руб.коп",
    "sk": "p pán dr prof ing mgr ul č str obr tab napr tzv",
    "da": "hr fr dr prof nr s fig tab kap ca fx jf st",
    "bg": "г-н г-жа проф д-р ул бул бр стр фиг табл чл ал т.е",
    "el": "κ κα κος δρ καθ αρ σελ κεφ βλ εικ πιν παρ λεωφ οδ",
    "hy": "",
    "ar": "د أ م ص",
    "fa": "د ص",
}
# End a sentence at times: not where a small letter, a digit or an opening bracket follows.
_BEFORE_LOWER = {
    "en": "approx incl excl est max min avg dept deg lb lbs oz gal qt pt etc inc ltd co corp bros assn univ govt intl "
    "misc temp tel ext acct amt bal qty std vs mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul "
    "aug sep sept oct nov dec a.m p.m a.d b.c e.g i.e ph.d m.d b.i.d t.i.d al ave blvd rd",
    "de": "usw etc o.ä u.a z.b d.h mwst min max std mio mrd tel jh jhd zzgl abzgl gem mind jan feb mär apr jun jul aug "
    "sep okt nov dez",
    "fr": "etc ex env max min tél janv févr avr juil sept oct nov déc apr",
    "es": "etc p.ej p ej aprox máx mín tel ee.uu a.c d.c",
    "it": "ecc es p.es max min circa tel a.c d.c sec",
    "nl": "enz bijv o.a d.w.z incl excl max min btw tel resp m.b.t",
    "pl": "itd itp r w tel tys mln mld zł m.in wg ds j",
    "ru": "т.д т.п др пр г гг в вв тыс млн млрд руб коп т е к д п кг км н.э ок",
    "el": "π.μ μ.μ κ.λπ κλπ κ.ά π.χ δηλ τηλ περ χλμ",
    "sk": "atď a pod tel tis mil resp",
    "da": "osv bl.a f.eks o.l mio mia kl inkl ekskl",
    "bg": "и др т.н г лв хил млн",
}
# Ordinary words too; abbreviations only before a number.
_NUMBERED = "no nos p pp vol fig eq tab sec secs art arts para paras cl ch ref refs app ex op ed mt ft nr abs s al lid"
_BEFORE_NUMBER = frozenset(_NUMBERED.split())
# Words that open a sentence and stand behind no initial, title or abbreviation as part of the same one.
_OPENERS = {
    "en": "It He She They We You The This That These Those There But And If When What Both Nobody Did Does Do Is Was",
    "de": "Der Die Das Den Dem Es Er Sie Wir Ich Dies Diese Ein Eine Und Aber Bitte Heute Dann Niemand",
    "fr": "Il Elle Ils Elles On Nous Vous Je Ce Cette Mais Puis Les Une",
    "es": "El Los Las Ella Ellos Esto Pero Y Una Entonces Nadie",
    "it": "Il Gli Lo Lei Loro Ma Poi Nessuno Questo Questa",
    "nl": "Het Hij Zij Wij Ze We Dit Dat Deze Maar Er Niemand",
    "ru": "Он Она Они Это Но Теперь Мы Вы Потом Никто",
    "pl": "To On Ona Oni Ale Nikt Potem Teraz",
    "el": "Το Ο Η Οι Τα Αυτό Αλλά",
}


def _table(words: dict[str, str], common: str = "") -> dict[str, frozenset[str]]:
    return {language: frozenset(f"{own} {common}".split()) for language, own in words.items()}


_NEVER_ENDS = _table(_BEFORE_NAME, "pp fig vol")
_SELDOM_ENDS = _table(_BEFORE_LOWER, "etc max min")
_OPENS = _table(_OPENERS)
_NONE: frozenset[str] = frozenset()

# What may stand between a stop and its whitespace: closers, emphasis, marks of footnotes and references.
_MARKS = rf"(?:{CLOSERS}|[*_]|[¹²³⁴⁵⁶⁷⁸⁹⁰]|\[\d{{1,3}}(?:[,–-]\ ?\d{{1,3}})*\])"
_OPENING = r"""["'“‘«‹„»(\[¿¡*_—–-]"""
# A stop that pysbd may have missed: ! or ?, or a stop with closers behind it, before a capital or a quotation mark.
_CLEAR_END = re.compile(rf"(?:[!?]{_MARKS}*|[.…]{_MARKS}+)\s+(?=(?:{_OPENING}+\s?)?[^\W\d_])")
_SPACED_END = re.compile(rf"[{SPACED_STOPS}]{CLOSERS}*\s+")
_WIDE_END = re.compile(rf"{WIDE}\s*")
# Languages in which pysbd knows only the stops of their script, not those of a sentence in Latin letters.
_OWN_STOPS = frozenset(["am", "hy", "hi", "mr", "my", "ur"])
_LATIN_END = re.compile(r"[.!?]\s+(?=[A-Z])")
_STOPPED = re.compile(rf"[.!?…:{SPACED_STOPS}。！？｡．]{_MARKS}*\s*$")
_WORD_BEFORE = re.compile(r"([^\s(\[„“\"'«]+)\.\s*$")
_NEXT_WORD = re.compile(rf"(?:{_OPENING}|\s)*([^\W_]+)")
_STOP_AND_WORD = re.compile(r"(?<=[^\W_])\.\s+([^\W\d_]+)\b")
_CONTINUES = re.compile(r"[—–-]\s?[^\W\d_]")


def corrected(text: str, start: int, end: int, starts: set[int], language: str) -> list[int]:
    """The sentence starts strictly inside the block [start, end), ascending, after both corrections."""
    certain = {match.end() for match in _CLEAR_END.finditer(text, start, end) if _opens(text, match)}
    certain.update(_starts_at_openers(text, start, end, language))
    if not (text.isascii() or text[start:end].isascii()):
        certain.update(match.end() for match in _SPACED_END.finditer(text, start, end) if _opens(text, match))
        certain.update(match.end() for match in _WIDE_END.finditer(text, start, end))
    if language in _OWN_STOPS:
        latin = (match.end() for match in _LATIN_END.finditer(text, start, end))
        certain.update(offset for offset in latin if _stands(text, start, offset, "en"))
    kept = {offset for offset in starts if _stands(text, start, offset, language)}
    return sorted(offset for offset in kept | certain if start < offset < end and not closes(text, offset))


def _opens(text: str, end: re.Match[str]) -> bool:
    """Whether a capital follows; in a script without capitals, whether no quotation has just closed."""
    word = _NEXT_WORD.match(text, end.end())
    if word is None or word[1][0].islower():
        return False
    return word[1][0].isupper() or not CLOSER.search(end[0])


def _starts_at_openers(text: str, start: int, end: int, language: str) -> list[int]:
    """Behind a stop, an opener starts a sentence even where the word before looks like an initial or a title."""
    openers = _OPENS.get(language, _NONE)
    return [match.start(1) for match in _STOP_AND_WORD.finditer(text, start, end) if match[1] in openers]


def _stands(text: str, block_start: int, offset: int, language: str) -> bool:
    """Whether a start that pysbd proposes is one: behind a stop and a space, and not behind an abbreviation."""
    end = last_visible(text, offset)
    if end == offset:
        return False  # inside a word, an address, a file name
    before = text[max(block_start, end - 40) : end]
    stop = _STOPPED.search(before)
    if stop is None and not (language == "el" and before.endswith(";")):
        return False  # pysbd took something for an item of a list
    if _CONTINUES.match(text, offset) and _lower_behind(text, offset + 1):
        return False  # «...? — asked ...»
    return not _abbreviated(text, before, offset, language)


def _lower_behind(text: str, offset: int) -> bool:
    word = _NEXT_WORD.match(text, offset)
    return word is not None and word[1][0].islower()


def _abbreviated(text: str, before: str, offset: int, language: str) -> bool:
    """Whether the stop in front of `offset` belongs to an abbreviation or ordinal and the sentence goes on."""
    match = _WORD_BEFORE.search(before)
    if match is None:
        return before[-1:] in "\"'”’»›" and text[offset].islower()  # "...!" he said
    word = match[1].lower()
    follower = text[offset]
    goes_on = follower.islower() or follower.isdigit() or follower in "([§"
    following = _NEXT_WORD.match(text, offset)
    if following and following[1] in _OPENS.get(language, _NONE):
        return False
    names = (word, word.rsplit("-", 1)[-1], word.rsplit(".", 1)[-1])
    if any(name in _NEVER_ENDS.get(language, _NONE) for name in names):
        return True
    if not goes_on:
        return False
    if follower.isdigit() and not _BEFORE_NUMBER.isdisjoint(names):
        return True
    if any(name in _SELDOM_ENDS.get(language, _NONE) for name in names):
        return True
    dotted = "." in word and all(len(part) <= 3 for part in word.split("."))
    ordinal = word.isdigit() and len(word) <= 2 and follower.islower()
    return follower.islower() and (dotted or ordinal or len(word) == 1)
