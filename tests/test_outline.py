"""Outlines: headings, tables, code and lists as the three readers find them, and how a text's kind is told."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import outline
from playground.outline import KINDS, Outline, markdown
from playground.spans import Spans
from playground.taking.loading import decode
from playground.text.boundaries import plain_line_ends
from tests.growth import assert_linear
from tests.texts import texts

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"


def of(text: str, spans: Spans) -> list[str]:
    return [text[start:end] for start, end in spans]


def headings(text: str, kind: str = "markdown") -> list[tuple[int, str]]:
    found = outline.find(text, kind)
    return list(zip(found.levels, of(text, found.labels), strict=True))


# --- Markdown ------------------------------------------------------------------------------------------------


def test_headings_of_both_kinds_with_their_levels() -> None:
    text = "# One #\n\n Two\nlines\n===\n\n###### Six\n####### none\n#none\n\n---\nThree\n---\n"
    assert headings(text) == [(1, "One"), (1, "Two\nlines"), (6, "Six"), (2, "Three")]
    assert of(text, outline.find(text, "markdown").headings)[:2] == ["# One #", "Two\nlines\n==="]


def test_md_02_a_fence_closes_with_its_own_mark_and_length() -> None:
    text = "````md\n```\n# inner\n```\n~~~\n# still inner\n````\n\n# Real\n\nbody\n"
    assert headings(text) == [(1, "Real")]
    assert of(text, outline.find(text, "markdown").code) == ["````md\n```\n# inner\n```\n~~~\n# still inner\n````"]


@pytest.mark.parametrize("text", ["- # in a list\n", "> # in a quote\n", "    # code\n", "<div>\n# html\n</div>\n"])
def test_what_stands_inside_something_is_no_heading(text: str) -> None:
    assert headings(text) == []


@pytest.mark.parametrize("end", ["---", "..."])
def test_front_matter_is_a_block_and_no_heading(end: str) -> None:
    text = f"---\ntitle: A\nlevel: 2\n{end}\n\n# One\n"
    found = outline.find(text, "markdown")
    assert headings(text) == [(1, "One")]
    assert found.cuts[0].tolist() == [0, text.index("# One")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# One\n\na\n\n#\n\nb\n\n## \n\nc\n\n## ##\n", "markdown"),
        ("<h1>One</h1><p>a</p><h1></h1><p>b</p><h2> \n</h2><h2></h2>", "html"),
    ],
)
def test_a_heading_without_words_is_none(text: str, kind: str) -> None:
    """Ahead of a chunk "#" tells a model nothing, and what stands below belongs where it would without it."""
    assert headings(text, kind) == [(1, "One")]


def test_a_table_has_its_header_and_its_caption() -> None:
    text = "Table 1: levels\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n\ntext\n"
    found = outline.find(text, "markdown")
    assert of(text, found.headers) == ["| a | b |"]
    assert [text[start:end] for _, (start, end) in found.captions] == ["Table 1: levels"]
    assert [text[at:].split("\n")[0] for cuts in found.cuts[1:] for at in cuts] == ["| 3 | 4 |", "| 5 | 6 |"]


def test_a_long_paragraph_ahead_of_a_table_is_no_caption() -> None:
    text = "Some words that end with a stop.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert outline.find(text, "markdown").captions == ()


def test_items_end_where_an_inner_one_begins() -> None:
    text = "- one\n  - inner\n\n    more\n- two\n"
    assert of(text, outline.find(text, "markdown").items) == ["- one", "- inner\n\n    more", "- two"]


def test_code_opens_at_blank_lines_before_it_opens_at_lines() -> None:
    text = "```py\na = 1\nb = 2\n\nc = 3\n```\n"
    found = outline.find(text, "markdown")
    assert [text[at:].split("\n")[0] for at in found.cuts[1]] == ["c = 3"]
    assert [text[at:].split("\n")[0] for at in found.cuts[2]] == ["b = 2", "c = 3"]


def test_a_nul_moves_nothing() -> None:
    assert headings("# A \x00 B\n\ntext\x00\n") == [(1, "A \x00 B")]


PIECES = [
    "word\n", "Two words.\n", "\n", "\n\n", "# H\n", "- item\n", "  more\n", "```\n", "~~~\n", "    code\n", "> q\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "a | b\n--|--\n", "Table 1:\n", "===\n", "---\n", "<div>\n", "<!-- x\n",
    "y -->\n",
    "<pre>\n", "z </pre>\n", "1. n\n", "   ```\n", "\tx\n", "---\nt: 1\n---\n", "é word\n", "x > y\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | texts)
def test_prose_that_is_not_shown_to_the_parser_changes_nothing(text: str) -> None:
    text = plain_line_ends(text)
    short = markdown.find(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_PROSE", re.compile(r"(?!)"))
        whole = markdown.find(text)
    for name in ("headings", "labels", "levels", "tables", "headers", "captions", "code", "items"):
        assert getattr(short, name) == getattr(whole, name)
    assert [cuts.tolist() for cuts in short.cuts] == [cuts.tolist() for cuts in whole.cuts]


# --- HTML ----------------------------------------------------------------------------------------------------


def test_html_headings_tables_and_items() -> None:
    text = (
        "<!-- <h1>no</h1> --><script>'<h2>no</h2>'</script><h1 id=a>One <b>&amp;</b> two</h1><p>x<h3>Three</h3>"
        "<table><caption>Levels</caption><tr><th>a</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>"
        "<ul><li>x<ul><li>y</ul><li>z</ul><pre>a\n\nb\nc</pre>"
    )
    found = outline.find(text, "html")
    assert headings(text, "html") == [(1, "One <b>&amp;</b> two"), (3, "Three")]
    assert of(text, found.headings)[0] == "<h1 id=a>One <b>&amp;</b> two</h1>"
    assert of(text, found.headers) == ["<tr><th>a</th></tr>"]
    assert [text[start:end] for _, (start, end) in found.captions] == ["Levels"]
    assert of(text, found.items) == ["<li>x<ul>", "<li>y", "<li>z"]
    assert of(text, found.code) == ["<pre>a\n\nb\nc</pre>"]


def test_a_table_without_a_header_row_repeats_none() -> None:
    assert len(outline.find("<table><tr><td>a<tr><td>b</table>", "html").headers) == 0


def test_html_that_is_never_closed_is_read_to_its_end() -> None:
    text = "<h1>One<p>text<ul><li>a<li>b<table><tr><th>x"
    assert headings(text, "html") == [(1, "One")]
    assert of(text, outline.find(text, "html").items) == ["<li>a", "<li>b<table><tr><th>x"]


# --- plain text ----------------------------------------------------------------------------------------------


def test_underlined_headings_have_levels_by_their_marks() -> None:
    text = "=====\nTitle\n=====\n\nOne\n===\n\ntext\n\nTwo\n~~~\n\nThree\n=====\n\nNot one\n==\n\na b\n=== ===\n"
    assert headings(text, "plain") == [(1, "Title"), (2, "One"), (3, "Two"), (2, "Three")]


def test_numbered_headings_count_on() -> None:
    text = "1.  One\n\n   text\n\n1.1.  Inner\n\n   text 2. of\n\n5.  Not next\n\n2.  Two\n\n   text\n\n"
    text += "Appendix A.  More\n\nA.1.  In it\n\n"
    assert headings(text, "plain") == [
        (1, "1.  One"), (2, "1.1.  Inner"), (1, "2.  Two"), (1, "Appendix A.  More"), (2, "A.1.  In it"),
    ]  # fmt: skip


def test_a_numbered_list_is_no_outline() -> None:
    assert headings("1. Open the valve.\n\n2. Wait.\n\n3. Close it again.\n", "plain") == []


def test_values_are_a_table_with_their_first_line_for_a_header() -> None:
    text = "date,low,high\n2020-01-01,1,2\n2020-01-02,3,4\n2020-01-03,5,6\n"
    found = outline.find(text, "plain")
    assert of(text, found.headers) == ["date,low,high"]
    assert [text[at : at + 10] for at in found.cuts[1]] == ["2020-01-02", "2020-01-03"]


# --- kinds, and what holds for all ---------------------------------------------------------------------------

KIND_OF = {
    "docs/api_node_events.md": ("markdown", 84), "docs/md_go_faq.md": ("markdown", 100), "rfc9562.txt": ("plain", 57),
    "docs/rst_pep0008.rst": ("plain", 42), "docs/html_effective_go.html": ("html", 59), "docs/code_argparse.py":
    ("plain", 0), "docs/code_underscore.js": ("plain", 0), "docs/prose_alice_gutenberg.txt": ("plain", 0),
    "docs/md_rust_book_guessing_game.md": ("markdown", 18), "docs/legal_github_corporate_tos.md": ("markdown", 68),
    "docs/data_seattle_weather.csv": ("plain", 0), "edge/edge_html_traps.html": ("html", 0),
    "edge/edge_md_traps.md": ("markdown", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", KIND_OF)
def test_real_documents_are_read_as_what_they_are(name: str) -> None:
    path = SHARED / name
    if not path.exists():
        pytest.skip("../shared is not here")
    text = plain_line_ends(decode(path.read_bytes(), path.name).text)
    found = outline.find(text, "auto")
    assert (found.kind, len(found.headings)) == KIND_OF[name]


def check(text: str, found: Outline) -> None:
    for spans in (found.headings, found.labels, found.tables, found.headers, found.code, found.items):
        assert all(not text[start].isspace() and not text[end - 1].isspace() for start, end in spans)
    assert len(found.headings) == len(found.labels) == len(found.levels) == len(found.parents)
    assert all(1 <= level <= 6 for level in found.levels)
    for (start, end), (low, high) in zip(found.headings, found.labels, strict=True):
        assert start <= low < high <= end
    for (start, end), (low, high) in zip(found.tables, found.headers, strict=True):
        assert start <= low < high <= end
    for cuts in found.cuts:
        places = cuts.tolist()
        assert places == sorted(set(places))
        assert all(0 <= at < len(text) and not text[at].isspace() for at in places)


@pytest.mark.parametrize("kind", KINDS)
@given(texts)
def test_places_are_in_order_and_on_visible_characters(kind: str, text: str) -> None:
    text = plain_line_ends(text)
    check(text, outline.find(text, kind))
    assert outline.kind_of(text) in KINDS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "piece",
    ["# a\n\n", "- a\n", "<p>", "<ul><li>", "a\n===\n\n", "1. a\n\n", "> ", "|a|b|\n|-|-|\n", "<table><tr>", "```\n"],
)
def test_time_grows_with_the_text(kind: str, piece: str) -> None:
    """By counting, not by the clock: what is found in twice the text is about twice as much."""
    once, twice = (outline.find(piece * number, kind) for number in (200, 400))
    for name in ("headings", "items", "code"):
        assert len(getattr(twice, name)) <= 2 * len(getattr(once, name)) + 2


# --- what a stranger's texts were read as ----------------------------------------------------------------------

SCRIPT = "#!/bin/bash\n# Install things\nset -e\n\n# Update\napt-get update\n\n# Build\nmake -j4\nmake install\n" * 2
KINDS_OF_TEXTS = {
    "script": (SCRIPT, "plain"),
    "comments of a setting file": ("# The port\nport: 80\n# The host\nhost: example\n# a\n# b\nname: x\n", "plain"),
    "values with a remark": ("# exported 2024\nid,name,value\n1,a,2\n2,b,3\n3,c,4\n", "plain"),
    "readme with tags on top": (
        '<p align="center"><img></p>\n\nProject\n=======\n\nText.\n\nInstall\n-------\n\nmore\n', "markdown",
    ),
    "page with a script in pre": ("<!DOCTYPE html><html><h1>T</h1><p>x</p><pre>\n# a\n# b\n\n# c\n</pre>", "html"),
    "overlined": ("=====\nTitle\n=====\n\nText.\n\nSub\n---\n\nText.\n", "plain"),
    "lists and links": ("Some words.\n\n- one\n- two\n- three\n", "markdown"),
    "headings over prose": ("# One\nSome words that go on.\n# Two\nMore words that go on.\n", "markdown"),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS_OF_TEXTS)
def test_a_text_is_read_as_what_it_is(name: str) -> None:
    text, kind = KINDS_OF_TEXTS[name]
    assert outline.kind_of(text) == kind


@pytest.mark.parametrize("unit", ["|", "a|b\n" + "-|" * 40, "| cell ", "a|b\n" + "- " * 40 + "x\n", "- ", "#", "# a\n"])
def test_telling_the_kind_takes_linear_time(unit: str) -> None:
    """Quadratic patterns took minutes here."""
    assert_linear(lambda times: outline.kind_of(unit * times), 400_000 // len(unit))


def test_a_numbered_list_with_blank_lines_is_no_outline() -> None:
    assert headings("**Title**\n\n1. First thing\n\n2. Second thing\n\n3. Third thing\n", "plain") == []


def test_a_number_of_thousands_of_digits_is_no_heading() -> None:
    assert headings("1" * 5_000 + " x\n", "plain") == []


def test_values_with_commas_in_quotes_are_a_table() -> None:
    text = 'id,name,value\n1,"Smith, John",1\n2,"Doe, ""J"", Jane",2\n3,plain,3\n'
    assert of(text, outline.find(text, "plain").headers) == ["id,name,value"]


def test_all_rows_of_a_head_are_the_header() -> None:
    head = "<tr><th colspan=2>H</th></tr><tr><td>x</td><td>y</td></tr>"
    text = f"<table><thead>{head}</thead><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
    found = outline.find(text, "html")
    assert of(text, found.headers) == [head]
    assert [text[at : at + 11] for at in found.cuts[1]] == ["<tr><td>3</"]


def test_a_label_holds_whole_tags_and_never_the_text_behind() -> None:
    assert headings("<h1>\n A <b>b</b>\n</h1><p>x", "html") == [(1, "A <b>b</b>")]
    [(_, label)] = headings(f"<h1>Title<br>{'words ' * 200}", "html")
    assert len(label) <= 300
    assert headings("<textarea><h2>no</h2></textarea><h1>yes</h1>", "html") == [(1, "yes")]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert headings("---\n\n# One\n\ntext\n\n---\n\n# Two\n") == [(1, "One"), (1, "Two")]


def test_only_the_paragraph_right_ahead_is_a_caption() -> None:
    text = "Results are these:\n\n# Head\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert outline.find(text, "markdown").captions == ()


def test_blocks_in_html_items_lie_deeper_than_the_items() -> None:
    text = "<ul><li><p>one</p><p>more</p></li><li><p>two</p></li></ul>"
    found = outline.find(text, "html")
    assert [text[at : at + 4] for at in found.cuts[1]] == ["<li>", "<li>"]
    assert all(not text.startswith("<p>", at) for cuts in found.cuts[:2] for at in cuts.tolist())


def test_names_are_those_of_as_many_levels_as_there_is_room_for() -> None:
    text = "# A\n\nx\n\n## B  b\n\nx\n\n# C\n\n### D\n\nx"
    found = outline.find(text, "markdown")
    assert found.names(text, 9) == [(0, "A"), (8, "B b"), (20, "C"), (25, "D")]
    assert [name for _, name in found.names(text, 3)] == ["A", "B b", "C"]
    assert [name for _, name in found.names(text, 2)] == ["A", "C"]
    assert found.names(text, 1) == [], "two of the first level are more than one"
