"""Every cache of the page. Bounded; keyed by digest and settings; offsets and counts are kept, and of what was made of
a text only the last link and the last file."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import streamlit as st

from playground import Document, InputError, Report, Settings, sizing
from playground.asking.questions import Question
from playground.asking.reading import Reader, Reading
from playground.asking.verdicts import Evaluation, Verdict, evaluate, judge, sent
from playground.giving.contents import Contents
from playground.giving.formats import FORMATS
from playground.giving.rows import Extra
from playground.giving.shared_text import pack
from playground.giving.snapshots import Store, from_environment
from playground.giving.snippets import Comparison, measured
from playground.judging.compare import PerQuestion, Row, Terms, baselines, every_strategy, of_questions
from playground.judging.compare import measure as measure_report
from playground.judging.difference import Difference
from playground.judging.difference import difference as find_difference
from playground.judging.findings import Finding
from playground.judging.findings import find as find_findings
from playground.judging.healing import Healing, heal
from playground.judging.looks import Looks
from playground.judging.looks import of as looks_of
from playground.judging.strips import Strip, strip
from playground.judging.unread import Unread
from playground.judging.unread import unread as find_unread
from playground.limits import MAX_CHUNKS, MAX_MAPPED, MAX_STORED_CHARACTERS, MAX_WINDOWS
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.settings import context_of
from playground.spans import Offsets, Spans
from playground.splitting import split, windows_at_most
from playground.strategies import ALL_STRATEGIES

# What one visitor may ask of a server that others use too.
_LAST, _COMPARISON, _PACKED, _FILE = "last_report", "last_comparison", "last_packed", "last_file"
_UNREAD = "last_unread"
_FINDINGS, _SECTIONS = "last_findings", "last_sections"
MOST_SECTIONS, LONGEST_NAME = 500, 60  # named in a strip: about 40 kB at most
_HEALINGS = "healings"
_SIDES, _DIFFERENCE, _MAP = "last_side_by_side", "last_difference", "last_map"
_READER, _ANSWERS, _STRIPS = "last_reader", "last_answers", "last_strips"


def report(document: Document, settings: Settings) -> Report:
    """The report of this document under these settings; the session's last one if nothing changed.

    Raises InputError for what is more than one visitor may ask for.
    """
    key = (document.key, settings)
    last: tuple[object, Report] | None = st.session_state.get(_LAST)
    if last is not None and last[0] == key and last[1].document is document:
        return last[1]
    made = report_of(document, settings)
    st.session_state[_LAST] = (key, made)
    return made


def _refused(document: Document, settings: Settings) -> str:
    """Why these settings are not even tried, in one sentence; "" if they are."""
    most = MAX_CHUNKS if settings.unit == "tokens" else MAX_WINDOWS  # each window of tokens is counted
    if ALL_STRATEGIES[settings.strategy].is_blind and windows_at_most(document, settings) > most:
        return _too_much(f"windows (at most {most:,} are tried)", settings)
    return ""


def _too_much(what: str, settings: Settings) -> str:
    uses_size = ALL_STRATEGIES[settings.strategy].uses_size(settings)
    remedy = "choose a larger size or less overlap" if uses_size else "let chunks hold as many units as fit"
    return f"These settings make too many {what}: {remedy}."


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _spans(digest: str, settings: Settings, _document: Document) -> tuple[Offsets, Offsets]:
    spans = split(_document, settings)
    return spans.starts, spans.ends


def without_overlap(report: Report) -> Report:
    """The same without overlap."""
    settings = replace(report.settings, chunk_overlap=0)
    return Report(report.document, settings, Spans(*_spans(report.document.key, settings, report.document)))


class Tokens(NamedTuple):
    """Tokens of each embedded chunk (int64, shape (n,)) and of the whole text; `problem` says why it is no real count.

    real: whether they were counted, with `vocabulary`, or estimated by the rule of four.
    """

    counts: Offsets
    total: int
    vocabulary: str
    problem: str = ""

    @property
    def real(self) -> bool:
        """Whether they were counted."""
        return self.vocabulary != "estimate"


def tokens(report: Report, problem: str) -> Tokens:
    """The tokens of this report; `problem` is why the vocabulary chosen is not the one that counts, if so."""
    document, vocabulary = report.document, report.settings.vocabulary
    counts = _token_counts(document.key, report.settings, report)
    return Tokens(counts, sizing.total(document, "tokens", vocabulary), vocabulary, problem)


def looks(report: Report) -> Looks:
    """What the text looks like."""
    return _looks(report.document.key, report.settings.markup, report.document)


@st.cache_data(max_entries=64, show_spinner=False)
def _looks(digest: str, markup: str, _document: Document) -> Looks:
    return looks_of(_document, markup)


def sections(report: Report) -> list[tuple[int, str]]:
    """Where the sections of the text begin, and their names; the session's last answer if nothing changed."""

    def make() -> list[tuple[int, str]]:
        found = report.document.outline(report.settings.markup).names(report.document.text, MOST_SECTIONS)
        return [(start, name[:LONGEST_NAME]) for start, name in found]

    return _last(_SECTIONS, (report.document.key, report.settings.markup), make)


