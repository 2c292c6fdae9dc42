"""The verdicts, one a question; and of the question that is looked at, where its answer lies and what was read."""

from typing import Any

import pandas as pd
import streamlit as st

from playground import Report
from playground.asking.reasons import why
from playground.asking.verdicts import HIT, MISS, PARTIAL, Verdict
from playground.judging.compare import WORDS_SENT
from playground.panels import cache, keyed, looking, session, source
from playground.panels.cache import Answers
from playground.panels.frame import heading, plain
from playground.panels.reads_view import Read, reads_view
from playground.panels.strip_view import Marks, strip_view
from playground.spans import holds
from playground.words import count, percent

_SIGNS = {HIT: "✔ HIT", PARTIAL: "◐ PARTIAL", MISS: "✘ MISS"}
MOST_DRAWN = 50  # rings and pulses
_ROW, _HIGHEST = 35, 330  # px
_ABOUT = (
    "HIT: one read holds the whole answer. PARTIAL: the answer came back in pieces or in part; no single read holds "
    "it whole. MISS: none of it was read. SPLIT: no single text that could be read holds it whole, so that no search "
    "could have found it in one piece."
)


def show(report: Report, answers: Answers) -> None:
    """Draw the table of verdicts, and below it the question that is looked at."""
    number = looking.looked_at(len(answers.verdicts))
    _table(report, answers, number)
    one = answers.verdicts[number]
    st.markdown(f"**{plain(one.question.text)}**")
    reason = why(report, answers.reader, one, lambda start, end: _place(report, start, end))
    st.markdown(f"{sign(one)}: {plain(reason)}")
    _stock(report, answers, number)
    _strip(report, one)
    with st.container():  # also where nothing was read: what stands below must not move
        if one.reads:
            heading("What the model would be handed")
            _reads(report, one)


def _table(report: Report, answers: Answers, number: int) -> None:
    key = keyed.control("verdicts", number)

    def look(state: Any) -> None:
        rows = state["selection"]["rows"]
        session.leave()
        if not rows:
            keyed.gone("verdicts")  # the question is still looked at: its row stays chosen
        else:
            row = int(rows[0])
            keyed.shows("verdicts", key, row)
            looking.look_at_question(row, report.row_for(*answers.verdicts[row].question.spans[0]) + 1)

    frame = pd.DataFrame(
        {
            "verdict": [sign(one) for one in answers.verdicts],
            "question": [one.question.text for one in answers.verdicts],
            "rank": [f"{one.rank:,}" if one.rank else "" for one in answers.verdicts],
            "recall": [percent(one.recall) for one in answers.verdicts],
            "words": answers.words,
        }
    )
    column = st.column_config
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=min(_ROW * (len(frame) + 1) + 3, _HIGHEST),
        on_select=keyed.heard(key, look),
        selection_mode="single-row",
        selection_default={"selection": {"rows": [number], "columns": [], "cells": []}},
        column_config={
            "question": column.TextColumn("Question", width="large"),
            "verdict": column.TextColumn("Verdict", width=150, help=_ABOUT),
            "rank": column.TextColumn(
                "Rank", help="Of the first read that holds the answer, or one of its parts, whole."
            ),
            "recall": column.TextColumn("Recall", help="Of the answer's characters, those that were read."),
            "words": column.NumberColumn(WORDS_SENT, format="localized", width=190),
        },
        alt="All questions with their verdicts",
    )
    st.caption(f"Choose a question to look at it. {_ABOUT}")


def _stock(report: Report, answers: Answers, number: int) -> None:
    """From the document to what a model would read, in one line."""
    words = len(report.document.words[0])
    stock = [
        f"document **{count(words, 'word')}**",
        f"**{count(len(report), 'chunk')}**",
        f"**{len(answers.verdicts[number].reads):,}** read",
        f"context **{count(int(answers.words[number]), 'word')}**, {count(int(answers.tokens[number]), 'token')}",
    ]
    st.markdown(" → ".join(stock))


def _strip(report: Report, one: Verdict) -> None:
    parted = [span for span in one.question.spans if not _in_a_chunk(report, span)]
    cuts = sorted({cut for span in parted for cut in report.cuts_in(*span)})
    strip_view(
        key="asked_strip",
        length=len(report.document),
        starts=report.spans.starts,
        ends=report.spans.ends,
        inside=report.inside,
        selected=session.current().selected,
        shown=(0, len(report.document)),
        on_select=looking.select,
        bins=report.strip,
        sections=cache.sections(report),
        marks=Marks(one.question.spans[:MOST_DRAWN], one.reads, cuts[:MOST_DRAWN]),
    )


def _reads(report: Report, one: Verdict) -> None:
    reads = [Read(_place(report, start, end), start, end, report.row_for(start, end) + 1) for start, end in one.reads]
    text = report.document.text
    reads_view(key="reads", text=text, reads=reads, answers=one.answers, on_select=looking.look_at)


def sign(one: Verdict) -> str:
    """The verdict in a word, with a sign ahead of it."""
    return f"{_SIGNS[one.outcome]}{' · SPLIT' if one.split else ''}"


def _place(report: Report, start: int, end: int) -> str:
    row = report.row_for(start, end)
    exact = (report[row].start, report[row].end) == (start, end)
    within = report[row].start <= start and end <= report[row].end
    what = f"{'' if exact else 'in ' if within else 'from '}chunk {row + 1:,}{'' if exact or within else ' on'}"
    page = source.page_in_words(start, end)
    return f"{what}, characters {start:,} to {end:,}{f', page {page}' if page else ''}"


def _in_a_chunk(report: Report, span: tuple[int, int]) -> bool:
    row = report.row_for(*span)
    return holds((report[row].start, report[row].end), span)


def ranks(report: Report, one: Verdict) -> dict[int, str]:
    """Chunk number -> its rank in words, for the chunks that were read."""
    found: dict[int, str] = {}
    for rank, (start, end) in enumerate(one.reads, 1):
        for row in report.rows_between(start, end):
            if start <= report.spans.starts[row] and report.spans.ends[row] <= end:
                found.setdefault(row + 1, f"rank {rank}")
    return found
