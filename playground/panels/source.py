"""The text on the page: where it came from, its questions, its pages and the chunks that came with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from playground import Document, sizing
from playground.asking.questions import Question
from playground.asking.questions import read as read_questions
from playground.judging.cleaning import unwrapped, without_invisible
from playground.limits import MAX_QUESTIONS, MAX_TEXTS_ASKED
from playground.panels import choices, session
from playground.settings import LONGEST_TITLE
from playground.spans import Offsets
from playground.taking import loading
from playground.taking.alignment import Alignment, Mismatch
from playground.taking.converting import Converted
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
WITH_YOURS = ", with your chunks"  # what the name of a sample ends with that somebody brought chunks to
_KEY = "source"
_QUESTIONS = "questions"
# The last text that the person brought, and the one of a link: neither a sample nor one another may lose them.
_OWN, _LINKED = "own_source", "linked_source"


@dataclass(frozen=True)
class Source:
    """The text on the page and how it came there.

    encoding: what an uploaded text was read in, "" for what was pasted or converted. data: the bytes of a file that
    may be read again: in another encoding, or with the lines of a PDF that were left out. is_file: whether name is that
    of a file. sample: the file of the sample that it is, "" for the person's own text. before: the text that this is a
    changed copy of. after: the changed copy that it was taken in place of. converted: what a document that is no plain
    text became. mismatches: chunks brought with it that have no place in it. about_chunks: what is said of those
    brought, first how many of them are here. link: the parameter of the address that holds the text, name and value.
    """

    document: Document
    name: str
    encoding: str = ""
    remarks: tuple[str, ...] = ()
    data: bytes = b""
    is_file: bool = False
    sample: str = ""
    before: "Source | None" = None
    after: "Source | None" = None
    converted: Converted | None = None
    mismatches: tuple[Mismatch, ...] = ()
    about_chunks: tuple[str, ...] = ()
    link: tuple[str, str] = ("", "")


# --- the text --------------------------------------------------------------------------------------------------------


def own() -> Source | None:
    """The last text that the person brought."""
    found: Source | None = st.session_state.get(_OWN)
    return found


def brought() -> dict[str, Source]:
    """The texts of this session that are no samples, each under a name of its own: the person's, and a link's."""
    found = {name: st.session_state.get(name) for name in (_OWN, _LINKED)}
    return {name: text for name, text in found.items() if text is not None}


def linked() -> Source | None:
    """The text of the link that the address holds, if it could be had."""
    found: Source | None = st.session_state.get(_LINKED)
    return found if found and found.link == session.current().link else None


def current() -> Source:
    """The text of this session: the sample that is chosen, else that of the link, else the person's own."""
    store = session.current()
    source: Source | None = st.session_state.get(_KEY)
    if not store.sample:
        source = linked() or own()
    elif source is None or source.sample != store.sample:
        source = sample(store.sample)
    if source is None:
        raise RuntimeError("neither a sample nor a text is chosen")
    st.session_state[_KEY] = source
    return source


def put(source: Source) -> None:
    """Make this the text of the page: a sample, one of a link, or else the person's own."""
    store = session.touched()
    store.sample, store.selected, store.link, store.left_out = source.sample, 1, source.link, None
    st.session_state[_KEY] = source
    if source.link[0]:
        st.session_state[_LINKED] = source
    elif not source.sample:
        st.session_state[_OWN] = source


def check_chunks() -> None:
    """Where no chunks came with the text, leave the strategy that takes them."""
    if current().document.given is None:
        choices.leave_yours()


def sample(name: str) -> Source:
    """The sample of this file."""
    text = (SAMPLES_FOLDER / name).read_text(encoding="utf-8")
    return Source(Document(text), SAMPLES[name], sample=name)


def clean(way: str) -> None:
    """Take a cleaned copy of the text; the text as it was can be taken again."""
    old = current()
    text, changed = without_invisible(old.document.text) if way == "invisible" else unwrapped(old.document)
    done = {
        "invisible": f"{count(changed, 'character')} not seen taken out or made a space",
        "lines": f"{count(changed, 'line end')} inside paragraphs made a space",
    }[way]
    name = old.name if old.before is not None else f"{old.name}, cleaned"
    moved = len(text) != len(old.document)
    lost = (f"{done}.", *(["Page numbers are not known any more."] if moved and old.converted else []))
    put(
        Source(
            Document(text),
            name,
            remarks=(*old.remarks, *lost),
            is_file=old.is_file,
            sample=old.sample,
            before=old,
            converted=None if moved else old.converted,
        )
    )


