"""Questions -> Altair charts: what is sent against what is found, and how answers survive windows."""

import altair as alt
import pandas as pd

from playground.drawing.charts import BLUE, HEIGHT, RED, Chart
from playground.drawing.comparison_charts import LOAD

AMBER, GREY = "#b7791f", "#8a8a8a"
WORDS_SENT = "Words sent per question"
WORDS = alt.Axis(format=",d", tickMinStep=1)
WHOLE, CUT = "can be read whole", "cut"
HELD = {WHOLE: BLUE, CUT: RED}


def tradeoff(frame: pd.DataFrame) -> Chart:
    """A dot a setting: `frame` has number, setting, words, whole (a share), said (it in words) and flags.

    Flags: tried, present, best and knee. Those of the map are small and grey; the line joins the best; the
    knee is named, the present one ringed.
    """
    pick = alt.selection_point(name=LOAD, fields=["number"], empty=False, toggle=False)
    x = alt.X("words:Q", title=WORDS_SENT, scale=alt.Scale(domainMin=0), axis=WORDS)
    y = alt.Y(
        "whole:Q",
        title="Answers whole",
        scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    base = alt.Chart(frame).encode(x=x, y=y)
    line = base.transform_filter("datum.best").mark_line(color=GREY, strokeDash=[5, 4], interpolate="step-after")
    tooltip = [
        alt.Tooltip("setting:N", title="Setting"),
        alt.Tooltip("words:Q", title=WORDS_SENT, format=",.0f"),
        alt.Tooltip("said:N", title="Answers whole"),
    ]
    swept = base.transform_filter("!datum.tried").mark_circle(size=50, color=GREY, opacity=0.7, cursor="pointer")
    tried = base.transform_filter("datum.tried").mark_circle(size=130, color=BLUE, opacity=0.9, cursor="pointer")
    ring = base.transform_filter("datum.present").mark_point(size=260, color=RED, strokeWidth=2)
    bend = base.transform_filter("datum.knee")
    diamond = bend.mark_point(shape="diamond", size=420, color=AMBER, strokeWidth=2)
    name = bend.mark_text(text="knee", dx=34, dy=14, fontSize=12, fontWeight="bold", color=AMBER)
    dots = [layer.encode(tooltip=tooltip) for layer in (swept, tried)]
    dots[-1] = dots[-1].add_params(pick)
    return alt.layer(line, *dots, ring, diamond, name).properties(height=HEIGHT + 40)


def survival(curve: pd.DataFrame, answers: pd.DataFrame) -> Chart:
    """How likely an answer is whole by its length: `curve` has words, overlap (a name), whole (a share) and said (it).

    answers: words, question and held (WHOLE or CUT) of each, as ticks along the bottom.
    """
    names = list(dict.fromkeys(curve["overlap"]))
    lines = (
        alt.Chart(curve)
        .mark_line(strokeWidth=2.5)
        .encode(
            x=alt.X("words:Q", title="Words of the answer (L)", scale=alt.Scale(nice=False, zero=True)),
            y=alt.Y("whole:Q", title="Whole in a window", axis=alt.Axis(format=".0%"), scale=alt.Scale(domain=[0, 1])),
            color=alt.Color(
                "overlap:N",
                title=None,
                scale=alt.Scale(domain=names, range=[GREY, BLUE]),
                legend=alt.Legend(orient="top"),
            ),
            strokeDash=alt.StrokeDash("overlap:N", legend=None, scale=alt.Scale(domain=names, range=[[6, 4], [1, 0]])),
            tooltip=["overlap:N", "words:Q", alt.Tooltip("said:N", title="Whole")],
        )
    )
    ticks = (
        alt.Chart(answers)
        .mark_tick(thickness=3, height=18, yOffset=-9, opacity=0.9)
        .encode(
            x="words:Q",
            y=alt.datum(0),
            color=alt.Color(
                "held:N",
                title=None,
                scale=alt.Scale(domain=list(HELD), range=list(HELD.values())),
                legend=alt.Legend(orient="top"),
            ),
            tooltip=["question:N", "words:Q", "held:N"],
        )
    )
    return alt.layer(lines, ticks).resolve_scale(color="independent").properties(height=HEIGHT)
