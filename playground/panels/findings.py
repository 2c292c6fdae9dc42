"""What deserves attention, at most three at first: what, why it matters, where, and a button that mends it."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from playground import Report
from playground.judging.findings import Finding, Fix
from playground.judging.models import OWN
from playground.judging.unread import Unread
from playground.panels import cache, choices, looking, session, source
from playground.panels.cache import Tokens
from playground.panels.estimates import about_model, estimated
from playground.panels.frame import plain
from playground.words import count

MOST = 3


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the findings of this report."""
    unread = _unread(report, tokens, missed)
    found = [*([unread] if unread else []), *cache.findings(report)]
    every = session.current().all_findings
    for finding in found if every else found[:MOST]:
        _show(finding)
    if len(found) > MOST:
        st.button(
            "Show the gravest only" if every else f"Show {count(len(found) - MOST, 'more finding')}",
            key="all_findings",
            type="tertiary",
            on_click=looking.show_all_findings,
            args=(not every,),
        )


def _show(finding: Finding) -> None:
    with st.container(border=True, key=f"finding_{finding.key}"):
        words, ways = st.columns([0.7, 0.3], vertical_alignment="center")
        words.markdown(f":material/error: **{plain(finding.fact)}** {plain(finding.why)}")
        with (
            ways,
            st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"),
        ):
            if finding.row is not None:
                look = {"on_click": looking.look_at, "args": (finding.row + 1,), "type": "tertiary"}
                st.button("Show", key=f"where_{finding.key}", help="Go to the chunk", **look)  # type: ignore[arg-type]
            if finding.fix:
                st.button(finding.fix.label, key=f"apply_{finding.key}", on_click=_applying(finding.key, finding.fix))


def _applying(key: str, fix: Fix) -> Callable[[], None]:
    if key == "unread":
        return looking.show_unread
    return partial(source.clean, fix.cleaning) if fix.cleaning else partial(choices.apply, fix.changes)


def _unread(report: Report, tokens: Tokens, missed: Unread) -> Finding | None:
    if not len(missed):
        return None
    plan = session.current().plan
    model = plan.embedding_model
    note, about = estimated(tokens, plan), about_model(tokens, plan)
    loses = "loses" if len(missed) == 1 else "lose"
    name = "your model" if plan.model == OWN else model.name
    fact = f"{count(len(missed), 'chunk')} {loses} {about}{count(missed.tokens, 'token')}: {name} reads {model.room:,}."
    why = "Other chunks hold that text, but these are searched without it."
    if missed.nowhere:
        lost = f"{about}{count(missed.nowhere, 'visible character')}"
        are = "is" if missed.nowhere == 1 else "are"
        why = f"{lost[0].upper()}{lost[1:]} of the text {are} read in no chunk: the index cannot find them."
    return Finding("unread", fact, f"{why} {note}".strip(), fix=Fix("Show them"))
