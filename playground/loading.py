"""Bytes or pasted text -> clean text, with a remark for every change.

`decode` is for files, `clean` for pasted text. Both give a `Loaded` whose text has only LF line ends, can be
encoded as UTF-8 and does not begin with U+FEFF. Whatever was changed or guessed on the way is said in
`remarks`, one plain sentence each.
"""

import codecs
import re
from collections import Counter
from dataclasses import dataclass
from string import ascii_letters
from typing import NamedTuple

from charset_normalizer import from_bytes

from playground.errors import InputError

MAX_UPLOAD_MB = 10
"""Largest file, in MiB, the unit in which Streamlit counts uploads."""

MAX_PASTE_CHARACTERS = 1_000_000
"""Longest pasted text, in characters (code points)."""

# Codec -> label, the choices offered to people; the usual ones first, then by script. Where one encoding is a
# superset of another (Windows-1252 of Latin-1, cp932 of Shift_JIS, GB18030 of GBK, cp949 of EUC-KR), only the
# superset is here: it reads the files of both.
ENCODINGS: dict[str, str] = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252 (Western Europe)",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "utf-32-le": "UTF-32 LE",
    "utf-32-be": "UTF-32 BE",
    "iso8859-15": "ISO 8859-15 (Western Europe, with €)",
    "mac-roman": "Mac Roman (Western Europe, old Macs)",
    "cp850": "Code page 850 (Western Europe, DOS)",
    "cp1250": "Windows-1250 (Central Europe)",
    "iso8859-2": "ISO 8859-2 (Central Europe)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "koi8-r": "KOI8-R (Russian)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp874": "Windows-874 (Thai)",
    "cp932": "Shift_JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB18030 (Chinese, simplified)",
    "big5": "Big5 (Chinese, traditional)",
    "cp949": "EUC-KR (Korean)",
}

# Python's name of a codec -> the one of ENCODINGS that reads its files, as web browsers do.
_SUPERSETS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
}

# UTF-32 before UTF-16: the UTF-32 LE mark begins with that of UTF-16 LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_EXTRACT = "extract its text first, then load that"

# First bytes, what the file is, what to do about it ("" for nothing). No text begins with any of these.
_SIGNATURES = (
    (b"%PDF-", "a PDF document", _EXTRACT),
    (b"PK\x03\x04", "a ZIP archive or an Office document such as DOCX", _EXTRACT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document such as DOC", _EXTRACT),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", ""),
    (b"\xff\xd8\xff", "a JPEG image", ""),
    (b"GIF87a", "a GIF image", ""),
    (b"GIF89a", "a GIF image", ""),
    (b"II*\x00", "a TIFF image", ""),
    (b"MM\x00*", "a TIFF image", ""),
    (b"\x1f\x8b\x08", "a gzip archive", "unpack it first"),
    (b"BZh91AY&SY", "a bzip2 archive", "unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database", ""),
    (b"\x7fELF", "a program", ""),
    (b"MZ\x90\x00", "a program", ""),
    (b"ID3\x03", "an MP3 recording", ""),
    (b"ID3\x04", "an MP3 recording", ""),
    (b"OggS\x00", "an Ogg recording", ""),
)

# Control characters that a text does not need; tab, LF, VT, FF and CR are white space, U+0085 ends a line.
_CONTROL_BYTES = bytes([*range(0x09), *range(0x0E, 0x20), 0x7F])
_HIGH_CONTROL = re.compile(rb"\xc2[\x80-\x84\x86-\x9f]")  # U+0080 .. U+009F in UTF-8
# For "is this binary?" ESC is left out as well: a coloured log holds thousands.
_BINARY_BYTES = _CONTROL_BYTES.replace(b"\x1b", b"")

# Random bytes hold 10.5 % of _BINARY_BYTES; a text holds a few. Valid UTF-8 is far from random, so there more
# are borne with, and a handful never makes a file binary.
_BINARY_SHARE = 0.08
_BINARY_SHARE_IN_UTF8 = 0.25
_BINARY_LEAST = 8

# charset-normalizer tells scripts apart, but not the Latin code pages from one another: it takes French for
# cp1257. So these count as one candidate, and the alphabets below decide between them. The rest stand in the
# order in which they win a tie.
_LATIN = ("cp1252", "cp1250", "cp1254", "cp1257")
_EAST_ASIAN = ("cp932", "euc_jp", "gb18030", "big5", "cp949")
_OTHER = (*_EAST_ASIAN, "cp1251", "koi8-r", "cp1253", "cp1255", "cp1256", "cp874")
_UTF16 = ("utf-16-le", "utf-16-be")

