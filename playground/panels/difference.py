"""The pinned setting against the present one: cuts kept, moved, gained and lost, and the vectors that can stay."""

import streamlit as st

from playground import Report
from playground.judging.unread import Unread
from playground.panels import cache, choices, comparing, read, session
from playground.panels.controls import setting_in_words
from playground.strategies import YOURS
from playground.words import count, percent


def show(report: Report, missed: Unread) -> None:
    """Draw the counts, and the cuts in place."""
    pinned = session.current().pinned
    if pinned is None:
        st.info("Pin a setting, then change it: here you see what the change does to every cut.")
        st.button("Pin the present setting", key="pin", type="primary", on_click=comparing.pin, args=(report.settings,))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        both = f"Pinned: **{setting_in_words(pinned)}**. Now: **{setting_in_words(report.settings)}**."
        st.markdown(both, width="stretch")
        st.button("Pin the present one", key="pin", on_click=comparing.pin, args=(report.settings,))
        st.button("Back to the pinned one", key="take_pinned", on_click=choices.take, args=(pinned,))
        st.button("Unpin", key="unpin", type="tertiary", on_click=comparing.pin, args=(None,))
    found = cache.difference(report, pinned)
    if found is None:
        why = "it makes too many chunks, or leaves no room for text"
        if pinned.strategy == YOURS.name:
            why = "there are no chunks of yours on it"
        st.warning(f"The pinned setting cannot be used on this text: {why}.")
        return
    with st.grid(5, min_column_width=130, gap="small"):
        for label, number, about in (
            ("Cuts kept", len(found.kept), "In both, at the same place."),
            ("Moved", len(found.moved), "To a place at most a tenth of an average chunk away."),
            ("Gained", len(found.gained), "Only in the present setting."),
            ("Lost", len(found.lost), "Only in the pinned setting."),
        ):
            with st.container(border=True, height="stretch", gap=None):
                st.metric(label, f"{number:,}", help=about)
        with st.container(border=True, height="stretch", gap=None):
            st.metric(
                "Chunks identical",
                f"{found.identical:,}",
                help="What is embedded of them is the same, word for word: their vectors need not be made again.",
            )
            st.caption(f"{percent(found.surviving)} of {count(found.second, 'vector')} can stay")
    st.caption("Read and Damage mark the pinned setting's cuts too, until it is unpinned.")
    read.text(report, missed, "difference_text")
