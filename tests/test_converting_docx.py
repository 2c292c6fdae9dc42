"""DOCX to Markdown: what Word means by styles, numbers, tables and changes."""

import re
import tracemalloc
import unicodedata

import pytest

from playground.errors import InputError
from playground.taking.converting import convert, parts, xmls
from playground.taking.converting.numbering import written
from playground.taking.converting.symbols import sign
from tests.documents import TYPES, W, docx, paragraph, run, zipped
from tests.growth import assert_linear

STYLES = """
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading9"><w:name w:val="heading 9"/></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Level"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="None"><w:name w:val="y"/><w:basedOn w:val="berschrift1"/>
  <w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Ring"><w:name w:val="ring"/><w:basedOn w:val="Ring"/></w:style>
<w:style w:type="paragraph" w:styleId="Bullet"><w:name w:val="List Bullet"/>
  <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
"""


def level(number: int, form: str, text: str) -> str:
    return f'<w:lvl w:ilvl="{number}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'


NUMBERING = f"""
<w:abstractNum w:abstractNumId="0">{level(0, "bullet", "•")}{level(1, "bullet", "o")}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">{level(0, "decimal", "%1.")}{level(1, "lowerLetter", "(%2)")}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">{level(0, "upperRoman", "%1")}{level(1, "decimal", "%1.%2")}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/>
  <w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
"""


def read(body: str, **parts: str) -> tuple[str, tuple[str, ...]]:
    found = convert(docx(body, **parts), "a.docx")
    assert found is not None
    return found.text, found.remarks


def text(body: str, **parts: str) -> str:
    return read(body, **parts)[0]


@pytest.mark.parametrize(
    ("style", "wanted"),
    [
        ("berschrift1", "# x"),
        ("Heading9", "###### x"),
        ("Mine", "# x"),
        ("Level", "### x"),
        ("None", "x"),
        ("Title", "# x"),
        ("Ring", "x"),
        ("nowhere", "x"),
        ("Bullet", "- x"),
    ],
)
def test_styles(style: str, wanted: str) -> None:
    assert text(paragraph("x", style), styles=STYLES, numbering=NUMBERING) == wanted


def test_an_outline_level_of_its_own_makes_a_heading() -> None:
    body = f'<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>{run("x")}</w:p>'
    assert text(body) == "## x"


def test_a_table_of_contents_is_left_out() -> None:
    body = paragraph("One 3", "TOC1") + paragraph("Two 4", "TOC1") + paragraph("Words.")
    assert read(body, styles=STYLES) == ("Words.", ("Left out: 2 lines of a table of contents.",))


def test_lists_and_their_numbers() -> None:
    items = [
        ("a", (1, 0)), ("b", (1, 1)), ("c", (1, 0)),
        ("plain", None),
        ("d", (2, 0)), ("e", (2, 1)), ("f", (2, 1)), ("g", (2, 0)), ("h", (2, 1)),
        ("plain", (0, 0)),
        ("i", (3, 0)), ("j", (3, 0)), ("k", (9, 0)),
    ]  # fmt: skip
    body = "".join(paragraph(words, number=number) for words, number in items)
    assert text(body, numbering=NUMBERING) == (
        "- a\n  - b\n- c\n\nplain\n\n1. d\n   - (a) e\n   - (b) f\n2. g\n   - (a) h\n\nplain\n\n5. i\n6. j\n\nk"
    )


def test_numbered_headings_keep_their_numbers() -> None:
    words = [("One", 0), ("Inner", 1), ("Two", 0), ("In", 1)]
    body = "".join(paragraph(title, "berschrift1", (4, depth)) for title, depth in words)
    # Word writes the number of the level above in the form of that level.
    assert text(body, styles=STYLES, numbering=NUMBERING) == "# I One\n\n# I.1 Inner\n\n# II Two\n\n# II.1 In"