# Lower-case letters outside ASCII of the languages that a Latin code page is used for, by their English names
# as charset-normalizer has them.
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
# Windows-1252 is by far the most frequent, so another Latin page must explain nearly all of the letters by
# several different ones ("£5" is "Ł5" in Windows-1250), where no language of Windows-1252 does so well or
# the one that does seems less likely to charset-normalizer: Hungarian read so has õ for ő, as if Portuguese.
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
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Loaded:
    """A text ready for use, and how it came about.

    `text` has no CR, no lone surrogate and no U+FEFF at its start. `encoding` is a key of `ENCODINGS`, or ""
    for pasted text. `remarks` are plain sentences about what was changed, left in place or guessed.
    """

    text: str
    encoding: str
    remarks: tuple[str, ...]


class _Decoded(NamedTuple):
    text: str
    bad: int  # places that could not be read and became U+FFFD
    encoding: str


def decode(data: bytes, name: str, encoding: str | None = None) -> Loaded:
    """Read the bytes of the file `name` as text.

    `encoding` is what the person chose, a key of `ENCODINGS` or another name of it. None finds it out: by the
    byte order mark, then UTF-8 (a few bad bytes are borne with), then a guess, which a remark admits.

    Raises InputError for a file over `MAX_UPLOAD_MB`, for one that is not text, for an encoding that is not
    known and for one that cannot be found out.
    """
    shown = _printable(name)
    _refuse_too_big(data, shown)
    chosen = None if encoding is None else _known(encoding)
    _refuse_signature(data, shown)
    marked = _marked_encoding(data)
    certain = chosen or marked
    decoded = _read(data, certain) if certain else _find_out(data, shown)
    remarks = []
    if not certain and decoded.encoding != "utf-8":
        remarks.append(_guess_remark(data, decoded))
    if decoded.bad:
        places = _count(decoded.bad, "place")
        label = ENCODINGS[decoded.encoding]
        remarks.append(f"{places} could not be read as {label} and became U+FFFD (\ufffd).")
    text, changes = _tidy(decoded.text)
    if not text:
        changes.append("The file is empty: it holds 0 characters.")
    return Loaded(text, decoded.encoding, (*remarks, *changes))


def clean(text: str) -> Loaded:
    """Make pasted text safe to keep: LF line ends, no half characters, no byte order mark.

    Raises InputError for more than `MAX_PASTE_CHARACTERS`.
    """
    if len(text) > MAX_PASTE_CHARACTERS:
        raise InputError(
            f"The pasted text has {len(text):,} characters; at most {MAX_PASTE_CHARACTERS:,} can be pasted "
            f"(a file may have up to {MAX_UPLOAD_MB} MB)."
        )
    whole, remarks = _mended(text)
    tidy, changes = _tidy(whole)
    return Loaded(tidy, "", (*remarks, *changes))


def _mended(text: str) -> tuple[str, list[str]]:
    """Surrogates, which no encoding can hold: a pair becomes its character, a lone one U+FFFD."""
    if not _SURROGATE.search(text):
        return text, []
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    pairs = len(text) - len(whole)
    lone = whole.count("\ufffd") - text.count("\ufffd")
    remarks = []
    if pairs:
        some = _count(pairs, "character")
        remarks.append(f"{some} held as two halves (surrogates) {_was(pairs)} put together.")
    if lone:
        some = _count(lone, "half character")
        remarks.append(f"{some} (lone {_plural(lone, 'surrogate')}) became U+FFFD (\ufffd).")
    return whole, remarks


def _tidy(text: str) -> tuple[str, list[str]]:
    """Text without surrogates -> the same with LF line ends and no U+FEFF at its start, and the remarks."""
    remarks = []
    bare = text.lstrip("\ufeff")
    if marks := len(text) - len(bare):
        remarks.append(f"{_count(marks, 'byte order mark')} at the start {_was(marks)} left out.")
    if pairs := bare.count("\r\n"):
        remarks.append(f"{_count(pairs, 'Windows line end')} (CRLF) became LF.")
        bare = bare.replace("\r\n", "\n")
    if returns := bare.count("\r"):
        remarks.append(f"{_count(returns, 'old Mac line end')} (CR) became LF.")
        bare = bare.replace("\r", "\n")
    if controls := _count_controls(bare):
        nuls = bare.count("\0")
        some = f", {nuls:,} of them NUL," if nuls else ""
        remarks.append(f"{_count(controls, 'invisible control character')}{some} {_was(controls)} kept.")
    return bare, remarks


