"""How questions are answered: what is matched, what is read, how many, and BM25's two numbers."""

import streamlit as st

from playground.asking.reading import LONGEST_SECTION, MATCH, MOST_AROUND, MOST_K, MOST_K1, READ
from playground.panels import choices, keyed, session

# What is read for a match; of a section that is too long its chunk.
_HANDED_OVER = {"chunk": "Chunks", "around": "Passages", "section": "Sections"}


def show() -> None:
    """Draw the controls; those without effect are left out."""
    reading, k = session.current().reading, choices.reads()
    with st.grid(3, min_column_width=260, gap="small"):
        st.number_input(
            f"{_HANDED_OVER[reading.read]} handed over per question (k)",
            1,
            MOST_K,
            k,
            key=keyed.control("reading_k", k),
            on_change=keyed.on_change("reading_k", lambda number: choices.set_plan("top_k", int(number))),
            help="The best by BM25; the same number as on Cost. What shares no word with the question is never "
            "read. No model, no network.",
        )
        _choice("match", "Matched with the question", MATCH, "What is embedded of each chunk, or every sentence alone.")
        _choice(
            "read",
            "Read for each match",
            READ,
            "Match small, read big: a sentence is found more surely, and what stands around it answers.",
        )
        if reading.read == "around":
            _number("around", "Sentences on either side", 0, MOST_AROUND, "Read before and behind the match.")
        if reading.read == "section":
            _number("longest", "Longest section, characters", 1, LONGEST_SECTION, "Of a longer one its chunk is read.")
            _number("sections", "Sections at most", 1, MOST_K, "Else a few sections are the whole text.")
    top_k = session.current().plan.top_k
    if top_k > MOST_K:
        st.caption(f"Cost counts with {top_k:,} chunks a question; here at most {MOST_K} are read.")
    with st.expander("BM25", key="bm25", icon=":material/tune:"), st.grid(2, min_column_width=170, gap="small"):
        _float("k1", MOST_K1, "How much a word counts that is repeated: 0, once is as good as often.")
        _float("b", 1.0, "How much the length of a text is held against it: 0, not at all.")


def _float(name: str, most: float, about: str) -> None:
    value = float(getattr(session.current().reading, name))
    st.number_input(
        name,
        0.0,
        most,
        value,
        step=0.05,
        key=keyed.control(f"reading_{name}", value),
        on_change=keyed.on_change(f"reading_{name}", lambda number: choices.set_reading(name, float(number))),
        help=about,
    )


def _number(name: str, label: str, least: int, most: int, about: str) -> None:
    value = getattr(session.current().reading, name)
    st.number_input(
        label,
        least,
        most,
        value,
        key=keyed.control(f"reading_{name}", value),
        on_change=keyed.on_change(f"reading_{name}", lambda number: choices.set_reading(name, int(number))),
        help=about,
    )


def _choice(name: str, label: str, known: dict[str, str], about: str) -> None:
    value = getattr(session.current().reading, name)
    st.selectbox(
        label,
        list(known),
        index=list(known).index(value),
        format_func=known.__getitem__,
        key=keyed.control(f"reading_{name}", value),
        on_change=keyed.on_change(f"reading_{name}", lambda chosen: choices.set_reading(name, chosen)),
        help=about,
    )
