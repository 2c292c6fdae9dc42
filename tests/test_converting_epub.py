"""EPUB to Markdown: the parts in the order of the spine, and what is wrong with a book in one sentence."""

import re

import pytest

from playground.errors import InputError
from playground.taking.converting import Converted, convert
from playground.taking.converting import epub as reader
from tests.documents import CONTAINER, epub, zipped

NAMESPACE = 'xmlns="http://www.w3.org/1999/xhtml"'
PAGES = {
    "one.xhtml": f"<?xml version='1.0'?><html {NAMESPACE}><title/><body><h1>One</h1><p>1st</p></body></html>",
    "two.xhtml": f"<html {NAMESPACE}><body><header><h1>Two</h1></header><p>caf\u00e9</p></body></html>",
}


def encryption(path: str, algorithm: str) -> str:
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><e:EncryptedData xmlns:e="x">'
        f'<e:EncryptionMethod Algorithm="{algorithm}"/><e:CipherData><e:CipherReference URI="{path}"/></e:CipherData>'
        "</e:EncryptedData></encryption>"
    )


def read(data: bytes) -> Converted:
    found = convert(data, "a.epub")
    assert found is not None
    assert found.kind == "epub"
    return found


def test_the_parts_stand_in_the_order_of_the_spine() -> None:
    assert read(epub(PAGES)).text == "# One\n\n1st\n\n# Two\n\ncafé"
    assert read(epub(PAGES, ["two.xhtml", "one.xhtml"])).text == "# Two\n\ncafé\n\n# One\n\n1st"


def test_progress_counts_the_parts() -> None:
    calls: list[tuple[int, int, str]] = []
    convert(epub(PAGES), "a.epub", lambda *call: calls.append(call))
    assert calls == [(1, 2, "parts"), (2, 2, "parts")]


def test_a_part_is_read_once_however_often_it_is_named() -> None:
    found = read(epub(PAGES, ["one.xhtml", "two.xhtml"] * 1_000))
    assert found.text == read(epub(PAGES)).text
    assert found.remarks == ("Left out: parts that the book names again, 1,998 times; each was read once.",)


def test_only_so_many_parts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_PARTS", 3)
    found = read(epub({f"{number}.xhtml": f"<p>{number}</p>" for number in range(5)}))
    assert found.text == "0\n\n1\n\n2"
    assert found.remarks == ("Only the first 3 of 5 parts of the book were read.",)


def test_progress_is_told_a_hundred_times_at_most() -> None:
    calls: list[int] = []
    data = epub({f"{number}.xhtml": "<p>x</p>" for number in range(777)})
    convert(data, "a.epub", lambda done, total, noun: calls.append(done))
    assert calls == sorted(set(calls))
    assert len(calls) == 100
    assert calls[-1] == 777


def test_a_part_that_is_broken_is_said_and_the_others_are_read() -> None:
    found = read(epub({**PAGES, "bad.xhtml": bytes(500)}, ["one.xhtml", "gone.xhtml", "bad.xhtml", "two.xhtml"]))
    assert found.text == read(epub(PAGES)).text
    assert found.remarks == ("2 of the 4 parts of the book could not be read: gone.xhtml, bad.xhtml.",)


def test_parts_that_are_no_pages() -> None:
    package = (
        '<package><manifest><item id="a" href="a%20b.xhtml#x" media-type="application/xhtml+xml"/>'
        '<item id="b" href="b.svg" media-type="image/svg+xml"/>'
        '<item id="c" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>'
    )
    members = {"OPS/a b.xhtml": "<p>words</p>", "OPS/nav.xhtml": "<p>Contents</p>", "OPS/book.opf": package}
    found = read(zipped({"META-INF/container.xml": CONTAINER, **members}))
    assert found.text == "words"
    assert found.remarks == ("Left out: 1 part of the book without text, as pictures.",)


def test_text_that_is_encrypted_is_refused_and_fonts_may_be() -> None:
    with pytest.raises(InputError, match=r"^a\.epub is protected \(DRM\)"):
        convert(
            epub(PAGES, encryption=encryption("OPS/one.xhtml", "http://www.w3.org/2001/04/xmlenc#aes128-cbc")), "a.epub"
        )
    for path, algorithm in [("OPS/font.otf", "http://ns.adobe.com/pdf/enc#RC"), ("OPS/font.otf", "x")]:
        assert read(epub(PAGES, encryption=encryption(path, algorithm))).text.startswith("# One")


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"META-INF/container.xml": CONTAINER}, "does not say which parts"),
        ({"META-INF/container.xml": "<a"}, "well-formed"),
        ({"mimetype": "application/epub+zip"}, "does not say which parts"),
        ({"META-INF/container.xml": CONTAINER, "OPS/book.opf": "<package/>"}, "No text was found"),
        (
            {
                "META-INF/container.xml": CONTAINER,
                "OPS/book.opf": '<package><item id="a" href="../../etc/passwd"/><itemref idref="a"/></package>',
            },
            "a part that it names is not in it",
        ),
        (
            {"META-INF/container.xml": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'},
            "entities",
        ),
    ],
)
def test_broken_books(members: dict[str, str | bytes], says: str) -> None:
    with pytest.raises(InputError, match=rf"{re.escape(says)}.*\.$"):
        convert(zipped(members), "a.epub")


def test_entities_of_a_page_are_not_expanded() -> None:
    page = '<!DOCTYPE html [<!ENTITY a "haha"><!ENTITY b SYSTEM "file:///etc/passwd">]><p>x&a;y&b;z</p>'
    text = read(epub({"a.xhtml": page})).text
    assert text.endswith("x&a;y&b;z")
    assert "root:" not in text
