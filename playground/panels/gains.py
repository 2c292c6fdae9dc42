"""What is sent against what is found, a dot for each setting tried; and why overlap helps, as a curve."""

import pandas as pd
import streamlit as st

from playground import Report, sizing
from playground.asking.reading import MATCH, READ, Reading
from playground.asking.tradeoff import frontier, knee
from playground.asking.verdicts import Verdict, survives
from playground.limits import MAX_ANSWERED
from playground.panels import cache, choices, compare, comparing, keyed, session
from playground.panels.cache import Answers, Asking
from playground.panels.controls import setting_in_words, take_one
from playground.panels.frame import heading
from playground.panels.session import Answered
from playground.words import count, percent

MOST_LENGTHS = 400  # drawn of the curve; in longer windows only some lengths are


def keep(report: Report, answers: Answers, asking: Asking) -> None:
    """Put this setting on the trail, once, as the last one tried."""
    words, found = float(answers.words.mean()), answers.found.strict.mean
    now = Answered(_about(report, asking), report.settings, asking.reading, asking.k, words, found)
    kept = session.current().answered
    if now in kept:
        kept.remove(now)
    kept.append(now)
    del kept[:-MAX_ANSWERED]


def show(report: Report, answers: Answers, asking: Asking) -> None:
    """Draw the dots with the knee, and the curve."""
    from playground.drawing import question_charts as charts  # Altair takes longer to load than the first page to draw

    heading("Words sent per question against answers found")
    dots = [one for one in session.current().answered if one.about == _about(report, asking)]
    every = [*dots, *_swept(report, asking)]
    frame = _frame(every, len(dots))
    key = keyed.control("gains_chart", 0)
    st.altair_chart(
        charts.tradeoff(frame),
        key=key,
        on_select=comparing.on_pick("gains_chart", key, dict(enumerate(every)), _go_back),
        selection_mode="load",
        alt="Words sent per question against answers that came back whole, a dot a setting",
    )
    st.caption(
        "Every setting tried on these questions is a dot, the present one ringed; up and to the left is better. The "
        f"line joins those that no other betters.{_bend(frame)} A click on a dot goes back to it. Small grey dots come "
        "from Run all. Other questions start a new curve."
    )
    take_one("gains_take", "Go back to", [_name(one) for one in every], lambda row: _go_back(every[row]))
    st.button(
        "Run all: the map of settings by answers found",
        key="run_all",
        icon=":material/grid_on:",
        on_click=comparing.run_all,
        args=(report.document.key, report.settings.unit),
    )
    with st.expander("Why overlap helps", icon=":material/show_chart:"):
        _curve(report, answers, asking)


def _about(report: Report, asking: Asking) -> object:
    return report.document.key, asking.asked


def _bend(frame: pd.DataFrame) -> str:
    knees = frame.loc[frame["knee"], "setting"]
    if not len(knees):
        return ""
    return f" Knee, of those tried so far: {knees.iloc[0]}. Beyond it each further answer costs more words."


def _swept(report: Report, asking: Asking) -> list[Answered]:
    """What the map of settings has found on the same questions, with as many reads each."""
    terms = compare.terms()
    if terms.budget:
        return []
    return [
        Answered(None, row.settings, asking.reading, asking.k, row.values["words"], row.values["whole"])
        for row in cache.known_map(report, terms, asking)
        if "whole" in row.values
    ]


def _name(one: Answered) -> str:
    return f"{setting_in_words(one.settings)}, {reading_in_words(one.reading)}{count(one.k, 'read')}"


def reading_in_words(reading: Reading) -> str:
    """What is unusual in how questions are answered, each with a comma behind it; "" for the usual."""
    usual = Reading()
    said = f"{MATCH[reading.match]} matched, " if reading.match != usual.match else ""
    said += f"{READ[reading.read]} read, " if reading.read != usual.read else ""
    changed = (name for name in ("k1", "b") if getattr(reading, name) != getattr(usual, name))
    return said + "".join(f"{name} = {getattr(reading, name):g}, " for name in changed)


def _frame(every: list[Answered], tried: int) -> pd.DataFrame:
    words, whole = [one.words for one in every], [one.whole for one in every]
    best, bend = set(frontier(words, whole)), knee(words, whole)
    rows = range(len(every))
    return pd.DataFrame(
        {
            "number": rows,
            "setting": [_name(one) for one in every],
            "words": words,
            "whole": whole,
            "said": [percent(share) for share in whole],
            "tried": [row < tried for row in rows],
            "present": [row == tried - 1 for row in rows],
            "best": [row in best for row in rows],
            "knee": [row == bend for row in rows],
        }
    )


def _go_back(one: Answered) -> None:
    session.current().reading = one.reading
    if choices.reads() != one.k:  # Cost may say more than are read here
        choices.set_plan("top_k", one.k)
    choices.take(one.settings)


def _curve(report: Report, answers: Answers, asking: Asking) -> None:
    from playground.drawing import question_charts as charts

    size, overlap = _in_words(report)
    lengths = range(1, size + 2, max(size // MOST_LENGTHS, 1))
    overlaps = sorted({0, overlap or size // 4})
    rows = [(length, _overlap_name(each), survives(length, size, each)) for each in overlaps for length in lengths]
    gold = pd.DataFrame(
        {
            "words": [_words_of(report, one) for one in answers.verdicts],
            "question": [one.text for one in asking.asked],
            "held": [charts.CUT if one.split else charts.WHOLE for one in answers.verdicts],
        }
    )
    curve = pd.DataFrame(rows, columns=["words", "overlap", "whole"])
    curve["said"] = [percent(share) for share in curve["whole"]]
    st.altair_chart(
        charts.survival(curve, gold), key="survival_chart", alt="How likely an answer is whole, by its length"
    )
    about = "" if report.settings.unit == "words" else "about "
    example = "" if overlap else f" You have no overlap: the line with {count(size // 4, 'word')} of it is an example."
    st.caption(
        f"How likely an answer of L words is whole in one of the fixed windows of {about}{count(size, 'word')} (N) "
        "with M words of overlap, wherever it begins: (N − L + 1) / (N − M), between 0 and 1. A tick is one of your "
        f"answers; its colour says whether anything that can be read holds it whole.{example}"
    )


def _overlap_name(words: int) -> str:
    return f"{count(words, 'word')} of overlap" if words else "no overlap"


def _in_words(report: Report) -> tuple[int, int]:
    """Size and overlap of the present setting in words, at the words per unit of this text."""
    settings = report.settings
    if settings.unit == "words":
        return settings.chunk_size, settings.chunk_overlap
    share = len(report.document.words[0]) / max(report.text_size, 1)
    size = max(round(settings.chunk_size * share), 1)
    return size, min(round(settings.chunk_overlap * share), size - 1)


def _words_of(report: Report, one: Verdict) -> int:
    """The words of the span that is split, else of the longest."""
    start, end = one.split or max(one.question.spans, key=lambda span: span[1] - span[0])
    return sizing.length_of(report.document, "words", "estimate").one(start, end)
