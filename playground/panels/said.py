"""What is said of a change beside what brought it about, until the next change."""

import streamlit as st

from playground.panels import session
from playground.panels.frame import plain
from playground.words import count

_MOST = 5  # sentences that stand in the open


def say(place: str, *sentences: str) -> None:
    """Say these sentences at this place, and no others anywhere."""
    session.current().said = (place, sentences)


def at(place: str) -> bool:
    """Whether something is said at this place."""
    return session.current().said[0] == place


def show(place: str) -> None:
    """Draw what is said at this place; of many sentences the first, and the others folded below it."""
    sentences = session.current().said[1] if at(place) else ()
    with st.container(key=f"said_{place}"):  # also where nothing is said: what stands below must not move
        if not sentences:
            return
        long = len(sentences) > _MOST
        words = "\n\n".join(map(plain, sentences[:1] if long else sentences))
        st.warning(words, icon=":material/info:")
        if long:
            with st.expander(count(len(sentences) - 1, "remark"), key=f"more_said_{place}"):
                st.code("\n".join(sentences[1:]), language=None, wrap_lines=True, height=240)
