"""All chunks in one table, to sort and scan."""

from typing import Any

import pandas as pd
import streamlit as st

from playground import Report
from playground.panels import choices
from playground.panels.cache import Tokens

MOST_AT_ONCE = 5_000  # rows; of more, the browser gets only those in view
WHOLE_TEXTS = 1_000_000  # characters in all that are sent whole; of more, a preview of each
PREVIEW = 120  # characters
HEIGHT, ROW, NUMBER = 560, 35, 100  # px; the widest number has nine figures and its commas


def show(report: Report, tokens: Tokens) -> None:
    """Draw the table; a click on a row chooses the chunk."""
    whole = report.storage.stored <= WHOLE_TEXTS
    lazy = len(report) > MOST_AT_ONCE
    hints = []
    if not whole:
        hints.append(f"Texts are cut to {PREVIEW} characters here; Read shows them whole.")
    if lazy:
        hints.append(f"More than {MOST_AT_ONCE:,} chunks: rows are loaded as you scroll, and cannot be chosen here.")
    if hints:
        st.caption(" ".join(hints))
    st.dataframe(
        _frame(report, tokens, None if whole else PREVIEW),
        key=choices.control("table", choices.current().selected),
        hide_index=True,
        height=min(HEIGHT, ROW * (len(report) + 1) + 3),
        column_config=_columns(tokens),
        alt="All chunks with their numbers and texts",
        **({"lazy": True} if lazy else {"on_select": _choose, "selection_mode": "single-row"}),
    )


def _choose() -> None:
    rows = choices.state("table")["selection"]["rows"]
    choices.picked("table", int(rows[0]) + 1 if rows else None)


def _frame(report: Report, tokens: Tokens, preview: int | None) -> pd.DataFrame:
    remarks = [
        report.over_reason if over else "begins inside a sentence" if inside else ""
        for over, inside in zip(report.over_limit.tolist(), report.inside.tolist(), strict=True)
    ]
    return pd.DataFrame(
        {
            "number": range(1, len(report) + 1),
            "start": report.spans.starts,
            "end": report.spans.ends,
            "characters": report.sizes,
            "tokens": tokens.counts,
            "estimate": report.estimates,
            "shared": report.shared,
            "remark": remarks,
            "text": [text[:preview] for text in report.texts()],
        }
    )


def _columns(tokens: Tokens) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "number": number("Chunk", format="localized", width=NUMBER),
        "start": number(
            "Start", format="localized", width=NUMBER, help="Offset of its first character in the text, from 0."
        ),
        "end": number("End", format="localized", width=NUMBER, help="Offset behind its last character."),
        "characters": number("Characters", format="localized"),
        "tokens": number(
            "Tokens" if tokens.real else "Tokens (estimate)",
            format="localized",
            help="Counted with cl100k_base." if tokens.real else "Characters / 4.",
        ),
        "estimate": number("Rule of four", format="localized", help="Tokens estimated as characters / 4."),
        "shared": number("Shared", format="localized", help="Characters shared with the chunk before it."),
        "remark": st.column_config.TextColumn("Remark", width=170),
        "text": st.column_config.TextColumn("Text", width="large"),
    }