def uncleaned() -> None:
    """Take the text that this one is a changed copy of."""
    now = current()
    if now.before is not None:
        put(replace(now.before, after=now))


def changed_again() -> None:
    """Take the changed copy again that this text was taken in place of."""
    after = current().after
    if after is not None:
        put(after)


def read_again(encoding: str) -> None:
    """Read an uploaded text in another encoding."""
    old = current()
    loaded = loading.decode(old.data, old.name, encoding)
    fresh = replace(old, document=Document(loaded.text), encoding=loaded.encoding, remarks=loaded.remarks)
    put(replace(fresh, mismatches=(), about_chunks=()))


def bring_chunks(text: str, found: Alignment, name: str, said: str, ahead: Sequence[str]) -> None:
    """Take chunks that somebody has, with the text of the page or one that was made of them."""
    old, asked = current(), questions()
    document = Document(text, found.spans, ahead)
    remarks, mismatches = [said, *found.remarks], found.mismatches
    if ahead:
        remarks.append("What stands ahead of each when it is embedded (context) came with them.")
        if choices.drop_title():  # it would stand there twice
            remarks.append("The title that was chosen here is taken away.")
    if text == old.document.text:
        name = f"{old.name}{WITH_YOURS}" if old.sample else old.name  # a sample is the same for all
        mine = replace(old, document=document, name=name, sample="", link=("", ""))
        put(replace(mine, mismatches=mismatches, about_chunks=tuple(remarks)))  # in place of those brought before
        add_questions(list(asked))
    else:
        put(Source(document, name, is_file=True, mismatches=mismatches, about_chunks=tuple(remarks)))
    choices.take_yours()


# --- what is known of it ---------------------------------------------------------------------------------------------


def total(unit: str) -> int:
    """The size of the text on the page in a unit, 0 if it is blank; by the rule of four where tokens are not known."""
    document = current().document
    name = session.current().base.vocabulary if tokens_are_known() else "estimate"
    return sizing.total(document, unit, name) if document.text.strip() else 0


def tokens_are_known() -> bool:
    """Whether the tokens of the text on the page have been counted."""
    return current().document.has_token_index(session.current().base.vocabulary)


def suggested_title() -> str:
    """The name of the text without its ending; nothing for what was pasted."""
    source = current()
    while source.before is not None:
        source = source.before
    if not source.sample and not source.is_file:
        return ""
    return " ".join(source.name.rsplit(".", 1)[0].split())[:LONGEST_TITLE]


def pages_of(offsets: Offsets) -> Offsets | None:
    """The page of the document, from 1, that each offset is on; None where pages are not known. Shape (n,)."""
    converted = current().converted
    return converted.pages_of(offsets) if converted and converted.pages else None


def page_in_words(start: int, end: int) -> str:
    """ "3", or "3 to 5", of a range of the text; "" where pages are not known."""
    converted = current().converted
    if converted is None or not converted.pages:
        return ""
    first, last = converted.page_of(start), converted.page_of(max(end - 1, start))
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"


# --- its questions ---------------------------------------------------------------------------------------------------


def questions() -> list[Question]:
    """The questions on the text of the page: those of the person, or those that the sample carries."""
    source = current()
    known: dict[str, list[Question]] = st.session_state.setdefault(_QUESTIONS, {})
    key = f"{source.sample} {source.document.digest}"  # a pasted copy of a sample has none of its questions
    if key not in known:
        known[key] = of_sample()
        while len(known) > MAX_TEXTS_ASKED:
            del known[next(iter(known))]
    return known[key]


def add_questions(new: list[Question]) -> int:
    """Ask these too, each once; returns how many were taken."""
    asked = questions()
    known = set(asked)
    fresh = [one for one in dict.fromkeys(new) if one not in known][: max(MAX_QUESTIONS - len(asked), 0)]
    asked += fresh
    if fresh:
        session.current().left_out = None
    return len(fresh)


def put_questions(asked: list[Question]) -> None:
    """Ask these, each once, in place of those that are asked."""
    questions()[:] = list(dict.fromkeys(asked))
    session.current().left_out = None


def of_sample() -> list[Question]:
    """The questions that the sample on the page carries."""
    source = current()
    path = (SAMPLES_FOLDER / source.sample).with_suffix(".questions.jsonl") if source.sample else None
    if path is None or not path.exists() or source.before is not None:
        return []
    return read_questions(source.document.text, path.read_text(encoding="utf-8"))[0]
