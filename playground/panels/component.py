"""Our own components: style sheets and scripts in assets/, given to Streamlit as they stand, with no build step."""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_ASSETS = Path(__file__).parent / "assets"


def component(name: str, file: str, *more: str) -> ComponentRenderer:
    """Register the component of assets/`file`.js and .css, which begins with what all of ours share.

    more: further scripts of it.
    """
    style = "\n".join((_ASSETS / each).read_text(encoding="utf-8") for each in ("palette.css", f"{file}.css"))
    script = "\n".join((_ASSETS / f"{each}.js").read_text(encoding="utf-8") for each in ("view", file, *more))
    return st.components.v2.component(name, css=style, js=script)