@pytest.mark.parametrize(
    ("number", "form", "wanted"),
    [
        (4, "lowerRoman", "iv"),
        (1999, "upperRoman", "MCMXCIX"),
        (4000, "upperRoman", "4000"),
        (26, "lowerLetter", "z"),
        (28, "upperLetter", "BB"),
        (7, "decimalZero", "07"),
        (3, "chicago", "3"),
        (0, "lowerLetter", "0"),
    ],
)
def test_forms_of_numbers(number: int, form: str, wanted: str) -> None:
    assert written(number, form) == wanted


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def table(*rows: str) -> str:
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def test_tables() -> None:
    wide, down = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>'
    body = table(
        cell(paragraph("a")) + cell(paragraph("b")) + cell(paragraph("c")),
        cell(paragraph("d"), wide) + cell(paragraph("e") + paragraph("f"), down),
        '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + cell(paragraph("g")) + cell(paragraph("no"), "<w:vMerge/>"),
        "<w:trPr><w:del/></w:trPr>" + cell(paragraph("gone")),
    )
    wanted = "| a | b | c |\n| --- | --- | --- |\n| d |  | e f |\n|  | g |  |"
    assert text(paragraph("x") + body + paragraph("y")) == f"x\n\n{wanted}\n\ny"


def test_tables_in_tables() -> None:
    body = paragraph("words")
    for _ in range(30):
        body = table(cell(body))
    assert text(body) == "words"


def test_a_long_cell_leaves_the_table_a_table() -> None:
    long = "The pump shall run. " * 80
    rows = [("Id", "Text", "State"), ("R0", "short", "open"), ("R1", long, "open"), ("R2", "short", "open")]
    body = table(*("".join(cell(paragraph(word)) for word in row) for row in rows))
    found, remarks = read(body)
    assert found.splitlines()[:3] == ["| Id | Text | State |", "| --- | --- | --- |", "| R0 | short | open |"]
    assert len(found.splitlines()) == 5
    assert not remarks


def test_a_table_in_a_cell_is_text_of_the_cell() -> None:
    inner = table(cell(paragraph("n1")) + cell(paragraph("n2")), cell(paragraph("n3")) + cell(paragraph("n|4")))
    body = table(
        cell(paragraph("a")) + cell(paragraph("b")),
        cell(paragraph("c")) + cell(paragraph("in") + inner + paragraph("")),
    )
    assert read(body) == (
        "| a | b |\n| --- | --- |\n| c | in n1, n2; n3, n\\|4 |",
        ("Written as text in the cell around: 1 table, rows parted by semicolons.",),
    )


def test_words_inside_a_paragraph() -> None:
    body = run("a ") + "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:sym w:char='00B5'/></w:r>"
    body += run("gone", "<w:vanish/>") + run(" 10") + run("6", '<w:vertAlign w:val="superscript"/>')
    body += f"<w:hyperlink>{run(' link')}</w:hyperlink><w:fldSimple>{run(' field')}</w:fldSimple>"
    body += "<w:r><w:instrText>PAGE</w:instrText><w:sym w:char='F0E0'/></w:r>"
    assert text(paragraph(body)) == "a b\nc-µ 10^6 link field"


def test_signs_of_the_symbol_font_are_characters() -> None:
    signs = [("Symbol", "F0B0"), ("Symbol", "F06D"), ("symbol", "B3"), ("Wingdings", "F0FC"), ("Arial", "00B5")]
    body = run("20 ") + "".join(f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>' for font, code in signs)
    assert read(paragraph(body + run("C"))) == ("20 °μ≥✓µC", ())
    unknown = [("Symbol", "F0FF"), ("Wingdings", "F001"), ("Webdings", "F020"), ("Symbol", "x"), ("", "110000")]
    body += "".join(f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>' for font, code in unknown)
    assert read(paragraph(body)) == ("20 °μ≥✓µ", ("Left out: 5 signs that only their font knows.",))


def test_the_places_of_symbol_are_those_that_pypdf_knows() -> None:
    from pypdf._codecs.symbol import _symbol_encoding

    others = {
        "∆": "Δ",
        "µ": "μ",
        "\uf6da": "®",
        "\uf6d9": "©",
        "\uf6db": "™",
        "\uf8e8": "®",
        "\uf8e9": "©",
        "\uf8ea": "™",
    }
    for place, wanted in enumerate(_symbol_encoding):
        found = sign("Symbol", f"F0{place:02X}")
        assert "\ufffd" not in found
        wanted = unicodedata.normalize("NFC", others.get(wanted, wanted))
        if (0x20 <= place < 0x7F or place >= 0xA0) and not "\ue000" <= wanted <= "\uf8ff" and place not in {0xF0, 0xFF}:
            assert found == wanted, hex(place)


def test_hidden_text_is_left_out_with_a_remark() -> None:
    body = run("seen") + run(" not seen", "<w:vanish/>") + run(" shown", '<w:vanish w:val="0"/>')
    assert read(paragraph(body)) == ("seen shown", ("Left out: 9 characters of hidden text.",))


def test_tracked_changes_are_taken_as_accepted() -> None:
    deleted = "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
    body = paragraph(f"{run('It is ')}{deleted}<w:ins>{run('new')}</w:ins>")
    body += f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('One')}</w:p>" + paragraph("line.")
    body += f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('Last')}</w:p>"
    assert read(body) == (
        "It is new\n\nOne line.\n\nLast",
        ("Of the tracked changes 1 deletion left out, 1 insertion kept.",),
    )


