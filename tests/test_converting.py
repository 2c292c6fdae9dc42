"""converting: what a file is, and that nothing but a text or one plain sentence ever comes of it."""

import html
import itertools
import random
import re
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.errors import InputError
from playground.limits import MAX_TEXT_CHARACTERS, MAX_UPLOAD_MB
from playground.taking.converting import Converted, convert, parts
from tests.documents import TYPES, docx, epub, paragraph, pdf, zipped

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "docs"

PAGE = "<!DOCTYPE html><html><head><title>T</title></head><body><h1>One</h1><p>Words &amp; more.</p></body></html>"
FILES = {
    "pdf": pdf([["First page.", "It goes on"], ["over the end."]]),
    "docx": docx(paragraph("Words in Word.")),
    "html": PAGE.encode(),
    "epub": epub({"a.xhtml": "<html><body><h1>A</h1><p>In a book.</p></body></html>"}),
}


def converted(data: bytes, name: str = "file") -> Converted:
    """The document that must come of `data`."""
    found = convert(data, name)
    assert found is not None
    assert_clean(found)
    return found


def assert_clean(found: Converted) -> None:
    """The promises of every Converted."""
    text = found.text
    assert text.strip()
    text.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]", text)
    assert "\n\n\n\n" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    assert all(re.fullmatch(r".*\d.*\.", remark) for remark in found.remarks)
    assert list(found.pages) == sorted(found.pages)
    assert bool(found.pages) == (found.kind == "pdf")


# What a file is


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("name", ["file", "file.txt", "file.pdf", "file.docx", "file.html", "file.epub", "FILE.PDF"])
def test_the_content_tells_the_format_whatever_the_name(kind: str, name: str) -> None:
    assert converted(FILES[kind], name) == converted(FILES[kind], f"right.{kind}")
    assert converted(FILES[kind], name).kind == kind


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"Plain words.", "a.pdf"),
        (b"Plain words.", "a.docx"),
        (b"Plain words, 3 < 4 and 5 > 4.", "a.html"),
        (b"", "a.txt"),
        (b"A text on {\\rtf1 and the like", "a.txt"),
        (b"<p>A fragment of a page.</p>", "a.txt"),
        (b"A text about %PDF-1.7 files.", "a.txt"),
        (zipped({"a.txt": "words"}), "a.zip"),
        (zipped({"[Content_Types].xml": TYPES, "xl/workbook.xml": "<a/>"}), "a.xlsx"),
        (b"PK\x03\x04 torn", "a.zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "a.doc"),
    ],
)
def test_what_is_none_of_the_formats(data: bytes, name: str) -> None:
    assert convert(data, name) is None


def test_a_fragment_named_html_is_a_page() -> None:
    assert converted(b"<p>A fragment.</p>", "a.htm").text == "A fragment."
    assert converted(b"\n<!-- by hand -->\n<HTML><p>x</p>", "a.txt").kind == "html"


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"%PDF-1.7 and nothing else", "a.pdf", "broken"),
        (b"PK\x03\x04 torn", "a.docx", "broken"),
        (FILES["docx"][:-40], "download", "broken"),
        (FILES["epub"][:-40], "download", "broken"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "a.docx", "password"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a", "password"),
        (docx(paragraph(" ")), "a.docx", "No text was found in a.docx"),
        (b"<html><body><script>x()</script></body></html>", "a.html", "No text was found in a.html"),
        (b"%PDF-" + bytes(MAX_UPLOAD_MB * 10**6), "a.pdf", "at most 10,000,000 bytes"),
        (b"\x89PNG\r\n\x1a\n", "a.html", "PNG"),
        (
            b"{\\rtf1\\ansi Words.}",
            "a.rtf",
            "a.rtf is an RTF file, which is not read; save it as DOCX or plain text first.",
        ),
        (b"{\\rtf1\\ansi Words.}", "a.doc", "RTF"),
        (b"", "a.docx", "a.docx is empty."),
        (b" \n", "a.html", "a.html is empty."),
    ],
)
def test_what_is_refused(data: bytes, name: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)) as error:
        convert(data, name)
    assert re.fullmatch(r"[^\n]+\.", str(error.value))


