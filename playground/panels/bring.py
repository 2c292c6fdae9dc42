"""The ways to bring a text: paste, upload, samples, chunks of one's own."""

import streamlit as st

from playground import Document, InputError
from playground.limits import MAX_PASTE_CHARACTERS
from playground.panels import bring_chunks, files, session, sharing, source, uploading
from playground.panels.frame import plain
from playground.panels.source import SAMPLES, Source
from playground.taking import loading


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
            bring_chunks.dialog()
        sharing.button()
    return source.current()


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


@st.dialog("Upload a file", width="large", on_dismiss=uploading.closed("upload"))
def _upload_dialog() -> None:
    uploading.take(
        "upload",
        "A text, PDF, DOCX, HTML or EPUB",
        "Any file of plain text: .txt, .md, .csv, .json, .log, .srt, code. PDF, DOCX, HTML and EPUB become text, "
        "with a remark on what was left out. It stays in this session.",
        lambda data, name: source.put(files.read(data, name)),
    )
