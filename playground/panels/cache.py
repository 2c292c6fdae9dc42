"""Every cache of the page. Bounded; keyed by digest and settings; offsets and counts are kept, texts are not."""

from typing import NamedTuple

import streamlit as st

from playground import Document, InputError, Report, Settings
from playground.panels import waiting
from playground.report import split
from playground.spans import Offsets, Spans
from playground.strategies import STRATEGIES
from playground.tokens import TokenIndex, estimate
from playground.vocabulary import TokenizerUnavailable

# What one visitor may ask of a server that others use too.
MOST_CHUNKS = 200_000
MOST_WINDOWS = 2_000_000  # before those of nothing but whitespace are left out
MOST_STORED = 50_000_000  # characters in all chunks: five times the longest text
_LAST = "last_report"
_INDEX = "token_index"
_QUICK = 500_000  # characters whose tokens are found before a spinner could be seen


def report(document: Document, settings: Settings) -> Report:
    """The report of this document under these settings; the session's last one if nothing changed.

    Raises InputError for what is more than one visitor may ask for.
    """
    key = (document.digest, settings)
    last: tuple[object, Report] | None = st.session_state.get(_LAST)
    if last is not None and last[0] == key and last[1].document is document:
        return last[1]
    blind = STRATEGIES[settings.strategy].is_blind
    if blind and len(document) // (settings.chunk_size - settings.chunk_overlap) > MOST_WINDOWS:
        raise InputError(_too_much(f"windows (at most {MOST_WINDOWS:,} are tried)", settings))
    starts, ends = _spans(document.digest, settings, document)
    if len(starts) > MOST_CHUNKS:
        raise InputError(_too_much(f"chunks, {len(starts):,}, and the page shows at most {MOST_CHUNKS:,}", settings))
    made = Report(document, settings, Spans(starts, ends))
    if made.storage.stored > MOST_STORED:
        stored = f"stored characters, {made.storage.stored:,}, and the page takes at most {MOST_STORED:,}"
        raise InputError(_too_much(stored, settings))
    st.session_state[_LAST] = (key, made)
    return made


def _too_much(what: str, settings: Settings) -> str:
    uses_size = STRATEGIES[settings.strategy].uses_size(settings)
    remedy = "choose a larger size or less overlap" if uses_size else "let chunks hold as many units as fit"
    return f"These settings make too many {what}: {remedy}."


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _spans(digest: str, settings: Settings, _document: Document) -> tuple[Offsets, Offsets]:
    spans = split(_document, settings)
    return spans.starts, spans.ends


class Tokens(NamedTuple):
    """Tokens of each chunk (int64, shape (n,)) and of the whole text; `problem` says why they are only estimated."""

    counts: Offsets
    total: int
    problem: str = ""

    @property
    def real(self) -> bool:
        """Whether they were counted."""
        return not self.problem


def tokens(report: Report) -> Tokens:
    """Real counts; the estimate where the vocabulary cannot be loaded."""
    document = report.document
    try:
        index = _token_index(document)
        counts = _token_counts(document.digest, report.settings, report, index)
    except TokenizerUnavailable as error:
        return Tokens(report.estimates, estimate(len(document.text.strip())), str(error))
    return Tokens(counts, index.total)


def _token_index(document: Document) -> TokenIndex:
    """This session's index of its one text: it lives and goes with the session, so its memory is bounded with it."""
    last: tuple[str, TokenIndex] | None = st.session_state.get(_INDEX)
    if last is not None and last[0] == document.digest:
        return last[1]
    with waiting.shown("Counting tokens", len(document) > _QUICK) as progress:
        index = TokenIndex.build(document.text, progress)
    st.session_state[_INDEX] = (document.digest, index)
    return index


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _token_counts(digest: str, settings: Settings, _report: Report, _index: TokenIndex) -> Offsets:
    return _report.count_tokens(_index)
