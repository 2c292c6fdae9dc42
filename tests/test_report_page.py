"""The report as a file: nothing in it runs or asks a network, and what it says is what the report says."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Chunk, Document, Report, Settings, analyse, chunk
from playground.giving.marked_text import shown
from playground.giving.report_page import POLICY, html, in_code, setting_in_words
from playground.giving.rows import Extra
from playground.strategies import STRATEGIES
from playground.words import percent
from tests.html_reader import Element, of_class, read
from tests.texts import sizes, texts

TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "header", "section", "p", "h1", "h2", "bdi", "dl", "div",
    "dt", "dd", "code", "ul", "li", "svg", "path", "table", "tr", "th", "td", "small", "i", "span", "figure",
    "figcaption",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "class", "style", "id", "title", "tabindex", "role", "viewbox",
    "preserveaspectratio", "d", "scope", "aria-label", "aria-hidden", "data-n", "data-ahead", "data-page",
}  # fmt: skip
PAYLOADS = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</div></main><h1>Mine</h1>", "<!-- ", "]]>",
    "<svg/onload=alert(1)>", "</title><script>alert(1)</script>", "</style><style>*{}", "&lt;b&gt; &amp;#60;",
    "' onmouseover='alert(1)", "<a href=javascript:alert(1)>x</a>", "<iframe srcdoc=x>", "\x00<\x00b>", "{{7*7}}",
    "<plaintext>", "<textarea>", "<base href=//evil.example>", "url(http://evil.example)", "\u202e", "&#0;&#13;",
]  # fmt: skip
STYLE = Path(__file__).resolve().parents[1] / "playground" / "giving" / "report_page.css"
HANDBOOK = "# Pumps\n\nOpen the valve. Wait.\n\n## Hoses\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nThe end."


def report_of(text: str, **values: Any) -> Report:
    chosen: dict[str, Any] = {"chunk_size": 60, "sentence_rule": "punctuation"}
    return analyse(Document(text), Settings(**(chosen | values)))


def only_ours(elements: list[Element]) -> None:
    """No tag or attribute that is not the page's, none that loads, links or runs, and no style but numbers."""
    assert {one.tag for one in elements} <= TAGS
    assert {name for one in elements for name in one.attributes} <= ATTRIBUTES
    styles = [one.attributes["style"] for one in elements if "style" in one.attributes]
    assert all(re.fullmatch(r"(width|bottom|--wide|--columns):[\d.]+(%|ch)?", style) for style in styles)
    assert sum(one.tag == "style" for one in elements) == 1


def one(elements: list[Element], tag: str) -> Element:
    [found] = [element for element in elements if element.tag == tag]
    return found


@given(
    st.lists(st.one_of(st.sampled_from(PAYLOADS), texts), max_size=5).map("\n\n# ".join),
    st.one_of(st.sampled_from(PAYLOADS), texts),
    sizes(),
    st.sampled_from(list(STRATEGIES)),
)
def test_no_text_or_name_becomes_more_than_text(text: str, name: str, size: tuple[int, int], strategy: str) -> None:
    report = report_of(text, strategy=strategy, chunk_size=size[0], chunk_overlap=size[1], pack=True)
    elements = read(html(report, name, title=name))
    only_ours(elements)
    assert of_class(elements, "text")[0].text == shown(text)
    wanted = shown(name if len(name) <= 200 else f"{name[:200]}…") or "Chunks"
    assert one(elements, "h1").text == one(elements, "title").text == wanted


@pytest.mark.parametrize("payload", PAYLOADS)
def test_titles_and_headings_are_inert(payload: str) -> None:
    heading = " ".join(payload.split())
    text = f"# {heading}\n\nOne sentence here. Another one there.\n\n## More\n\nAnd more."
    report = report_of(text, strategy="structure", title=heading, chunk_size=200, markup="markdown")
    page = html(report, payload)
    elements = read(page)
    only_ours(elements)
    assert of_class(elements, "ahead")[0].attributes["data-ahead"] == shown(heading)
    assert shown(heading) in of_class(elements, "setting")[0].text


def test_the_policy_forbids_everything_but_the_style() -> None:
    page = html(report_of(HANDBOOK), "a.md")
    [policy] = [element for element in read(page) if element.attributes.get("http-equiv")]
    assert policy.attributes == {"http-equiv": "Content-Security-Policy", "content": POLICY}
    assert page.index("Content-Security-Policy") < page.index("<style>")
    style = one(read(page), "style").text
    assert not re.search(r"url\(|@import|expression|http", style)
    assert style == "\n" + STYLE.read_text(encoding="utf-8")


def test_the_numbers_are_those_of_the_report() -> None:
    report = report_of("One two three. Four five six. Seven eight.", strategy="fixed", chunk_size=20, chunk_overlap=5)
    cards = of_class(read(html(report, "a.txt")), "card")
    said = [card.text for card in cards]
    assert any(text.startswith(f"Chunks{len(report)}vectors") for text in said)
    assert any(text.startswith(f"Average size{report.facts.sizes.average}characters") for text in said)
    assert any(text.startswith(f"Overlap got{report.overlap.average}of 5 characters asked") for text in said)
    assert any(text.startswith(f"Cuts in sentences{report.facts.cuts_inside}") for text in said)
    tokens = Extra(tokens=np.full(len(report), 77), vocabulary="estimate")
    assert "Average tokens77per chunk, estimated" in of_class(read(html(report, "a", tokens)), "numbers")[0].text


