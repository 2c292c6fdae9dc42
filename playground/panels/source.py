"""Where the text comes from: paste, upload, samples; and one line that says what text this is."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from playground import Document, InputError, loading, measure
from playground.cleaning import unwrapped, without_invisible
from playground.panels import choices
from playground.panels.frame import plain
from playground.questions import MOST_QUESTIONS, Question
from playground.questions import read as read_questions
from playground.settings import LONGEST_TITLE
from playground.words import count

SAMPLES_FOLDER = Path(__file__).parents[2] / "samples"
# File, label: each is short and for one difficulty. The first is what the page opens with.
SAMPLES = {
    "chunking.txt": "Notes on chunking",
    "prose.txt": "Story with dialogue",
    "handbook.md": "Markdown handbook",
    "stove.md": "Stove handbook, with questions",
    "specification.txt": "Hard-wrapped specification",
    "chat.txt": "Chat transcript",
    "abbreviations.txt": "Abbreviations and numbers",
    "japanese.txt": "Japanese prose",
    "chinese.txt": "Chinese prose",
    "log.txt": "Service log",
}
_KEY = "source"
_QUESTIONS = "questions"
MOST_TEXTS = 20  # texts whose questions are kept
_OWN = "own_source"  # the last text that was no sample, and its name in the menu: a sample must not lose it


Facts = Callable[[str], None]


@dataclass
class Source:
    """The text on the page and how it came there. `data` holds an upload's bytes, to read it in another encoding."""

    document: Document
    name: str
    encoding: str = ""
    remarks: tuple[str, ...] = ()
    data: bytes = b""
    sample: str = ""  # the file of the sample that it is, "" for the person's own text
    before: "Source | None" = None  # the text that this is a cleaned copy of


def questions() -> list[Question]:
    """The questions on the text of the page: those of the person, or those that the sample carries."""
    source = current()
    known: dict[str, list[Question]] = st.session_state.setdefault(_QUESTIONS, {})
    key = f"{source.sample} {source.document.digest}"  # a pasted copy of a sample has none of its questions
    if key not in known:
        known[key] = of_sample()
        while len(known) > MOST_TEXTS:
            del known[next(iter(known))]
    return known[key]


def add_questions(new: list[Question]) -> int:
    """Ask these too, each once; returns how many were taken."""
    asked = questions()
    known = set(asked)
    fresh = [one for one in dict.fromkeys(new) if one not in known][: max(MOST_QUESTIONS - len(asked), 0)]
    asked += fresh
    return len(fresh)


def put_questions(asked: list[Question]) -> None:
    """Ask these, each once, in place of those that are asked."""
    questions()[:] = list(dict.fromkeys(asked))


def of_sample() -> list[Question]:
    """The questions that the sample on the page carries."""
    source = current()
    path = (SAMPLES_FOLDER / source.sample).with_suffix(".questions.jsonl") if source.sample else None
    if path is None or not path.exists() or source.before is not None:
        return []
    return read_questions(source.document.text, path.read_text(encoding="utf-8"))[0]


def has_own() -> bool:
    """Whether the person has brought a text of their own."""
    return _OWN in st.session_state


def current() -> Source:
    """The text of this session: the sample that is chosen, else the person's own."""
    store = choices.current()
    source: Source | None = st.session_state.get(_KEY)
    if store.sample and (source is None or source.sample != store.sample):
        source = _sample(store.sample)
    elif source is None or not store.sample:
        source = st.session_state[_OWN]
    st.session_state[_KEY] = source
    return source


def total(unit: str) -> int:
    """The size of the text on the page in a unit, 0 if it is blank; by the rule of four where tokens are not known."""
    document = current().document
    name = choices.current().base.vocabulary if tokens_are_known() else "estimate"
    return measure.total(document, unit, name) if document.text.strip() else 0


def tokens_are_known() -> bool:
    """Whether the tokens of the text on the page have been counted."""
    return current().document.has_token_index(choices.current().base.vocabulary)


def suggested_title() -> str:
    """The name of the text without its ending; nothing for what was pasted."""
    source = current()
    while source.before is not None:
        source = source.before
    if not source.sample and not source.data:
        return ""
    return " ".join(source.name.rsplit(".", 1)[0].split())[:LONGEST_TITLE]


def show() -> Source:
    """Draw the ways to bring a text; returns the text that is on the page."""
    with st.container(horizontal=True, vertical_alignment="center", key="ways"):
        if st.button(
            "Paste a text", type="primary", icon=":material/content_paste:", key="paste", on_click=choices.leave
        ):
            _paste_dialog()
        if st.button("Upload a file", icon=":material/upload_file:", key="upload_open", on_click=choices.leave):
            _upload_dialog()
        own: Source | None = st.session_state.get(_OWN)
        st.menu_button(
            "Samples",
            ([_OWN] if own and choices.current().sample else []) + list(SAMPLES),
            format_func=lambda name: plain(f"Back to {own.name}") if own and name == _OWN else SAMPLES[name],
            icon=":material/library_books:",
            key="samples",
            on_click=_take_sample,
        )
    return current()


