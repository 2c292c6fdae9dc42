"""Report -> Altair charts. Each works for any number of chunks: past EXACT they are summed up in bins, and say so."""

from typing import Any

import altair as alt
import pandas as pd

from playground.judging import metrics
from playground.judging.report import Report
from playground.words import count

EXACT = 5_000  # chunks drawn one by one
GAPS = 200  # chunks between whose bars a gap can be seen
BINS = 500  # columns that stand for more
HISTOGRAM_BINS = 40
PICK = "pick"  # the name of the selection; it holds [{"chunk": number}]
HEIGHT = 260  # px
Chart = Any  # altair's own types say less than they promise: its methods return Any, layers may be facets
BLUE, RED = "#5b7fb8", "#c0392b"


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
        .mark_rect(color=BLUE)
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
        layers.append(alt.Chart(rule).mark_rule(color=RED, strokeDash=[6, 4], size=1.5).encode(x="limit:Q"))
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
    bars = _bar(frame, report, BLUE).add_params(pick)
    return [bars, _bar(frame[selected - 1 : selected], report, RED)]


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
    smallest = base.mark_rect(color=BLUE).encode(y=height, y2=alt.datum(0))
    largest = base.mark_rect(color=BLUE, opacity=0.45).encode(y=height, y2="largest:Q")
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
    rule = alt.Chart(frame).mark_rule(color=RED, strokeDash=[6, 4], size=1.5)
    return rule.encode(y="limit:Q", tooltip=[alt.Tooltip("label:N", title="Line")])