def test_more_text_than_may_be() -> None:
    deep = "<blockquote>" * 8 + "<pre>" + "x\n" * (MAX_TEXT_CHARACTERS // 17 + 1)
    with pytest.raises(InputError, match="more than 10,000,000 characters"):
        convert(b"<html>" + deep.encode(), "a.html")


@pytest.mark.parametrize("kind", FILES)
def test_every_format_has_a_time_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MAX_CONVERT_SECONDS", -1.0)
    with pytest.raises(InputError, match=rf"^a\.{kind} takes longer than .*\.$"):
        convert(FILES[kind], f"a.{kind}")


@pytest.mark.parametrize(("body", "name"), [("<p/>" * 20_000, "a.html"), ("<w:p/>" * 20_000, "a.docx")])
def test_the_clock_is_looked_at_while_a_document_is_read(body: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    monkeypatch.setattr(parts, "MAX_CONVERT_SECONDS", 5_000.0)
    with pytest.raises(InputError, match="takes longer than 5000 seconds"):
        convert(docx(body) if name == "a.docx" else f"<html>{body}".encode(), name)
    assert next(ticks) < 5_010


def test_a_strange_name_can_be_shown() -> None:
    with pytest.raises(InputError) as error:
        convert(b"%PDF-1.7", "a\ud800\n.pdf")
    assert str(error.value).startswith("a\ufffd\ufffd.pdf is broken")


# Pages


@given(st.lists(st.integers(0, 9), min_size=1, max_size=20), st.integers(0, 200))
def test_the_page_of_a_place_is_the_last_that_begins_by_then(lengths: list[int], offset: int) -> None:
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    found = Converted("x" * 200, "pdf", (), tuple(starts))
    wanted = max(number for number, start in enumerate(starts, 1) if start <= offset)
    assert found.page_of(offset) == wanted
    assert found.pages_of(np.array([offset, offset])).tolist() == [wanted, wanted]


def test_without_pages_there_is_no_page() -> None:
    assert Converted("x", "html", ()).page_of(0) == 0


# Broken files


def assert_text_or_sentence(data: bytes, name: str) -> None:
    """Any other exception than InputError fails the test."""
    sentence, found = "One.", None
    try:
        found = convert(data, name)
    except InputError as error:
        sentence = str(error)
    assert re.fullmatch(r"[^\n]+\.", sentence)
    if found is not None:
        assert_clean(found)


@pytest.mark.parametrize("kind", FILES)
def test_a_file_cut_anywhere(kind: str) -> None:
    data = FILES[kind]
    for end in range(0, len(data), max(1, len(data) // 150)):
        assert_text_or_sentence(data[:end], f"a.{kind}")


@pytest.mark.parametrize("kind", FILES)
def test_a_file_with_bytes_changed(kind: str) -> None:
    chance = random.Random(7)
    for _ in range(150):
        data = bytearray(FILES[kind])
        for _ in range(chance.choice([1, 3, 20])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        assert_text_or_sentence(bytes(data), f"a.{kind}")


HEADS = st.sampled_from([b"%PDF-1.4\n", b"PK\x03\x04", b"<html>", b"", FILES["pdf"][:300], FILES["docx"][:300]])


@given(HEADS, st.binary(max_size=300), st.sampled_from(["a.pdf", "a.docx", "a.epub", "a.html", "a"]))
@settings(deadline=None, max_examples=150)
@example(b"PK\x05\x06" + bytes(18), b"", "a.epub")
def test_any_bytes(head: bytes, rest: bytes, name: str) -> None:
    assert_text_or_sentence(head + rest, name)


WORDS = st.sampled_from(["w", " ", "# x", "|", "`", "\x0b", "&lt;"])
NAMES = [
    *("p", "r", "t", "tbl", "tr", "tc", "pPr", "rPr", "tcPr", "trPr", "numPr", "numId", "ilvl", "pStyle", "outlineLvl"),
    *("ins", "del", "sdtContent", "AlternateContent", "drawing", "txbxContent", "gridSpan", "gridBefore", "vMerge"),
    *("vertAlign", "vanish", "sym", "br", "footnoteReference"),
]


def element(name: str, value: str, inner: list[str]) -> str:
    return f'<w:{name} w:val="{value}" w:id="{value}">{"".join(inner)}</w:{name}>'


XML = st.recursive(
    WORDS.map(lambda word: f"<w:t>{word.replace(chr(11), '')}</w:t>"),
    lambda inner: st.builds(
        element, st.sampled_from(NAMES), st.sampled_from(["1", "2", "restart", "-1", "٣", "9" * 30]), st.lists(inner)
    ),
    max_leaves=40,
)


@given(st.lists(XML, max_size=8), XML)
@settings(deadline=None, max_examples=100)
def test_any_elements_of_word(body: list[str], other: str) -> None:
    inner = "".join(f"<w:p><w:r>{one}</w:r></w:p>{one}" for one in body)
    lists = '<w:abstractNum w:abstractNumId="1"/><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    assert_text_or_sentence(docx(inner, styles=other, numbering=lists + other, footnotes=other), "a.docx")


TAGS = st.sampled_from(
    [
        *("p", "div", "h2", "ul", "ol", "li", "table", "caption", "thead", "tr", "td", "th", "pre", "code", "sup", "q"),
        *("blockquote", "header", "main", "article", "nav", "svg", "button", "br", "hr", "img", "a", "script", "title"),
    ]
)
ATTRIBUTES = st.sampled_from(["hidden", "rowspan=3", "colspan=2", "start=9", "role=main", "/"])
MARKS = st.one_of(
    WORDS,
    TAGS.map(lambda tag: f"<{tag}>"),
    TAGS.map(lambda tag: f"</{tag}>"),
    st.builds(
        "<{} {}>".format, TAGS, st.sampled_from(["hidden", "rowspan=3", "colspan=2", "start=9", "role=main", "/"])
    ),
)


@given(st.lists(MARKS, max_size=60))
@settings(deadline=None, max_examples=200)
def test_any_tags(marks: list[str]) -> None:
    assert_text_or_sentence(f"<html>{''.join(marks)}".encode(), "a.html")
    assert_text_or_sentence(epub({"a.xhtml": "".join(marks)}), "a.epub")


# Real files, where they are at hand


def real(name: str) -> Converted:
    path = SHARED / name
    if not path.exists():
        pytest.skip("the real files are not here")
    return converted(path.read_bytes(), name)


def test_a_real_page_keeps_all_its_headings_code_and_words() -> None:
    found = real("html_effective_go.html")
    source = (SHARED / "html_effective_go.html").read_text(encoding="utf-8")
    source = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    assert len(re.findall(r"^#{2,3} ", found.text, re.MULTILINE)) == len(re.findall(r"<h[1-6]", source))
    assert found.text.count("```") == 2 * len(re.findall(r"<pre", source))
    plain = re.sub(r"<[^>]*>", " ", source)
    plain = html.unescape(plain)
    assert re.findall(r"[a-z]{3,}", found.text) == re.findall(r"[a-z]{3,}", plain)


def test_real_documents_of_word() -> None:
    tables = real("docx_word_tables.docx")
    assert tables.text.startswith("# Test with tables\n\nA uniform table\n\n| Header 0.0 | Header 0.1 | Header 0.2 |\n")
    assert "|  | Cell 1.1 |" in tables.text
    statement = real("docx_privacy_statement_made.docx")
    assert "\n## GitHub Privacy Statement\n" in statement.text
    assert len(re.findall(r"^- ", statement.text, re.MULTILINE)) > 50


def test_real_pdf_files() -> None:
    found = real("pdf_latex_multicolumn.pdf")
    assert len(found.pages) == 3
    assert "two columns filled\nwith" in found.text
    assert found.text[found.pages[2] :].startswith("Table 1: EU Countries")
    assert not re.search(r"^\d+$", found.text, re.MULTILINE)
    assert "Namespaces are one honking great idea" in real("pdf_google_doc.pdf").text
