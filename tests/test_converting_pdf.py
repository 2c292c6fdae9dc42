"""PDF to text: pages and where they begin, what is not read, and nothing that runs for ever."""

import contextlib
import io
import itertools
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.errors import DependencyError
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from playground.errors import InputError
from playground.taking.converting import Converted, convert, parts, pdf, running
from tests import documents
from tests.growth import assert_linear


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


def annotated(*found: dict[str, object], data: bytes | None = None) -> bytes:
    """A PDF of two pages with these annotations on its first one."""

    def put(writer: PdfWriter) -> None:
        listed = ArrayObject()
        for one in found:
            made = DictionaryObject()
            for key, value in one.items():
                is_name = isinstance(value, str) and value.startswith("/")
                kind = NameObject if is_name else TextStringObject if isinstance(value, str) else NumberObject
                made[NameObject(key)] = kind(value)
            listed.append(writer._add_object(made))
        writer.pages[0][NameObject("/Annots")] = listed

    return changed(data or documents.pdf([["One."], ["Two."]]), put)


def test_free_text_on_a_page_is_read_at_its_end() -> None:
    found = read(annotated({"/Subtype": "/FreeText", "/Contents": "Pump 5 is\r out of order."}, {"/Subtype": "/Link"}))
    assert found.text == "One.\n\nPump 5 is\n out of order.\n\nTwo."
    assert found.pages_of([found.text.index("Pump"), found.text.index("Two")]).tolist() == [1, 2]
    assert found.remarks == ("At the end of its page stands what was written onto it: 1 free text.",)


def test_nothing_goes_on_behind_free_text() -> None:
    data = annotated(
        {"/Subtype": "/FreeText", "/Contents": "a note"}, data=documents.pdf([["It"], ["goes on."], ["End"]])
    )
    found = read(data)
    assert found.text == "It\n\na note\n\ngoes on.\n\nEnd"
    assert [found.text[start:].strip("\n")[:2] for start in found.pages] == ["It", "go", "En"]


def test_comments_and_fields_that_are_left_out_are_said() -> None:
    comments: list[dict[str, object]] = [
        {"/Subtype": "/Text", "/Contents": "why?"},
        {"/Subtype": "/Text", "/Contents": " "},
    ]
    hidden: dict[str, object] = {"/Subtype": "/FreeText", "/Contents": "no", "/F": 2}
    fields: list[dict[str, object]] = [{"/Subtype": "/Widget", "/V": value} for value in ("filled", "", "/Off")]
    found = read(annotated(*comments, hidden, *fields))
    assert found.text == "One.\n\nTwo."
    assert found.remarks == ("Left out: 1 comment.", "Left out: what was filled into 1 form field.")


def test_a_page_with_nothing_but_free_text_is_no_scan() -> None:
    data = annotated({"/Subtype": "/FreeText", "/Contents": "All there is."}, data=documents.pdf([[]]))
    found = read(data)
    assert found.text == "All there is."
    assert len(found.remarks) == 1


@pytest.mark.parametrize("broken", [NumberObject(7), TextStringObject("x"), ArrayObject([NumberObject(1)])])
def test_broken_annotations_leave_the_text_of_the_page(broken: PdfObject) -> None:
    def put(writer: PdfWriter) -> None:
        writer.pages[0][NameObject("/Annots")] = broken

    assert read(changed(documents.pdf([["One."]]), put)).text == "One."


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


def page(number: int, *ahead: str, foot: tuple[str, ...] = ()) -> str:
    """A page of ten lines that no other page has, with these around them."""
    ahead, foot = (*ahead, "") if ahead else (), ("", *foot) if foot else ()  # running lines stand apart
    return "\n".join([*ahead, *(f"what stands here is line {row} of the text {number}" for row in range(10)), *foot])


def pages(heads: Sequence[Sequence[str]], feet: Sequence[Sequence[str]] = ()) -> list[str]:
    return [
        page(n, *head, foot=tuple(foot))
        for n, (head, foot) in enumerate(itertools.zip_longest(heads, feet, fillvalue=()))
    ]


ROMANS = ["iv", "v", "vi", "vii", "viii", "ix", "x", "xi"]


