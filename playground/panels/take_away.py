"""What can be carried into a pipeline: the chunks as files, a report to mail, the setting, and code."""

import re
from collections.abc import Iterable

import streamlit as st

from playground import Report
from playground.giving import export, settings_file
from playground.giving.formats import FORMATS
from playground.giving.rows import Extra
from playground.giving.snippets import LIBRARIES, Comparison, is_installed, snippet
from playground.halves import whole
from playground.judging.unread import Unread
from playground.limits import MAX_MADE_AT_ONCE_CHARACTERS, MAX_MEASURED_CHARACTERS
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.panels import cache, keyed, looking, session, source
from playground.panels.cache import Tokens
from playground.panels.frame import heading, plain
from playground.strategies import YOURS
from playground.words import count, percent

# Library -> its name for people.
NAMES = {"playground": "This package", "langchain": "LangChain", "llamaindex": "LlamaIndex", "chonkie": "Chonkie"}
FEW = 3  # differences that are shown at once
_STEM = re.compile(r"[^\w-]+")


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the downloads, the setting and the code. Files are made when they are asked for."""
    extra = _extra(report, tokens)
    name, stem = source.current().name, _stem(source.current().name)
    heading(f"The {count(len(report), 'chunk')}, or a report to mail")
    st.caption(
        "Each chunk with its number from 0, start, end, characters, words, tokens, what stands ahead, text, name and "
        "fingerprint (SHA-256) of the source, and the setting."
    )
    _files(report, extra, name, stem)
    if report.settings.strategy == YOURS.name:
        st.info("These are the chunks that you brought: what made them is in your pipeline, so there is no code here.")
        return
    heading("The text and the setting")
    _setting(report, stem)
    heading("Code that gives these chunks")
    _code(report, f"{stem}.txt")


def _extra(report: Report, tokens: Tokens) -> Extra:
    pages = source.pages_of(report.spans.starts)
    if tokens.real:
        return Extra(pages=pages)
    return Extra(pages=pages, tokens=tokens.counts, vocabulary=tokens.vocabulary)


def _stem(name: str) -> str:
    """The name of a text as the beginning of names of files."""
    return _STEM.sub("-", name.rsplit(".", 1)[0]).strip("-")[:60] or "text"


def _files(report: Report, extra: Extra, name: str, stem: str) -> None:
    """The file that is chosen, made at once where it is small. It is held as bytes: what Streamlit makes at the press
    of a button is gone before it is fetched while others use the page."""
    form = session.current().form
    st.segmented_control(
        "File",
        list(FORMATS),
        default=form,
        required=True,
        format_func=lambda one: FORMATS[one].label,
        key=keyed.control("form", form),
        on_change=keyed.on_change("form", looking.set_form),
        label_visibility="collapsed",
    )
    st.caption(FORMATS[form].about)
    if form == "csv" and (cut := export.cut_by_excel(report)):
        st.caption(f"Excel cuts cells above {export.EXCEL_CELL:,} characters: {count(cut, 'chunk')} here would be cut.")
    big = report.storage.stored > MAX_MADE_AT_ONCE_CHARACTERS
    pressed = big and st.button("Make the file", key="make_file", icon=":material/build:", on_click=session.leave)
    with st.spinner("Making the file …"):
        data = cache.file(report, form, name, extra, make=pressed or not big)
    if data is None:
        return
    made = FORMATS[form]
    st.download_button(
        f"Download {made.label}, {_size(len(data))}",
        data,
        f"{stem}.{'report' if form == 'html' else 'chunks'}{made.ends[0]}",
        made.media,
        key="download_file",
        type="primary",
        on_click="ignore",
        icon=":material/download:",
    )


def _size(length: int) -> str:
    """Bytes in words: "840 bytes", "12 kB", "3.4 MB"."""
    if length < 1_000:
        return count(length, "byte")
    return f"{length / 1_000:,.0f} kB" if length < 1_000_000 else f"{length / 1_000_000:,.1f} MB"


def _setting(report: Report, stem: str) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Text (UTF-8)",
            whole(report.document.text).encode(),
            f"{stem}.txt",
            "text/plain",
            key="export_text",
            on_click="ignore",
            icon=":material/article:",
        )
        st.download_button(
            "Setting (TOML)",
            settings_file.write(report.settings),
            f"{stem}.toml",
            "application/toml",
            key="export_toml",
            on_click="ignore",
            icon=":material/tune:",
        )
    st.caption(
        "The text as it is shown here: every start and end counts in it. The same engine without the page, from the "
        "folder of this program:"
    )
    st.code(
        f"python -m playground chunk {stem}.txt --settings {stem}.toml --out {stem}.chunks.jsonl",
        language="bash",
        wrap_lines=True,
    )


def _code(report: Report, file: str) -> None:
    chosen = session.current().library
    st.segmented_control(
        "Library",
        LIBRARIES,
        default=chosen,
        required=True,
        format_func=NAMES.__getitem__,
        key=keyed.control("library", chosen),
        on_change=keyed.on_change("library", looking.set_library),
        label_visibility="collapsed",
    )
    made = snippet(report.settings, chosen, file)
    st.code(made.install, language="bash")
    st.code(made.code, language="python")
    if not made.differs:
        st.success("Exactly these chunks, of the text as downloaded above.", icon=":material/check_circle:")
        return
    _measured(report, chosen)
    st.markdown("Where its chunks differ from these:")
    _list(made.differs[:FEW])
    if len(made.differs) > FEW:
        with st.expander(f"All {len(made.differs)} differences"):
            _list(made.differs)


def _list(sentences: Iterable[str]) -> None:
    st.markdown("\n".join(f"- {plain(sentence)}" for sentence in sentences))


def _measured(report: Report, library: str) -> None:
    if not is_installed(library):
        st.caption(f"{NAMES[library]} is not installed on this server, so how much they differ is not measured here.")
        return
    if len(report.document) > MAX_MEASURED_CHARACTERS:
        st.caption(f"On texts over {MAX_MEASURED_CHARACTERS:,} characters how much they differ is not measured here.")
        return
    pressed = st.button(f"Run {NAMES[library]} on this text", key="run_library", icon=":material/play_arrow:")
    try:
        with st.spinner(f"Running {NAMES[library]} …"):
            known = cache.comparison(report, library, compute=pressed)
    except TokenizerUnavailable as error:
        st.warning(plain(str(error)))
        return
    if known is not None:
        st.markdown(_in_words(known, NAMES[library]))


def _in_words(found: Comparison, name: str) -> str:
    if found.failed:
        return f"{name} stopped: {plain(found.failed)}"
    return (
        f"{name} makes {count(found.theirs, 'chunk')} of this text, this page {found.ours:,}. {found.same:,} have the "
        f"same text (whitespace at the ends aside); {percent(found.cuts_shared)} of all cuts are in both."
    )
