"""Which encoding bytes are in, when nothing says it.

For bytes without a byte order mark that are not UTF-8. `guess_utf16` comes first, as its files are full of control
characters, then `guess`, for the code pages. charset-normalizer tells the scripts apart; the tables here tell what
it cannot, and how much is borne with. Both look at a sample, so that the time does not grow with the file.
"""

import re
from collections import Counter
from collections.abc import Iterable
from string import ascii_letters
from typing import NamedTuple

from charset_normalizer import from_bytes

CONTROL_BYTES = bytes([*range(0x09), *range(0x0E, 0x20), 0x7F])
"""Control characters that a text does not need; tab, LF, VT, FF and CR are white space, U+0085 ends a line."""
_HIGH_CONTROL = re.compile(rb"\xc2[\x80-\x84\x86-\x9f]")  # U+0080 .. U+009F in UTF-8

# Random bytes hold 10.5 % of the control characters (without ESC); a text holds a few, and a handful never makes
# a file binary.
_BINARY_SHARE = 0.08
_BINARY_LEAST = 8

# charset-normalizer tells scripts apart, but not the Latin code pages from one another: it takes French for cp1257. So
# these count as one candidate, and the alphabets below decide between them. The rest stand in the order in which they
# win a tie.
_LATIN = ("cp1252", "cp1250", "cp1254", "cp1257")
_EAST_ASIAN = ("cp932", "euc_jp", "gb18030", "big5", "cp949")
_OTHER = (*_EAST_ASIAN, "cp1251", "koi8-r", "cp1253", "cp1255", "cp1256", "cp874")
_UTF16 = ("utf-16-le", "utf-16-be")

# Lower-case letters outside ASCII of the languages of a Latin code page, by their names in charset-normalizer.
_ALPHABETS = {
    "cp1252": {
        "German": "äöüß",
        "French": "àâæçéèêëîïôœùûüÿ",
        "Spanish": "áéíñóúüªº",
        "Portuguese": "àáâãçéêíóôõúüªº",
        "Italian": "àèéìíîòóùú",
        "Catalan": "àçèéíïòóúü",
        "Dutch": "áèéëïöóü",
        "Swedish": "åäöé",
        "Danish": "æøåéèêóòô",
        "Icelandic": "áæðéíóöúýþ",
        "Faroese": "áæðíóøúý",
    },
    "cp1250": {
        "Polish": "ąćęłńóśźż",
        "Czech": "áčďéěíňóřšťúůýž",
        "Slovak": "áäčďéíĺľňóôŕšťúýž",
        "Hungarian": "áéíóöőúüű",
        "Croatian": "čćđšž",
        "Romanian": "ăâîşţ",
    },
    "cp1254": {"Turkish": "âçğîıi\u0307öşûü"},  # lower-case İ is two characters
    "cp1257": {
        "Lithuanian": "ąčęėįšųūž",
        "Latvian": "āčēģīķļņōŗšūž",
        "Estonian": "äõöüšž",
    },
}
# Signs of Windows-1252 that are letters in another page; between two letters they are no signs: "ca³ej".
_SIGN_IN_WORD = re.compile(r"(?<=[^\W\d_])[¹³¿£¥¯¼¾](?=[^\W\d_])")
# Windows-1252 is by far the most frequent, so another Latin page must explain nearly all of the letters by several
# different ones ("£5" is "Ł5" in Windows-1250), where no language of Windows-1252 does so well or the one that does
# seems less likely to charset-normalizer: Hungarian read so has õ for ő, as if Portuguese.
_UNEXPLAINED_IN_OTHER_PAGE = 0.05
_UNEXPLAINED_GAIN = 0.03
_LETTERS_IN_OTHER_PAGE = 3

# Below this many bytes charset-normalizer has too little to go by; then few bytes outside ASCII mean a Latin
# text: other scripts need them for every letter, Japanese in Shift_JIS at least for every second byte.
_SHORT_BYTES = 64
_SHORT_LATIN_SHARE = 0.4
_SHORT_LATIN_BYTES = 3

_SAMPLE_PLACES = 4
_SAMPLE_BYTES = 4096  # at each place
_CUT_BYTES = 1024  # how far back a safe place to cut is looked for

# charset-normalizer's own limit, 0.2, refuses lists of measures and lines of Finnish. Where the bytes fit a
# multibyte encoding, which they seldom do by chance, that speaks for it already.
_CHAOS_LIMIT = 0.3
_CHAOS_LIMIT_MULTIBYTE = 1.5
_CHAOS_EQUAL = 0.02  # differences below are noise
_BAD_HANDICAP = 0.02  # chaos added for bad bytes
_FEW_SHARE = 0.25  # lines with so few bytes outside ASCII are Latin if they are nothing else
# Bad places borne with in a guess, as in a torn or cut file: their share of the bytes outside ASCII, and the
# number of bytes outside ASCII from which one is borne with.
_BAD_SHARE = 0.02
_ONE_BAD_FROM = 16
_COMMON_IN_UTF16 = " \n\u3000\u3001\u3002\uff0c"  # spaces, line ends, East Asian commas and stops
_COMMON_SHARE = 0.01
_LATIN_SHARE_IN_UTF16 = 0.5
_LETTERS_SHARE_IN_UTF16 = 0.65