def test_footnotes_stand_at_the_end() -> None:
    body = paragraph(run("Words") + '<w:r><w:footnoteReference w:id="7"/></w:r>' + run(" on."))
    body += paragraph(run("More") + '<w:r><w:endnoteReference w:id="7"/></w:r>')
    notes = f'<w:footnote w:id="0">{paragraph("rule")}</w:footnote>'
    notes += f'<w:footnote w:id="7">{paragraph("A note.")}</w:footnote>'
    ends = f'<w:endnote w:id="7">{paragraph("An end.")}</w:endnote>'
    found, remarks = read(body, footnotes=notes, endnotes=ends)
    assert found == "Words[1] on.\n\nMore[2]\n\n---\n\n1. A note.\n2. An end."
    assert remarks == ("The text of 2 footnotes stands at the end, as a numbered list.",)


def test_text_boxes_are_read_once() -> None:
    box = f"<w:txbxContent>{paragraph('in a box')}</w:txbxContent>"
    both = f"<mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice>"
    both += f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    assert text(paragraph(f"{run('around')}<w:r>{both}</w:r>")) == "around\n\nin a box"


def test_what_is_left_out_is_said() -> None:
    body = paragraph(run("a") + "<w:r><w:commentReference/></w:r>")
    data = docx(body)
    members: dict[str, str | bytes] = {"word/media/image1.png": b"x", "word/header1.xml": "<w:hdr/>"}
    document = f"<w:document {W}><w:body>{body}</w:body></w:document>"
    found = convert(zipped({"[Content_Types].xml": TYPES, "word/document.xml": document, **members}), "a.docx")
    assert found is not None
    assert found.remarks == ("Left out: 1 image, 1 comment, 1 part with the headers and footers of pages.",)
    plain = convert(data, "a.docx")
    assert plain is not None
    assert plain.text == found.text == "a"


def equation(text: str) -> str:
    return f"<m:oMath><m:r><m:t>{text}</m:t></m:r></m:oMath>"


def test_equations_are_written_where_they_stand() -> None:
    several = f"<m:oMathPara><m:oMathParaPr/>{equation('a')}{equation('b')}</m:oMathPara>"
    body = paragraph(run("If ") + equation("x&lt;1") + run(", then")) + paragraph(several) + several
    body += paragraph(f"{run('See')}{several}{run('below.')}")
    assert read(body) == (
        "If $x<1$, then\n\n$$a$$\n$$b$$\n\n$$a$$\n$$b$$\n\nSee\n$$a$$\n$$b$$\nbelow.",
        ("Written as LaTeX, between dollar signs: 7 equations.",),
    )


def test_equations_break_no_outline() -> None:
    hash_, line = equation("# a"), "<m:oMathPara>" + equation("a\n---\n# b") + "</m:oMathPara>"
    row = cell(paragraph(equation("|x|"))) + cell(paragraph(f"<m:oMathPara>{equation('y')}</m:oMathPara>"))
    body = paragraph(hash_ + run(" in a heading"), "berschrift1") + paragraph(hash_) + paragraph(line)
    body += table(row, row) + paragraph(line, number=(1, 0))
    assert text(body, styles=STYLES, numbering=NUMBERING) == (
        "# $\\# a$ in a heading\n\n$\\# a$\n\n$$a --- \\# b$$\n\n"
        "| $\\|x\\|$ | $$y$$ |\n| --- | --- |\n| $\\|x\\|$ | $$y$$ |\n\n- $$a --- \\# b$$"
    )


