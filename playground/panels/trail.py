"""What was tried in this session: a row and a dot for each setting, to name, to go back to, to take away."""

from typing import Any

import pandas as pd
import streamlit as st

from playground import Report
from playground.judging.compare import MEASURES, Terms, measure
from playground.panels import choices, comparing, keyed, session
from playground.panels.cache import Tokens
from playground.panels.controls import setting_in_words, take_one
from playground.words import count

ACROSS = ("tokens", "sent", "chunks")
UP = ("sentences", "paragraphs", "overhead", "evenness", "average", "unread")


def keep(report: Report, tokens: Tokens) -> None:
    """Put the setting of this report on the trail."""
    plan = session.current().plan
    terms = Terms(plan.embedding_model.room, plan.top_k)
    comparing.try_out(report.document.key, report.settings, terms, lambda: measure(report, terms, tokens.counts))


def show(report: Report) -> None:
    """Draw the dots and the table."""
    unit = report.settings.unit
    every = [one for one in session.current().trail if one.digest == report.document.key]
    tried = [one for one in every if one.row.settings.unit == unit]
    if not tried:
        st.info("Each setting that you try on this text is kept here.")
        return
    from playground.drawing import (
        comparison_charts as charts,  # Altair takes longer to load than the first page to draw
    )

    across, up = session.current().trail_axes
    with st.grid(2, min_column_width=200, gap="small"):
        _axis("trail_across", "From left to right", ACROSS, across, 0)
        _axis("trail_up", "From bottom to top", UP, up, 1)
    names = [one.name or setting_in_words(one.row.settings) for one in tried]
    frame = pd.DataFrame({"number": range(1, len(tried) + 1), "name": names})
    dots = frame.assign(
        across=[float(one.row.values[across]) for one in tried], up=[float(one.row.values[up]) for one in tried]
    )
    settings = {number: one.row.settings for number, one in enumerate(tried, 1)}
    titles = [MEASURES[name].title(report.settings.unit) for name in (across, up)]
    key = keyed.control("trail_chart", 0)
    st.altair_chart(
        charts.trail(dots, *titles),
        key=key,
        on_select=comparing.on_pick("trail_chart", key, settings, choices.take),
        selection_mode="load",
        alt="Each setting tried, as a dot",
    )
    take_one("trail_take", "Go back to", names, lambda row: choices.take(tried[row].row.settings))
    others = len(every) - len(tried)
    hidden = f" {count(others, 'setting')} in other units {'is' if others == 1 else 'are'} not shown." if others else ""
    st.caption(
        f"The ringed dot is the present setting. A click on a dot goes back to it. Names can be changed below.{hidden}"
    )
    for name in (name for name in MEASURES if name in tried[0].row.values):
        frame[name] = [one.row.values[name] for one in tried]
    key = keyed.control("trail_table", tuple((one.row.settings, one.name) for one in tried))
    st.data_editor(
        frame,
        key=key,
        on_change=keyed.heard(key, lambda state: comparing.name_tried(tried, state["edited_rows"])),
        disabled=[column for column in frame.columns if column != "name"],
        hide_index=True,
        column_config={
            "number": st.column_config.NumberColumn("Tried as", width="small"),
            "name": st.column_config.TextColumn("Name", max_chars=60),
            **{name: _column(name, report) for name in MEASURES},
        },
        alt="Each setting tried, with its measures",
    )
    st.download_button("Trail as CSV", frame.to_csv(index=False), "trail.csv", "text/csv", on_click="ignore")


def _axis(name: str, label: str, known: tuple[str, ...], value: str, at: int) -> None:
    st.selectbox(
        label,
        known,
        index=known.index(value),
        format_func=lambda one: MEASURES[one].label,
        key=keyed.control(name, value),
        on_change=keyed.on_change(name, lambda one: comparing.set_trail_axis(at, one)),
        help=MEASURES[value].about,
    )


def _column(name: str, report: Report) -> Any:
    form = "percent" if MEASURES[name].is_share else "localized"
    return st.column_config.NumberColumn(
        MEASURES[name].title(report.settings.unit), help=MEASURES[name].about, format=form
    )