_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_ASCII_BYTES = bytes(range(0x80))
# No multibyte encoding of ours uses a byte below 0x30 as a later part of a character.
_UNSAFE_TO_CUT = bytes(range(0x30, 0x100))


class Decoded(NamedTuple):
    """Bytes read as text: `bad` places could not be read and became U+FFFD."""

    text: str
    bad: int
    encoding: str


def read(data: bytes, encoding: str) -> Decoded:
    """`data` as text: strictly if that works, else with U+FFFD at the bad places."""
    try:
        return Decoded(data.decode(encoding), 0, encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        already_there = data.decode(encoding, "ignore").count("\ufffd")
        return Decoded(text, text.count("\ufffd") - already_there, encoding)


def guess(data: bytes) -> Decoded | None:
    """The most likely encoding that also reads the whole of `data`, save a few bad bytes."""
    allowed = _bearable(data)
    for encoding in _ranked(_sample(data)):
        decoded = read(data, encoding)
        if decoded.bad <= allowed:
            return decoded
    return None


def guess_utf16(data: bytes) -> Decoded | None:
    """UTF-16 of either byte order, or None if `data` is not that."""
    sample = data[: _SAMPLE_PLACES * _SAMPLE_BYTES]
    sample = sample[: len(sample) // 2 * 2]
    likely = _measure_all(sample, [encoding for encoding in _UTF16 if _has_structure(sample, encoding)])
    if not likely:
        return None
    decoded = read(data, min(likely, key=lambda each: each.chaos).encoding)
    return decoded if decoded.bad <= _BAD_SHARE * len(decoded.text) else None


def count_high(data: bytes) -> int:
    """How many bytes are outside ASCII."""
    return len(data.translate(None, _ASCII_BYTES))


def count_controls(text: str) -> int:
    """How many control characters that a text does not need are in `text`, which has no surrogates."""
    data = text.encode()
    low = len(data) - len(data.translate(None, CONTROL_BYTES))
    return low if text.isascii() else low + len(_HIGH_CONTROL.findall(data))


def too_many(controls: int, total: int, share: float = _BINARY_SHARE) -> bool:
    """Whether so many control characters among `total` are more than a text has."""
    return controls >= _BINARY_LEAST and controls > share * total


# The code pages


class _Candidate(NamedTuple):
    encoding: str
    chaos: float  # 0 orderly .. 1, by charset-normalizer
    coherence: float  # 0 .. 1 like the first of `languages`
    languages: list[str]  # the likeliest first
    bad: int  # places that could not be read


def _ranked(sample: bytes) -> list[str]:
    """Encodings that may be that of `sample`, the likeliest first."""
    high = count_high(sample)
    if len(sample) < _SHORT_BYTES and high <= max(_SHORT_LATIN_BYTES, _SHORT_LATIN_SHARE * len(sample)):
        return [_latin_page(sample, []), *_LATIN]
    ranked = _measure_all(sample, _OTHER)
    if any(not each.bad and each.encoding in _EAST_ASIAN for each in ranked):
        ranked = [each for each in ranked if not each.bad]
    latin = _measure_all(sample, _LATIN)
    if not latin and high <= _FEW_SHARE * len(sample):
        latin = [_Candidate("cp1252", _CHAOS_LIMIT, 0.0, [], 0)]
    if latin:
        chaos, coherence = min(each.chaos for each in latin), max(each.coherence for each in latin)
        ranked.insert(0, _Candidate(_latin_page(sample, latin), chaos, coherence, [], 0))
    # Among the equally orderly the coherent one wins, then the earlier in the tables.
    equal = min((each.chaos for each in ranked), default=0.0) + _CHAOS_EQUAL
    ranked.sort(key=lambda each: (max(each.chaos, equal), -each.coherence))
    return [each.encoding for each in ranked]


def _measure_all(sample: bytes, encodings: Iterable[str]) -> list[_Candidate]:
    return [found for encoding in encodings if (found := _measure(sample, encoding)) is not None]


def _measure(sample: bytes, encoding: str) -> _Candidate | None:
    """charset-normalizer's opinion of `sample` read as `encoding`; None if it cannot be that.

    One encoding at a time: asked for all at once it stops early and drops candidates.
    """
    text, bad, _ = read(sample, encoding)
    if bad > _bearable(sample):
        return None
    if bad:
        sample = text.replace("\ufffd", "").encode(encoding, "ignore")
    best = from_bytes(
        sample,
        steps=8,
        chunk_size=2048,
        threshold=_CHAOS_LIMIT_MULTIBYTE,  # it stops in the middle of a sample where it meets a lower one
        cp_isolation=[encoding],
        preemptive_behaviour=False,
        enable_fallback=False,
    ).best()
    limit = _CHAOS_LIMIT_MULTIBYTE if not bad and encoding in (*_EAST_ASIAN, *_UTF16) else _CHAOS_LIMIT
    if best is None or best.chaos > limit:
        return None
    return _Candidate(encoding, best.chaos + _BAD_HANDICAP * bool(bad), best.coherence, best.languages, bad)


def _latin_page(sample: bytes, measured: list[_Candidate]) -> str:
    """The Latin code page in which one language's alphabet explains the letters; the first if in doubt."""
    bearable = _bearable(sample)
    languages = {each.encoding: each.languages for each in measured}
    first, *others = [page for page in _LATIN if read(sample, page).bad <= bearable] or _LATIN
    usual_text = sample.decode(first, "ignore")
    for page in others:
        if sample.decode(page, "ignore") == usual_text:
            continue
        likely = languages.get(page, [])
        usual, fit = _fit(sample, first, likely), _fit(sample, page, likely)
        if fit.unexplained > _UNEXPLAINED_IN_OTHER_PAGE or fit.letters < _LETTERS_IN_OTHER_PAGE:
            continue
        if fit.unexplained <= usual.unexplained - _UNEXPLAINED_GAIN or fit.rank < usual.rank:
            return page
    return first


class _Fit(NamedTuple):
    """How well a language explains the letters outside ASCII; the lesser the better."""

    unexplained: float  # share of all such letters that it lacks
    rank: int  # its place among the likely languages
    letters: int  # the different ones that it has


def _fit(sample: bytes, page: str, likely: list[str]) -> _Fit:
    """The fit of the best fitting language of `page`."""
    text = sample.decode(page, "ignore").lower()
    counts = Counter(letter for letter in text if letter > "\x7f" and letter.isalpha())
    counts.update(_SIGN_IN_WORD.findall(text))
    fits = []
    for language, alphabet in _ALPHABETS[page].items():
        lacking = [letter for letter in counts if letter not in alphabet]
        share = sum(counts[letter] for letter in lacking) / max(1, counts.total())
        rank = likely.index(language) if language in likely else len(likely)
        fits.append(_Fit(share, rank, len(counts) - len(lacking)))
    return min(fits)


# UTF-16


def _has_structure(sample: bytes, encoding: str) -> bool:
    """Whether `sample` read as UTF-16 is mostly Latin, or has East Asian characters, spaces and stops."""
    text = sample.decode(encoding, "ignore")
    if too_many(count_controls(text), len(text)):
        return False
    if len(text.encode("latin-1", "ignore")) > _LATIN_SHARE_IN_UTF16 * len(text):
        return True
    # A Latin text with a NUL before some spaces would pass the next test, but more of its bytes are letters.
    letters = len(sample) - len(sample.translate(None, ascii_letters.encode()))
    common = sum(map(text.count, _COMMON_IN_UTF16))
    return common > _COMMON_SHARE * len(text) and letters < _LETTERS_SHARE_IN_UTF16 * len(sample)


# The sample


def _sample(data: bytes) -> bytes:
    """The lines that hold something outside ASCII, at most 16 kB of them from places spread over `data`."""
    lines = _pieces(data).split(b"\n")
    return b"\n".join(line for line in lines if not line.isascii())


def _pieces(data: bytes) -> bytes:
    if len(data) <= _SAMPLE_PLACES * _SAMPLE_BYTES:
        return data
    pieces = []
    end = 0
    for place in range(_SAMPLE_PLACES):
        found = _HIGH_BYTE.search(data, max(end, len(data) * place // _SAMPLE_PLACES))
        if found is None:
            break
        start = max(end, _safe_cut(data, found.start()))
        end = max(start, _safe_cut(data, found.start() + _SAMPLE_BYTES))
        pieces.append(data[start:end])
    return b"".join(pieces)


def _safe_cut(data: bytes, at: int) -> int:
    """The last place up to `at` that is between two characters in every encoding; `at` if none is near."""
    first = max(0, at - _CUT_BYTES)
    kept = data[first:at].rstrip(_UNSAFE_TO_CUT)
    return first + len(kept) if kept or not first else at


def _bearable(data: bytes) -> int:
    """How many bad places a guess may leave: none in a word or two, one in a sentence, then their share."""
    high = count_high(data)
    return max(int(high >= _ONE_BAD_FROM), int(_BAD_SHARE * high))
