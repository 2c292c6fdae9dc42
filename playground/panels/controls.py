"""The sidebar: strategy, size, overlap; everything else under "More". All of it comes from the strategy table."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Note

from playground import Report
from playground.panels import choices
from playground.panels.cache import Tokens
from playground.settings import LARGEST_SIZE
from playground.strategies import OPTIONS, STRATEGIES, Strategy
from playground.words import count


def show() -> Note:
    """Draw the controls, which write the choices. Returns the place for a note on the size."""
    store = choices.current()
    strategy = STRATEGIES[store.base.strategy]
    _strategies()
    if "pack" in strategy.options:
        _option("pack", strategy)
    uses_size = strategy.uses_size(store.settings)
    if uses_size:
        _size()
    note = st.empty()
    if uses_size:
        _overlap(store.overlap.exact)
    others = [name for name in OPTIONS if name != "pack" and _has_effect(name, strategy)]
    with st.expander("More", icon=":material/tune:", key="more"):
        for name in others:
            _option(name, strategy)
    return note


def note_tokens(note: Note, report: Report, tokens: Tokens) -> None:
    """Say how many tokens the size is about, in this text."""
    if report.uses_size and len(report):
        size = report.settings.chunk_size
        about = max(1, round(size * tokens.total / len(report.document)))
        note.caption(f"{size:,} characters are about {count(about, 'token')} of this text")


def summary() -> str:
    """The setting in a few words: "Fixed 300, 15 %"."""
    store = choices.current()
    settings = store.settings
    strategy = STRATEGIES[settings.strategy]
    if not strategy.uses_size(settings):
        return f"{strategy.label}, one per chunk"
    overlap = f"overlap {settings.chunk_overlap:,}" if store.overlap.exact else f"{store.overlap.percent} % overlap"
    return f"{strategy.label} {settings.chunk_size:,}, {overlap if settings.chunk_overlap else 'no overlap'}"


def _strategies() -> None:
    st.radio(
        "Strategy",
        list(STRATEGIES),
        index=list(STRATEGIES).index(choices.current().base.strategy),
        format_func=lambda name: STRATEGIES[name].label,
        captions=[row.summary for row in STRATEGIES.values()],
        key=choices.control("strategy", choices.current().base.strategy),
        on_change=choices.on_change("strategy", choices.set_strategy),
        help="How the edges of chunks are chosen.",
    )


def _size() -> None:
    size = choices.current().size
    st.number_input(
        "Size in characters",
        1,
        LARGEST_SIZE,
        size,
        step=10,
        key=choices.control("size", size),
        on_change=choices.on_change("size", choices.set_size),
        help="The most characters a chunk may have, spaces and line ends included. One character is one code point.",
    )
    if not choices.SLIDER_LEAST <= size <= choices.SLIDER_MOST:
        st.caption(f"The slider goes from {choices.SLIDER_LEAST} to {choices.SLIDER_MOST:,}.")
        return
    st.slider(
        "Size",
        choices.SLIDER_LEAST,
        choices.SLIDER_MOST,
        size,
        step=choices.SLIDER_STEP,
        key=choices.control("size_slider", size),
        on_change=choices.on_change("size_slider", choices.set_size),
        label_visibility="collapsed",
    )


def _overlap(exact: bool) -> None:
    overlap = choices.current().overlap
    number = overlap.of(choices.current().size)
    about = (
        "What the end of a chunk and the start of the next one share. Fixed windows share exactly this; the other "
        "strategies repeat whole units, never more than this."
    )
    if exact:
        st.number_input(
            "Overlap in characters",
            0,
            LARGEST_SIZE,
            number,
            step=5,
            key=choices.control("overlap", number),
            on_change=choices.on_change("overlap", choices.set_number),
            help=about,
        )
    else:
        st.slider(
            "Overlap",
            0,
            choices.MOST_PERCENT,
            overlap.percent,
            format="%d %%",
            key=choices.control("percent", overlap.percent),
            on_change=choices.on_change("percent", choices.set_percent),
            help=about,
        )
        st.caption(f"{overlap.percent} % of {choices.current().size:,} = {number:,} characters")
    key = choices.control("exact", exact)
    st.toggle("Overlap as a number", exact, key=key, on_change=choices.on_change("exact", choices.set_exact))


def _has_effect(name: str, strategy: Strategy) -> bool:
    """Sentences matter to every strategy: cuts are judged by them. The language only to careful ones."""
    settings = choices.current().settings
    if name == "language":
        return settings.sentence_rule == "pysbd"
    if name == "sentence_rule":
        return True
    if name == "overlap_at":
        return name in strategy.options and strategy.uses_size(settings) and settings.chunk_overlap > 0
    return name in strategy.options


def _option(name: str, strategy: Strategy) -> None:
    option = OPTIONS[name]
    values = list(option.choices)
    value = getattr(choices.current().base, name)
    common: dict[str, Any] = {
        "index": values.index(value),
        "format_func": lambda value: option.choices[value],
        "key": choices.control(name, value),
        "on_change": choices.on_change(name, lambda value: choices.set_option(name, value)),
        "help": option.help,
    }
    if len(values) > 4:
        st.selectbox(option.label, values, **common)
    else:
        st.radio(option.label, values, horizontal=len(values) == 2, **common)
