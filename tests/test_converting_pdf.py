"""PDF to text: pages and where they begin, what is not read, and nothing that runs for ever."""

import contextlib
import io
import itertools
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.errors import DependencyError
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

from playground.errors import InputError
from playground.taking.converting import Converted, convert, parts, pdf, running
from tests import documents


def read(data: bytes) -> Converted:
    found = convert(data, "a.pdf")
    assert found is not None
    return found


def changed(data: bytes, change: Callable[[PdfWriter], object]) -> bytes:
    """A PDF after `change`."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_pages_and_where_they_begin() -> None:
    found = read(documents.pdf([["First page. It goes"], ["on over the end."], [], ["A third text."]]))
    assert found.text == "First page. It goes\non over the end.\n\nA third text."
    assert [found.text[start:][:5] for start in found.pages] == ["First", "on ov", "\n\nA t", "A thi"]
    assert found.remarks == ("1 of 4 pages hold no text; they may be scanned images.",)
    places = [found.text.index(word) for word in ("First", "on over", "third")]
    assert found.pages_of(places).tolist() == [1, 2, 4]
    assert found.page_of(places[1] - 2) == 1


def test_progress_counts_the_pages() -> None:
    calls: list[tuple[int, int, str]] = []
    convert(documents.pdf([["a"], ["b"]]), "a.pdf", lambda *call: calls.append(call))
    assert calls == [(1, 2, "pages"), (2, 2, "pages")]


ALGORITHMS = ("RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256")


def encrypted(data: bytes, algorithm: str, user: str = "") -> bytes:
    """A PDF that asks for the password `user`, or for none and forbids the rest."""
    return changed(data, lambda writer: writer.encrypt(user, "owner", algorithm=algorithm))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_password(algorithm: str) -> None:
    plain = documents.pdf([["Secret words."], ["More."]])
    locked = encrypted(plain, algorithm, "secret")
    assert b"/Encrypt" in locked
    with pytest.raises(InputError, match=r"^a\.pdf is protected by a password; save it without one first\.$"):
        convert(locked, "a.pdf")
    open_to_read = encrypted(plain, algorithm)
    assert b"/Encrypt" in open_to_read
    assert read(open_to_read) == read(plain)


@pytest.mark.parametrize(
    "error", [DependencyError("cryptography is required for AES"), NotImplementedError("another handler")]
)
def test_an_encryption_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def decrypt(reader: PdfReader, password: str) -> None:
        raise error

    data = encrypted(documents.pdf([["Words."]]), "RC4-128")
    monkeypatch.setattr(PdfReader, "decrypt", decrypt)
    with pytest.raises(InputError, match=r"^a\.pdf is encrypted; print it to a new PDF"):
        convert(data, "a.pdf")


@pytest.mark.parametrize(
    ("found", "instead", "says"),
    [
        (rb"/Filter /Standard", b"/Filter /AnyOther", "a.pdf is encrypted; print it to"),
        (rb"/V 5", b"/V 9", "a.pdf is encrypted; print it to"),
        (rb"/CFM /AESV3", b"/CFM /NONE1", "a.pdf is encrypted; print it to"),
        (rb"/CF <<", b"/Cf <<", "a.pdf is broken: it"),
        (rb"/R 6", b"/R  ", "a.pdf is broken: it"),
        (rb"/P -?\d+", b"/P /", "a.pdf is broken: it"),
        (rb"/O <..", b"/O <zz", "a.pdf is broken: it"),
        (rb"/StmF /StdCF", b"/StmF 7", "a.pdf is broken: it"),
        (rb"/Encrypt \d+ 0 R", b"/Encrypt 9 9 R", "a.pdf is broken: it"),
        (rb"/Encrypt \d+ 0 R", b"/Encrypt null", "a.pdf is broken: it"),
        (rb"/U <.{8}", b"/U <00000000", "a.pdf is protected by a password;"),
        (rb"/UE <", b"/Ue <", "a.pdf is protected by a password;"),
        (rb"/UE <.{32}", b"/UE <", "No text was found in a.pdf;"),  # the key it gives is a wrong one
    ],
)
def test_a_damaged_encryption_gets_one_sentence(found: bytes, instead: bytes, says: str) -> None:
    data = encrypted(documents.pdf([["Words."]]), "AES-256")
    damaged, times = re.subn(found, lambda match: instead.ljust(len(match[0])), data, count=1)
    assert times == 1
    with pytest.raises(InputError, match=rf"^{re.escape(says)}[^\n]*\.$"):
        convert(damaged, "a.pdf")


@settings(max_examples=50)
@given(st.data(), st.sampled_from(ALGORITHMS))
def test_bytes_that_are_wrong_raise_nothing_else(draw: st.DataObject, algorithm: str) -> None:
    data = bytearray(encrypted(documents.pdf([["Words."]]), algorithm))
    place = data.index(b"/Filter /Standard")
    for at in draw.draw(st.lists(st.integers(place - 100, place + 900), min_size=1, max_size=5)):
        data[min(at, len(data) - 1)] = draw.draw(st.integers(0, 255))
    with contextlib.suppress(InputError):
        assert read(bytes(data)).text


def test_no_text_at_all() -> None:
    with pytest.raises(InputError, match=r"^No text was found in a\.pdf; .*\(OCR\) first\.$"):
        convert(documents.pdf([[], []]), "a.pdf")


def test_images_are_counted_once() -> None:
    def put(writer: PdfWriter) -> None:
        image = DecodedStreamObject()
        image.set_data(b"\0")
        image[NameObject("/Subtype")] = NameObject("/Image")
        reference = writer._add_object(image)
        for page in writer.pages:
            resources = page["/Resources"]
            assert isinstance(resources, DictionaryObject)
            resources[NameObject("/XObject")] = DictionaryObject({NameObject("/I"): reference})

    found = read(changed(documents.pdf([["One."], ["Two."]]), put))
    assert found.remarks == ("Left out: 1 image; words in images are not read.",)


def test_a_page_that_cannot_be_read_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = documents.pdf([["One."], ["Two."], ["Three."]])
    whole = PageObject.extract_text

    def torn(page: PageObject, **options: object) -> str:
        text = whole(page, **options)  # type: ignore[arg-type]
        if "Two" in text:
            raise KeyError("/Font")
        return text

    monkeypatch.setattr(PageObject, "extract_text", torn)
    found = read(data)
    assert found.text == "One.\n\nThree."
    assert found.remarks == ("1 of 3 pages could not be read and were left out.",)
    monkeypatch.setattr(PageObject, "extract_text", lambda page, **options: torn(page) and 1 // 0)
    with pytest.raises(InputError, match=r"broken: 3 of 3 pages could not be read"):
        convert(data, "a.pdf")


@pytest.mark.parametrize("algorithm", [None, "RC4-128", "AES-128", "AES-256"])
def test_pages_and_time_are_bounded(monkeypatch: pytest.MonkeyPatch, algorithm: str | None) -> None:
    data = documents.pdf([["One."], ["Two."], ["Three."]])
    data = encrypted(data, algorithm) if algorithm else data
    monkeypatch.setattr(pdf, "MAX_PAGES", 2)
    assert read(data).remarks == ("Only the first 2 of 3 pages were read.",)
    monkeypatch.setattr(pdf, "MAX_PAGES", 3)
    clock = itertools.count(0.0, 1.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(pdf, "MAX_PAGE_SECONDS", 3)
    with pytest.raises(InputError, match="could not be read"):  # each operator takes a second
        convert(data, "a.pdf")
    monkeypatch.setattr(pdf, "MAX_PAGE_SECONDS", 1e9)
    monkeypatch.setattr(parts, "MAX_CONVERT_SECONDS", 15)
    remarks = " ".join(read(data).remarks)
    assert re.search(r"Only the first \d of 3 pages were read: more take longer than", remarks)
    assert "could not be read" not in remarks
    monkeypatch.setattr(parts, "MAX_CONVERT_SECONDS", -1)
    with pytest.raises(InputError, match=r"^a\.pdf takes longer than"):
        convert(data, "a.pdf")


@pytest.mark.parametrize("algorithm", [None, "RC4-128", "AES-256"])
@pytest.mark.parametrize("pieces", [1, 5])
def test_a_stream_that_unpacks_to_too_much_is_not_taken_apart(
    monkeypatch: pytest.MonkeyPatch, algorithm: str | None, pieces: int
) -> None:
    """All is comment but the last line; either one stream is too long or all of a page together are."""
    long = b"%" + b"x" * (20_000 // pieces) + b"\n"

    def put(writer: PdfWriter) -> None:
        streams = ArrayObject()
        for last in [b""] * (pieces - 1) + [b"BT /F1 9 Tf (X.) Tj ET"]:
            stream = DecodedStreamObject()
            stream.set_data(long + last)
            streams.append(writer._add_object(stream.flate_encode()))
        writer.pages[0][NameObject("/Contents")] = streams if pieces > 1 else streams[0]

    data = changed(documents.pdf([["One."], ["Two."]]), put)
    data = encrypted(data, algorithm) if algorithm else data
    assert read(data).text == "X.\n\nTwo."
    monkeypatch.setattr(pdf, "MAX_PDF_STREAM_BYTES", 18_000)
    found = read(data)
    assert found.text == "Two."
    assert found.remarks == ("1 of 2 pages could not be read and were left out.",)


def test_forms_that_draw_one_another_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty forms, each drawing the next one twice: 2^40 in all."""

    def put(writer: PdfWriter) -> None:
        page = writer.pages[0]
        font = page["/Resources"]["/Font"]  # type: ignore[index]
        inner = None
        for _ in range(40):
            form = DecodedStreamObject()
            form.set_data(b"/F Do /F Do" if inner is not None else b"BT (x) Tj ET")
            objects = DictionaryObject() if inner is None else DictionaryObject({NameObject("/F"): inner})
            form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
            form[NameObject("/Resources")] = DictionaryObject(
                {NameObject("/XObject"): objects, NameObject("/Font"): font}
            )
            inner = writer._add_object(form)
        resources = page["/Resources"]
        assert isinstance(resources, DictionaryObject)
        assert inner is not None
        resources[NameObject("/XObject")] = DictionaryObject({NameObject("/F"): inner})
        stream = DecodedStreamObject()
        stream.set_data(b"/F Do")
        page[NameObject("/Contents")] = writer._add_object(stream)

    monkeypatch.setattr(pdf, "MAX_PAGE_SECONDS", 0.5)
    found = read(changed(documents.pdf([["One."], ["Two."]]), put))
    assert found.text.endswith("Two.")


