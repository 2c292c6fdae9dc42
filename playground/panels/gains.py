"""What is sent against what is found, a dot for each setting tried; and why overlap helps, as a curve."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from playground import Report
from playground.panels import cache, choices, compare, comparing
from playground.panels.cache import Answers
from playground.panels.choices import Answered
from playground.panels.controls import setting_in_words
from playground.questions import Question
from playground.reading import READ, Reading
from playground.tradeoff import frontier, knee
from playground.verdicts import survives

MOST_KEPT = 200
LONGEST_CURVE = 400  # words: of longer windows every so-manieth length is drawn


def keep(report: Report, answers: Answers, asked: list[Question]) -> None:
    """Put this setting on the trail, once, as the last one tried."""
    words, found = float(answers.words.mean()), answers.found.strict.mean
    about = (report.document.digest, tuple(asked))
    now = Answered(about, report.settings, choices.reading(), words, found)
    kept = choices.current().answered
    if now in kept:
        kept.remove(now)
    kept.append(now)
    del kept[:-MOST_KEPT]


def show(report: Report, answers: Answers, asked: list[Question]) -> None:
    """Draw the dots with the knee, and the curve."""
    from playground import question_charts as charts  # Altair takes longer to load than the first page to draw

    st.markdown("**Words sent against answers found**")
    dots = [one for one in choices.current().answered if one.about == (report.document.digest, tuple(asked))]
    swept = _swept(report)
    frame = _frame(dots, swept)
    st.altair_chart(
        charts.tradeoff(frame),
        key=choices.control("gains_chart", 0),
        on_select=lambda: _take(dots, swept),
        selection_mode="load",
        alt="Words sent for a question against answers that came back whole, a dot a setting",
    )
    knees = frame.loc[frame["knee"], "setting"]
    bend = f" Knee: {knees.iloc[0]}; beyond it more words find little more." if len(knees) else ""
    st.caption(
        "Every setting tried on these questions is a dot, the present one ringed; up and to the left is better. The "
        f"line joins those that no other betters.{bend}"
    )
    st.button(
        "Run all: the map of settings by answers found",
        key="run_all",
        icon=":material/grid_on:",
        on_click=comparing.run_all,
        args=(report.document.digest, report.settings.unit),
    )
    with st.expander("Why overlap helps", icon=":material/show_chart:"):
        _curve(report, answers, asked)


def _swept(report: Report) -> list[Answered]:
    """What the map of settings has found on the same questions."""
    rows = cache.map_rows(report, compare.terms(), comparing.asking())
    return [
        Answered(None, row.settings, choices.reading(), row.values["words"], row.values["whole"])
        for row in rows.values()
        if row is not None and "whole" in row.values
    ]


def _name(one: Answered) -> str:
    usual = replace(Reading(), k=one.reading.k)
    read = "" if one.reading == usual else f", {one.reading.match} matched, {READ[one.reading.read]} read"
    return f"{setting_in_words(one.settings)}{read}, k = {one.reading.k}"


def _frame(dots: list[Answered], swept: list[Answered]) -> pd.DataFrame:
    every = [*dots, *swept]
    words, whole = [one.words for one in every], [one.whole for one in every]
    best, bend = set(frontier(words, whole)), knee(words, whole)
    return pd.DataFrame(
        {
            "number": range(len(every)),
            "setting": [_name(one) for one in every],
            "words": words,
            "whole": whole,
            "tried": [*([True] * len(dots)), *([False] * len(swept))],
            "present": [row == len(dots) - 1 for row in range(len(every))],
            "best": [row in best for row in range(len(every))],
            "knee": [row == bend for row in range(len(every))],
        }
    )


def _take(dots: list[Answered], swept: list[Answered]) -> None:
    picks = choices.state("gains_chart")["selection"].get("load") or []
    choices.leave()
    every = [*dots, *swept]
    number = int(picks[0]["number"]) if picks else -1
    if 0 <= number < len(every):
        choices.gone("gains_chart")
        one = every[number]
        choices.current().reading = one.reading
        choices.set_plan("top_k", one.reading.k)
        choices.take(one.settings)


def _curve(report: Report, answers: Answers, asked: list[Question]) -> None:
    from playground import question_charts as charts

    size, overlap = _in_words(report)
    lengths = range(1, size + 2, max(size // LONGEST_CURVE, 1))
    overlaps = sorted({0, overlap or size // 4})
    rows = [(length, _overlap_name(each), survives(length, size, each)) for each in overlaps for length in lengths]
    curve = pd.DataFrame(rows, columns=["words", "overlap", "whole"])
    own = [_answer_words(report, one) for one in asked]
    gold = pd.DataFrame(
        {
            "words": own,
            "question": [one.text for one in asked],
            "held": ["cut" if one.split else "whole in a chunk" for one in answers.verdicts],
        }
    )
    st.altair_chart(
        charts.survival(curve, gold), key="survival_chart", alt="How likely an answer is whole, by its length"
    )
    about = "" if report.settings.unit == "words" else "about "
    st.caption(
        f"How likely an answer of L words is whole in one of the fixed windows of {about}{size:,} words (N) with M "
        "words of overlap, wherever it begins: (N − L + 1) / (N − M), between 0 and 1. A tick is an answer; its "
        "colour says whether this setting cuts it, and so do the words on pointing at it."
    )


def _overlap_name(words: int) -> str:
    return f"{words:,} words of overlap" if words else "no overlap"


def _in_words(report: Report) -> tuple[int, int]:
    """Size and overlap of the present setting in words, at the words per unit of this text."""
    settings = report.settings
    if settings.unit == "words":
        return settings.chunk_size, settings.chunk_overlap
    share = len(report.document.words[0]) / max(report.text_size, 1)
    size = max(round(settings.chunk_size * share), 1)
    return size, min(round(settings.chunk_overlap * share), size - 1)


def _answer_words(report: Report, one: Question) -> int:
    """The words of its longest span."""
    return max(len(report.document.text[start:end].split()) for start, end in one.spans)
