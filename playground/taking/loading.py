"""Bytes or pasted text -> clean text, with a remark for every change.

`decode` is for files, `clean` for pasted text. Both give a `Loaded` whose text has only LF line ends, can be
encoded as UTF-8 and does not begin with U+FEFF. Whatever was changed or guessed on the way is said in
`remarks`, one plain sentence each.
"""

import codecs
import re
from dataclasses import dataclass

from playground.errors import InputError
from playground.limits import MAX_PASTE_CHARACTERS as MAX_PASTE_CHARACTERS
from playground.limits import MAX_UPLOAD_MB as MAX_UPLOAD_MB
from playground.taking.guessing import (
    CONTROL_BYTES,
    Decoded,
    count_controls,
    count_high,
    guess,
    guess_utf16,
    read,
    too_many,
)
from playground.words import count

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

# For "is this binary?" ESC is left out: a coloured log holds thousands.
_BINARY_BYTES = CONTROL_BYTES.replace(b"\x1b", b"")
# Valid UTF-8 is far from random, so there more are borne with than elsewhere.
_BINARY_SHARE_IN_UTF8 = 0.25

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


def decode(data: bytes, name: str, encoding: str | None = None) -> Loaded:
    """Read the bytes of the file `name` as text.

    `encoding` is what the person chose, a key of `ENCODINGS` or another name of it. None finds it out: by the
    byte order mark, then UTF-8 (a few bad bytes are borne with), then a guess, which a remark admits.

    Raises InputError for a file over `MAX_UPLOAD_MB`, for one that is not text, for an encoding that is not
    known and for one that cannot be found out.
    """
    decoded, remarks = text_of(data, name, encoding)
    text, changes = tidied(decoded.text)
    if not text:
        changes.append("The file is empty: it holds 0 characters.")
    return Loaded(text, decoded.encoding, (*remarks, *changes))


def text_of(data: bytes, name: str, encoding: str | None = None) -> tuple[Decoded, list[str]]:
    """What `decode` reads before anything is changed in it, and the remarks about its encoding. Raises the same."""
    shown = printable(name)
    refuse_too_big(data, shown)
    chosen = None if encoding is None else _known(encoding)
    _refuse_signature(data, shown)
    marked = _marked_encoding(data)
    certain = chosen or marked
    decoded = read(data, certain) if certain else _find_out(data, shown)
    remarks = []
    if not certain and decoded.encoding != "utf-8":
        remarks.append(_guess_remark(data, decoded))
    if decoded.bad:
        places = count(decoded.bad, "place")
        label = ENCODINGS[decoded.encoding]
        remarks.append(f"{places} could not be read as {label} and became U+FFFD (\ufffd).")
    return decoded, remarks


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
    tidy, changes = tidied(whole)
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
        some = count(pairs, "character")
        remarks.append(f"{some} held as two halves (surrogates) {_was(pairs)} put together.")
    if lone:
        some, surrogates = count(lone, "half character"), "surrogate" if lone == 1 else "surrogates"
        remarks.append(f"{some} (lone {surrogates}) became U+FFFD (\ufffd).")
    return whole, remarks


def tidied(text: str) -> tuple[str, list[str]]:
    """Text without surrogates -> the same with LF line ends and no U+FEFF at its start, and the remarks."""
    remarks = []
    bare = text.lstrip("\ufeff")
    if marks := len(text) - len(bare):
        remarks.append(f"{count(marks, 'byte order mark')} at the start {_was(marks)} left out.")
    if pairs := bare.count("\r\n"):
        remarks.append(f"{count(pairs, 'Windows line end')} (CRLF) became LF.")
        bare = bare.replace("\r\n", "\n")
    if returns := bare.count("\r"):
        remarks.append(f"{count(returns, 'old Mac line end')} (CR) became LF.")
        bare = bare.replace("\r", "\n")
    if controls := count_controls(bare):
        nuls = bare.count("\0")
        some = f" ({nuls:,} NUL)" if nuls else ""
        remarks.append(f"{count(controls, 'invisible control character')}{some} {_was(controls)} kept.")
    return bare, remarks


# What is refused, and why


def refuse_too_big(data: bytes, name: str) -> None:
    """Raise InputError for a file over `MAX_UPLOAD_MB`."""
    limit = MAX_UPLOAD_MB * 10**6
    if len(data) > limit:
        raise InputError(
            f"{name} has {len(data):,} bytes ({len(data) / 10**6:.1f} MB); at most {limit:,} bytes "
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
    by_codec = {codecs.lookup(known).name: known for known in ENCODINGS} | _SUPERSETS
    try:
        return by_codec[codecs.lookup(encoding).name]
    except (LookupError, ValueError):  # ValueError: a NUL or a surrogate in the name
        known_ones = ", ".join(ENCODINGS)
        shown = repr(printable(encoding))
        raise InputError(f"The encoding {shown} is not known; the known ones are {known_ones}.") from None


# Bytes to text


def _marked_encoding(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _find_out(data: bytes, name: str) -> Decoded:
    """Read bytes without a mark; raise InputError if they are no text or the encoding stays unknown."""
    as_utf8 = read(data, "utf-8")
    binary = len(data) - len(data.translate(None, _BINARY_BYTES))
    valid = not as_utf8.bad
    # UTF-16 may well be valid UTF-8, but then every second byte or so is NUL or another control character.
    utf16 = guess_utf16(data) if not valid or binary > _BINARY_SHARE_IN_UTF8 * len(data) else None
    if utf16 is not None:
        return utf16
    if too_many(binary, len(data), _BINARY_SHARE_IN_UTF8) if valid else too_many(binary, len(data)):
        raise InputError(
            f"{name} is not a text file: {binary:,} of its {len(data):,} bytes are control characters, "
            "which a text does not have."
        )
    if valid or _is_mostly_utf8(as_utf8):
        return as_utf8
    if (guessed := guess(data)) is not None:
        return guessed
    raise InputError(f"The encoding of {name} could not be found out; please choose the one it was saved in.")


def _is_mostly_utf8(decoded: Decoded) -> bool:
    """At least as many characters outside ASCII are right as wrong.

    In other encodings two neighbours seldom make a valid UTF-8 character: one in six or fewer in EUC and GBK.
    """
    outside = len(decoded.text) - len(decoded.text.encode("ascii", "ignore"))
    return outside - decoded.bad >= decoded.bad


# Wording


def _guess_remark(data: bytes, decoded: Decoded) -> str:
    label = ENCODINGS[decoded.encoding]
    if decoded.encoding.startswith("utf-16"):
        evidence = count(len(data), "byte")
    else:
        evidence = count(count_high(data), "byte") + " outside ASCII"
    return f"The encoding was guessed as {label} from {evidence}; if letters look wrong, choose another one."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def printable(name: str) -> str:
    """`name` as it can be shown in a sentence, "The file" if it is blank."""
    return "".join(character if character.isprintable() else "\ufffd" for character in name) or "The file"
