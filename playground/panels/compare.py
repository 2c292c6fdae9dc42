"""Settings against one another: every strategy side by side, a map of settings, the pinned one, and what was tried."""

from typing import Any

import pandas as pd
import streamlit as st

from playground import Report, Settings
from playground.judging.compare import MEASURES, WHOLE, WINDOW, Row, Terms
from playground.judging.compare import best as best_of
from playground.judging.unread import Unread
from playground.panels import cache, choices, comparing, difference, keyed, session, setting_map, trail
from playground.panels.cache import Tokens
from playground.panels.controls import setting_in_words
from playground.panels.frame import heading
from playground.strategies import ALL_STRATEGIES
from playground.words import percent

VIEWS = ("Side by side", "Map", "Difference", "Trail")
BASELINES = {WHOLE: "Whole text, one chunk", WINDOW: "One window alone"}


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the view that is chosen."""
    view = session.current().view
    st.segmented_control(
        "Compare",
        VIEWS,
        default=view,
        required=True,
        key=keyed.control("view", view),
        on_change=keyed.on_change("view", comparing.set_view),
        label_visibility="collapsed",
    )
    if view == "Map":
        setting_map.show(report, terms())
    elif view == "Difference":
        difference.show(report, missed)
    elif view == "Trail":
        trail.show(report)
    else:
        _side_by_side(report)


def terms() -> Terms:
    """What a question brings back, as it is chosen on this tab and on Cost."""
    plan, store = session.current().plan, session.current()
    return Terms(plan.embedding_model.room, plan.top_k, plan.free if store.equal_budget else 0)


def equal_terms() -> None:
    """The switch between as many chunks and as many tokens for each question."""
    on, plan = session.current().equal_budget, session.current().plan
    st.toggle(
        f"Equal terms: as many chunks a question as fit in {plan.free:,} tokens, not {plan.top_k}",
        on,
        key=keyed.control("equal_budget", on),
        on_change=keyed.on_change("equal_budget", comparing.set_equal_budget),
        help="Small chunks look good at a fixed number a question because less is sent. With equal terms every setting "
        "sends about the same. The tokens are those of the budget on Cost: window, less prompt and answer.",
    )


def _side_by_side(report: Report) -> None:
    equal_terms()
    table = cache.side_by_side(report, terms(), comparing.asking())
    st.caption(
        "Every strategy at this size and overlap (sentences and paragraphs packed), and two baselines. ★ is the best "
        "of its column. A click on a row takes its setting."
    )
    chosen = [row.settings for row in table]
    key = keyed.control("side_by_side", 0)
    st.dataframe(
        _frame(table),
        key=key,
        hide_index=True,
        on_select=keyed.heard(key, lambda state: _take(chosen, state)),
        selection_mode="single-row",
        column_config=_columns(report),
        alt="Every strategy with its measures",
    )
    st.download_button(
        "Table as CSV",
        _plain(table).to_csv(index=False),
        "strategies.csv",
        "text/csv",
        on_click="ignore",
    )
    from playground.drawing import (
        comparison_charts as charts,  # Altair takes longer to load than the first page to draw
    )

    labels = [_label(row) for row in table if not row.baseline]
    found = list(zip(labels, cache.strips(report, table, terms()), strict=True))
    heading("Where each cuts")
    summed = any(one.summed for _, one in found)
    many = " Where cuts are too many to draw, a line is the worst of its column." if summed else ""
    st.caption(f"The text from left to right. A line is a cut, by the worst that it does; blue is in two chunks.{many}")
    st.altair_chart(
        charts.strips(found, len(report.document)), key="strips_chart", alt="The cuts of every strategy on the text"
    )


def _take(settings: list[Settings], state: Any) -> None:
    rows = state["selection"]["rows"]
    if rows:
        keyed.gone("side_by_side")
        choices.take(settings[int(rows[0])])


def _label(row: Row) -> str:
    return BASELINES.get(row.baseline) or ALL_STRATEGIES[row.settings.strategy].label


def _known(table: list[Row]) -> list[str]:
    """The measures that any row has."""
    return [name for name in MEASURES if any(name in row.values for row in table)]


def _plain(table: list[Row]) -> pd.DataFrame:
    """Numbers as they are, for a file."""
    first = {"setting": [_label(row) for row in table], "words": [setting_in_words(row.settings) for row in table]}
    return pd.DataFrame({**first, **{name: [row.values.get(name) for row in table] for name in _known(table)}})


def _frame(table: list[Row]) -> pd.DataFrame:
    """Numbers as they are shown; the best of a column with a star."""
    best = best_of(table)

    def cell(row: Row, name: str) -> str:
        value = row.values.get(name)
        if value is None:
            return ""
        shown = percent(value) if MEASURES[name].is_share else f"{value:,.0f}"
        return f"{shown} ★" if not row.baseline and best.get(name) == value else shown

    columns = {name: [cell(row, name) for row in table] for name in _known(table)}
    return pd.DataFrame({"setting": [_label(row) for row in table], **columns})


def _columns(report: Report) -> dict[str, Any]:
    text = st.column_config.TextColumn
    columns: dict[str, Any] = {"setting": text("Strategy", pinned=True)}
    for name, measure in MEASURES.items():
        columns[name] = text(measure.title(report.settings.unit), help=measure.about)
    return columns