@pytest.mark.parametrize(
    "lines",
    [
        ["1", "2", "3"],
        ["- 98 -", "- 99 -", "- 100 -"],
        ["-98-", "-99-", "-100-"],
        ["Page 1", "Page 2", "Page 3"],
        ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"],
        ["1 / 3", "2 / 3", "3 / 3"],
        ["Seite 8 von 30", "Seite 9 von 30", "Seite 10 von 30"],
        ["ACME 2026, Page 1", "ACME 2026, Page 2", "ACME 2026, Page 3"],
        ["ACME 2026 | 7", "ACME 2026 | 8", "ACME 2026 | 9"],
        ["7 | ACME 2026", "8 | ACME 2026", "9 | ACME 2026"],
        ["第3页", "第4页", "第5页"],
        ROMANS,
        [f"Page {number.upper()}" for number in ROMANS],
        ["", "2", "3", "4"],
        [*ROMANS, *map(str, range(1, 60))],  # a preface with numbers of its own
    ],
)
@pytest.mark.parametrize("at_foot", [False, True])
def test_page_numbers_go(lines: list[str], at_foot: bool) -> None:
    edges = [[line] if line else [] for line in lines]
    kept, left = running.without(pages([[]] * len(lines), edges) if at_foot else pages(edges))
    assert kept == pages([[]] * len(lines))
    assert left == [(number, line) for number, line in enumerate(lines, 1) if line]


@pytest.mark.parametrize(
    "lines",
    [
        ["1", "7", "3"],
        ["1", "2"],  # too few to tell
        ["1", "2", "3", "Words", "Other", "Some", "More"],  # on less than 60 %, and less than five in a row
        ["Invoice 100", "Invoice 101", "Invoice 102"],
        ["Lesson 1", "Lesson 2", "Lesson 3"],
        ["Total 640 euros", "Total 641 euros", "Total 642 euros"],
        ["640 €", "641 €", "642 €"],
        ["$640", "$641", "$642"],
        ["640.00", "641.00", "642.00"],
        ["1,640", "1,641", "1,642"],
        ["3 May 2026", "4 May 2026", "5 May 2026"],
        ["Due in 10 days", "Due in 15 days", "Due in 20 days"],
        ["This ends page 1", "This ends page 2", "This ends page 3"],
        ["Page 1 pumps", "Page 2 pumps", "Page 3 pumps"],
        ["Please pay 640 euros until 3 May."] * 4,
        ["The bank account is DE12 3456."] * 4,
        ["***"] * 4,
        ["H", "H", "c", "d"],  # on half of the pages
        ["H 3", "H 7", "H 4"],
        ["x" * 200] * 4,
    ],
)
@pytest.mark.parametrize("at_foot", [False, True])
def test_what_is_no_page_number_and_no_running_head_stays(lines: list[str], at_foot: bool) -> None:
    edges = [[line] for line in lines]
    given = pages([[]] * len(lines), edges) if at_foot else pages(edges)
    assert running.without(given) == (given, [])


def test_of_a_running_head_the_first_copy_stays() -> None:
    heads = [["T 2026", "H"], ["T 2026", "H"], ["H"], ["T 2026", "H"]]
    feet = [["© ACME 2026. All rights reserved.", str(number)] for number in range(4)]
    kept, left = running.without(pages(heads, feet))
    assert kept == pages([heads[0], [], ["H"], []], [feet[0][:1], [], [], []])
    assert left[:3] == [(1, "0"), (2, "T 2026"), (2, "H")]
    assert len(left) == 4 + 3 + 2 + 2


def test_invoices_and_letters_of_few_lines_stay_as_they_are() -> None:
    invoices = [
        [f"Invoice {100 + n}", f"Date {3 + n} May 2026", f"Pump {2 + 7 * n} repaired", f"Total {640 + n} euros", str(n)]
        for n in range(4)
    ]
    assert read(documents.pdf(invoices)).text.replace("\n\n", "\n") == "\n".join(itertools.chain(*invoices))
    letters = [
        [f"Dear {name}", "Please pay 640 euros", "Account DE12 3456"] for name in ("Anna", "Bert", "Cleo", "Dora")
    ]
    found = read(documents.pdf(letters))
    assert found.text.count("Please pay 640 euros") == found.text.count("DE12 3456") == 4
    assert not found.remarks
    assert not found.left