def test_what_word_puts_into_equations() -> None:
    inner = "<w:ins><m:r><m:rPr/><w:rPr><w:ins/></w:rPr><m:t>b</m:t></m:r></w:ins>"
    inner += "<w:del><m:r><m:t>gone</m:t></m:r></w:del><w:r><w:sym w:char='00B5'/><w:footnoteReference w:id='7'/></w:r>"
    body = paragraph(f"<m:oMath><m:r><m:t>a</m:t></m:r>{inner}</m:oMath>") + paragraph("<m:oMath><m:r/></m:oMath>")
    assert read(body, footnotes=f'<w:footnote w:id="7">{paragraph("A note.")}</w:footnote>') == (
        "$abµ[1]$\n\n---\n\n1. A note.",
        (
            "Written as LaTeX, between dollar signs: 1 equation.",
            "The text of 1 footnote stands at the end, as a numbered list.",
            "Of the tracked changes 1 deletion left out, 1 insertion kept.",
        ),
    )


def test_content_controls_and_other_wrappers() -> None:
    body = f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('a')}{table(cell(paragraph('b')))}</w:sdtContent></w:sdt>"
    assert text(body) == "a\n\nb"


# What is refused

BOMB = '<!DOCTYPE w [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefg", "bcdefgh", strict=True)
)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (BOMB + f"]><w:document {W}><w:body><w:p><w:r><w:t>&h;</w:t></w:r></w:p></w:body></w:document>", "entities"),
        (f'<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document {W}>&x;</w:document>', "entities"),
        ("<a>" * 50_000 + "</a>" * 50_000, "nested"),
        ("<a", "well-formed"),
        ('<?xml version="1.0" encoding="no-such"?><a/>', "well-formed"),
        ("<a/>", "no body"),
        ("<a>" + " " * 30 * 2**20 + "</a>", "MB"),
    ],
)
def test_hostile_xml(document: str, says: str) -> None:
    data = zipped({"[Content_Types].xml": TYPES, "word/document.xml": document})
    with pytest.raises(InputError, match=rf"^a\.docx .*{re.escape(says)}.*\.$"):
        convert(data, "a.docx")


def test_elements_are_counted_over_all_members(monkeypatch: pytest.MonkeyPatch) -> None:
    body = paragraph("x") * 10  # five elements and an attribute each
    styles = '<w:style w:styleId="a"/>' * 10
    monkeypatch.setattr(parts, "MAX_XML_ELEMENTS", 2 + 60 + 1 + 20)
    assert text(body, styles=styles).count("x") == 10
    monkeypatch.setattr(parts, "MAX_XML_ELEMENTS", 2 + 60 + 1 + 19)
    with pytest.raises(InputError, match=r"^a\.docx holds more than 82 XML elements and attributes"):
        text(body, styles=styles)


def test_revision_ids_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MAX_XML_ELEMENTS", 2 + 3)
    assert text('<w:p w:rsidR="00AB" w:rsidP="00CD"><w:r w:rsidRPr="1"><w:t>x</w:t></w:r></w:p>') == "x"


def test_a_tree_of_tiny_elements_is_refused_early() -> None:
    document = "<a>" + '<ab c=""/>' * (2 * 2**20) + "</a>"
    tracemalloc.start()
    with pytest.raises(InputError, match="XML elements"):
        xmls.parse(document.encode(), parts.Budget("a.docx"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 300 * 2**20


def test_a_declaration_that_names_a_file_fetches_nothing() -> None:
    document = f'<!DOCTYPE w SYSTEM "file:///etc/passwd"><w:document {W}><w:body>{paragraph("x")}</w:body></w:document>'
    found = convert(zipped({"[Content_Types].xml": TYPES, "word/document.xml": document}), "a.docx")
    assert found is not None
    assert found.text == "x"


def test_time_grows_with_the_document() -> None:
    def work(count: int) -> None:
        body = paragraph("some words here and there " * 4) * count
        assert text(body).count("some") == 4 * count

    assert_linear(work, 10_000)  # 2 MB
