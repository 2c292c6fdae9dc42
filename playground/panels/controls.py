"""The sidebar: strategy, size, overlap; everything else under "More". All of it comes from the strategy table."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Note

from playground import Report, Settings
from playground.judging.models import MODELS, OWN
from playground.judging.plan import RANGES
from playground.panels import choices, keyed, session, source
from playground.panels.cache import Tokens
from playground.panels.frame import plain
from playground.settings import DEFAULTS, LARGEST_SIZE, UNITS, effective
from playground.strategies import ALL_STRATEGIES, OPTIONS, STRATEGIES, YOURS, Strategy
from playground.words import WORDS_ARE, count

SLIDER_LEAST, SLIDER_MOST, SLIDER_STEP = 10, 4000, 10  # in any unit; the number beside it takes any size
VOCABULARIES = {
    "cl100k_base": "cl100k_base, real",
    "o200k_base": "o200k_base, real",
    "estimate": "four characters each, estimated",
}
SIZES = {
    "characters": "The most characters (code points) a chunk may have, spaces and line ends included.",
    "words": f"The most words a chunk may have. {WORDS_ARE}",
    "tokens": "The most tokens a chunk may have, counted for each chunk by itself.",
}


def show() -> Note:
    """Draw the controls, which write the choices. Returns the place for a note on the size."""
    source.check_chunks()
    store = session.current()
    strategy = ALL_STRATEGIES[store.base.strategy]
    _strategies()
    if "pack" in strategy.options:
        _option("pack", strategy)
    uses_size = strategy.uses_size(store.settings)
    _unit()
    if uses_size:
        _size()
    note = st.empty()
    if uses_size:
        _overlap(store.overlap.exact)
    others = [name for name in OPTIONS if name != "pack" and _has_effect(name)]
    with st.expander("More", icon=":material/tune:", key="more"):
        for name in others:
            _option(name, strategy)
        _vocabulary()
    _title()
    _model()
    return note


def note_tokens(note: Note, report: Report, tokens: Tokens) -> None:
    """Say how much the size is in this text: in tokens, or in characters where it counts those."""
    if not report.uses_size or not len(report):
        return
    size, unit = report.settings.chunk_size, report.settings.unit
    other = "characters" if unit == "tokens" else "tokens"
    total = tokens.total if other == "tokens" else len(report.document)
    about = max(1, round(size * total / max(report.text_size, 1)))
    note.caption(f"{count(size, report.noun)} {'is' if size == 1 else 'are'} about {about:,} {other} of this text")


def setting_in_words(settings: Settings) -> str:
    """Any setting in a few words: "Fixed 300, overlap 45"."""
    strategy = ALL_STRATEGIES[settings.strategy]
    if not strategy.uses_size(settings):
        return strategy.label if strategy.is_given else f"{strategy.label}, one per chunk"
    unit = "" if settings.unit == "characters" else f" {count(settings.chunk_size, settings.unit[:-1]).split()[1]}"
    overlap = f"overlap {settings.chunk_overlap:,}" if settings.chunk_overlap else "no overlap"
    said = [f"{strategy.label} {settings.chunk_size:,}{unit}", overlap]
    for name in strategy.options:
        value = getattr(settings, name)
        if value != DEFAULTS[name] and name not in {"pack", "language"}:
            said.append(f"{OPTIONS[name].label.lower()}: {OPTIONS[name].choices.get(value, value)}")
    said += ["with a title"] if settings.title and settings.context else []
    said += ["no headings ahead"] if strategy.contexts and not settings.context else []
    return ", ".join(said)


def take_one(name: str, label: str, words: Sequence[str], take: Callable[[int], None]) -> None:
    """Draw a list of settings, to `take` one by its row: a click in a chart, for the keyboard and small screens."""
    st.selectbox(
        label,
        range(len(words)),
        index=None,
        format_func=words.__getitem__,
        key=keyed.control(name, None),
        on_change=keyed.on_change(name, take),
        placeholder="Choose a setting",
        width=420,
    )


def summary() -> str:
    """The present setting in a few words: "Fixed 300, 15 %"."""
    store = session.current()
    settings = store.settings
    strategy = ALL_STRATEGIES[settings.strategy]
    if not strategy.uses_size(settings):
        return strategy.label if strategy.is_given else f"{strategy.label}, one per chunk"
    unit = "" if settings.unit == "characters" else f" {count(settings.chunk_size, settings.unit[:-1]).split()[1]}"
    overlap = f"overlap {settings.chunk_overlap:,}" if store.overlap.exact else f"{store.overlap.percent} % overlap"
    return f"{strategy.label} {settings.chunk_size:,}{unit}, {overlap if settings.chunk_overlap else 'no overlap'}"


def _strategies() -> None:
    own = [YOURS.name] if source.current().document.given is not None else []
    names = [*STRATEGIES, *own]
    st.radio(
        "Strategy",
        names,
        index=names.index(session.current().base.strategy),
        format_func=lambda name: ALL_STRATEGIES[name].label,
        captions=[ALL_STRATEGIES[name].summary for name in names],
        key=keyed.control("strategy", session.current().base.strategy),
        on_change=keyed.on_change("strategy", choices.set_strategy),
        help="How the edges of chunks are chosen.",
    )


def _unit() -> None:
    def choose(unit: str) -> None:
        totals = {name: source.total(name) for name in (store.base.unit, unit)}
        choices.set_unit(unit, totals, "tokens" in totals and not source.tokens_are_known())

    store = session.current()
    st.segmented_control(
        "Sizes count",
        UNITS,
        default=store.base.unit,
        required=True,
        key=keyed.control("unit", store.base.unit),
        on_change=keyed.on_change("unit", choose),
        help=f"Size and overlap both count in it. {WORDS_ARE} Tokens are counted exactly, for each chunk by itself, "
        "with the vocabulary under More.",
    )


def _vocabulary() -> None:
    value = session.current().base.vocabulary
    st.radio(
        "Tokens counted with",
        list(VOCABULARIES),
        index=list(VOCABULARIES).index(value),
        format_func=lambda name: VOCABULARIES[name],
        key=keyed.control("vocabulary", value),
        on_change=keyed.on_change("vocabulary", lambda name: choices.set_option("vocabulary", name)),
        help="cl100k_base: OpenAI's embedding models, GPT-4. o200k_base: GPT-4o and later; it is fetched from OpenAI "
        "when it is first chosen. The estimate needs no vocabulary.",
    )


def _title() -> None:
    store = session.current()
    with st.expander("Ahead of every chunk", icon=":material/title:", key="ahead", expanded=bool(store.base.title)):
        st.text_input(
            "Document title",
            store.base.title,
            key=keyed.control("title", store.base.title),
            on_change=keyed.on_change("title", choices.set_title),
            help="It stands on a line of its own ahead of each chunk when it is embedded, so that a chunk says what it "
            "is from. It counts toward the size and the tokens, and is part of the address of this page.",
        )
        name = source.suggested_title()
        if name and name != store.base.title:
            st.button(f"Use “{plain(name)}”", key="suggest_title", on_click=choices.set_title, args=(name,))
        strategy = ALL_STRATEGIES[store.base.strategy]
        has_headings = strategy.contexts is not None
        brought = strategy.is_given and bool(source.current().document.ahead)
        if store.base.title or has_headings or brought:
            on = store.base.context
            choose = keyed.on_change("context", lambda value: choices.set_option("context", value))
            what = "the headings over it" if has_headings else "what came with it" if brought else "the title"
            more = "title and headings" if has_headings else "what came with each" if brought else "it"
            st.toggle(
                f"Put {more} ahead",
                on,
                key=keyed.control("context", on),
                on_change=choose,
                help=f"Whether {what} is embedded with each chunk"
                f"{'.' if brought else '; headings may take half of the room of a chunk.'}",
            )


def _model() -> None:
    plan = session.current().plan
    names = [*MODELS, OWN]
    st.selectbox(
        "Embedding model",
        names,
        index=names.index(plan.model),
        format_func=lambda name: "My own limit" if name == OWN else name,
        key=keyed.control("model", plan.model),
        on_change=keyed.on_change("model", lambda name: choices.set_plan("model", name)),
        help="Text past its longest input is cut off without a word. Here it is marked in the text.",
    )
    model = plan.embedding_model
    if plan.model == OWN:
        for name, label in (("own_limit", "Longest input in tokens"), ("own_dimensions", "Numbers in a vector")):
            number(name, label)
        return
    special = f", {count(model.special_tokens, 'special token')} of them" if model.special_tokens else ""
    st.caption(
        f"Reads at most {model.limit:,} tokens{special}; vectors of {model.dimensions:,} numbers. "
        f"[Source]({model.source}){f'. {model.note}' if model.note else ''}"
    )


def number(name: str, label: str, about: str = "") -> None:
    """A box for a whole number of the plan."""
    value = getattr(session.current().plan, name)
    least, most = RANGES[name]
    st.number_input(
        label,
        least,
        most,
        value,
        key=keyed.control(name, value),
        on_change=keyed.on_change(name, lambda value: choices.set_plan(name, int(value))),
        help=about or None,
    )


def _size() -> None:
    size = session.current().size
    st.number_input(
        f"Size in {session.current().base.unit}",
        1,
        LARGEST_SIZE,
        size,
        step=10,
        key=keyed.control("size", size),
        on_change=keyed.on_change("size", choices.set_size),
        help=SIZES[session.current().base.unit],
    )
    if not SLIDER_LEAST <= size <= SLIDER_MOST:
        st.caption(f"The slider goes from {SLIDER_LEAST} to {SLIDER_MOST:,}.")
        return
    st.slider(
        "Size",
        SLIDER_LEAST,
        SLIDER_MOST,
        size,
        step=SLIDER_STEP,
        key=keyed.control("size_slider", size),
        on_change=keyed.on_change("size_slider", choices.set_size),
        label_visibility="collapsed",
    )


def _overlap(exact: bool) -> None:
    overlap = session.current().overlap
    number = overlap.of(session.current().size)
    about = (
        "What the end of a chunk and the start of the next one share. Fixed windows share exactly this; the other "
        "strategies repeat whole units, never more than this."
    )
    if exact:
        st.number_input(
            f"Overlap in {session.current().base.unit}",
            0,
            LARGEST_SIZE,
            number,
            step=5,
            key=keyed.control("overlap", number),
            on_change=keyed.on_change("overlap", choices.set_number),
            help=about,
        )
    else:
        st.slider(
            "Overlap",
            0,
            session.MOST_PERCENT,
            overlap.percent,
            format="%d %%",
            key=keyed.control("percent", overlap.percent),
            on_change=keyed.on_change("percent", choices.set_percent),
            help=about,
        )
        st.caption(
            f"{overlap.percent} % of {session.current().size:,} = {count(number, session.current().base.unit[:-1])}"
        )
    key = keyed.control("exact", exact)
    st.toggle("Overlap as a number", exact, key=key, on_change=keyed.on_change("exact", choices.set_exact))


def _has_effect(name: str) -> bool:
    """Sentences matter to every strategy: cuts are judged by them. The language only to careful ones."""
    settings = session.current().settings
    if name == "language":
        return settings.sentence_rule == "pysbd"
    if name == "sentence_rule":
        return True
    return name in effective(settings)


def _number_option(name: str, value: int) -> None:
    st.number_input(
        f"{OPTIONS[name].label}, {session.current().base.unit}",
        0,
        LARGEST_SIZE,
        value,
        step=10,
        key=keyed.control(name, value),
        on_change=keyed.on_change(name, lambda value: choices.set_option(name, int(value))),
        help=OPTIONS[name].help,
    )


def _option(name: str, strategy: Strategy) -> None:
    option = OPTIONS[name]
    values = list(option.choices)
    value = getattr(session.current().base, name)
    if not values:
        _number_option(name, value)
        return
    common: dict[str, Any] = {
        "index": values.index(value),
        "format_func": lambda value: option.choices[value],
        "key": keyed.control(name, value),
        "on_change": keyed.on_change(name, lambda value: choices.set_option(name, value)),
        "help": option.help,
    }
    if len(values) > 4:
        st.selectbox(option.label, values, **common)
    else:
        st.radio(option.label, values, horizontal=len(values) == 2, **common)