def test_never_more_than_a_small_share_goes() -> None:
    short = [
        "\n".join(["A head that is long", "", *(f"{n}{row}" for row in range(9)), "", "and a foot", str(n)])
        for n in range(9)
    ]
    kept, left = running.without(short)
    assert [line for _, line in left] == [str(n) for n in range(9)]
    assert all(after == before.rpartition("\n")[0] for after, before in zip(kept, short, strict=True))
    all_numbers = ["\n".join("12345678"[row] for row in range(8)) + f"\n{100_00 + n}" for n in range(9)]
    assert running.without(all_numbers) == (all_numbers, [])


@given(
    st.lists(
        st.lists(st.sampled_from(["", "a", "H", "T 1", "1", "2", "3", "Page 2", "iv", "v"]), max_size=12), max_size=9
    )
)
def test_what_goes_and_what_stays_is_all_there_was(lines: list[list[str]]) -> None:
    given_pages = ["\n".join(page).strip("\n") for page in lines]
    kept, left = running.without(given_pages)
    for number, (before, after) in enumerate(zip(given_pages, kept, strict=True), 1):
        gone = [line for page, line in left if page == number]
        assert Counter(before.split("\n")) - Counter(gone) - Counter([""] * 99) == Counter(after.split("\n")) - Counter(
            [""] * 99
        )
        assert not gone or len([line for line in before.split("\n") if line]) >= 8
    assert {line for page in given_pages for line in page.split("\n") if line.isalpha() and line not in ROMANS} <= {
        line for page in kept for line in page.split("\n")
    }


def test_no_gap_is_left_where_a_line_went() -> None:
    given_pages = [f"H {n}\n\nThe Book\n\n" + page(n) for n in range(3)]
    kept, left = running.without([text.replace("H ", "Page ") for text in given_pages])
    assert len(left) == 5
    assert kept == [f"The Book\n\n{page(0)}", page(1), page(2)]
    assert running.without([f"T\n\nPage {n}\n\n{page(n)}" for n in range(3)])[0][0] == f"T\n\n\n{page(0)}"


def test_running_heads_are_found_in_time_that_grows_with_the_pages() -> None:
    assert_linear(lambda size: running.without(pages([["A Report"]] * size, [[str(n)] for n in range(size)])), 4_000)
    assert_linear(lambda size: running.without([page(0, "1 " * 70)] * size), 4_000)


def report(lines: Sequence[Sequence[str]]) -> bytes:
    """A PDF of pages of lines, each with space below its first one."""
    made = FPDF()
    made.set_font("helvetica", size=11)
    for one in lines:
        made.add_page()
        for number, line in enumerate(one):
            made.cell(h=6, text=line, new_x="LMARGIN", new_y="NEXT")
            made.ln(6 * (number == 0))
    return bytes(made.output())


def test_what_comes_again_among_the_lines_of_the_text_stays() -> None:
    bodies = [[f"Pump {7 * n + row} was repaired on day {row}" for row in range(20)] for n in range(5)]
    bills = [
        ["ACME Ltd", f"Invoice {100 + n}", *body, f"Total {640 + n} euros", "Account DE12 3456"]
        for n, body in enumerate(bodies)
    ]
    found = read(documents.pdf(bills))
    assert found.text == "\n".join(itertools.chain(*bills))
    assert not found.left
    apart = read(report(bills))
    assert {line for _, line in apart.left} == {"ACME Ltd"}
    assert apart.text.count("Account DE12 3456") == 5


def test_a_head_above_a_sentence_that_goes_on_stands_apart() -> None:
    bodies = [[f"of line {row} on page {n} and so" for row in range(12)] for n in range(4)]
    found = read(report([["A Report", *body] for body in bodies]))
    assert [line for _, line in found.left] == ["A Report"] * 3


def test_running_heads_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["red", "green", "blue", "white", "black"]
    inner = [[f"The {word} one", *(f"of {word} goes on with {row}" for row in range(9))] for word in words]
    data = report([["A Report", *lines, str(number)] for number, lines in enumerate(inner, 8)])
    found = read(data)
    assert found.text == "A Report\n\n" + "\n".join(itertools.chain(*inner))
    assert found.remarks == ("Left out: 9 lines of running heads, feet and page numbers.",)
    assert found.left[:3] == ((1, "8"), (2, "A Report"), (2, "9"))
    whole = convert(data, "a.pdf", keep_heads=True)
    assert whole is not None
    assert whole.text.count("A Report") == 5
    assert not whole.left
    assert not whole.remarks
    monkeypatch.setattr(pdf, "MAX_LEFT_LINES", 2)
    assert read(data).left == found.left[:2]
