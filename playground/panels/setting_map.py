"""A map of settings: sizes by overlaps by strategies, one cell a setting, coloured by the measure chosen."""

import time

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from playground import Report, Settings
from playground.asking.questions import FEW
from playground.asking.resampling import like_the_best
from playground.judging.compare import MEASURES, OF_QUESTIONS, Row, Terms, grid
from playground.limits import MAX_MAP
from playground.panels import cache, choices, comparing, keyed, session
from playground.panels.controls import setting_in_words, take_one
from playground.strategies import ALL_STRATEGIES, STRATEGIES
from playground.words import count, percent

_EVERY = 1.0  # seconds between two drawings of what is done
COLOURED_BY = ("sentences", "paragraphs", "overhead", "sent", "unread", "tokens", "chunks", "evenness")


def show(report: Report, terms: Terms) -> None:
    """Draw the controls, compute what is asked for, and draw what is done."""
    asking = comparing.asking()
    known = (*COLOURED_BY, *(OF_QUESTIONS if asking.asked else []))
    _controls(report, known)
    chosen = session.current().map
    wanted = grid(report.settings, chosen.sizes, chosen.percents, chosen.strategies)
    if not wanted:
        st.info("Choose at least one size, one overlap and one strategy.")
        return
    if len(wanted) > MAX_MAP:
        st.warning(
            f"These are {len(wanted):,} settings; at most {MAX_MAP} are computed: choose fewer sizes or overlaps."
        )
        return
    done = cache.map_rows(report, terms, asking)
    missing = [settings for settings in wanted if settings not in done]
    ways, place, chart = st.empty(), st.empty(), st.empty()
    here = (report.document.key, report.settings.unit)
    if chosen.running and chosen.running_on != here:
        chosen.running = False  # begun for another text or unit: nobody has asked for this one
    if missing and chosen.running:
        with place.container(horizontal=True, vertical_alignment="center"):
            bar = st.progress(0.0, "…", width="stretch")
            st.button("Stop", key="stop_map", icon=":material/stop_circle:", on_click=comparing.run_map, args=(False,))
        last = 0.0
        for number, settings in enumerate(missing, len(wanted) - len(missing)):
            bar.progress(number / len(wanted), f"{number:,} of {count(len(wanted), 'setting')}")
            cache.add_to_map(report, terms, asking, settings)
            if time.monotonic() - last > _EVERY:
                last = time.monotonic()
                _chart(report, cache.map_rows(report, terms, asking), wanted, chart, live=True)
        session.current().map.running = False
        place.empty()
        missing = []
    elif missing:
        label = "Go on" if len(missing) < len(wanted) else f"Compute {count(len(wanted), 'setting')}"
        ways.button(label, key="run_map", type="primary", on_click=comparing.run_map, args=(True, *here))
    rows = cache.map_rows(report, terms, asking)
    if any(rows.get(settings) for settings in wanted):
        _chart(report, rows, wanted, chart, live=False)


def _controls(report: Report, known: tuple[str, ...]) -> None:
    chosen, unit = session.current().map, report.settings.unit
    if chosen.measure not in known:  # the questions are gone
        chosen.measure = known[0]
    with st.grid(4, min_column_width=190, gap="small"):
        _numbers("map_sizes", f"Sizes in {unit}", chosen.sizes, "Several, with commas between them.")
        _numbers(
            "map_percents", "Overlaps in % of the size", chosen.percents, "From 0 to 50, with commas between them."
        )
        names = list(STRATEGIES)
        st.multiselect(
            "Strategies",
            names,
            default=list(chosen.strategies),
            format_func=lambda name: ALL_STRATEGIES[name].label,
            key=keyed.control("map_strategies", tuple(chosen.strategies)),
            on_change=keyed.on_change("map_strategies", comparing.set_map_strategies),
        )
        st.selectbox(
            "Coloured by",
            known,
            index=known.index(chosen.measure),
            format_func=lambda name: MEASURES[name].label,
            key=keyed.control("map_measure", chosen.measure),
            on_change=keyed.on_change("map_measure", comparing.set_map_measure),
            help=MEASURES[chosen.measure].about,
        )


