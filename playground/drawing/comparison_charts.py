"""Comparisons -> Altair charts: strips of cuts, a map of settings, the trail of what was tried."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from playground.drawing.charts import BLUE, HEIGHT, RED, Chart
from playground.judging.strips import DAMAGE, Strip

# Okabe and Ito's colours, which people with any colour vision tell apart; the tooltip says the word.
DAMAGE_COLOURS = ("#D55E00", "#E69F00", "#56B4E9", "#6f6f6f")
ALIKE = "#b9b9b9"
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
        color=BLUE, opacity=0.4, height=26
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


def heat_map(frame: pd.DataFrame, title: str, form: str, unit: str, less_is_better: bool) -> Chart:
    """A cell a setting: `frame` has number, strategy, size, overlap, value and said (it in words).

    form: how the legend writes a value; unit: of the sizes. Overlaps stand side by side, and so do strategies.
    alike, best (flags): cells that questions cannot tell from the best are grey, the best has a frame.
    """
    pick = alt.selection_point(name=LOAD, fields=["number"], empty=False, toggle=False)
    base = alt.Chart(frame).encode(
        x=alt.X("overlap:O", title="Overlap, % of the size", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("size:O", title=f"Size in {unit}", sort="descending", axis=alt.Axis(format=",d")),
        tooltip=[
            alt.Tooltip("strategy:N", title="Strategy"),
            alt.Tooltip("size:Q", title=f"Size in {unit}", format=",d"),
            alt.Tooltip("overlap:Q", title="Overlap, % of the size"),
            alt.Tooltip("said:N", title=title),
        ],
    )
    colour = alt.Color(
        "value:Q",
        title=title,
        scale=alt.Scale(scheme="viridis", reverse=less_is_better),
        # No cell has a colour where all are grey.
        legend=None if frame["alike"].all() else alt.Legend(format=form, orient="top", gradientLength=260),
    )
    cells = base.mark_rect().encode(color=colour)
    grey = base.transform_filter("datum.alike").mark_rect(color=ALIKE)
    frame_of_best = base.transform_filter("datum.best").mark_rect(filled=False, stroke=RED, strokeWidth=2.5)
    # The figures would take the click: what is clicked lies over them and is not seen.
    targets = base.mark_rect(cursor="pointer", opacity=0.001).add_params(pick)
    low, high = (float(frame["value"].min()), float(frame["value"].max())) if len(frame) else (0.0, 0.0)
    # viridis is light at its upper end: dark figures there, light ones elsewhere.
    light = f"datum.alike || (datum.value - {low}) / {max(high - low, 1e-9)} {'<' if less_is_better else '>'} 0.6"
    figures = base.mark_text(fontSize=11).encode(
        text="said:N", color=alt.condition(light, alt.value("#111"), alt.value("#fff"))
    )
    return (
        alt.layer(cells, grey, figures, frame_of_best, targets)
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
        .mark_circle(size=110, cursor="pointer", color=BLUE, opacity=0.85)
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
    last = alt.Chart(frame.tail(1)).mark_point(size=240, color=RED, strokeWidth=2).encode(x="across:Q", y="up:Q")
    numbers = alt.Chart(frame).mark_text(dy=-13, fontSize=11).encode(x="across:Q", y="up:Q", text="number:Q")
    return alt.layer(dots, last, numbers).properties(height=HEIGHT + 60)
