"""Report -> Altair charts. Each works for any number of chunks: past EXACT they are summed up in bins, and say so."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from playground import metrics
from playground.report import Report
from playground.strips import DAMAGE, Strip
from playground.words import count

EXACT = 5_000  # chunks drawn one by one
GAPS = 200  # chunks between whose bars a gap can be seen
BINS = 500  # columns that stand for more
HISTOGRAM_BINS = 40
PICK = "pick"  # the name of the selection; it holds [{"chunk": number}]
HEIGHT = 260  # px
Chart = Any  # altair's own types say less than they promise: its methods return Any, layers may be facets
_BLUE, _RED = "#5b7fb8", "#c0392b"


def sizes(report: Report, selected: int) -> Chart:
    """The size of each chunk in document order, the limit as a line, the chosen chunk in another colour."""
    layers = _binned_bars(report) if is_binned(report) else _bars(report, selected)
    if report.uses_size:
        layers.append(_limit(report))
    return alt.layer(*layers).properties(height=HEIGHT)


def is_binned(report: Report) -> bool:
    """Whether the chart of sizes shows groups of chunks instead of chunks."""
    return len(report) > EXACT


def distribution(report: Report) -> Chart:
    """How many chunks have which size; equal bins of whole units."""
    frame = pd.DataFrame(metrics.histogram(report.sizes, HISTOGRAM_BINS)._asdict())
    bars = (
        alt.Chart(frame)
        .mark_rect(color=_BLUE)
        .encode(
            x=alt.X("start:Q", title=f"Size ({report.settings.unit})", scale=alt.Scale(nice=False, zero=False)),
            x2="stop:Q",
            y=alt.Y("chunks:Q", title="Chunks", axis=alt.Axis(tickMinStep=1, format=",d")),
            y2=alt.datum(0),
            tooltip=[
                alt.Tooltip("start:Q", title="From", format=",d"),
                alt.Tooltip("last:Q", title="To", format=",d"),
                alt.Tooltip("chunks:Q", title="Chunks", format=",d"),
            ],
        )
    )
    layers = [bars]
    if report.uses_size:
        rule = pd.DataFrame({"limit": [report.settings.chunk_size]})
        layers.append(alt.Chart(rule).mark_rule(color=_RED, strokeDash=[6, 4], size=1.5).encode(x="limit:Q"))
    return alt.layer(*layers).properties(height=HEIGHT)


def _bars(report: Report, selected: int) -> list[Chart]:
    """One bar a chunk; the chosen one is drawn once more over them, so that choosing another changes one row."""
    numbers = range(1, len(report) + 1)
    half = 0.45 if len(report) <= GAPS else 0.5
    frame = pd.DataFrame(
        {
            "chunk": numbers,
            "left": [number - half for number in numbers],
            "right": [number + half for number in numbers],
            "size": report.sizes,
            "start": report.spans.starts,
            "end": report.spans.ends,
        }
    )
    pick = alt.selection_point(name=PICK, fields=["chunk"], empty=False, toggle=False)
    bars = _bar(frame, report, _BLUE).add_params(pick)
    return [bars, _bar(frame[selected - 1 : selected], report, _RED)]


def _bar(frame: pd.DataFrame, report: Report, colour: str) -> Chart:
    unit = report.settings.unit.capitalize()
    return (
        alt.Chart(frame)
        .mark_rect(cursor="pointer", color=colour)
        .encode(
            x=_document_order(len(report), "left:Q"),
            x2="right:Q",
            y=alt.Y("size:Q", title=unit, scale=alt.Scale(zero=True)),
            y2=alt.datum(0),
            tooltip=[
                alt.Tooltip("chunk:Q", title="Chunk", format=",d"),
                alt.Tooltip("size:Q", title=unit, format=",d"),
                alt.Tooltip("start:Q", title="Start", format=",d"),
                alt.Tooltip("end:Q", title="End", format=",d"),
            ],
        )
    )


def _binned_bars(report: Report) -> list[Chart]:
    """Each column is solid up to the smallest of its chunks and faint from there to the largest."""
    frame = pd.DataFrame(metrics.in_groups(report.sizes, BINS)._asdict())
    base = alt.Chart(frame).encode(
        x=_document_order(len(report), "left:Q"),
        x2="right:Q",
        tooltip=[
            alt.Tooltip("first:Q", title="Chunks from", format=",d"),
            alt.Tooltip("last:Q", title="to", format=",d"),
            alt.Tooltip("smallest:Q", title="Smallest", format=",d"),
            alt.Tooltip("average:Q", title="Average", format=",.0f"),
            alt.Tooltip("largest:Q", title="Largest", format=",d"),
        ],
    )
    height = alt.Y(
        "smallest:Q", title=f"{report.settings.unit.capitalize()} (smallest to largest)", scale=alt.Scale(zero=True)
    )
    smallest = base.mark_rect(color=_BLUE).encode(y=height, y2=alt.datum(0))
    largest = base.mark_rect(color=_BLUE, opacity=0.45).encode(y=height, y2="largest:Q")
    return [smallest, largest]


def _document_order(count: int, field: str) -> alt.X:
    return alt.X(
        field,
        title="Chunk",
        scale=alt.Scale(domain=[0.5, count + 0.5], nice=False),
        axis=alt.Axis(tickMinStep=1, format=",d", grid=False),
    )


def _limit(report: Report) -> Chart:
    size = report.settings.chunk_size
    frame = pd.DataFrame({"limit": [size], "label": [f"limit: {count(size, report.noun)}"]})
    rule = alt.Chart(frame).mark_rule(color=_RED, strokeDash=[6, 4], size=1.5)
    return rule.encode(y="limit:Q", tooltip=[alt.Tooltip("label:N", title="Line")])


# --- comparisons -----------------------------------------------------------------------------------------------------

# Okabe and Ito's colours, which people with any colour vision tell apart; the tooltip says the word.
DAMAGE_COLOURS = ("#D55E00", "#E69F00", "#56B4E9", "#6f6f6f")
LOAD = "load"  # the name of the selection of a map or trail; it holds [{"number": row}]


def strips(rows: Sequence[tuple[str, Strip]], length: int) -> Chart:
    """One line a split of a text of so many characters: its cuts by the worst they do, and what lies in two chunks."""
    cuts, shared = [], []
    for label, found in rows:
        words = [DAMAGE[number] for number in found.damage.tolist()]
        cuts += [(label, at, word) for at, word in zip(found.cuts.tolist(), words, strict=True)]
        shared += [(label, start, end) for start, end in found.shared.tolist()]
    place = alt.Scale(domain=[0, max(length, 1)], nice=False)
    order = [label for label, _ in rows]
    line = alt.Y("split:N", title=None, sort=order)
    whole = pd.DataFrame({"split": order, "start": 0, "end": length})
    base = alt.Chart(whole).mark_bar(color="#8a8a8a", opacity=0.18, height=26)
    base = base.encode(y=line, x=alt.X("start:Q", title="Character of the text", scale=place), x2="end:Q")
    both = alt.Chart(pd.DataFrame(shared, columns=["split", "start", "end"])).mark_bar(
        color=_BLUE, opacity=0.4, height=26
    )
    both = both.encode(y=line, x=alt.X("start:Q", scale=place), x2="end:Q", tooltip=["start:Q", "end:Q"])
    ticks = (
        alt.Chart(pd.DataFrame(cuts, columns=["split", "at", "damage"]))
        .mark_tick(thickness=2.5, height=26, opacity=1)
        .encode(
            y=line,
            x=alt.X("at:Q", scale=place),
            color=alt.Color(
                "damage:N",
                title="A cut is",
                scale=alt.Scale(domain=list(DAMAGE), range=list(DAMAGE_COLOURS)),
                legend=alt.Legend(orient="top"),
            ),
            tooltip=[
                alt.Tooltip("split:N", title="Strategy"),
                alt.Tooltip("at:Q", title="Cut at character", format=",d"),
                alt.Tooltip("damage:N", title="A cut"),
            ],
        )
    )
    return alt.layer(base, both, ticks).properties(height=alt.Step(44))


def heat_map(frame: pd.DataFrame, title: str, form: str, less_is_better: bool) -> Chart:
    """A cell a setting: `frame` has number, strategy, size, overlap and value; a column of cells for each overlap."""
    pick = alt.selection_point(name=LOAD, fields=["number"], empty=False, toggle=False)
    base = alt.Chart(frame).encode(
        x=alt.X("overlap:O", title="Overlap, % of the size", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("size:O", title="Size", sort="descending", axis=alt.Axis(format=",d")),
        tooltip=[
            alt.Tooltip("strategy:N", title="Strategy"),
            alt.Tooltip("size:Q", title="Size", format=",d"),
            alt.Tooltip("overlap:Q", title="Overlap, %"),
            alt.Tooltip("value:Q", title=title, format=form),
        ],
    )
    colour = alt.Color(
        "value:Q",
        title=title,
        scale=alt.Scale(scheme="viridis", reverse=less_is_better),
        legend=alt.Legend(format=form, orient="top", gradientLength=260),
    )
    cells = base.mark_rect().encode(color=colour)
    # The figures would take the click: what is clicked lies over them and is not seen.
    targets = base.mark_rect(cursor="pointer", opacity=0.001).add_params(pick)
    low, high = (float(frame["value"].min()), float(frame["value"].max())) if len(frame) else (0.0, 0.0)
    # viridis is light at its upper end: dark figures there, light ones elsewhere.
    light = f"(datum.value - {low}) / {max(high - low, 1e-9)} {'<' if less_is_better else '>'} 0.6"
    figures = base.mark_text(fontSize=11).encode(
        text=alt.Text("value:Q", format=form), color=alt.condition(light, alt.value("#111"), alt.value("#fff"))
    )
    return (
        alt.layer(cells, figures, targets)
        .properties(width=150, height=alt.Step(30))
        .facet(column=alt.Column("strategy:N", title=None, sort=list(dict.fromkeys(frame["strategy"]))))
        .resolve_scale(y="shared")
    )


def _figures(values: "pd.Series[float]") -> alt.Axis:
    """Whole numbers where all values are, else a few decimals."""
    whole = bool((values == values.round()).all())
    return alt.Axis(format=",d", tickMinStep=1) if whole else alt.Axis(format=",.2~f")


def trail(frame: pd.DataFrame, across: str, up: str) -> Chart:
    """A dot a setting tried: `frame` has number, name, across and up; the last one is ringed."""
    pick = alt.selection_point(name=LOAD, fields=["number"], empty=False, toggle=False)
    dots = (
        alt.Chart(frame)
        .mark_circle(size=110, cursor="pointer", color=_BLUE, opacity=0.85)
        .encode(
            x=alt.X("across:Q", title=across, scale=alt.Scale(zero=False, padding=20), axis=_figures(frame["across"])),
            y=alt.Y("up:Q", title=up, scale=alt.Scale(zero=False, padding=20), axis=_figures(frame["up"])),
            tooltip=[
                alt.Tooltip("number:Q", title="Tried as"),
                alt.Tooltip("name:N", title="Setting"),
                alt.Tooltip("across:Q", title=across, format=",.4~f"),
                alt.Tooltip("up:Q", title=up, format=",.4~f"),
            ],
        )
        .add_params(pick)
    )
    last = alt.Chart(frame.tail(1)).mark_point(size=240, color=_RED, strokeWidth=2).encode(x="across:Q", y="up:Q")
    numbers = alt.Chart(frame).mark_text(dy=-13, fontSize=11).encode(x="across:Q", y="up:Q", text="number:Q")
    return alt.layer(dots, last, numbers).properties(height=HEIGHT + 60)
