"""All chunks in one table, to sort and scan."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from playground import Report
from playground.giving.rows import contexts_of
from playground.judging.unread import Unread
from playground.panels import keyed, looking, session, source
from playground.panels.cache import Tokens
from playground.words import WORDS_ARE, count

MOST_AT_ONCE = 5_000  # rows; of more, the browser gets only those in view
WHOLE_TEXTS = 1_000_000  # characters in all that are sent whole; of more, a preview of each
PREVIEW = 120  # characters
HEIGHT, ROW, NUMBER = 560, 35, 100  # px; the widest number has nine figures and its commas


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the table; a click on a row chooses the chunk."""
    rows = _rows(report, missed)
    whole = report.storage.stored <= WHOLE_TEXTS
    lazy = len(rows) > MOST_AT_ONCE
    hints = []
    if not whole:
        hints.append(f"Texts are cut to {PREVIEW} characters here; Read shows them whole.")
    if lazy:
        hints.append(f"More than {MOST_AT_ONCE:,} rows: rows are loaded as you scroll, and cannot be chosen here.")
    if hints:
        st.caption(" ".join(hints))
    frame = _frame(report, tokens, missed, None if whole else PREVIEW)
    only = session.current().only_unread
    key = keyed.control("table", (session.current().selected, only))
    choose = keyed.heard(key, lambda state: _choose(rows, key, only, state))
    st.dataframe(
        frame if len(rows) == len(report) else frame.iloc[list(rows)],
        key=key,
        hide_index=True,
        height=min(HEIGHT, ROW * (len(rows) + 1) + 3),
        column_config=_columns(report, tokens),
        alt="All chunks with their numbers and texts",
        **({"lazy": True} if lazy else {"on_select": choose, "selection_mode": "single-row"}),
    )


def _rows(report: Report, missed: Unread) -> Sequence[int]:
    """The rows that are shown: all, or those of the chunks that the model does not read whole."""
    if not len(missed):
        return range(len(report))
    only = session.current().only_unread
    st.toggle(
        f"Only the {count(len(missed), 'chunk')} the model does not read whole",
        only,
        key=keyed.control("only_unread", only),
        on_change=keyed.on_change("only_unread", looking.set_only_unread),
    )
    rows: list[int] = missed.rows.tolist()
    return rows if only else range(len(report))


def _choose(shown: Sequence[int], key: str, only: bool, state: Any) -> None:
    rows = state["selection"]["rows"]
    number = shown[int(rows[0])] + 1 if rows else None
    looking.picked("table", key, number, (number, only))


def _frame(report: Report, tokens: Tokens, missed: Unread, preview: int | None) -> pd.DataFrame:
    remarks = [
        report.reason(row) if over else "begins inside a sentence" if inside else ""
        for row, (over, inside) in enumerate(zip(report.over_limit.tolist(), report.inside.tolist(), strict=True))
    ]
    pages = source.pages_of(report.spans.starts)
    return pd.DataFrame(
        {
            "number": range(1, len(report) + 1),
            **({"page": pages} if pages is not None else {}),
            "start": report.spans.starts,
            "end": report.spans.ends,
            "characters": report.characters,
            **({"words": report.sizes} if report.settings.unit == "words" else {}),
            "tokens": tokens.counts,
            **({"estimate": report.estimates} if tokens.real else {}),
            **({"lost": missed.lost_in(len(report))} if len(missed) else {}),
            "shared": report.shared,
            "remark": remarks,
            **(
                {"ahead": [" › ".join(text.splitlines()) for text in contexts_of(report)]} if report.has_context else {}
            ),
            "text": [text[:preview] for text in report.texts()],
        }
    )


def _columns(report: Report, tokens: Tokens) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "number": number("Chunk", format="localized", width=NUMBER),
        "page": number("Page", format="localized", help="Of the document, on which it begins."),
        "start": number(
            "Start", format="localized", width=NUMBER, help="Offset of its first character in the text, from 0."
        ),
        "end": number("End", format="localized", width=NUMBER, help="Offset behind its last character."),
        "characters": number(
            "Characters", format="localized", help="Of what is embedded: what stands ahead of it and its text."
        ),
        "words": number("Words", format="localized", help=f"{WORDS_ARE} With the context ahead."),
        "tokens": number(
            "Tokens" if tokens.real else "Tokens (estimate)",
            format="localized",
            help=f"Counted with {report.settings.vocabulary}, with the context." if tokens.real else "Characters / 4.",
        ),
        "estimate": number("Rule of four", format="localized", help="Tokens estimated as characters / 4."),
        "lost": number("Not read", format="localized", help="Tokens past the longest input of the embedding model."),
        "shared": number(
            "Shared", format="localized", help=f"{report.settings.unit.capitalize()} shared with the chunk before it."
        ),
        "remark": st.column_config.TextColumn("Remark", width=170),
        "ahead": st.column_config.TextColumn("Ahead", help="What stands ahead of it when it is embedded."),
        "text": st.column_config.TextColumn("Text", width="large"),
    }
