"""loading: every upload becomes clean text with honest remarks, or one plain sentence."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.errors import InputError
from playground.taking.guessing import count_controls
from playground.taking.loading import ENCODINGS, MAX_PASTE_CHARACTERS, MAX_UPLOAD_MB, Loaded, clean, decode

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
CONTROLS = "Valve\x00 open.\x07 Next\x1b[31m red.\x7f Done."


def only(remarks: tuple[str, ...], part: str) -> str:
    """The one remark that holds `part`."""
    (remark,) = [remark for remark in remarks if part in remark]
    return remark


def assert_clean(loaded: Loaded) -> None:
    assert "\r" not in loaded.text
    assert not loaded.text.startswith("\ufeff")
    loaded.text.encode("utf-8")
    for remark in loaded.remarks:
        assert re.fullmatch(r".*\d.*\.", remark)


# Byte order marks


def test_up_01_utf8_bom() -> None:
    loaded = decode(b"\xef\xbb\xbf# Pumps\r\n\r\nBody.\r\n", "pumps.md")
    assert loaded.text == "# Pumps\n\nBody.\n"
    assert loaded.encoding == "utf-8"
    assert loaded.remarks == (
        "1 byte order mark at the start was left out.",
        "3 Windows line ends (CRLF) became LF.",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_mark_decides(encoding: str) -> None:
    loaded = decode("\ufeffGrüße, 日本".encode(encoding), "a.txt")
    assert (loaded.text, loaded.encoding) == ("Grüße, 日本", encoding)
    assert not any("guess" in remark for remark in loaded.remarks)


def test_mark_alone_is_an_empty_file() -> None:
    loaded = decode(b"\xff\xfe", "a.txt")
    assert (loaded.text, loaded.encoding) == ("", "utf-16-le")
    assert only(loaded.remarks, "empty")


# UTF-8


def test_plain_text_needs_no_remark() -> None:
    assert decode("Grüße – 日本 😀\n".encode(), "a.txt") == Loaded("Grüße – 日本 😀\n", "utf-8", ())


def test_empty_file() -> None:
    assert decode(b"", "a.txt") == Loaded("", "utf-8", ("The file is empty: it holds 0 characters.",))


def test_bad_bytes_in_utf8() -> None:
    data = "Grüße an \x00 alle, schöne Tage".encode().replace(b"\x00", b"\xff")
    loaded = decode(data, "a.txt")
    assert loaded.encoding == "utf-8"
    assert loaded.text == "Grüße an \ufffd alle, schöne Tage"
    assert loaded.remarks == ("1 place could not be read as UTF-8 and became U+FFFD (\ufffd).",)


def test_bad_bytes_are_not_confused_with_replacement_characters_of_the_file() -> None:
    loaded = decode("ä \ufffd ö \ufffd ü".encode() + b" \xff\xff", "a.txt")
    assert only(loaded.remarks, "could not be read").startswith("2 places ")


@pytest.mark.parametrize("cut", range(1, 4))
def test_utf8_cut_inside_a_character(cut: int) -> None:
    loaded = decode("naïve 😀".encode()[:-cut], "a.txt")
    assert (loaded.text, loaded.encoding) == ("naïve \ufffd", "utf-8")


# A guess, which test_guessing tests


def test_up_03_windows_1252() -> None:
    text = "The “new” café – open 9–5, 10 €."
    loaded = decode(text.encode("cp1252"), "a.txt")
    assert (loaded.text, loaded.encoding) == (text, "cp1252")
    assert loaded.remarks == (
        "The encoding was guessed as Windows-1252 (Western Europe) from 6 bytes outside ASCII; "
        "if letters look wrong, choose another one.",
    )


def test_bytes_that_fit_nothing_ask_for_the_encoding() -> None:
    with pytest.raises(InputError, match=r"^The encoding of a\.txt could not be found out; please choose"):
        decode(bytes(random.Random(1).choices(range(0x80, 0x100), k=400)), "a.txt")


# The person's choice


def test_chosen_encoding_is_used() -> None:
    text = "Всё хорошо"
    assert decode(text.encode("koi8-r"), "a.txt", "koi8-r") == Loaded(text, "koi8-r", ())


def test_chosen_encoding_that_does_not_fit() -> None:
    loaded = decode(b"caf\xe9 na\xefve", "a.txt", "utf-8")
    assert loaded.text == "caf\ufffd na\ufffdve"
    assert only(loaded.remarks, "UTF-8").startswith("2 places ")


@pytest.mark.parametrize(
    ("other", "known"),
    [
        ("UTF8", "utf-8"),
        ("latin-1", "cp1252"),
        ("Shift_JIS", "cp932"),
        ("gbk", "gb18030"),
        ("EUC-KR", "cp949"),
    ],
)
def test_other_names_of_encodings(other: str, known: str) -> None:
    assert decode(b"plain", "a.txt", other).encoding == known


@pytest.mark.parametrize("encoding", ["", "nope", "rot13", "base64", "\0", "\ud800", "utf-7"])
def test_unknown_encoding_names_the_known_ones(encoding: str) -> None:
    with pytest.raises(InputError, match=r"is not known; the known ones are utf-8, cp1252, ") as error:
        decode(b"plain", "a.txt", encoding)
    str(error.value).encode()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_offered_encoding_reads_its_own_text(encoding: str) -> None:
    assert decode("Plain.".encode(encoding), "a.txt", encoding).text == "Plain."


# What is refused


def test_up_05_binary_named_txt() -> None:
    for encoding in (None, "cp1252"):
        with pytest.raises(InputError, match=r"^photo\.txt is not a text file: it looks like a PNG image\.$"):
            decode(PNG, "photo.txt", encoding)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\nobj", "a PDF document; extract its text first"),
        (b"PK\x03\x04rest", "DOCX; extract its text first"),
        (b"\xff\xd8\xff\xe0JFIF", "a JPEG image"),
        (b"\x1f\x8b\x08rest", "a gzip archive; unpack it first"),
        (bytes(range(256)), "27 of its 256 bytes are control characters"),
        (random.Random(1).randbytes(5000), "are control characters"),
        (bytes(1000), "1,000 of its 1,000 bytes are control characters"),
    ],
)
def test_binary_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises(InputError, match=r"^a\.txt is not a text file: .*\.$") as error:
        decode(data, "a.txt")
    assert kind in str(error.value)


def test_size_limit() -> None:
    limit = MAX_UPLOAD_MB * 10**6
    assert len(decode(b"a" * limit, "a.txt").text) == limit
    with pytest.raises(InputError, match=r"^big\.txt has 10,000,001 bytes \(10\.0 MB\); at most 10,000,000 "):
        decode(b"a" * (limit + 1), "big.txt")


def test_paste_limit() -> None:
    assert len(clean("a" * MAX_PASTE_CHARACTERS).text) == MAX_PASTE_CHARACTERS
    with pytest.raises(InputError, match="has 1,000,001 characters; at most 1,000,000 "):
        clean("a" * (MAX_PASTE_CHARACTERS + 1))


def test_strange_file_name_can_be_shown() -> None:
    with pytest.raises(InputError) as error:
        decode(PNG, "a\ud800\n.txt")
    assert str(error.value).startswith("a\ufffd\ufffd.txt is not")


# Line ends, surrogates, controls


def test_line_ends() -> None:
    loaded = clean("a\r\nb\rc\r\n\r\nd\n\r")
    assert loaded.text == "a\nb\nc\n\nd\n\n"
    assert loaded.remarks == (
        "3 Windows line ends (CRLF) became LF.",
        "2 old Mac line ends (CR) became LF.",
    )
    assert clean("a\r\n" * 1204).remarks == ("1,204 Windows line ends (CRLF) became LF.",)
    assert clean("a\r").remarks == ("1 old Mac line end (CR) became LF.",)


def test_uni_04_lone_surrogate() -> None:
    loaded = clean("Left \ud83d right \udcff end.")
    assert loaded.text == "Left \ufffd right \ufffd end."
    assert loaded.remarks == ("2 half characters (lone surrogates) became U+FFFD (\ufffd).",)


def test_surrogate_pair_becomes_its_character() -> None:
    loaded = clean("a \ud83d\ude00 \ufffd b\ud83d")
    assert loaded.text == "a 😀 \ufffd b\ufffd"
    assert loaded.remarks == (
        "1 character held as two halves (surrogates) was put together.",
        "1 half character (lone surrogate) became U+FFFD (\ufffd).",
    )


def test_uni_05_nul_and_controls() -> None:
    for loaded in (
        clean(CONTROLS),
        decode(CONTROLS.encode(), "a.txt"),
        decode(CONTROLS.encode("cp1252"), "a.txt"),
    ):
        assert loaded.text == CONTROLS
        assert loaded.remarks == ("4 invisible control characters (1 NUL) were kept.",)
    assert clean("a\x07").remarks == ("1 invisible control character was kept.",)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_nuls_in_a_longer_text(encoding: str) -> None:
    text = "Ventil\0 öffnen und nach der Prüfung schließen;\0 dann weiter. " * 20
    assert decode(text.encode(encoding), "a.txt").text == text


def test_coloured_log_is_text() -> None:
    text = "\x1b[31mred\x1b[0m\n" * 50
    assert decode(text.encode(), "a.log").text == text


def test_pasted_text_has_no_encoding_and_no_mark() -> None:
    assert clean("\ufeff\ufeffa") == Loaded("a", "", ("2 byte order marks at the start were left out.",))
    assert clean("") == Loaded("", "", ())


# Properties

ENDS = st.sampled_from([b"", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xff\xfe\0\0", b"\0\0\xfe\xff"])
WORDS = st.sampled_from(
    [b"\r\n", b"\r", b"\0", "ä".encode(), b"\xe4", b"word ", "猫".encode("cp932"), b"\x1b", b"\xff"]
)
DATA = st.one_of(
    st.builds(bytes.__add__, ENDS, st.binary(max_size=300)),
    st.builds(bytes.__add__, ENDS, st.lists(WORDS, max_size=60).map(b"".join)),
    st.builds(lambda text, codec: text.encode(codec, "ignore"), st.text(max_size=100), st.sampled_from([*ENCODINGS])),
)
TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\r\n\ufeff\ud83d\ude00\ufffd\0")), max_size=200)


@given(DATA, st.one_of(st.none(), st.sampled_from([*ENCODINGS])))
@settings(deadline=None)
@example(PNG, None)
@example(b"\xff\xfe\0", None)
@example(b"\r\n\r", "utf-16-le")
def test_any_bytes_give_clean_text_or_an_input_error(data: bytes, encoding: str | None) -> None:
    try:
        loaded = decode(data, "a.txt", encoding)
    except InputError:
        return
    assert_clean(loaded)
    assert loaded.encoding in ENCODINGS
    assert encoding in (None, loaded.encoding)


@given(st.text(max_size=200))
@settings(deadline=None)
def test_valid_utf8_text_comes_back(text: str) -> None:
    plain = "".join(character for character in text if character.isprintable() or character in " \n")
    loaded = decode(("x" + plain).encode(), "a.txt")
    assert loaded == Loaded("x" + plain, "utf-8", ())


@given(TEXT)
@example("\ud83d\ud83d\ude00\ude00")
def test_any_pasted_text_becomes_clean(text: str) -> None:
    loaded = clean(text)
    assert_clean(loaded)
    assert loaded.encoding == ""
    assert clean(loaded.text).text == loaded.text
    # The slow, obvious way
    whole = re.sub(
        "[\ud800-\udbff][\udc00-\udfff]",
        lambda m: m[0].encode("utf-16", "surrogatepass").decode("utf-16"),
        text,
    )
    whole = re.sub("[\ud800-\udfff]", "\ufffd", whole).lstrip("\ufeff")
    assert loaded.text == re.sub("\r\n|\r", "\n", whole)
    assert bool(loaded.remarks) == (text != loaded.text or bool(count_controls(loaded.text)))


# Real files, where they are at hand


def real(path: str) -> bytes:
    file = SHARED / path
    if not file.exists():
        pytest.skip("the real files are not here")
    return file.read_bytes()


@pytest.mark.parametrize(
    ("path", "encoding", "begins", "holds"),
    [
        ("docs/enc_de_utf16le_bom.txt", "utf-16-le", "🌍\n", "Čeština"),
        ("docs/enc_en_utf8_bom_crlf.txt", "utf-8", "Alice was", "to get very tired"),
        ("docs/enc_ja_shift_jis.txt", "cp932", "一\n\n\u3000吾輩は猫である。\n", "ニャーニャー"),
        ("docs/enc_verwandlung_latin1_crlf.txt", "cp1252", "The Project", "unruhigen Träumen"),
        ("edge/edge_invalid_utf8.txt", "cp1252", "café naïve ", "broken."),
        ("edge/edge_mixed_newlines.txt", "utf-8", "First para line one\nline two.\n", "Second para\nstill"),
    ],
)
def test_real_file(path: str, encoding: str, begins: str, holds: str) -> None:
    loaded = decode(real(path), path)
    assert_clean(loaded)
    assert loaded.encoding == encoding
    assert loaded.text.startswith(begins)
    assert holds in loaded.text
