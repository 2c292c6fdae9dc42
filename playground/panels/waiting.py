"""Careful sentences of a long text: found before anything is shown, with progress, and to be stopped."""

import time

import streamlit as st

from playground import Document, Settings
from playground.panels import choices

SHORT = 20_000  # characters whose sentences are found within a blink
_EVERY = 0.1  # seconds between two updates: each is also where a newer run stops this one


def find_sentences(document: Document, settings: Settings) -> None:
    """Find the sentences that the strategy or the measures will ask for; later runs have them at once.

    A changed control or the stop button starts a new run, which ends this one at the next update; the pieces done so
    far are remembered.
    """
    rule, language = settings.sentence_rule, settings.language
    if len(document) <= SHORT or document.has_sentences(rule, language):
        document.sentences(rule, language)
        return
    place = st.empty()
    with place.container(border=True, key="waiting"):
        bar = st.progress(0.0, "Finding careful sentences …")
        st.button(
            "Stop and use simple sentences",
            key="stop",
            icon=":material/stop_circle:",
            on_click=choices.set_option,
            args=("sentence_rule", "punctuation"),
        )
    last = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            bar.progress(done / total, f"Finding careful sentences: {done:,} of {total:,} characters")

    document.sentences(rule, language, progress)
    place.empty()