def findings(report: Report) -> list[Finding]:
    """The findings of this report; the session's last ones if nothing changed."""
    key = (report.document.key, report.settings)
    return _last(_FINDINGS, key, lambda: find_findings(report, looks(report)))


def healings(report: Report) -> dict[str, Healing | None]:
    """By kind of damage, the nearest size that heals it, as far as it was asked for this text and setting."""
    found, key = st.session_state.get(_HEALINGS, ({}, None))
    return dict(found) if key == (report.document.key, report.settings) else {}


def heal_too(report: Report, kind: str) -> dict[str, Healing | None]:
    """`healings`, this kind among them. Only settings that the page would show are tried."""
    found = heal(report.document, report.settings, kind, lambda settings: not _refused(report.document, settings))
    known = {**healings(report), kind: found}
    st.session_state[_HEALINGS] = known, (report.document.key, report.settings)
    return known


class Asking(NamedTuple):
    """Questions, how they are answered, and how many texts are read for each."""

    asked: tuple[Question, ...]
    reading: Reading
    k: int


class Answers(NamedTuple):
    """What came back for n questions: a verdict for each, all together, and what is sent for each (int64, (n,))."""

    verdicts: list[Verdict]
    found: Evaluation
    words: Offsets
    tokens: Offsets
    reader: Reader


def answers(report: Report, counted: Tokens, asking: Asking) -> Answers:
    """What comes back for each question; the session's last answer if nothing changed."""

    def make() -> Answers:
        key = (report.document.key, report.settings, asking.reading)  # the index of another k is the same
        reader = _last(_READER, key, lambda: Reader(report, asking.reading))
        found = _judged(reader, asking.asked, asking.k)
        tokens = sizing.token_length(report.document, counted.vocabulary)
        words = sizing.length_of(report.document, "words", "estimate")
        return Answers(found, evaluate(found), sent(found, words), sent(found, tokens), reader)

    key = (report.document.key, report.settings, asking, counted.vocabulary)
    return _last(_ANSWERS, key, make)


def _judged(reader: Reader, asked: Sequence[Question], k: int) -> list[Verdict]:
    reads = reader.reads
    return [judge(one, reads, reader.retrieve(one.text, k), reader.source) for one in asked]


def report_of(document: Document, settings: Settings) -> Report:
    """The report of any setting, its edges from the cache. Raises InputError for what is more than the page takes."""
    if refused := _refused(document, settings):
        raise InputError(refused)
    starts, ends = _spans(document.key, settings, document)
    if len(starts) > MAX_CHUNKS:
        raise InputError(_too_much(f"chunks, {len(starts):,}, and the page shows at most {MAX_CHUNKS:,}", settings))
    made = Report(document, settings, Spans(starts, ends))
    if made.storage.stored > MAX_STORED_CHARACTERS:
        stored = f"stored characters, {made.storage.stored:,}, and the page takes at most {MAX_STORED_CHARACTERS:,}"
        raise InputError(_too_much(stored, settings))
    return made


def measures(document: Document, settings: Settings, terms: Terms, asking: Asking) -> Row | None:
    """The measures of a setting, those of questions among them where there are any; None where it cannot be."""
    try:
        report = report_of(document, settings)
        counts = _token_counts(document.key, settings, report)
        return measure_report(report, terms, counts, asked=_of_questions(report, terms, counts, asking))
    except InputError:
        return None


def _of_questions(report: Report, terms: Terms, counts: Offsets, asking: Asking) -> PerQuestion:
    """The values of compare.OF_QUESTIONS for each question: of k reads, or of as many as a budget of tokens holds."""
    if not asking.asked:
        return {}
    k = terms.chunks(float(counts.mean()) if len(counts) else 0.0, len(report)) if terms.budget else asking.k
    found = _judged(Reader(report, asking.reading), asking.asked, k)
    return of_questions(found, sizing.length_of(report.document, "words", "estimate"))


