"""Work that takes more than a blink: shown as it goes on, and ended as soon as something newer is wanted.

A run of the page ends at a Streamlit call once a newer one is asked for; the updates of a progress bar are such calls.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from playground import Document, Settings
from playground.panels import choices

Progress = Callable[[int, int], None]  # characters done, characters in all
SHORT = 20_000  # characters whose sentences are found within a blink
LONG = 2_000_000  # characters from which simple sentences are proposed
CAREFUL_SPEED = 240_000  # characters a second, on an ordinary machine
_EVERY = 0.1  # seconds between two updates
_PLACE = "waiting_place"
_BOX = "waiting"
# What a run has not drawn yet stays from the run before, greyed: numbers of another text under the name of this one.
# It is made invisible only while a bar is in the box, and keeps its place: what is not displayed loses the keyboard.
STYLE = f"""
.stMain:has(.st-key-{_BOX} .stProgress) [data-stale="true"] {{ opacity: 0 !important; pointer-events: none; }}
"""


def reserve() -> None:
    """Keep the place of the box, whether or not there will be one: what stands below must not move up and down."""
    with st.container(key=_BOX):
        st.session_state[_PLACE] = st.empty()


def find_sentences(document: Document, settings: Settings) -> None:
    """Find the sentences that the strategy or the measures will ask for; later runs have them at once."""
    rule, language = settings.sentence_rule, settings.language
    if document.has_sentences(rule, language):
        return
    with shown("Finding careful sentences", len(document) > SHORT, lambda: _propose_simple(document)) as progress:
        document.sentences(rule, language, progress)


def _propose_simple(document: Document) -> None:
    if len(document) > LONG:
        st.caption(
            f"This text is long: careful sentences take about {round(len(document) / CAREFUL_SPEED)} seconds, once. "
            "Simple ones, which end at every . ! or ? with a space behind it, are there at once."
        )
    st.button(
        "Use simple sentences",
        key="stop",
        icon=":material/stop_circle:",
        on_click=choices.set_option,
        args=("sentence_rule", "punctuation"),
    )


@contextmanager
def shown(what: str, visible: bool, offer: Callable[[], None] | None = None) -> Iterator[Progress | None]:
    """Give a progress callback that draws a bar labelled `what` while the work goes on, and takes it away after.

    `offer` draws what the person can do instead. Where it is not `visible` there is no callback.
    """
    if not visible:
        yield None
        return
    place = st.session_state[_PLACE]
    last = 0.0
    with place.container(border=True):
        bar = st.progress(0.0, f"{what} …")

        def progress(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last >= _EVERY:
                last = time.monotonic()
                bar.progress(done / total if total else 1.0, f"{what}: {done:,} of {total:,} characters")

        if offer:
            offer()
        yield progress
    place.empty()
