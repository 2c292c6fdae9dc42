"""Paragraphs of a PDF: told by the space above them, the size of letters, indents and short last lines."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import given
from hypothesis import strategies as st

from playground.taking.converting import convert
from playground.taking.converting.layout import Layout
from tests.growth import assert_linear

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "docs"
LONG = "The pump of the house runs at night and it is oiled in spring by the keeper of the lower mill. " * 6
OTHER = "Another valve is open whenever the river is high, which it is in most of the years that we know. " * 6


def paragraphs(draw: Callable[[FPDF], object]) -> list[str]:
    """The paragraphs of a page that `draw` fills, their lines joined."""
    pdf = FPDF()
    pdf.set_font("helvetica", size=11)
    pdf.add_page()
    draw(pdf)
    found = convert(bytes(pdf.output()), "a.pdf")
    assert found is not None
    return [" ".join(each.split()) for each in found.text.split("\n\n")]


def write(pdf: FPDF, text: str, **options: object) -> None:
    pdf.multi_cell(0, 6, text, new_x="LMARGIN", new_y="NEXT", **options)  # type: ignore[arg-type]


def test_paragraphs_with_space_between_them_are_told_apart() -> None:
    def draw(pdf: FPDF) -> None:
        for text in (LONG, OTHER, LONG):
            write(pdf, text)
            pdf.ln(3)

    assert paragraphs(draw) == [LONG.strip(), OTHER.strip(), LONG.strip()]


def test_a_heading_of_larger_letters_stands_alone() -> None:
    def draw(pdf: FPDF) -> None:
        for text in (LONG, OTHER):
            pdf.set_font_size(16)
            write(pdf, "Pumps and valves")
            pdf.set_font_size(11)
            write(pdf, text)

    assert paragraphs(draw) == ["Pumps and valves", LONG.strip(), "Pumps and valves", OTHER.strip()]


def test_an_indent_begins_a_paragraph() -> None:
    lines = [*[("The pump runs at night and in the day,", 0)] * 3, ("and then it stops for a while.", 0)]
    indented = [("Another valve is open now and for ever", 5), ("when the river is high and closed when.", 0)]

    def draw(pdf: FPDF) -> None:
        for text, indent in [*lines, *indented]:
            pdf.set_x(pdf.l_margin + indent)
            pdf.cell(0, 6, text, new_x="LMARGIN", new_y="NEXT")

    assert [len(each) for each in paragraphs(draw)] == [
        sum(len(text) + 1 for text, _ in some) - 1 for some in (lines, indented)
    ]


def test_a_short_last_line_ends_a_paragraph() -> None:
    def draw(pdf: FPDF) -> None:
        for text in (f"{LONG}It stops.", OTHER):
            write(pdf, text, align="L")

    assert paragraphs(draw) == [f"{LONG}It stops.", OTHER.strip()]


def test_lines_at_equal_distances_stay_together() -> None:
    """Rows of a table farther apart than the lines of the text; and a page of verses, each a sentence."""

    def table(pdf: FPDF) -> None:
        write(pdf, LONG)
        for row in range(5):
            pdf.cell(0, 10, f"Pump {row}", new_x="LMARGIN", new_y="NEXT")

    assert "Pump 0 Pump 1 Pump 2 Pump 3 Pump 4" in paragraphs(table)[-1]
    verses = ["Beautiful is better than ugly.", "Explicit is better than what is implicit.", "Simple.", "Flat it is."]

    def poem(pdf: FPDF) -> None:
        for verse in verses * 4:
            pdf.cell(0, 6, verse, new_x="LMARGIN", new_y="NEXT")

    assert len(paragraphs(poem)) == 1


def test_a_sentence_goes_on_around_a_gap() -> None:
    def draw(pdf: FPDF) -> None:
        write(pdf, LONG + "The pump that stands beside")
        pdf.ln(30)
        write(pdf, "the river is a new one. " + OTHER)

    assert len(paragraphs(draw)) == 1


def test_documents_at_hand() -> None:
    path = SHARED / "pdf_latex_multicolumn.pdf"
    if not path.exists():
        pytest.skip("the shared documents are not here")
    found = convert(path.read_bytes(), path.name)
    assert found is not None
    starts = [each.split("\n")[0] for each in found.text.split("\n\n")]
    assert {
        "Abstract",
        "Nam dui ligula, fringilla a, euismod sodales, sollic-",
        "Quisque ullamcorper placerat ipsum. Cras nibh.",
    } <= set(starts)
    assert not [start for start in starts[1:] if start[0].islower()]


UPRIGHT = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, float("nan"), float("inf")])


@given(
    st.lists(st.tuples(st.text("a.A \n", max_size=9), st.lists(NUMBERS, min_size=6, max_size=6), NUMBERS), max_size=30)
)
def test_nothing_but_blank_lines_is_added(pieces: list[tuple[str, list[float], float]]) -> None:
    layout = Layout()
    for text, place, size in pieces:
        layout.visit(text, UPRIGHT, place, None, size)
    whole = "".join(text for text, _, _ in pieces)
    found = layout.with_paragraphs(whole)
    assert [line for line in found.split("\n") if line] == [line for line in whole.split("\n") if line]
    assert layout.with_paragraphs(whole + "x") == whole + "x"


def test_the_time_grows_with_the_lines() -> None:
    def work(lines: int) -> None:
        layout = Layout()
        for number in range(lines):
            place = [1.0, 0.0, 0.0, 1.0, number % 7, -12.0 * number - number % 5]
            layout.visit("The pump runs.\n", UPRIGHT, place, None, 10.0)
        layout.with_paragraphs("The pump runs.\n" * lines)

    assert_linear(work, 40_000)
