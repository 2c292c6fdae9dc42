"""The text of one page of chunks, in place: bands, numbers, hatched overlap, an outline round the chosen one.

One components.v2 component, built with `textContent` only, so no text can become markup. The text itself is
laid out alone: bands, lines and numbers lie in layers over and under it and never move a letter, so a table
stays a table, and moving a slider moves the boundaries, not the words.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

import streamlit as st

from playground.panels.component import component

_EVENT, _PASSAGE = "select", "passage"

_component = component("chunk_text", "text_view")


def text_view(
    *,
    key: str,
    text: str,
    offset: int,
    chunks: Sequence[tuple[int, int, int]],
    selected: int | None,
    on_select: Callable[[int], None],
    inside: Collection[int] = frozenset(),
    marked: Mapping[int, str] | None = None,
    unread: Mapping[int, int] | None = None,
    ahead: Mapping[int, str] | None = None,
    lost: Sequence[int] = (),
    tags: Mapping[int, Sequence[str]] | None = None,
    gold: Sequence[tuple[int, int]] = (),
    parts: Sequence[tuple[int, int]] = (),
    stamp: str = "",
    on_passage: Callable[[int, int, bool], None] | None = None,
) -> None:
    """Show `text` with its chunks; a click or an arrow key calls `on_select(number)` before the next run.

    text       the slice of the document that is shown, at most about 100,000 code points
    offset     the place of `text[0]` in the document, in code points
    chunks     (number from 1, start, end) in code points of the document, by start; they may overlap and
               leave gaps
    selected   the number of the chunk that is outlined, or None; a number that is not in `chunks` outlines
               nothing
    inside     numbers of the chunks whose start is a cut inside a sentence
    marked     chunk number -> reason, such as "over the limit: one sentence"; what stands before the colon is
               written beside the number, the whole in its title
    unread     chunk number -> the place from which on an embedding model does not read it
    ahead      chunk number -> what stands ahead of it when it is embedded, in one line
    lost       places of the document where another setting cuts and this one does not
    tags       chunk number -> words at its start: that another setting has no cut there, the rank of what was read
    gold       answers to be marked, start and end in code points of the document
    parts      the same of passages that are marked for a question not yet added, here or on another page
    stamp      names the text and the place of the slice: a passage of another one is not heard, since its offsets
               would mean other words (somebody may mark just while another text comes)
    on_passage called with the start and end, in code points of the document, of a passage that is selected and marked,
               and whether it is one more of `parts`

    `on_select` has to keep the number and give it back as `selected`. The choice is a trigger, not a state:
    `st.session_state[key]["select"]` holds it during that one run only.
    """
    reasons = marked or {}
    cut_off = unread or {}
    contexts = ahead or {}
    rows = [
        [n, start, end, int(n in inside), reasons.get(n, ""), cut_off.get(n, end), contexts.get(n, "")]
        for n, start, end in chunks
    ]
    numbers = {n for n, _, _ in chunks}

    def picked() -> None:
        number = st.session_state[key].get(_EVENT)
        if isinstance(number, int) and number in numbers:  # it comes from a browser: anything may stand there
            on_select(number)

    def inside_page(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        moved = ((max(low - offset, 0), min(high - offset, len(text))) for low, high in spans)
        return [(low, high) for low, high in moved if low < high]

    places = [place - offset for place in lost]
    data = {
        "text": text, "length": len(text), "offset": offset, "chunks": rows, "selected": selected, "lost": places,
        "tags": {n: list(words) for n, words in (tags or {}).items()}, "marking": on_passage is not None,
        "more": bool(parts), "parts": inside_page(parts), "gold": inside_page(gold), "stamp": stamp,
    }  # fmt: skip

    def passage() -> None:
        sent = st.session_state[key].get(_PASSAGE)
        if on_passage is None or not isinstance(sent, list | tuple) or len(sent) != 4:
            return
        first, last, of, more = sent  # they come from a browser: anything may stand there
        if of == stamp and type(first) is int and type(last) is int and 0 <= first < last <= len(text):
            on_passage(offset + first, offset + last, more is True)

    _component(key=key, data=data, on_select_change=picked, on_passage_change=passage)
