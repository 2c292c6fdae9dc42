"""The whole document as one line: bands for chunks, hatching for overlap, red ticks for cuts in a sentence.

One components.v2 component that draws on a canvas. Up to `EXACT` chunks are drawn one by one; longer lists
are summed up in columns by `playground.judging.strip.strip_bins`, because bands thinner than a pixel say nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from playground.judging.strip import EXACT, StripBins
from playground.panels.component import component
from playground.spans import Flags, Offsets
from playground.words import count

_EVENT = "select"

_component = component("chunk_strip", "strip_view", "strip_marks")


@dataclass(frozen=True)
class Marks:
    """What a question adds, all in code points: rings round its answer, what was read by rank, cuts through a ring."""

    rings: Sequence[tuple[int, int]]
    reads: Sequence[tuple[int, int]]
    cuts: Sequence[int]


def strip_view(
    *,
    key: str,
    length: int,
    starts: Offsets,
    ends: Offsets,
    inside: Flags,
    selected: int | None,
    shown: tuple[int, int],
    on_select: Callable[[int], None],
    bins: StripBins | None = None,
    sections: Sequence[tuple[int, str]] = (),
    marks: Marks | None = None,
) -> None:
    """Show where the chunks lie; a click calls `on_select(number)` before the next run.

    length     characters (code points) in the document
    starts, ends, inside   one entry per chunk, shape (n,): code point offsets, both ascending, and whether the start
               is a cut inside a sentence
    selected   number (from 1) of the chunk that is outlined, or None
    shown      the character range on the current page, marked by a bracket; nothing is marked if it is all
    bins       `strip_bins(starts, ends, inside, length)`, needed for more than `EXACT` chunks: then only the
               columns go to the browser, and a click calls back the first chunk of a column
    sections   where each section begins and its heading, by start: named where the pointer is
    marks      of the question that is looked at
    """
    total = len(starts)
    if total > EXACT and bins is None:
        raise ValueError(f"more than {EXACT} chunks ({total}) need bins=strip_bins(...)")
    broken = int(inside.sum())
    data: dict[str, Any] = {
        "length": length,
        "count": total,
        "shown": [int(place) for place in shown],
        "selected": _span(starts, ends, selected),
        "label": _label(total, broken, marks),
        "caption": _caption(starts, ends, broken, bins, marks),
        "sections": list(sections),
    }
    if marks:
        data["marks"] = {"rings": list(marks.rings), "reads": list(marks.reads), "cuts": list(marks.cuts)}
    if bins:
        data["bins"] = {"first": bins.first, "shared": bins.shared, "cuts": bins.cuts, "inside": bins.inside}
    else:
        data |= {"starts": starts.tolist(), "ends": ends.tolist(), "inside": inside.tolist()}

    def picked() -> None:
        number = st.session_state[key].get(_EVENT)
        if isinstance(number, int) and 1 <= number <= total:  # from a browser: anything may stand there
            on_select(number)

    _component(key=key, data=data, on_select_change=picked)


def _span(starts: Offsets, ends: Offsets, selected: int | None) -> list[int] | None:
    """[number, start, end] of the chosen chunk, or None."""
    if selected is None or not 1 <= selected <= len(starts):
        return None
    return [selected, int(starts[selected - 1]), int(ends[selected - 1])]


def _label(total: int, broken: int, marks: Marks | None) -> str:
    cuts = max(total - 1, 0)
    tail = f", {broken:,} of {count(cuts, 'cut')} inside a sentence" if cuts else ""
    asked = f"; {count(len(marks.reads), 'read')}, {count(len(marks.cuts), 'cut')} through the answer" if marks else ""
    return f"The whole document: {count(total, 'chunk')}{tail}{asked}"


def _caption(starts: Offsets, ends: Offsets, broken: int, bins: StripBins | None, marks: Marks | None) -> str:
    """Explains what is drawn, and nothing that is not."""
    if not len(starts):
        return "The whole document: no chunks yet."
    if bins:
        return (
            "The whole document in columns: the higher the hatching, the more of it is in two chunks; "
            f"the longer the red, the more of its cuts are inside a sentence.{_about(marks)}"
        )
    parts = ["bands are chunks"]
    if bool((starts[1:] < ends[:-1]).any()):
        parts.append("hatching is in two of them")
    if broken:
        parts.append("red ticks are cuts inside a sentence")
    return f"The whole document: {', '.join(parts)}.{_about(marks)} A click or an arrow key goes there."


def _about(marks: Marks | None) -> str:
    if marks is None:
        return ""
    read = " What glows was read, by rank." if marks.reads else ""
    return f" The ring is the answer.{read}{' It pulses where a cut goes through it.' if marks.cuts else ''}"
