"""What stands around the panels: title, chip, remarks, tabs, and the few styles that Streamlit has no setting for."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from playground import Report
from playground.panels import keyed, session, waiting
from playground.panels.cache import Tokens
from playground.words import count

if TYPE_CHECKING:
    from streamlit.elements.lib.mutable_tab_container import TabContainer

_NARROW = 768  # px: below it Streamlit folds the sidebar away
# Streamlit writes white on the primary colour, and the primary colour on a tint of itself: in the dark no colour is
# fit for both, so what is written on in white has the colour of the light theme.
_FILL = "#ad3326"
_STYLE = f"""
<style>
.stMainBlockContainer {{ padding-top: 4.2rem; padding-bottom: 3rem; max-width: 1500px; }}
.st-key-narrow {{ display: none; }}
@media (max-width: {_NARROW}px) {{ .st-key-narrow {{ display: flex; }} }}
button[kind^="primary"]:not(:disabled), [data-tag] {{ background-color: {_FILL} !important; border-color: {_FILL}; }}
button[kind^="primary"]:not(:disabled):hover {{ filter: brightness(0.88); }}
.stMain [data-testid="stHeading"] h2 {{ font-size: 1rem; font-weight: 700; line-height: 1.6; padding: 0; }}
[data-testid="stMetricLabel"] p {{ white-space: normal; }}
[data-testid="stMetricValue"] {{ font-variant-numeric: tabular-nums; }}
{waiting.STYLE}</style>
"""
_OPEN = "open_sidebar"


def begin() -> None:
    """Configure the page. The chip opens the sidebar, which only the page's configuration can do."""
    opening = st.session_state.pop(_OPEN, False)
    st.set_page_config(
        page_title="Chunking playground",
        page_icon="✂️",
        layout="wide",
        initial_sidebar_state="expanded" if opening else "auto",
    )
    st.html(_STYLE)


def guarded(run: Callable[[], None]) -> None:
    """Run the page; a fault of the program goes to the log, and the visitor reads one sentence."""
    try:
        run()
    except Exception:  # what Streamlit raises to stop or rerun a script is no Exception
        logging.getLogger(__name__).exception("The page failed")
        st.error(
            "Something failed in the page itself; the details are in the server's log. Your text and settings are "
            "kept: change a setting or take another text to go on.",
            icon=":material/error:",
        )


def title() -> None:
    """The name of the page and what it is for."""
    st.title("Chunking playground", anchor=False)
    st.caption("See how a text is cut before you index it.")


def heading(words: str) -> None:
    """What stands below is about this: a heading, by which a screen reader moves, that looks like bold text.

    For our own words alone: Streamlit makes the id of the element of them, and a visitor's words must not name one.
    """
    st.header(words, anchor=False)


def chip(summary: str) -> None:
    """On a narrow screen, which hides the sidebar: what this is, and the setting; a click on it opens the sidebar."""

    def open_sidebar() -> None:
        session.touched(keep_remarks=True)
        st.session_state[_OPEN] = True

    with st.container(key="narrow"):
        st.markdown("**Chunking playground**: see how a text is cut before you index it.")
        st.button(summary, key="chip", icon=":material/tune:", on_click=open_sidebar, help="Change the setting")


def remarks(sentences: Sequence[str]) -> None:
    """What the page did on its own: a wrong value in the address, an overlap that did not fit."""
    place = st.empty()  # also where nothing is said: what stands below must not move
    if sentences:
        place.warning("\n\n".join(map(plain, sentences)), icon=":material/info:")


def facts(report: Report, tokens: Tokens) -> str:
    """The size of the text: "801 characters, 165 tokens, 11 sentences, 4 paragraphs"."""
    about = "" if tokens.real else "about "
    parts = [
        count(len(report.document), "character"),
        about + count(tokens.total, "token"),
        count(len(report.sentences), "sentence"),
        count(len(report.document.paragraphs), "paragraph"),
    ]
    return ", ".join(parts)


def tabs(names: list[str]) -> Sequence[TabContainer]:
    """Tabs of which only the open one is filled; the address remembers it."""
    store = session.current()

    def opened(name: str) -> None:
        session.touched(keep_remarks=True).tab = name

    tab = store.tab or names[0]
    key = keyed.control("tab", tab)
    # Another default would be other tabs to Streamlit: it is the one with which the key began.
    default = store.first_tabs.setdefault(key, tab)
    return st.tabs(names, key=key, default=default, on_change=keyed.on_change("tab", opened))


def no_tabs() -> None:
    """There is nothing to open in this run; the tab that is open is kept."""
    keyed.gone("tab")


_MARKS = str.maketrans({mark: "\\" + mark for mark in r"\`*_{}[]()<>#+-.!|~:$^&@"})


# What Streamlit's Markdown makes more of although its marks are escaped: addresses and names of mailboxes become
# links, names of icons icons, and some pairs of signs an arrow or a dash.
_MORE = re.compile(
    r"(?<=http)(?=s?://)|(?<=www)(?=\.)|(?<=\w)(?=@)|(?<=:)(?=material/)|(?<=[-<])(?=-)|(?<=-)(?=>)|(?<=[<>~])(?==)",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """Text that may hold a stranger's words, so that Markdown shows it as it stands.

    A word joiner, which has no width, stands inside what would become more than it is.
    """
    return _MORE.sub("\u2060", text).translate(_MARKS)
