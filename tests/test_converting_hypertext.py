"""HTML to Markdown: structure kept, what is only there for the browser left out, in linear time."""

from collections.abc import Callable, Sequence

import pytest

from playground import InputError
from playground.outline.tags import tokens
from playground.taking.converting import parts
from playground.taking.converting.encoding import decoded
from playground.taking.converting.hypertext import left_out, markdown
from playground.taking.converting.parts import Budget
from tests.growth import assert_linear


def text(source: str, whole: bool = False) -> str:
    return markdown(source, Budget("a.html"), whole)[0]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<h1>A</h1><h3>B <em>c</em></h3>", "# A\n\n### B c"),
        ("<p>one\n  two<br>three<p>four", "one two\nthree\n\nfour"),
        ("<h2><div>In a div</div></h2><div>x</div>", "## In a div\n\nx"),
        ("<h2>Never closed<p>x", "## Never closed\n\nx"),
        ("<h2>" + "long " * 80 + "</h2>", ("long " * 80).strip()),
        ("<ul><li>a<li>b<ul><li>c<p>d</ul><li>e</ul>f", "- a\n- b\n  - c\n\n    d\n- e\n\nf"),
        ('<ol start=3><li>a<li value="7">b<li>c</ol>', "3. a\n7. b\n8. c"),
        ("<ol><li>a<ul><li>b</ul></ol><ul><li>c</ul>", "1. a\n   - b\n\n- c"),
        ("<blockquote><p>a<ul><li>b</ul></blockquote>c", "> a\n\n> - b\n\nc"),
        ("<pre>\n x\n\n\n\n\n  y  \n</pre>", "```\n x\n\n\n  y\n```"),
        ('<pre><code class="hl language-go">a &lt; b</code></pre>', "```go\na < b\n```"),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<ul><li>a<pre>b\nc</pre></ul>", "- a\n\n  ```\n  b\n  c\n  ```"),
        ("<p>call <code> f( ) </code> or <code>a`b</code>", "call `f( )` or ``a`b``"),
        ("10<sup>6</sup>, 1<sup>st</sup>, x<sup>2</sup> H<sub>2</sub>O", "10^6, 1st, x^2 H2O"),
        ("<p>He said <q>no</q>.", 'He said "no".'),
        ("<p>a<hr><hr>b", "a\n\n---\n\nb"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n\nb\n\nc\n\nd"),
        ("<p># no heading<br>---<br>```<br>#tag", "\\# no heading\n\\---\n\\```\n#tag"),
        ("<p>a<img alt='a diagram' src=x>b<img src=y>", "aa diagramb"),
        ("a < b &lt; c &amp;amp; <3", "a < b < c &amp; <3"),
        ("<p>cut <a href='x", "cut <a href='x"),
        ("a<!-- b --><!-->c<!-- d", "ac"),
        ("<?xml version='1.0'?><!DOCTYPE x>a<![CDATA[<b>]]>", "a<b>"),
        ("a</b></p>b</ x>c", "a\n\nbc"),
        ("x&#" + "9" * 5000 + ";", "x&#" + "9" * 5000 + ";"),
        ("a&#0;&#xD800;&#x110000;b", "a\ufffd\ufffd\ufffdb"),
    ],
)
def test_structure(source: str, wanted: str) -> None:
    assert text(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<table><tr><td>a<td>b<tr><td>1|2<td>3</table>", "| a | b |\n| --- | --- |\n| 1\\|2 | 3 |"),
        (
            "<table><caption>C</caption><thead><tr><th>a<th colspan=2>b"
            "<tbody><tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5",
            "C\n\n| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
        ),
        ("<table><tr><th>a<td>1<tr><th>b<td>2</table>", "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |"),
        ("<table><tr><td>a<br>b<td><ul><li>c<li>d</ul><tr><td>1", "| a b | c d |\n| --- | --- |\n| 1 |"),
        ("<table><tr><td><h2>a</h2><td>b<tr><td>c</table>", "## a\n\nb\n\nc"),  # layout
        (
            "<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td>e</table>",
            "| a | b |\n| --- | --- |\n| c | d |\n\ne",
        ),
        (
            "<ul><li>x<table><tr><td>a<td>b<tr><td>c<td>d</table></ul>",
            "- x\n\n  | a | b |\n  | --- | --- |\n  | c | d |",
        ),
        ("<table><tr><td></table>x", "x"),
        (
            "<table><tr><th>Id<th>Ex<tr><td>1<td><pre>x = 1\n  y | `z`</pre><tr><td>2<td><h4>b</h4>c</table>",
            "| Id | Ex |\n| --- | --- |\n| 1 | `x = 1`<br>``   y \\| `z` `` |\n| 2 | b c |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>1<td>in <table><tr><td>c<td>d|e<tr><td><td>f</table></table>",
            "| a | b |\n| --- | --- |\n| 1 | in c, d\\|e; f |",
        ),
    ],
)
def test_tables(source: str, wanted: str) -> None:
    assert text(source) == wanted