def side_by_side(report: Report, terms: Terms, asking: Asking) -> list[Row]:
    """Every strategy at the settings of this report, and the baselines; the session's last answer if it is that."""

    def make() -> list[Row]:
        found = [
            measures(report.document, one, terms, asking) for one in every_strategy(report.document, report.settings)
        ]
        return [row for row in found if row] + baselines(report.document, report.settings, terms)

    return _last(_SIDES, (report.document.key, report.settings, terms, asking), make)


def strips(report: Report, table: list[Row], terms: Terms) -> list[Strip]:
    """Where each setting of `side_by_side` that is no baseline cuts; the session's last answer if it is that."""
    chosen = [row.settings for row in table if not row.baseline]
    key = (report.document.key, report.settings, terms)
    return _last(_STRIPS, key, lambda: [strip(report_of(report.document, settings)) for settings in chosen])


def difference(report: Report, pinned: Settings) -> Difference | None:
    """The pinned setting against this report, None where this text cannot have it; the session's last if it is that."""

    def make() -> Difference | None:
        try:
            return find_difference(report_of(report.document, pinned), report)
        except (InputError, TokenizerUnavailable):
            return None

    return _last(_DIFFERENCE, (report.document.key, report.settings, pinned), make)


def map_rows(report: Report, terms: Terms, asking: Asking) -> dict[Settings, Row | None]:
    """The settings of the map that are computed on this text, with their measures (None: it cannot be)."""
    return dict(_map(report, terms, asking))


def known_map(report: Report, terms: Terms, asking: Asking) -> list[Row]:
    """The rows of the map as it was last computed, if that was on these terms; it is not begun anew for others."""
    known: tuple[object, dict[Settings, Row | None]] = st.session_state.get(_MAP, (None, {}))
    same = known[0] == (report.document.key, terms, asking)
    return [row for row in known[1].values() if row is not None] if same else []


def add_to_map(report: Report, terms: Terms, asking: Asking, settings: Settings) -> None:
    """Compute one more."""
    _map(report, terms, asking)[settings] = measures(report.document, settings, terms, asking)


def _map(report: Report, terms: Terms, asking: Asking) -> dict[Settings, Row | None]:
    found: dict[Settings, Row | None] = _last(_MAP, (report.document.key, terms, asking), dict)
    while len(found) > MAX_MAPPED:
        del found[next(iter(found))]
    return found


Answer = TypeVar("Answer")


def _last(name: str, key: object, make: Callable[[], Answer]) -> Answer:
    """The session's last answer of this name if its key is this one, else a new one."""
    known: tuple[object, Answer] | None = st.session_state.get(name)
    if known is None or known[0] != key:
        st.session_state[name] = known = (key, make())
    return known[1]


def file(report: Report, form: str, name: str, extra: Extra, *, make: bool) -> bytes | None:
    """The chunks as a file; the session's last one if it is that, None if it is not and is not to be made."""
    key = (report.document.key, report.settings, form, name, extra.vocabulary)
    known: tuple[object, bytes | None] = st.session_state.get(_FILE, (None, None))
    if known[0] != key and not make:
        return None
    return _last(_FILE, key, lambda: FORMATS[form].make(report, name, extra))


def comparison(report: Report, library: str, *, compute: bool) -> Comparison | None:
    """What a library really makes of this text; None if it was not run and is not to be (`compute`).

    Raises TokenizerUnavailable.
    """
    key = (report.document.key, report.settings, library)
    known: tuple[object, Comparison | None] = st.session_state.get(_COMPARISON, (None, None))
    if known[0] == key or not compute:
        return known[1] if known[0] == key else None
    return _last(_COMPARISON, key, lambda: measured(report, library))


@st.cache_resource(show_spinner=False)
def snapshots() -> Store | None:
    """Where snapshots are kept; None where the host has switched them off."""
    return from_environment()


def packed(document: Document, held: Contents) -> str:
    """A text with what belongs to it as one parameter of an address; the session's last answer if it is that."""
    key = (document.key, held.name, held.questions, held.pages, bool(held.chunks))
    return _last(_PACKED, key, lambda: pack(held))


def tokens_ahead(report: Report) -> int:
    """The tokens of what stands ahead of every chunk."""
    return sizing.token_length(report.document, report.settings.vocabulary, context_of(report.settings)).ahead


@st.cache_data(max_entries=256, max_size="64MB", show_spinner=False)
def _token_counts(digest: str, settings: Settings, _report: Report) -> Offsets:
    return _report.tokens


def unread(report: Report, counted: Tokens, room: int) -> Unread:
    """What a model that reads `room` tokens of a chunk does not read; the session's last answer if nothing changed."""
    key = (report.document.key, report.settings, counted.vocabulary, room)
    return _last(_UNREAD, key, lambda: find_unread(report, counted.counts, room))