def test_ligatures_and_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        PageObject, "extract_text", lambda page, **_: "o\ufb03ce  \ufb01le\0\ud800 bro-\nken \n\n\n\n\nend"
    )
    found = read(documents.pdf([["x"]]))
    assert found.text == "office file bro-\nken\n\n\nend"
    assert found.remarks == (
        "2 ligatures such as ﬁ were written as letters.",
        "1 word broken by a hyphen at the end of a line were left so.",
    )


# Running heads


@pytest.mark.parametrize(
    ("pages", "kept", "lines"),
    [
        (["H 1\na", "H 2\nb", "H 3\nc"], ["a", "b", "c"], 3),
        (["a\n1", "b\n2", "c\n3"], ["a", "b", "c"], 3),
        (["a\n- 11 -", "", "c\n- 13 -", "d\n- 14 -"], ["a", "", "c", "d"], 3),
        (["T\nH\na\nF\n1", "T\nH\nb\nF\n2", "T\nH\nc\nF\n3"], ["a", "b", "c"], 12),
        (["a\n1", "b\n7", "c\n3"], ["a\n1", "b\n7", "c\n3"], 0),  # no page numbers
        (["H\na", "H\nb", "c", "d"], ["H\na", "H\nb", "c", "d"], 0),  # on half of the pages
        (["H\na", "H\nb"], ["H\na", "H\nb"], 0),  # too few to tell
        (["***\na", "***\nb", "***\nc"], ["***\na", "***\nb", "***\nc"], 0),
        (["", "", ""], ["", "", ""], 0),
        (["H\nsame", "H\nsame", "H\nsame"], ["same", "same", "same"], 3),  # a page keeps its last words
        ([], [], 0),
    ],
)
def test_running_heads(pages: list[str], kept: list[str], lines: int) -> None:
    assert running.without(pages) == (kept, lines)


def test_running_heads_of_a_file() -> None:
    words = ["red", "green", "blue", "white", "black"]
    pages = [["A Report", f"The {word} one", f"of {word} goes on", str(number)] for number, word in enumerate(words, 8)]
    found = read(documents.pdf(pages))
    assert found.text == "\n".join(f"The {word} one\nof {word} goes on" for word in words)
    assert found.remarks == ("Left out: 10 lines of running heads, feet and page numbers.",)
