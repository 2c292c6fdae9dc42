"""Controls that show what the session has chosen: their keys, and the callbacks that hear only what a person did."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from playground.panels import session


def control(name: str, value: object) -> str:
    """The key of a control that is to show `value`, which must be given to it as well.

    A control that shows something else gets a new key: two controls may set one another (the size has a number and a
    slider), and a quick second press is sent before the browser has heard of the first; it would bring the other
    control's old value back. Under an old key it is not heard. The value goes with the control at every run, never by
    the session state, which tells the browser once: it may not draw that run.
    """
    store = session.current()
    if store.shown.get(name, value) != value:
        store.versions[name] = store.versions.get(name, 0) + 1
    store.shown[name] = value
    return _key(name)


def gone(name: str) -> None:
    """Say that a control is not on the page in this run: when it is drawn again it begins with what it is given."""
    store = session.current()
    store.versions[name] = store.versions.get(name, 0) + 1


def on_change(name: str, write: Callable[[Any], None]) -> Callable[[], None]:
    """The callback of a control: gives `write` its value.

    Streamlit also calls back for a control that the browser has not heard of yet; it reports what it shows, and
    nothing was changed.
    """

    def changed() -> None:
        store = session.touched(keep_remarks=True)
        value = st.session_state[_key(name)]
        if value != store.shown.get(name):
            store.shown[name] = value
            write(value)

    return changed


def heard(key: str, hear: Callable[[Any], None]) -> Callable[[], None]:
    """The callback of a chart or table that is drawn under this key: gives `hear` its state.

    A quick second click still comes from the one drawn before when another has been drawn, or is about to be. Unlike
    the value of an old control it is heard: it is about what `hear` was made with.
    """
    return lambda: hear(st.session_state[key])


def shows(name: str, key: str, value: object) -> None:
    """Say that a chart or table which was drawn under this key shows a value by itself, as it was clicked there.

    Not where another has been drawn since: that one shows something else.
    """
    if key == _key(name):
        session.current().shown[name] = value


def is_drawn(name: str) -> bool:
    """Whether a chart or table of this name was on the page in the run before, and still has its state."""
    return _key(name) in st.session_state


def _key(name: str) -> str:
    version = session.current().versions.get(name, 0)
    return f"{name}-v{version}" if version else name
