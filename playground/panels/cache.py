"""Every cache of the page. Bounded; keyed by digest and settings; offsets and counts are kept, texts are not."""

from typing import NamedTuple

import streamlit as st

from playground import Document, InputError, Report, Settings
from playground.report import split
from playground.spans import Offsets, Spans
from playground.strategies import STRATEGIES
from playground.tokens import TokenIndex, TokenizerUnavailable, estimate

MOST_CHUNKS = 200_000  # more cannot be looked at, and a size of 1 on a long text would keep a server busy
_LAST = "last_report"
_INDEX = "token_index"
_QUICK = 500_000  # characters whose tokens are found before a spinner could be seen


def report(document: Document, settings: Settings) -> Report:
    """The report of this document under these settings; the session's last one if nothing changed.

    Raises InputError if there would be more than MOST_CHUNKS chunks.
    """
    key = (document.digest, settings)
    last: tuple[object, Report] | None = st.session_state.get(_LAST)
    if last is not None and last[0] == key and last[1].document is document:
        return last[1]
    _refuse_too_many(_least_chunks(document, settings))
    starts, ends = _spans(document.digest, settings, document)
    _refuse_too_many(len(starts))
    made = Report(document, settings, Spans(starts, ends))
    st.session_state[_LAST] = (key, made)
    return made


def _least_chunks(document: Document, settings: Settings) -> int:
    """About how many chunks there will be at the least, known before any work is done."""
    if settings.strategy == "fixed":
        return len(document) // (settings.chunk_size - settings.chunk_overlap)
    packs = STRATEGIES[settings.strategy].uses_size(settings)
    return len(document) // (2 * settings.chunk_size) if packs else 0


def _refuse_too_many(count: int) -> None:
    if count > MOST_CHUNKS:
        raise InputError(
            f"These settings make more than {MOST_CHUNKS:,} chunks, the most that the page shows: "
            "choose a larger size or a smaller overlap."
        )


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _spans(digest: str, settings: Settings, _document: Document) -> tuple[Offsets, Offsets]:
    spans = split(_document, settings)
    return spans.starts, spans.ends


class Tokens(NamedTuple):
    """Tokens of each chunk (int64, shape (n,)) and of the whole text, and whether they were counted or estimated."""

    counts: Offsets
    total: int
    real: bool


def tokens(report: Report) -> Tokens:
    """Real counts; the estimate where the vocabulary cannot be loaded."""
    document = report.document
    try:
        index = _token_index(document)
    except TokenizerUnavailable:
        return Tokens(report.estimates, estimate(len(document.text.strip())), False)
    return Tokens(_token_counts(document.digest, report.settings, report, index), index.total, True)


def _token_index(document: Document) -> TokenIndex:
    """This session's index of its one text: it lives and goes with the session, so its memory is bounded with it."""
    last: tuple[str, TokenIndex] | None = st.session_state.get(_INDEX)
    if last is not None and last[0] == document.digest:
        return last[1]
    if len(document) < _QUICK:
        index = TokenIndex.build(document.text)
    else:
        with st.spinner("Counting tokens …"):
            index = TokenIndex.build(document.text)
    st.session_state[_INDEX] = (document.digest, index)
    return index


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _token_counts(digest: str, settings: Settings, _report: Report, _index: TokenIndex) -> Offsets:
    return _report.count_tokens(_index)
