"""The text with its chunks in place, page by page, and the chunk that is chosen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from playground import Report
from playground.judging import pages
from playground.judging.difference import Difference
from playground.judging.unread import Unread
from playground.panels import cache, keyed, looking, session, source
from playground.panels.cache import Tokens
from playground.panels.estimates import about_model
from playground.panels.frame import plain
from playground.panels.text_view import text_view
from playground.words import count

MOST_OF_GAP = 5_000  # characters shown of what no chunk holds, ahead of the first chunk of a page or behind the last
MOST_COPIED = 20_000  # characters of a chunk that the box for copying shows


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the page of text that holds the chosen chunk, and the chunk's numbers beside it."""
    selected = session.current().selected
    page = report.page_of(selected - 1)
    text, chunk = st.columns([0.72, 0.28], gap="medium")
    with text:
        if len(report.pages) > 1:
            _pagination(report, page)
        _text(report, missed, page, "text")
    with chunk:
        _chunk(report, tokens, missed, selected)


@dataclass(frozen=True)
class Asked:
    """The question that a text is looked at for: its answers, ranks by chunk number, and who hears of a passage.

    parts: the passages that are marked for a question not yet added; another may be one more of them.
    """

    gold: Sequence[tuple[int, int]]
    ranks: Mapping[int, str]
    on_passage: Callable[[int, int, bool], None]
    parts: Sequence[tuple[int, int]] = ()


def text(report: Report, missed: Unread, key: str, asked: Asked | None = None) -> None:
    """The page of text that holds the chosen chunk, under a key of its own."""
    page = report.page_of(session.current().selected - 1)
    if len(report.pages) > 1:
        _pagination(report, page, f"page_{key}")
    _text(report, missed, page, key, asked)


def _pagination(report: Report, page: int, name: str = "page") -> None:
    def turn(to: int) -> None:
        looking.select(report.pages[to - 1] + 1)

    key = keyed.control(name, page + 1)
    st.pagination(len(report.pages), default=page + 1, key=key, on_change=keyed.on_change(name, turn))


def _text(report: Report, missed: Unread, page: int, key: str, asked: Asked | None = None) -> None:
    pinned = session.current().pinned
    old = cache.difference(report, pinned) if pinned and pinned != report.settings else None
    rows = report.rows_of(page)
    start, end = report[rows[0]].start, report[rows[-1]].end
    if len(report.pages) > 1:
        first, last = rows[0] + 1, rows[-1] + 1
        which = f"Chunk {first:,}" if first == last else f"Chunks {first:,} to {last:,}"
        st.caption(f"{which} of {len(report):,}: characters {start:,} to {end:,}.")
    low, high = _with_gaps(report, rows)
    if end - start > pages.MOST_CHARACTERS:
        first, last = start, end
        start, end = _part(start, end)
        low, high = low if start == first else start, high if end == last else end
    start, end = min(start, low), max(end, high)
    # Neighbours that reach into this page too: what is shared with them is seen here.
    chunks = [(row + 1, report[row].start, report[row].end) for row in report.rows_between(start, end)]
    text_view(
        key=key,
        text=report.document.text[start:end],
        offset=start,
        chunks=chunks,
        selected=session.current().selected,
        on_select=looking.select,
        on_passage=asked.on_passage if asked else None,
        gold=asked.gold if asked else (),
        parts=asked.parts if asked else (),
        stamp=f"{report.document.digest} {start}",
        inside={number for number, _, _ in chunks if report.inside[number - 1]},
        unread={number: at for number, _, _ in chunks if (at := missed.start_of(number - 1)) is not None},
        lost=[at for at in _lost(old) if start <= at < end],
        tags=_tags(_gained(report, old, [number for number, _, _ in chunks]), asked.ranks if asked else {}),
        ahead={number: " › ".join(report[number - 1].context.splitlines()) for number, _, _ in chunks},
        marked={number: report.reason(number - 1) for number, _, _ in chunks if report.over_limit[number - 1]},
    )


def _with_gaps(report: Report, rows: range) -> tuple[int, int]:
    """The range of a page with what no chunk holds ahead of its first chunk, and behind the last one of all."""
    first, last = rows[0], rows[-1]
    start, end = report[first].start, report[last].end
    before = report[first - 1].end if first else 0
    after = len(report.document) if last == len(report) - 1 else end
    low = start - _shown_of_gap(report, before, start, f"Ahead of chunk {first + 1:,}")
    return low, end + _shown_of_gap(report, end, after, f"After chunk {last + 1:,}")