def _count_controls(text: str) -> int:
    data = text.encode()
    low = len(data) - len(data.translate(None, _CONTROL_BYTES))
    return low if text.isascii() else low + len(_HIGH_CONTROL.findall(data))


# What is refused, and why


def _refuse_too_big(data: bytes, name: str) -> None:
    limit = MAX_UPLOAD_MB * 2**20
    if len(data) > limit:
        raise InputError(
            f"{name} has {len(data):,} bytes ({len(data) / 2**20:.1f} MB); at most {limit:,} bytes "
            f"({MAX_UPLOAD_MB} MB) can be loaded."
        )


def _refuse_signature(data: bytes, name: str) -> None:
    for signature, kind, what_to_do in _SIGNATURES:
        if data.startswith(signature):
            advice = f"; {what_to_do}" if what_to_do else ""
            raise InputError(f"{name} is not a text file: it looks like {kind}{advice}.")


def _known(encoding: str) -> str:
    """The key of ENCODINGS that `encoding` is another name of."""
    if encoding in ENCODINGS:
        return encoding
    try:
        codec = codecs.lookup(encoding).name
    except (LookupError, ValueError):  # ValueError: a NUL or a surrogate in the name
        codec = ""
    for known in ENCODINGS:
        if codec and codecs.lookup(known).name == codec:
            return known
    if codec in _SUPERSETS:
        return _SUPERSETS[codec]
    known_ones = ", ".join(ENCODINGS)
    raise InputError(f"The encoding {_printable(encoding)!r} is not known; the known ones are {known_ones}.")


# Bytes to text


