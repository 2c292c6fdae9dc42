"""Chunks that somebody has already, as one more strategy."""

from collections.abc import Sequence

import streamlit as st

from playground import InputError
from playground.panels import source, uploading
from playground.panels.frame import plain
from playground.taking.alignment import SHOWN, align
from playground.taking.joining import LEAST_OVERLAP, joined
from playground.taking.own_chunks import Given, read_chunks
from playground.words import count

HERE, MADE = "The text on the page", "None: make it from the chunks"


@st.dialog("Bring your chunks", width="large", on_dismiss=uploading.closed("chunks"))
def dialog() -> None:
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

    def use(data: bytes, name: str) -> None:
        with st.spinner("Finding the chunks in their text …"):
            _take_chunks(data, name, text == HERE)

    uploading.take(
        "chunks",
        "Chunks",
        "A list of texts, or of objects with the text under text, page_content, content or chunk, and start and "
        "end if they have them: dumps of LangChain, LlamaIndex, Chonkie and our own export are read.",
        use,
    )


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