def _numbers(name: str, label: str, values: tuple[int, ...], about: str) -> None:
    shown = ", ".join(map(str, values))
    st.text_input(
        label,
        shown,
        key=keyed.control(name, shown),
        on_change=keyed.on_change(name, lambda text: comparing.set_map_numbers(name, text)),
        help=about,
    )


def _percent(settings: Settings) -> int:
    """The percentage that was asked for: rounded down, its number may be that of a smaller one."""
    size, overlap = settings.chunk_size, settings.chunk_overlap
    return next(percent for percent in session.current().map.percents if size * percent // 100 == overlap)


def against_the_best(rows: list[Row], measure: str) -> dict[str, list[bool]]:
    """Which of the rows is the best by this measure of questions, and which cannot be told from it; none by others.

    Of equally good ones the best is that which sends the fewest words.
    """
    if measure not in OF_QUESTIONS or not rows:
        none = [False] * len(rows)
        return {"alike": none, "best": none}
    sign = MEASURES[measure].better
    first, alike = like_the_best([row.asked[measure] for row in rows], sign)
    equals = [row for row in rows if row.values[measure] == rows[first].values[measure]]
    best = min(equals, key=lambda row: row.values["words"])
    return {"alike": alike.tolist(), "best": [row is best for row in rows]}


def _alike_in_words(frame: pd.DataFrame) -> str:
    questions = len(comparing.asking().asked)
    others = int(frame["alike"].sum()) - 1
    few = f" They are few: with fewer than {FEW}, chance decides more than the setting." if questions < FEW else ""
    return (
        f" Framed in red: the best, of equals the one that sends the fewest words. Grey: {count(others, 'other cell')} "
        f"of {len(frame):,}, as good as the best as far as {count(questions, 'question')} can tell (all compared at "
        f"once, by bootstrap, 95 %). Coloured: worse.{few}"
    )


def _chart(
    report: Report, rows: dict[Settings, Row | None], wanted: list[Settings], place: DeltaGenerator, live: bool
) -> None:
    from playground.drawing import (
        comparison_charts as charts,  # Altair takes longer to load than the first page to draw
    )

    measure = session.current().map.measure
    about = MEASURES[measure]
    words_of = percent if about.is_share else "{:,.0f}".format
    cells = [(number, row) for number, settings in enumerate(wanted) if (row := rows.get(settings)) is not None]
    frame = pd.DataFrame(
        {
            "number": [number for number, _ in cells],
            "strategy": [ALL_STRATEGIES[row.settings.strategy].label for _, row in cells],
            "size": [row.settings.chunk_size for _, row in cells],
            "overlap": [_percent(row.settings) for _, row in cells],
            "value": [float(row.values[measure]) for _, row in cells],
            "said": [words_of(row.values[measure]) for _, row in cells],
            **against_the_best([row for _, row in cells], measure),
        }
    )
    form = ".0%" if about.is_share else ",.0f"
    unit = report.settings.unit
    chart = charts.heat_map(frame, about.title(unit), form, unit, about.better < 0)
    if live:
        place.altair_chart(chart, alt="The map so far")
        return
    place.empty()
    light = " The lighter a cell, the better." if about.better and measure not in OF_QUESTIONS else ""
    alike = _alike_in_words(frame) if measure in OF_QUESTIONS else ""
    left = sum(settings in rows and rows[settings] is None for settings in wanted)
    out = f" Left out, with no room beside the title or too many chunks: {count(left, 'setting')}." if left else ""
    st.caption(f"{about.label}: {about.about} A click on a cell takes its setting.{light}{alike}{out}")
    key = keyed.control("map_chart", 0)
    st.altair_chart(
        chart,
        key=key,
        on_select=comparing.on_pick("map_chart", key, {number: row.settings for number, row in cells}, choices.take),
        selection_mode="load",
        alt=f"{about.label} by size, overlap and strategy",
    )
    best_first = sorted((row for _, row in cells), key=lambda row: -about.better * row.values[measure])
    take_one(
        "map_take",
        "Take a setting, the best first" if about.better else "Take a setting",
        [f"{setting_in_words(row.settings)}: {words_of(row.values[measure])}" for row in best_first],
        lambda number: choices.take(best_first[number].settings),
    )
    st.download_button(
        "Map as CSV", frame.drop(columns="said").to_csv(index=False), "map.csv", "text/csv", on_click="ignore"
    )