def rows_of(*rows: Sequence[str]) -> str:
    return "<table>" + "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows) + "</table>"


LONG = "The pump shall run. " * 100
INNER = rows_of(("one", "two"), ("three", "four"))


@pytest.mark.parametrize(
    "source",
    [
        rows_of(("a", "b"), ("c", LONG)),
        rows_of(*(("a", LONG + "<br>x" * 10) for _ in range(3))),
        rows_of(("a", "b"), ("c", INNER)),
        f"<table><tr><th>a<th>b<tr><td>c<td>{LONG}{'<p>x' * 10}</table>",
        f"<table><tr><th>a<tr><td>c<td>{INNER * 99}</table>",
        rows_of(("<h3>a</h3>", "<h3>b</h3>"), ("c", "d")),
    ],
)
def test_a_data_table_stays_one_however_long_its_cells_are(source: str) -> None:
    found, left = markdown(source, Budget("a.html"))
    assert found.startswith("| ")
    assert found.splitlines()[1].startswith("| --- |")
    assert all(line.startswith("| ") for line in found.splitlines())
    assert not left["opened"]
    assert left["flattened"] == source.count("<table>") - 1


@pytest.mark.parametrize(
    "source",
    [
        rows_of(("a",), ("b",), ("c",)),
        rows_of(("Menu", "words")),
        rows_of(("Menu", "words"), ("More", "<h2>A part</h2>")),
        rows_of(("Logo",), ("Menu", LONG + "<br>x" * 10), ("Foot",)),
        rows_of(("Logo",), ("Menu", INNER * 20), ("Foot",)),
    ],
)
def test_a_table_that_only_sets_the_page_is_opened_with_a_remark(source: str) -> None:
    found, left = markdown(source, Budget("a.html"))
    assert not found.startswith("| ")
    assert left["opened"] == 1
    assert left_out(left) == ["The cells of 1 table that only set the page stand one after another."]
    around, said = markdown(f"<header>{source}</header><main>x</main>", Budget("a.html"))
    assert around == "x"
    assert not said["opened"]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<script>a</script><style>b</style><p>c<noscript>d</noscript>", "c"),
        ("<script>if (a </b) '</script >'; </script>c", "'; c"),
        ("<nav>a<ul><li>b</ul></nav><p>c", "c"),
        ("<div role=navigation>a</div><p>c", "c"),
        ("<p hidden>a<p>b<span style='color:red; display : none'>c<span>d</span></span>e", "be"),
        ("<span aria-hidden=true>a</span>b<p hidden=until-found>c", "b\n\nc"),
        ("<body style='display:none'><p>a", "a"),
        ("<form><p>a<label>b</label><button>c</button><select><option>d</select><textarea>e</textarea></form>", "a"),
        ("<h3><button>A question?</button></h3><p>a", "### A question?\n\na"),
        ("<svg><text>a</text></svg>b<ruby>漢<rt>かん</rt></ruby>", "b漢"),
        ("<header><h1>T</h1>a</header><p>b<footer>c</footer>", "# T\n\nb"),
        ("<section><header><h2>T</h2></header>b<footer>c</footer></section>", "## T\n\nb\n\nc"),
        ("<p>a<main><header>h</header><p>b</main><p>c", "h\n\nb"),
        ("<div role=main>b</div><div>c", "b"),
        ("<main></main><p>b", "b"),
        ("<p>a<article>words of it</article><article>more</article>", "words of it\n\nmore"),
        ("<p>" + "a" * 50 + "<article>b</article>", "a" * 50 + "\n\nb"),
        ("<header>all there is</header>", "all there is"),
    ],
)
def test_what_is_left_out(source: str, wanted: str) -> None:
    assert text(source) == wanted


def test_a_page_of_a_book_keeps_its_header() -> None:
    source = "<header><h1>T</h1>by A</header><main>b</main><footer>c</footer><nav>d</nav>"
    assert text(source, whole=True) == "# T\n\nby A\n\nb\n\nc"


def test_remarks_count_what_was_left_out() -> None:
    source = (
        "<nav>12345</nav><main><p hidden>123</p><a href='/x'>l</a><a href='#y'>m</a><img src=a alt=b><img></main>789"
    )
    _, left = markdown(source, Budget("a.html"))
    assert left_out(left) == [
        "Left out around the main part: 5 characters of menus, headers, footers and the like.",
        "Left out: 3 characters of other text outside the main part.",
        "Left out: 3 characters of hidden text and controls of forms.",
        "Left out: 2 images; the description of 1 was kept.",
        "The words of 1 link were kept, not the addresses.",
    ]


@pytest.mark.parametrize(
    ("images", "said"),
    [
        ("<img>", "Left out: 1 image."),
        ("<img alt=a>", "Left out: 1 image; its description was kept."),
        ("<img alt=a><img alt=b>", "Left out: 2 images; their descriptions were kept."),
        ("<img alt=a><img alt=b><img>", "Left out: 3 images; the descriptions of 2 were kept."),
    ],
)
def test_descriptions_of_images_are_kept(images: str, said: str) -> None:
    assert left_out(markdown(f"<p>x{images}", Budget("a.html"))[1]) == [said]