def describe(source: Source) -> Facts:
    """The line under the buttons: the name of the text, and every remark about it. Returns the place for its facts."""
    with st.container(horizontal=True, vertical_alignment="center", key="about_text"):
        place = st.empty()
        if source.data:
            _encoding(source)
    if not source.sample:
        st.caption("The address of this page carries the setting, not this text.")
    for remark in source.remarks:
        st.caption(plain(remark), width="stretch")
    if source.before is not None:
        st.button("Take the text as it was", key="uncleaned", icon=":material/undo:", on_click=_uncleaned)

    def say(facts: str) -> None:
        place.text(f"{source.name}: {facts}", width="content")

    say(count(len(source.document), "character"))
    return say


def _sample(name: str) -> Source:
    text = (SAMPLES_FOLDER / name).read_text(encoding="utf-8")
    return Source(Document(text), SAMPLES[name], sample=name)


def _take_sample() -> None:
    chosen = st.session_state["samples"]
    if chosen == _OWN:
        _put(st.session_state[_OWN])
    elif chosen in SAMPLES:
        _put(_sample(chosen))


def clean(way: str) -> None:
    """Take a cleaned copy of the text; the text as it was can be taken again."""
    old = current()
    text, changed = without_invisible(old.document.text) if way == "invisible" else unwrapped(old.document)
    done = {
        "invisible": f"{count(changed, 'character')} not seen taken out or made a space",
        "lines": f"{count(changed, 'line end')} inside paragraphs made a space",
    }[way]
    name = old.name if old.before is not None else f"{old.name}, cleaned"
    _put(Source(Document(text), name, old.encoding, (*old.remarks, f"{done}."), sample=old.sample, before=old))


def _uncleaned() -> None:
    before = current().before
    if before is not None:
        _put(before)


def _put(source: Source) -> None:
    """Make this the text of the page; one that is no sample is the person's own."""
    store = choices.touched()
    store.sample, store.selected = source.sample, 1
    st.session_state[_KEY] = source
    if not source.sample:
        st.session_state[_OWN] = source


@st.dialog("Paste a text", width="large", dismissible=False)
def _paste_dialog() -> None:
    # Escape or a click beside the dialog would lose what was typed, so only its own buttons close it.
    own: Source | None = st.session_state.get(_OWN)

    def edit() -> None:
        st.session_state["pasted"] = own.document.text if own else ""

    with st.form("paste_form", border=False):
        text = st.text_area(
            f"Your text, up to {loading.MAX_PASTE_CHARACTERS:,} characters",
            height=320,
            key="pasted",
            placeholder="Paste or type here, then press the button.",
        )
        with st.container(horizontal=True):
            sent = st.form_submit_button("Split this text", type="primary", icon=":material/content_cut:")
            if own and not own.data:
                st.form_submit_button("Edit my last text", on_click=edit)
            cancelled = st.form_submit_button("Cancel")
    if cancelled:
        choices.leave()
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
    _put(Source(Document(loaded.text), "Pasted text", remarks=loaded.remarks))
    st.rerun()


@st.dialog("Upload a file", width="large")
def _upload_dialog() -> None:
    file = st.file_uploader(
        f"A text file, up to {loading.MAX_UPLOAD_MB} MB",
        key="upload",
        max_upload_size=loading.MAX_UPLOAD_MB,
        help="Any file of plain text: .txt, .md, .csv, .json, .log, .html, .srt, code. It stays in this session.",
    )
    if file is None:
        return
    data = file.getvalue()
    try:
        loaded = loading.decode(data, file.name)
    except InputError as error:
        st.error(plain(f"{error} The text on the page stays."))
        return
    _put(Source(Document(loaded.text), file.name, loaded.encoding, loaded.remarks, data))
    st.rerun()


def _encoding(source: Source) -> None:
    known = list(loading.ENCODINGS)
    key = choices.control("encoding", source.encoding)

    def read_again(encoding: str) -> None:
        loaded = loading.decode(source.data, source.name, encoding)
        _put(Source(Document(loaded.text), source.name, loaded.encoding, loaded.remarks, source.data))

    st.selectbox(
        "Encoding",
        known,
        index=known.index(source.encoding),
        format_func=loading.ENCODINGS.__getitem__,
        key=key,
        on_change=choices.on_change("encoding", read_again),
        width=260,
        help="How the file's bytes were read. Choose another if letters look wrong.",
    )
