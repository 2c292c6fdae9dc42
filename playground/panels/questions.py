"""Whether the right chunk comes back for real questions: answers marked in the text, BM25, a verdict for each."""

import streamlit as st

from playground import Report
from playground.asking.questions import FEW
from playground.asking.resampling import Interval
from playground.judging.compare import WORDS_SENT
from playground.judging.unread import Unread
from playground.panels import (
    add_question,
    cache,
    comparing,
    edit_questions,
    gains,
    looking,
    presets,
    read,
    reading_controls,
    source,
    verdicts,
)
from playground.panels.cache import Answers, Tokens
from playground.words import count, percent

_ABOUT = {
    "whole": "One read holds all of it.",
    "touched": "Some of it was read. The rank is that of the first read that holds it, or one of its parts, whole; "
    "0 counts for none.",
    "split": "The damage done before anything is searched: nothing that could be read holds the answer whole.",
    "sent": "The mean over your questions of the words that are read; what two chunks share is sent twice.",
    "recall": "Characters of the answers that were read.",
    "precision": "Of the characters read, those of the answer.",
    "iou": "Characters in both, of those in either.",
    "omega": "Precision if every chunk that touches the answer were read, and no other.",
}


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the questions, what came back for them, and the measures over all."""
    asked = source.questions()
    asking = comparing.asking()
    answers = cache.answers(report, tokens, asking) if asked else None
    # Each part has a place of its own, drawn or not: what is open or being typed below one that comes must stay so.
    ask, settings, results = st.container(), st.container(), st.container()
    with ask:
        if not asked:
            st.info(
                "No question yet: type one, paste the passage that answers it, and see whether its chunk comes back."
            )
        add_question.show(report)
    if answers:
        with settings:
            presets.show()
            reading_controls.show()
        with results:
            gains.keep(report, answers, asking)
            _measures(answers, tokens)
            verdicts.show(report, answers)
            gains.show(report, answers, asking)
    st.caption("Select a passage in the text and press “Mark as the answer” to ask a question about it.")
    _text(report, missed, answers)
    edit_questions.show(report.document.text, asked)


def _text(report: Report, missed: Unread, answers: Answers | None) -> None:
    """The text in place, with the answer to the question that is looked at."""
    one = answers.verdicts[looking.looked_at(len(answers.verdicts))] if answers else None
    digest = report.document.digest
    about = read.Asked(
        one.question.spans if one else (),
        verdicts.ranks(report, one) if one else {},
        lambda start, end, more: looking.mark(digest, start, end, more),
        parts=add_question.marked_parts(report),
    )
    read.text(report, missed, "question_text", about)


def _measures(answers: Answers, tokens: Tokens) -> None:
    found = answers.found
    if found.questions < FEW:
        ranges = (
            " The ranges hold 95 % of the means that other questions like these would give (by bootstrap; that of "
            "answers whole is Wilson's)."
        )
        st.caption(
            f"{count(found.questions, 'question')}: with fewer than {FEW}, chance decides more than the setting."
            f"{ranges if found.questions > 1 else ''}"
        )
    alone = found.questions == 1  # says nothing of how others would differ
    about = "" if tokens.real else "about "
    with st.grid(4, min_column_width=150, gap="small"):
        _metric("Answers whole", percent(found.strict.mean), "" if alone else _range(found.strict), "whole")
        _metric("At least touched", percent(found.loose), f"mean of 1 / rank (MRR): {found.mrr:.2f}", "touched")
        _metric(
            "Split",
            percent(found.split),
            "no search could find them whole" if found.split else "no answer is cut",
            "split",
        )
        words, sent = float(answers.words.mean()), float(answers.tokens.mean())
        _metric(WORDS_SENT, f"{words:,.0f}", f"{about}{sent:,.0f} tokens", "sent")
        _metric("Recall", percent(found.recall.mean), "" if alone else _range(found.recall), "recall")
        _metric("Precision", percent(found.precision.mean), "" if alone else _range(found.precision), "precision")
        _metric("IoU", percent(found.iou.mean), "" if alone else _range(found.iou), "iou")
        _metric("Precision-omega", percent(found.omega.mean), "" if alone else _range(found.omega), "omega")


def _range(value: Interval) -> str:
    if value.low == value.high:
        return "the same for each question"
    low, high = percent(value.low), percent(value.high)
    return f"{low} to {high}" if low != high else f"{100 * value.low:.2f} to {100 * value.high:.2f} %"


def _metric(label: str, value: str, note: str, about: str) -> None:
    with st.container(border=True, height="stretch", gap=None):
        st.metric(label, value, help=_ABOUT[about])
        if note:
            st.caption(note)
