"""Brings a text box into view and puts the cursor into it: what Streamlit has no call for."""

from playground.panels.component import component

_component = component("focus", "focus")


def focus(name: str, turn: int) -> None:
    """Put the cursor into the text box of this name (see `keyed.control`) whenever `turn` is another than before."""
    _component(key=f"focus_{name}", data={"name": name, "turn": turn})
