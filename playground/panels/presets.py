"""Settings to try on questions with one click, from too small to too large; sizes in words."""

from dataclasses import replace

import streamlit as st

from playground import Settings
from playground.asking.reading import Reading
from playground.panels import choices, session
from playground.settings import effective

K = 2  # chunks handed over for each question: so few that a setting must earn its place
PRESETS: dict[str, dict[str, object]] = {
    "SMALL": {"strategy": "fixed", "chunk_size": 40, "chunk_overlap": 0},
    "SMALL + OVERLAP": {"strategy": "fixed", "chunk_size": 40, "chunk_overlap": 10},
    "SENTENCE 60": {"strategy": "sentence", "chunk_size": 60, "chunk_overlap": 0},
    "STRUCTURE 120": {"strategy": "structure", "chunk_size": 120, "chunk_overlap": 0},
    "HUGE": {"strategy": "fixed", "chunk_size": 300, "chunk_overlap": 0},
}
ABOUT = {
    "SMALL": "Fixed windows of 40 words: little is sent, and many answers are cut.",
    "SMALL + OVERLAP": "The same, each 10 words into the one before.",
    "SENTENCE 60": "Whole sentences, as many as fit in 60 words.",
    "STRUCTURE 120": "Sections of up to 120 words.",
    "HUGE": "Fixed windows of 300 words: much is sent, and the right one is hard to tell.",
}


def show() -> None:
    """Draw a button for each."""
    with st.container(horizontal=True, vertical_alignment="center", key="presets"):
        st.caption(f"Try, with {K} chunks a question and sizes in words:", width="content")
        for name in PRESETS:
            now = _is_chosen(name)
            st.button(
                name,
                key=f"preset_{name}",
                on_click=_take,
                args=(name,),
                help=f"{ABOUT[name]} {K} chunks are handed over for each question, matched and read as they are.",
                type="primary" if now else "secondary",
            )


def _is_chosen(name: str) -> bool:
    """Whether all that has an effect is as the preset has it."""
    now, wanted = session.current().settings, _as_chosen(name)
    if choices.reads() != K or session.current().reading != Reading():
        return False
    return all(getattr(now, each) == getattr(wanted, each) for each in effective(wanted))


def _take(name: str) -> None:
    choices.set_plan("top_k", K)
    session.current().reading = Reading()
    choices.take(_as_chosen(name))


def _as_chosen(name: str) -> Settings:
    """The preset, and all else as it is chosen."""
    return replace(session.current().base, unit="words", pack=True, **PRESETS[name])  # type: ignore[arg-type]