def test_the_page_of_each_chunk_is_named_where_pages_are_known() -> None:
    report = report_of("One two three. Four five six. Seven eight. Nine ten.", strategy="sentence", chunk_size=14)
    pages = np.array([1, 1, 3, 3])
    elements = read(html(report, "a.pdf", Extra(pages=pages)))
    only_ours(elements)
    titles = [mark.attributes["title"] for mark in of_class(elements, "cut")]
    assert [title.rpartition("; ")[2] for title in titles] == ["page 1", "page 1", "page 3", "page 3"]
    drawn = [one.attributes.get("data-page", one.attributes.get("data-n")) for one in elements if one.tag == "i"]
    marks = [word for word in drawn if word]
    assert marks == ["page 1", "1", "2", "page 3", "3", "4"], "ahead of the first chunk that begins on it"
    plain = html(report, "a.txt")
    assert "data-page=" not in plain
    assert "; page" not in plain


def test_damage_is_counted_by_kind() -> None:
    report = report_of("One two three. Four five six. Seven eight.", strategy="fixed", chunk_size=20)
    cells = [element.text for element in read(html(report)) if element.tag == "td"][1:]  # a bar, a count, a share
    assert cells[1::3] == [str(report.damage.count(kind)) for kind in report.damage.by_kind]
    assert cells[2::3] == [percent(report.damage.share(kind)) for kind in report.damage.by_kind]
    assert any(count != "0" for count in cells[1::3])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("pack", [False, True])
def test_the_setting_is_said_in_words_and_in_code(strategy: str, pack: bool) -> None:
    report = report_of(HANDBOOK, strategy=strategy, pack=pack, chunk_overlap=9, title="T's \"<b>", unit="words")
    made: list[Chunk] = eval(in_code(report), {"chunk": chunk, "text": HANDBOOK, "Settings": Settings})
    assert [(part.start, part.end) for part in made] == list(report.spans)
    words = dict(setting_in_words(report))
    assert words["Strategy"].startswith(STRATEGIES[strategy].label)
    assert words["Title ahead of each chunk"] == "T's \"<b>"
    assert ("Size" in words) == ("Overlap" in words) == report.uses_size
    if report.uses_size:
        assert (words["Size"], words["Overlap"]) == ("at most 60 words", "at most 9 words (15 % of the size)")
    shown_words = of_class(read(html(report)), "setting")[0].text
    assert all(f"{term}{value}" in shown_words for term, value in words.items())


def test_a_long_text_is_bounded_and_the_file_says_what_is_left_out() -> None:
    report = report_of("A sentence of some length here. " * 20_000, strategy="fixed", chunk_size=100)
    page = html(report, "long.txt", most_characters=50_000)
    [left] = of_class(read(page), "left-out")
    assert left.text.startswith("The first 50,000 of 640,000 characters are here, with 500 of 6,400 chunks.")
    assert len(page) < 200_000
    assert not of_class(read(html(report_of("Short."))), "left-out")


@pytest.mark.parametrize("text", ["", " \n", "One."])
def test_no_chunk_and_one_chunk_have_a_page(text: str) -> None:
    elements = read(html(report_of(text)))
    only_ours(elements)
    assert of_class(elements, "text")[0].text == text
    assert not of_class(elements, "damage")


def test_the_same_report_gives_the_same_page() -> None:
    pages = {html(report_of(HANDBOOK, strategy="structure"), "a.md", title="T") for _ in range(2)}
    assert len(pages) == 1
    pages.pop().encode("utf-8")


# --- cases -----------------------------------------------------------------------------------------------------------


def test_uni_05_nul_and_controls() -> None:
    text = "Valve\x00 open.\x07 Next\x1b[31m red.\x7f Done."
    elements = read(html(report_of(text, strategy="sentence", chunk_size=30), "valve.txt"))
    assert of_class(elements, "text")[0].text == "Valve␀ open.␇ Next␛[31m red.␡ Done."
    assert "␀ is NUL" in of_class(elements, "chunks")[0].text


def test_size_01_one_long_block() -> None:
    text = "Notes\n\n" + "q" * 60 + "\n\nEnd."
    elements = read(html(report_of(text, strategy="paragraph", chunk_size=25, pack=True)))
    [mark] = of_class(elements, "over")
    assert mark.attributes["title"] == "Chunk 2: 60 characters; over the limit: one paragraph"
    assert any(card.text.startswith("Over the limit1") for card in of_class(elements, "card"))


def test_md_09_tabs_nbsp_indent_kept() -> None:
    text = "# Run\n\n```py\ndef f():\n\tx = 1\u00a0# note\n\n    return x\n```\n\npara one\n\n\npara two  \nend\n"
    elements = read(html(report_of(text, strategy="structure", chunk_size=400), "run.md"))
    assert of_class(elements, "text")[0].text == text
    assert "white-space: pre-wrap" in one(elements, "style").text
