"""Charts of the sizes."""

from typing import Any

import streamlit as st

from playground import Report
from playground.judging.unread import Unread
from playground.panels import keyed, looking, session
from playground.panels.cache import Tokens
from playground.panels.frame import heading

PICK = "pick"  # the selection of the chart (charts.PICK); it holds [{"chunk": number}]


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the size of each chunk in document order, and how the sizes are spread."""
    from playground.drawing import charts  # Altair takes longer to load than the first page to draw

    unit = report.settings.unit
    limit = " The dashed line is the limit." if report.uses_size else ""
    heading("Size of each chunk, in document order")
    if charts.is_binned(report):
        st.caption(
            f"{len(report):,} chunks are too many to draw: each column stands for a group of neighbours, solid up "
            f"to the smallest of them and faint from there to the largest.{limit}"
        )
        st.altair_chart(charts.sizes(report, 0), key="sizes_chart", alt="Sizes of groups of chunks")
    else:
        st.caption(f"A click on a bar chooses the chunk; the chosen one is red.{limit}")
        key = keyed.control("sizes_chart", session.current().selected)
        st.altair_chart(
            charts.sizes(report, session.current().selected),
            key=key,
            on_select=keyed.heard(key, lambda state: _choose(key, state)),
            selection_mode=PICK,
            alt=f"Size of each chunk in {unit}, in document order",
        )
    heading("How the sizes are spread")
    st.caption(f"Number of chunks by size, in equal steps of {unit}.{limit}")
    st.altair_chart(charts.distribution(report), key="spread_chart", alt=f"Number of chunks by size in {unit}")


def _choose(key: str, state: Any) -> None:
    bars = state["selection"].get(PICK) or []
    looking.picked("sizes_chart", key, int(bars[0]["chunk"]) if bars else None)
