"""Where the cuts fall: each kind of damage with its places in the text, and the nearest size that heals it."""

import streamlit as st

from playground import Report
from playground.judging.damage import KINDS, Damage
from playground.judging.healing import Healing
from playground.judging.unread import Unread
from playground.panels import cache, choices, keyed, looking, read, session
from playground.panels.cache import Tokens
from playground.words import count, percent

AROUND = 90  # characters shown on each side of a cut


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the kinds of damage, and the places of the one that is chosen."""
    damage = report.damage
    if not damage.cuts:
        st.info("One chunk has no cuts, so there is no damage.")
        return
    kinds, places = st.columns([0.32, 0.68], gap="medium")
    with kinds:
        kind = _kinds(damage)
        _heal(report, kind)
    with places:
        rows = damage.rows(kind)
        if not rows:
            label = KINDS[kind].label
            st.success(f"No {'cut ' if label.startswith('inside') else ''}{label}.", icon=":material/check:")
        else:
            _places(report, kind, rows)
        read.text(report, missed, "damage_text")


def _kinds(damage: Damage) -> str:
    kind = session.current().kind
    st.radio(
        f"Of {count(damage.cuts, 'cut')}",
        list(KINDS),
        index=list(KINDS).index(kind),
        # No number in a label: a click on one that has changed meanwhile would come back as a label nobody knows.
        format_func=lambda name: _capital(KINDS[name].label),
        captions=[f"{damage.count(name):,} ({percent(damage.share(name))}). {row.why}" for name, row in KINDS.items()],
        key=keyed.control("kind_of_damage", kind),
        on_change=keyed.on_change("kind_of_damage", looking.set_kind),
        help="A cut is the start of every chunk after the first. One cut can do several kinds of damage. Sentences are "
        "those of the rule under More; headings, tables, code and lists are told as under More.",
    )
    return kind


def _places(report: Report, kind: str, rows: list[int]) -> None:
    """The place that the chosen chunk begins with, or the next one, and the ways to the others."""
    selected = session.current().selected - 1
    at = next((number for number, row in enumerate(rows) if row >= selected), len(rows) - 1)
    here = rows[at] == selected
    with st.container(horizontal=True, vertical_alignment="center"):
        label = f"Place {at + 1:,} of {len(rows):,}" if here else count(len(rows), "place")
        st.markdown(f"**{_capital(KINDS[kind].label)}**: {label}", width="stretch")
        before, after = (at - 1, at + 1) if here else (at - 1, at) if rows[at] > selected else (at, len(rows))
        _step("Previous place", rows, before)
        _step("Next place" if here else "Go to the next", rows, after)
    if here:
        start = report[selected].start
        text = report.document.text
        first, last = max(start - AROUND, 0), min(start + AROUND, len(text))
        st.code(f"{text[first:start]}✂{text[start:last]}", language=None, wrap_lines=True)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _step(label: str, rows: list[int], at: int) -> None:
    possible = 0 <= at < len(rows)
    st.button(
        label,
        key=label.lower().replace(" ", "_"),
        disabled=not possible,
        on_click=looking.select,
        args=(rows[at] + 1 if possible else 1,),
    )


def _heal(report: Report, kind: str) -> None:
    if not report.damage.count(kind) or not report.uses_size:
        return
    pressed = st.button(
        "Find a size that heals it",
        key="find_healing",
        icon=":material/healing:",
        on_click=session.leave,
        help="Tries sizes of the same strategy from the present one outward, up to a quarter and four times of it.",
    )
    known = cache.healings(report)
    if pressed and kind not in known:
        with st.spinner("Trying sizes …"):
            known = cache.heal_too(report, kind)
    if kind in known:
        _healing(report, kind, known[kind])


def _healing(report: Report, kind: str, found: Healing | None) -> None:
    label, now = KINDS[kind].label, report.damage.count(kind)
    if found is None:
        st.caption(f"No size tried has fewer than {now:,}: {label}. Another strategy may.")
        return
    size = count(found.size, report.noun)
    if found.left:
        tried = f"{found.least:,} to {found.most:,}"
        st.caption(f"No size from {tried} heals it; at {size} {found.left:,} instead of {now:,} are left.")
    else:
        st.caption(f"At {size} no cut does it: {label}.")
    changes = {"chunk_size": found.size, "chunk_overlap": found.overlap}
    st.button(f"Set {size}", key="take_healing", on_click=choices.apply, args=(changes,))
