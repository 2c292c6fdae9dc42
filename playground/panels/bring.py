"""The ways to bring a text: paste, upload, samples, chunks of one's own; and one line that says what text this is."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from playground import Document, InputError
from playground.giving.share import unescaped
from playground.limits import MAX_PASTE_CHARACTERS, MAX_UPLOAD_MB
from playground.panels import keyed, session, sharing, source
from playground.panels.frame import plain
from playground.panels.links import SNAPSHOT
from playground.panels.source import SAMPLES, Source
from playground.taking import loading
from playground.taking.alignment import SHOWN, align
from playground.taking.converting import KINDS, Converted, convert
from playground.taking.joining import LEAST_OVERLAP, joined
from playground.taking.own_chunks import Given, read_chunks
from playground.words import count

HERE, MADE = "The text on the page", "None: make it from the chunks"
MANY_LEFT_OUT = 0.1  # share of the chunks brought from which on it is no side remark that they are left out


_UNKNOWN = (
    "Paragraphs of a PDF are known only where space, an indent or a short last line tells them, "
    "headings, lists and tables not at all."
)
Facts = Callable[[str], None]


def show() -> Source:
    """Draw the ways to bring a text; returns the text that is on the page."""
    with st.container(horizontal=True, vertical_alignment="center", key="ways"):
        if st.button(
            "Paste a text", type="primary", icon=":material/content_paste:", key="paste", on_click=session.leave
        ):
            _paste_dialog()
        if st.button("Upload a file", icon=":material/upload_file:", key="upload_open", on_click=session.leave):
            _upload_dialog()
        back = {name: text for name, text in source.brought().items() if text is not source.current()}
        st.menu_button(
            "Samples",
            [*back, *SAMPLES],
            format_func=lambda name: plain(f"Back to {back[name].name}") if name in back else SAMPLES[name],
            icon=":material/library_books:",
            key="samples",
            on_click=_take_sample,
        )
        if st.button(
            "Bring your chunks",
            icon=":material/view_agenda:",
            key="chunks_open",
            on_click=session.leave,
            help="Chunks that your pipeline made, to look at, measure and compare as they are.",
        ):
            _chunks_dialog()
        sharing.button()
    return source.current()


def describe(text: Source) -> Facts:
    """The line under the buttons: the name of the text, and every remark about it. Returns the place for its facts."""
    with st.container(horizontal=True, vertical_alignment="center", key="about_text"):
        place = st.empty()
        if text.encoding:
            _encoding(text)
    if carries := _carried(text):
        st.caption(carries)
    for remark in text.remarks:
        st.caption(plain(remark), width="stretch")
    if text.converted and text.converted.left:
        _left_out(text, text.converted)
    if text.about_chunks:
        _about_chunks(text)
    if text.before is not None:
        is_source = text.converted is not None and text.before.converted is None
        label = "Show the HTML source" if is_source else "Take the text as it was"
        st.button(label, key="uncleaned", icon=":material/undo:", on_click=source.uncleaned)

    def say(facts: str) -> None:
        place.text(f"{text.name}: {facts}", width="content")

    say(count(len(text.document), "character"))
    return say


def _about_chunks(text: Source) -> None:
    """What became of the chunks that were brought: first how many of them are here, loud if many are not."""
    taken, *others = text.about_chunks
    missing, given = len(text.mismatches), len(text.document.given or ())
    if missing > MANY_LEFT_OUT * (missing + given):
        st.warning(plain(taken), icon=":material/rule:")
    else:
        st.caption(plain(taken), width="stretch")
    if text.mismatches:
        _mismatches(text)
    for remark in others:
        st.caption(plain(remark), width="stretch")


def _carried(text: Source) -> str:
    """What the address says of the text on the page, in one sentence; "" for a sample without a link."""
    if session.current().link[0] and source.linked() is not text:
        instead = "a sample" if text.sample else "your own text"
        return f"The text of the link could not be opened; this is {instead}."
    if not text.link[0] or text.link[0] not in unescaped(st.query_params):  # with its text it may have grown too long
        return "" if text.sample else "The address of this page carries the setting, not this text."
    if text.link[0] == SNAPSHOT:
        return "The address of this page carries the setting, and names a snapshot of this text that expires."
    return "The address of this page carries the setting and this text."


def _left_out(text: Source, converted: Converted) -> None:
    """The lines of a PDF that were left out, and a button that takes them in again."""
    with st.expander(
        f"The {count(len(converted.left), 'line')} left out as running heads, feet and page numbers", key="left"
    ):
        st.dataframe(
            pd.DataFrame(converted.left, columns=["page", "line"]),
            hide_index=True,
            column_config={"page": "Page", "line": "Line"},
            alt="Lines that were left out",
        )
        st.caption("Of a line that is the same on many pages the first stays in the text.")
        if not text.data or not st.button("Keep them", key="keep_heads", icon=":material/undo:"):
            return
        try:
            source.put(_read(text.data, text.name, keep_heads=True))
        except InputError as error:
            st.error(plain(f"{error} The text on the page stays."))
            return
    st.rerun()


def _mismatches(text: Source) -> None:
    rows = [(one.number, one.text, one.why) for one in text.mismatches]
    with st.expander(f"{count(len(rows), 'chunk')} of yours left out", key="mismatches"):
        st.dataframe(
            pd.DataFrame(rows, columns=["number", "text", "why"]),
            hide_index=True,
            column_config={"number": "Chunk", "text": "It begins", "why": "Why"},
            alt="Chunks that were brought and are left out",
        )


def _take_sample() -> None:
    chosen, back = st.session_state["samples"], source.brought()
    if chosen in back:
        source.put(back[chosen])
    elif chosen in SAMPLES:
        source.put(source.sample(chosen))


@st.dialog("Paste a text", width="large", dismissible=False)
def _paste_dialog() -> None:
    # Escape or a click beside the dialog would lose what was typed, so only its own buttons close it.
    own = source.own()

    def edit() -> None:
        st.session_state["pasted"] = own.document.text if own else ""

    with st.form("paste_form", border=False):
        text = st.text_area(
            f"Your text, up to {MAX_PASTE_CHARACTERS:,} characters",
            height=320,
            key="pasted",
            placeholder="Paste or type here, then press the button.",
        )
        with st.container(horizontal=True):
            sent = st.form_submit_button("Split this text", type="primary", icon=":material/content_cut:")
            if own and not own.is_file:
                st.form_submit_button("Edit my last text", on_click=edit)
            cancelled = st.form_submit_button("Cancel")
    if cancelled:
        session.leave()
        st.rerun()
    if not sent:
        return
    try:
        loaded = loading.clean(text)
    except InputError as error:
        st.error(plain(str(error)))
        return
    if not loaded.text.strip():
        st.error("There is no text yet: paste or type something first.")
        return
    source.put(Source(Document(loaded.text), "Pasted text", remarks=loaded.remarks))
    st.rerun()


@st.dialog("Upload a file", width="large", on_dismiss=session.leave)  # a run without it forgets its file
def _upload_dialog() -> None:
    file = st.file_uploader(
        f"A text, PDF, DOCX, HTML or EPUB, up to {MAX_UPLOAD_MB} MB",
        key="upload",
        max_upload_size=MAX_UPLOAD_MB,
        help="Any file of plain text: .txt, .md, .csv, .json, .log, .srt, code. PDF, DOCX, HTML and EPUB become text, "
        "with a remark on what was left out. It stays in this session.",
    )
    if file is None:
        return
    try:
        found = _read(file.getvalue(), file.name)
    except InputError as error:
        st.error(plain(f"{error} The text on the page stays."))
        return
    source.put(found)
    st.rerun()


def _read(data: bytes, name: str, keep_heads: bool = False) -> Source:
    """A file as a text; with a bar while it is converted. Raises InputError."""
    place = st.empty()
    converted = convert(data, name, lambda done, total, noun: _progress(place, done, total, noun), keep_heads)
    if converted is None:
        loaded = loading.decode(data, name)
        return Source(Document(loaded.text), name, loaded.encoding, loaded.remarks, data, is_file=True)
    said = f"Converted from {KINDS[converted.kind]}. Chunks are cut from the text shown here; positions count in it."
    if converted.kind == "pdf":
        said = f"{said} {_UNKNOWN}"
    found = Source(
        Document(converted.text),
        name,
        remarks=(said, *converted.remarks),
        data=data if converted.left else b"",  # to convert it again
        is_file=True,
        converted=converted,
    )
    if converted.kind != "html":
        return found
    loaded = loading.decode(data, name)
    raw = Source(Document(loaded.text), name, loaded.encoding, loaded.remarks, data, is_file=True)
    return replace(found, before=raw)


def _progress(place: st.delta_generator.DeltaGenerator, done: int, total: int, noun: str) -> None:
    place.progress(min(done / max(total, 1), 1.0), f"Read {done:,} of {total:,} {noun}")


@st.dialog("Bring your chunks", width="large", on_dismiss=session.leave)
def _chunks_dialog() -> None:
    st.markdown(
        "Chunks that your own pipeline made, as JSON, JSON Lines, CSV or Parquet. They are found in their text, in "
        "order, and become one more strategy, *Yours*: every view, measure and question works on them."
    )
    text = st.radio(
        "Their text",
        (HERE, MADE),
        key="chunks_text",
        captions=(
            plain(source.current().name),
            "each laid where it says that it stands, if they do; else what a chunk shares with the one before "
            f"({LEAST_OVERLAP} characters and more) is there once",
        ),
    )
    file = st.file_uploader(
        f"Chunks, up to {MAX_UPLOAD_MB} MB",
        key="chunks",
        max_upload_size=MAX_UPLOAD_MB,
        help="A list of texts, or of objects with the text under text, page_content, content or chunk, and start and "
        "end if they have them: dumps of LangChain, LlamaIndex, Chonkie and our own export are read.",
    )
    if file is None:
        return
    try:
        with st.spinner("Finding the chunks in their text …"):
            _take_chunks(file.getvalue(), file.name, text == HERE)
    except InputError as error:
        st.error(plain(f"{error} The text on the page stays."))
        return
    st.rerun()


def _take_chunks(data: bytes, name: str, is_here: bool) -> None:
    """Make them the chunks of the page. Raises InputError."""
    given = read_chunks(data, name)
    here = source.current().document.text
    text, found = (here, align(here, given)) if is_here else joined(given)
    if not len(found.spans):
        raise InputError(_none_found(given, name, is_here))
    said = _taken(len(given), len(found.mismatches), name, "in this text" if is_here else "read")
    source.bring_chunks(text, found, name, said, found.ahead if any(found.ahead) else ())


def _taken(given: int, missing: int, name: str, done: str) -> str:
    """How many of the chunks are here; `done`: "in this text" or "read"."""
    some = f"{given - missing:,} of {count(given, 'chunk')}" if missing else count(given, "chunk")
    is_one = given - missing == 1
    here = done if done == "read" else f"{'is' if is_one else 'are'} {done}"
    left = f"; {missing:,} {'is' if missing == 1 else 'are'} not: see which" if missing else ""
    return f"{some} of {name} {here} (strategy Yours){left}."


def _none_found(given: Sequence[Given], name: str, is_here: bool) -> str:
    first = next((" ".join(one.text[:200].split())[:SHOWN] for one in given if one.text.strip()), "")
    if not first or not is_here:
        return f"No chunk of {name} has a visible character."
    return f"No chunk of {name} was found in this text. The first begins “{first}”. Is it the right text?"


def _encoding(text: Source) -> None:
    known = list(loading.ENCODINGS)
    st.selectbox(
        "Encoding",
        known,
        index=known.index(text.encoding),
        format_func=loading.ENCODINGS.__getitem__,
        key=keyed.control("encoding", text.encoding),
        on_change=keyed.on_change("encoding", source.read_again),
        width=260,
        help="How the file's bytes were read. Choose another if letters look wrong.",
    )
