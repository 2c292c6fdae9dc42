"""What a model would be handed for a question: each text that was read, by rank, with the answer marked in it.

One components.v2 component, built with `textContent` only, so no text can become markup.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import streamlit as st

from playground.panels.component import component
from playground.words import count

LONGEST = 20_000  # characters shown of one text

_component = component("reads", "reads_view")


@dataclass(frozen=True)
class Read:
    """One text that was read: a line about it, the range of the source, the number of its first chunk."""

    title: str
    start: int
    end: int
    number: int


def reads_view(
    *,
    key: str,
    text: str,
    reads: Sequence[Read],
    answers: Sequence[tuple[int, int]],
    on_select: Callable[[int], None],
) -> None:
    """Show the reads, the best first; the button of one calls `on_select(number)` with its chunk.

    text is the whole source; answers, start and end, in code points of it.
    """
    numbers = {read.number for read in reads}

    def picked() -> None:
        number = st.session_state[key].get("select")
        if isinstance(number, int) and number in numbers:  # it comes from a browser: anything may stand there
            on_select(number)

    rows = [
        {"title": one.title, "number": one.number, "parts": parts(text, one, answers), "more": _more(one)}
        for one in reads
    ]
    _component(key=key, data={"reads": rows}, on_select_change=picked)


def parts(text: str, read: Read, answers: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The text that is shown, in parts: the words of each, and whether they are of an answer."""
    end = min(read.end, read.start + LONGEST)
    inside = [(max(low, read.start), min(high, end)) for low, high in answers]
    edges = sorted({read.start, end, *(place for low, high in inside if low < high for place in (low, high))})
    return [
        (text[low:high], any(start <= low and high <= stop for start, stop in inside)) for low, high in pairwise(edges)
    ]


def _more(read: Read) -> str:
    hidden = read.end - read.start - LONGEST
    return f"And {count(hidden, 'character')} more, which are not shown here." if hidden > 0 else ""