def _read(data: bytes, encoding: str) -> _Decoded:
    """Strictly if that works, else with U+FFFD at the bad places."""
    try:
        return _Decoded(data.decode(encoding), 0, encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        already_there = data.decode(encoding, "ignore").count("\ufffd")
        return _Decoded(text, text.count("\ufffd") - already_there, encoding)


def _marked_encoding(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _find_out(data: bytes, name: str) -> _Decoded:
    """Read bytes without a mark; raise InputError if they are no text or the encoding stays unknown."""
    as_utf8 = _read(data, "utf-8")
    binary = len(data) - len(data.translate(None, _BINARY_BYTES))
    valid = not as_utf8.bad
    # UTF-16 may well be valid UTF-8, but then every second byte or so is NUL or another control character.
    utf16 = _guess_utf16(data) if not valid or binary > _BINARY_SHARE_IN_UTF8 * len(data) else None
    if utf16 is not None:
        return utf16
    if _too_many(binary, len(data), _BINARY_SHARE_IN_UTF8 if valid else _BINARY_SHARE):
        raise InputError(
            f"{name} is not a text file: {binary:,} of its {len(data):,} bytes are control characters, "
            "which a text does not have."
        )
    if valid or _is_mostly_utf8(as_utf8):
        return as_utf8
    if (guessed := _guess(data)) is not None:
        return guessed
    raise InputError(f"The encoding of {name} could not be found out; please choose the one it was saved in.")


def _too_many(count: int, total: int, share: float) -> bool:
    return count >= _BINARY_LEAST and count > share * total


def _is_mostly_utf8(decoded: _Decoded) -> bool:
    """At least as many characters outside ASCII are right as wrong.

    In other encodings two neighbours seldom make a valid UTF-8 character: one in six or fewer in EUC and GBK.
    """
    outside = len(decoded.text) - len(decoded.text.encode("ascii", "ignore"))
    return outside - decoded.bad >= decoded.bad


# The guess


class _Candidate(NamedTuple):
    encoding: str
    chaos: float  # 0 orderly .. 1, by charset-normalizer
    coherence: float  # 0 .. 1 like the first of `languages`
    languages: list[str]  # the likeliest first
    bad: int  # places that could not be read


def _guess(data: bytes) -> _Decoded | None:
    """The most likely encoding that also reads the whole of `data`, save a few bad bytes."""
    allowed = _bearable(data)
    for encoding in _ranked(_sample(data)):
        decoded = _read(data, encoding)
        if decoded.bad <= allowed:
            return decoded
    return None


def _ranked(sample: bytes) -> list[str]:
    """Encodings that may be that of `sample`, the likeliest first."""
    high = _count_high(sample)
    if len(sample) < _SHORT_BYTES and high <= max(_SHORT_LATIN_BYTES, _SHORT_LATIN_SHARE * len(sample)):
        return [_latin_page(sample, []), *_LATIN]
    ranked = _measure_all(sample, _OTHER)
    if any(not each.bad and each.encoding in _EAST_ASIAN for each in ranked):
        ranked = [each for each in ranked if not each.bad]
    latin = _measure_all(sample, _LATIN)
    if high <= _FEW_SHARE * len(sample):
        latin = latin or [_Candidate("cp1252", _CHAOS_LIMIT, 0.0, [], 0)]
    if latin:
        chaos, coherence = min(each.chaos for each in latin), max(each.coherence for each in latin)
        ranked.insert(0, _Candidate(_latin_page(sample, latin), chaos, coherence, [], 0))
    # Both sorts are stable: among the equally orderly the coherent one wins, then the earlier in the tables.
    ranked.sort(key=lambda each: -each.coherence)
    least = min((each.chaos for each in ranked), default=0.0)
    ranked.sort(key=lambda each: each.chaos if each.chaos > least + _CHAOS_EQUAL else least)
    return [each.encoding for each in ranked]


def _measure_all(sample: bytes, encodings: tuple[str, ...]) -> list[_Candidate]:
    return [found for encoding in encodings if (found := _measure(sample, encoding)) is not None]


def _measure(sample: bytes, encoding: str) -> _Candidate | None:
    """charset-normalizer's opinion of `sample` read as `encoding`; None if it cannot be that.

    One encoding at a time: asked for all at once it stops early and drops candidates.
    """
    text, bad, _ = _read(sample, encoding)
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
    fits = not bad and encoding in (*_EAST_ASIAN, *_UTF16)
    limit = _CHAOS_LIMIT_MULTIBYTE if fits else _CHAOS_LIMIT
    if best is None or best.chaos > limit:
        return None
    return _Candidate(encoding, best.chaos + _BAD_HANDICAP * bool(bad), best.coherence, best.languages, bad)


def _latin_page(sample: bytes, measured: list[_Candidate]) -> str:
    """The Latin code page in which one language's alphabet explains the letters; the first if in doubt."""
    bearable = _bearable(sample)
    languages = {each.encoding: each.languages for each in measured}
    first, *others = [page for page in _LATIN if _read(sample, page).bad <= bearable] or _LATIN
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


def _guess_utf16(data: bytes) -> _Decoded | None:
    """UTF-16 without a mark, or None."""
    sample = data[: _SAMPLE_PLACES * _SAMPLE_BYTES]
    sample = sample[: len(sample) // 2 * 2]
    possible = tuple(encoding for encoding in _UTF16 if _has_structure(sample, encoding))
    likely = _measure_all(sample, possible)
    if not likely:
        return None
    decoded = _read(data, min(likely, key=lambda each: each.chaos).encoding)
    return decoded if decoded.bad <= _BAD_SHARE * len(decoded.text) else None


def _has_structure(sample: bytes, encoding: str) -> bool:
    """Whether `sample` read as UTF-16 is mostly Latin, or has East Asian characters, spaces and stops."""
    text = sample.decode(encoding, "ignore")
    if _too_many(_count_controls(text), len(text), _BINARY_SHARE):
        return False
    if len(text.encode("latin-1", "ignore")) > _LATIN_SHARE_IN_UTF16 * len(text):
        return True
    # A Latin text with a NUL before some spaces would pass the next test, but more of its bytes are letters.
    letters = len(sample) - len(sample.translate(None, ascii_letters.encode()))
    common = sum(map(text.count, _COMMON_IN_UTF16))
    return common > _COMMON_SHARE * len(text) and letters < _LETTERS_SHARE_IN_UTF16 * len(sample)


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
    high = _count_high(data)
    return max(int(high >= _ONE_BAD_FROM), int(_BAD_SHARE * high))


def _count_high(data: bytes) -> int:
    return len(data.translate(None, _ASCII_BYTES))


# Wording


def _guess_remark(data: bytes, decoded: _Decoded) -> str:
    label = ENCODINGS[decoded.encoding]
    if decoded.encoding in _UTF16:
        evidence = _count(len(data), "byte")
    else:
        evidence = _count(_count_high(data), "byte") + " outside ASCII"
    return f"The encoding was guessed as {label} from {evidence}; if letters look wrong, choose another one."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {_plural(number, noun)}"


def _plural(number: int, noun: str) -> str:
    return noun if number == 1 else noun + "s"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "\ufffd" for character in name) or "The file"
