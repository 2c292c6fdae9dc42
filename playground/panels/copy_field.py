"""A line to copy: it can be selected, and a button beside it copies it, which needs no pointer that hovers.

One components.v2 component; the line is the value of a field, so it cannot become markup.
"""

from playground.panels.component import component

_component = component("copy_field", "copy_field")


def copy_field(*, key: str, label: str, name: str, value: str) -> None:
    """Show `value` under a label; `name` says what the button copies: "the link"."""
    _component(key=key, data={"label": label, "name": name, "value": value})