def _shown_of_gap(report: Report, start: int, end: int, where: str) -> int:
    """How many characters of it are shown, those next to the chunk; whitespace alone is no gap."""
    missing = end - start
    if missing <= 0 or report.document.text[start:end].isspace():
        return 0
    if missing > MOST_OF_GAP:
        st.caption(f"{where} {missing:,} characters are in no chunk; the {MOST_OF_GAP:,} next to it are shown.")
    return min(missing, MOST_OF_GAP)


def _part(start: int, end: int) -> tuple[int, int]:
    """The part to show of one chunk that is longer than a page."""
    step = pages.MOST_CHARACTERS
    parts = -(-(end - start) // step)
    st.caption(f"It is longer than a page: shown in {parts:,} parts of {step:,} characters.")
    part = st.pagination(parts, key=f"part_{start}_{end}", on_change=session.leave)
    return start + (part - 1) * step, min(start + part * step, end)


def _lost(old: Difference | None) -> list[int]:
    """The cuts that are there no more, those that moved among them."""
    return sorted([*old.lost.tolist(), *old.moved[:, 0].tolist()]) if old else []


def _tags(*named: Mapping[int, str]) -> dict[int, list[str]]:
    """Chunk number -> all words that any of these has for it."""
    numbers = {number for words in named for number in words}
    return {number: [words[number] for words in named if number in words] for number in numbers}


def _gained(report: Report, old: Difference | None, numbers: list[int]) -> dict[int, str]:
    """Chunk number -> what is new about its cut; what stands before the colon is shown beside the number."""
    if old is None:
        return {}
    words = dict.fromkeys(old.gained.tolist(), "new: the pinned setting does not cut here") | dict.fromkeys(
        old.moved[:, 1].tolist(), "moved: the pinned setting cuts a little away from here"
    )
    starts = {number: report[number - 1].start for number in numbers if number > 1}
    return {number: words[start] for number, start in starts.items() if start in words}


def _chunk(report: Report, tokens: Tokens, missed: Unread, number: int) -> None:
    row = number - 1
    chunk = report[row]
    last = len(report) - 1
    other = bool(chunk.context) or report.settings.unit != "characters"
    plan, lost = session.current().plan, missed.lost_of(row)
    facts = {
        "Position": f"{chunk.start:,} to {chunk.end:,}",
        "Page": source.page_in_words(chunk.start, chunk.end),
        "Characters": f"{len(chunk.text):,}{', without its context' if chunk.context else ''}",
        "Size": f"{count(chunk.size, report.noun)}{' with its context' if chunk.context else ''}" if other else "",
        "Over": chunk.over_limit,
        "Tokens": f"{int(tokens.counts[row]):,}" if tokens.real else f"about {int(tokens.counts[row]):,} (estimate)",
        "Headings": plain(" › ".join(report.headings_over(row))),  # a table reads its cells as Markdown
        "Ahead of it": plain(f"“{' › '.join(chunk.context.splitlines())}”") if chunk.context else "",
        "Not read": f"{about_model(tokens, plan)}{count(lost, 'token')}" if lost else "",
        "By the rule of four": count(int(report.estimates[row]), "token") if tokens.real else "",
        f"Shared with {number - 1:,}": count(int(report.shared[row]), report.noun) if row else "",
        f"Shared with {number + 1:,}": count(int(report.shared[row + 1]), report.noun) if row < last else "",
        "Begins": "inside a sentence" if report.inside[row] else "with a sentence",
        "Ends": "inside a sentence" if report.ends_inside[row] else "with a sentence",
    }
    with st.container(border=True, key="chunk"):
        st.markdown(f"**Chunk {number:,}** of {len(report):,}")
        with st.container(horizontal=True, gap="medium"):
            _step("Previous", number - 1, number > 1)
            _step("Next", number + 1, row < last)
        st.table({name: value for name, value in facts.items() if value}, border="horizontal")
        shown = chunk.text[:MOST_COPIED]
        if shown != chunk.text:
            st.caption(f"The first {MOST_COPIED:,} of {count(len(chunk.text), 'character')}:")
        st.code(shown, language=None, wrap_lines=True, height=180)


def _step(label: str, number: int, possible: bool) -> None:
    st.button(
        label,
        help=f"{label} chunk",
        key=label.lower(),
        disabled=not possible,
        on_click=looking.select,
        args=(number,),
        type="tertiary",
    )
