"""The chunking playground: text -> Document -> strategy -> Report -> panels."""

import streamlit as st

from playground import InputError
from playground.panels import (
    about_text,
    address,
    adviser,
    bring,
    cache,
    compare,
    controls,
    cost,
    damage,
    findings,
    frame,
    looking,
    numbers,
    questions,
    read,
    session,
    sizes,
    source,
    strip,
    table,
    take_away,
    trail,
    waiting,
)

TABS = {
    "Read": read.show,
    "Table": table.show,
    "Sizes": sizes.show,
    "Damage": damage.show,
    "Compare": compare.show,
    "Questions": questions.show,
    "Cost": cost.show,
    "Take away": take_away.show,
}


def main() -> None:
    """One run of the page."""
    frame.begin()
    address.follow(TABS, source.SAMPLES, source.own() is not None)
    with st.sidebar:
        frame.title()
        note = controls.show()
    frame.chip(controls.summary())
    text = bring.show()
    address.mirror()
    frame.remarks(session.current().remarks)
    say = about_text.show(text)
    waiting.reserve()
    try:
        waiting.find_sentences(text.document, session.current().settings)
        settings, problem = waiting.find_tokens(text.document, session.current().settings)
        report = cache.report(text.document, settings)
    except InputError as error:
        st.error(str(error), icon=":material/error:")
        frame.no_tabs()
        return
    tokens = cache.tokens(report, problem)
    missed = cache.unread(report, tokens, session.current().plan.embedding_model.room)
    controls.note_tokens(note, report, tokens)
    say(frame.facts(report, tokens))
    if not len(report):
        frame.no_tabs()
        st.info(
            "This text has no visible character, so there are no chunks. Paste or upload another, or take a sample."
        )
        return
    looking.keep_selected(len(report))
    trail.keep(report, tokens)
    numbers.show(report, tokens)
    adviser.show(report, tokens)
    findings.show(report, tokens, missed)
    strip.show(report)
    for tab, show in zip(frame.tabs(list(TABS)), TABS.values(), strict=True):
        if tab.open:
            with tab:
                show(report, tokens, missed)


frame.guarded(main)