def test_text_beside_the_main_part_is_not_called_a_menu() -> None:
    source = f"<main>{'The pump runs. ' * 9}</main><div>Why does it run?<p>Because.</div><header>Top</header>"
    assert left_out(markdown(source, Budget("a.html"))[1]) == [
        "Left out around the main part: 3 characters of menus, headers, footers and the like.",
        "Left out: 24 characters of other text outside the main part.",
    ]


def test_tags_and_their_attributes() -> None:
    found = list(tokens("<A Href='x>y' b=it's c d = \"&amp;\" href=z/><br/></A >"))
    assert [(token.kind, token.text, token.closed) for token in found] == [
        ("start", "a", True),
        ("start", "br", True),
        ("end", "a", False),
    ]
    assert found[0].attributes == {"href": "x>y", "b": "it's", "c": "", "d": "&"}


# Encodings


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ("é".encode(), "é"),
        (b"\xef\xbb\xbf<meta charset=latin-1>\xc3\xa9", "é"),
        ("<meta charset=utf-8>é".encode("utf-16"), "é"),
        (b'<META http-equiv="Content-Type" content="text/html; charset=windows-1251">\xe9', "й"),
        (b"<?xml version='1.0' encoding='ISO-8859-2'?>\xb3", "ł"),
        (b"<meta charset=no-such-thing>" + "é".encode(), "é"),
        (b"<meta charset=utf-16>" + "é".encode(), "é"),
    ],
)
def test_the_encoding_of_a_page(data: bytes, wanted: str) -> None:
    assert decoded(data, "a.html")[0].endswith(wanted)


def test_what_could_not_be_read_is_said() -> None:
    assert "1 place could not be read" in decoded(b"<meta charset=utf-8>\xff", "a.html")[1][0]


# Time


# Each makes a page that grows with a number, and the number.
DEEP: dict[str, tuple[Callable[[int], str], int]] = {
    "div": (lambda n: "<div>" * n + "words" + "</div>" * n, 50_000),
    "items": (lambda n: "<ul><li>a" * n + "words", 50_000),
    "quotations": (lambda n: "<blockquote>a" * n + "words", 50_000),
    "tables": (lambda n: "<table><tr><td>a" * n + "words" + "</table>" * n, 50_000),
    "data": (lambda n: "<table><tr><th>a<th>b<tr><td>c<td>" * n + "words", 30_000),
    "inner tables": (lambda n: "<table><tr><th>a<tr><td>b<td>" + "<table><tr><th>a<tr><td>b<td>c</table>" * n, 20_000),
    "code": (lambda n: "<code>" * n + "words" + "</code>" * n, 50_000),
    "paragraphs": (lambda n: "<p>a" * n + "words", 50_000),
    "comments": (lambda n: "<!--" * n + "words", 300_000),
    "tags": (lambda n: "<a " * n + "words", 300_000),
    "quotes": (lambda n: '<a b="' * n + "words", 300_000),
    "attributes": (lambda n: "<a" + " b" * n + ">words", 300_000),
    "signs": (lambda n: "<" * n + "words", 300_000),
    "ends": (lambda n: "<div><table><td>" + "<section>" * n + "words" + "</div>" * n, 20_000),
    "rows": (lambda n: "<table><tr>" + "<td rowspan=1000>x" * 100 + "<tr><td>x" * n + "words", 3_000),
}


@pytest.mark.parametrize("name", DEEP)
def test_time_grows_with_a_nasty_page(name: str) -> None:
    page, count = DEEP[name]
    assert_linear(lambda times: text(page(times)), count)


def test_time_grows_with_a_large_page() -> None:
    page = "<h2>Title</h2><p>Some <b>words</b> with <a href='/x'>a link</a>.</p><ul><li>one<li>two</ul>"
    assert_linear(lambda times: text(page * times), 22_000)


@pytest.mark.parametrize(
    "source",
    [
        "<table><tr>" + "<td colspan=100>x" * 3_000 + "<tr><td>y<td>z</table>",
        "<table>" + ("<tr>" + "<td rowspan=999 colspan=50>x" * 2 + "<tr><td>y" * 998) * 2 + "</table>",
    ],
    ids=["columns", "rows"],
)
def test_cells_that_reach_far_are_bounded(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few characters each, they stand for a hundred blank cells in a thousand rows."""
    assert len(text(source)) < 1_000_000
    monkeypatch.setattr(parts, "MAX_TEXT_CHARACTERS", 20_000)
    with pytest.raises(InputError, match=r"a\.html holds more than 20,000 characters"):
        text(source)


def test_a_heading_over_columns_leaves_the_others_blank_as_far_as_spans_reach() -> None:
    first = text("<table><tr><th colspan=100>a<th colspan=2>b<tr>" + "<td>x" * 102 + "</table>").split("\n")[0]
    assert first == "| a |" + "  |" * 99 + " b |" + "  |"
