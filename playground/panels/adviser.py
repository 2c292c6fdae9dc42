"""A setting to begin with for the text on the page, with its reasons, taken by one click."""

import streamlit as st

from playground import InputError, Report
from playground.judging.advice import advise, whole
from playground.judging.bill import budget
from playground.panels import cache, choices, session
from playground.panels.cache import Tokens


def show(report: Report, tokens: Tokens) -> None:
    """Draw the advice, folded; nothing where it is what is chosen already."""
    plan = session.current().plan
    advice = advise(cache.looks(report), plan.embedding_model.room)
    settings = session.current().settings
    if all(getattr(settings, name) == value for name, value in advice.changes.items()):
        return
    with st.expander(f"To begin with, for this text: {advice.summary}", icon=":material/lightbulb:", key="advice"):
        for reason in advice.reasons:
            st.markdown(f"- {reason}")
        if sentence := whole(tokens.total, _room()):
            st.markdown(f"- {'' if tokens.real else 'By an estimate: '}{sentence}")
        st.button(
            f"Use {advice.summary}", key="take_advice", type="primary", on_click=choices.apply, args=(advice.changes,)
        )


def _room() -> int:
    """The tokens of one question that are free for text; 0 where there are none."""
    plan = session.current().plan
    try:
        return budget(plan.window, plan.prompt, plan.answer, 1)
    except InputError:
        return 0
