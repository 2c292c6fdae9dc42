"""Work that takes more than a blink: shown as it goes on, and ended as soon as something newer is wanted.

A run of the page ends at a Streamlit call once a newer one is asked for; the updates of a progress bar are such calls.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import streamlit as st

from playground import Document, Settings
from playground.measuring import vocabulary
from playground.panels import choices, session

Progress = Callable[[int, int], None]  # characters done, characters in all
SHORT = 20_000  # characters whose sentences are found within a blink
QUICK = 500_000  # characters whose tokens are found before a bar could be seen
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


def usable(settings: Settings) -> tuple[Settings, str]:
    """The settings with a vocabulary that can count now, and one sentence if that is not the one chosen.

    A vocabulary that has to be fetched is fetched beside the page, which estimates until it is there.
    """
    chosen = settings.vocabulary
    if chosen == "estimate" or vocabulary.is_ready(chosen):
        return settings, ""
    vocabulary.prepare(chosen)
    failure = vocabulary.failure(chosen)
    if failure is None:
        _watch(chosen)
        failure = f"The vocabulary {chosen} is being fetched."
    return replace(settings, vocabulary="estimate"), failure


@st.fragment(run_every=1.0)
def _watch(name: str) -> None:
    """Run the page again once the vocabulary is there, or cannot be had."""
    if vocabulary.is_ready(name) or vocabulary.failure(name) is not None:
        session.leave()
        st.rerun()


def find_tokens(document: Document, settings: Settings) -> tuple[Settings, str]:
    """Find the tokens of the text; later runs have them at once. Returns as `usable`."""
    settings, problem = usable(settings)
    name = settings.vocabulary
    if name == "estimate" or document.has_token_index(name):
        return settings, problem
    try:
        with shown("Counting tokens", len(document) > QUICK) as progress:
            document.token_index(name, progress)
    except vocabulary.TokenizerUnavailable as error:
        return replace(settings, vocabulary="estimate"), str(error)
    return settings, problem


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
        try:
            yield progress
        except Exception:  # not what stops a run from outside: the next one begins with this bar
            place.empty()
            raise
    place.empty()
