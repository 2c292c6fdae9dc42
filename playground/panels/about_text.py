"""One line that says what text is on the page, and every remark about it."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from playground import InputError
from playground.giving.share import unescaped
from playground.limits import MAX_LEFT_LINES
from playground.panels import files, keyed, session, source
from playground.panels.frame import plain
from playground.panels.links import SNAPSHOT
from playground.panels.source import Source
from playground.taking import loading
from playground.taking.converting import Converted
from playground.words import count

MANY_LEFT_OUT = 0.1  # share of the chunks brought from which on it is no side remark that they are left out
Facts = Callable[[str], None]


def show(text: Source) -> Facts:
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

    if text.after is not None:
        label = "Show the converted text" if text.after.converted is not None else "Take the cleaned copy again"
        st.button(label, key="changed_again", icon=":material/redo:", on_click=source.changed_again)

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


def _mismatches(text: Source) -> None:
    rows = [(one.number, one.text, one.why) for one in text.mismatches]
    with st.expander(f"{count(len(rows), 'chunk')} of yours left out", key="mismatches"):
        st.dataframe(
            pd.DataFrame(rows, columns=["number", "text", "why"]),
            hide_index=True,
            column_config={"number": "Chunk", "text": "It begins", "why": "Why"},
            alt="Chunks that were brought and are left out",
        )


def _carried(text: Source) -> str:
    """What the address says of the text on the page, in one sentence; "" for a sample without a link."""
    if session.current().link[0] and source.linked() is not text:
        instead = "a sample" if text.sample else "your own text"
        return f"The text of the link could not be opened; this is {instead}."
    if not text.link[0] or text.link[0] not in unescaped(st.query_params):  # with its text it may have grown too long
        return (
            ""
            if text.sample
            else "The address of this page carries the setting, not this text: a reload begins without it."
        )
    if text.link[0] == SNAPSHOT:
        return "The address of this page carries the setting, and names a snapshot of this text that expires."
    return "The address of this page carries the setting and this text."


def _left_out(text: Source, converted: Converted) -> None:
    """The lines of a PDF that were left out, and a button that takes them in again."""
    lines = count(len(converted.left), "line")
    first = "first " if len(converted.left) == MAX_LEFT_LINES else ""
    with st.expander(f"The {first}{lines} left out as running heads, feet and page numbers", key="left"):
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
            source.put(files.read(text.data, text.name, keep_heads=True))
        except InputError as error:
            st.error(plain(f"{error} The text on the page stays."))
            return
    st.rerun()


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
