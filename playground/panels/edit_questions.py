"""The table in which questions are edited and left out, and their file."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from playground import InputError
from playground.asking.questions import Question, spans_in_words, typed_spans, write
from playground.asking.questions import read as read_questions
from playground.limits import MAX_QUESTIONS
from playground.panels import keyed, looking, said, session, source
from playground.panels.session import LeftOut
from playground.words import count

_KEPT = "questions_edited"  # (what the table was drawn from, what its edits have made of that)
_DONE = "question_file_done"
_TWICE = "{:,} rows repeated other questions; each question was kept once."


def show(text: str, asked: list[Question]) -> None:
    """Draw the table, the download and the upload."""
    if asked:
        with st.expander("Edit the questions", key="edit_fold", icon=":material/edit:"):
            _table(text, asked)
            _show_left_out(asked)
    else:
        _show_left_out(asked)
        if own := source.of_sample():
            st.button("The questions of this sample again", key="own_questions", on_click=_ask, args=(own,))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if asked:
            st.download_button(
                "Questions as JSON Lines",
                write(text, asked),
                "questions.jsonl",
                "application/jsonl",
                on_click="ignore",
                icon=":material/download:",
            )
        file = st.file_uploader("Questions from JSON Lines: question, spans with start, end, text", key="question_file")
    if file is not None and st.session_state.get(_DONE) != file.file_id:
        st.session_state[_DONE] = file.file_id
        _import(text, file.getvalue())
    said.show("questions_file")


def _drawn(asked: list[Question]) -> tuple[Question, ...]:
    """What the table is drawn from: with other data it would be another table, and the cursor in it be lost."""
    before, after = st.session_state.get(_KEPT, ((), ()))
    same = after == tuple(asked) and keyed.is_drawn("edit_questions")
    return before if same else tuple(asked)


def _table(text: str, now: list[Question]) -> None:
    asked = _drawn(now)
    frame = pd.DataFrame(
        {
            "question": [one.text for one in asked],
            "spans": [spans_in_words(one.spans) for one in asked],
            "any": [one.any_of for one in asked],
            "answer": [" … ".join(text[start:end] for start, end in one.spans) for one in asked],
        }
    )
    column = st.column_config
    key = keyed.control("edit_questions", asked)
    st.data_editor(
        frame,
        key=key,
        on_change=keyed.heard(key, lambda state: _edit(text, asked, state)),
        num_rows="delete",
        hide_index=True,
        disabled=["answer"],
        column_config={
            "question": column.TextColumn("Question", width="large", required=True),
            "spans": column.TextColumn("Answer at", required=True, help="Start-end in characters: 120-160, 300-320."),
            "any": column.CheckboxColumn("Any", help="Any one of several places answers, not all of them together."),
            "answer": column.TextColumn("Answer", width="large"),
        },
        alt="The questions and where their answers stand",
    )
    said.show("questions_table")
    st.caption("A change counts at once. Choose rows at the left to leave questions out.")


def _edit(text: str, asked: Sequence[Question], state: Any) -> None:
    """Take what was changed in the table; what cannot be used is said, and the question stays as it was.

    asked: what the table was drawn from; state: all changes since.
    """
    store = session.touched()
    looked = store.asked
    found: list[Question] = []
    left: dict[int, Question] = {}  # row -> the question left out, as it had become
    problems: list[str] = []
    edited: dict[int, dict[str, Any]] = state["edited_rows"]
    for row, one in enumerate(asked):
        if row == looked:
            store.asked = len(found)
        if row in state["deleted_rows"]:
            left[row] = _edited(text, one, edited.get(row, {}), [])
            continue
        found.append(_edited(text, one, edited.get(row, {}), problems))
    twice = len(found) - len(set(found))
    if twice:
        problems.append("Two rows were the same question; one was kept." if twice == 1 else _TWICE.format(twice))
    source.put_questions(found)
    if left:
        _keep_left_out(found, left, looked)
    all_shown = all(_is_shown(one, edited.get(row, {})) for row, one in enumerate(found))
    shown = not problems and not left and all_shown
    st.session_state[_KEPT] = (tuple(asked), tuple(found)) if shown else ((), ())
    if not shown:
        keyed.gone("edit_questions")
    said.say("questions_table", *problems)


def _keep_left_out(found: Sequence[Question], left: dict[int, Question], looked: int) -> None:
    """Keep what was asked before these rows were left out, in its order."""
    rest = iter(found)
    rows = [left[row] if row in left else next(rest) for row in range(len(found) + len(left))]
    before = tuple(dict.fromkeys(rows))  # a row may have become another's question
    at = before.index(rows[min(looked, len(rows) - 1)])
    session.current().left_out = LeftOut(source.questions(), before, at)


def _show_left_out(asked: list[Question]) -> None:
    """Say how many questions were left out, beside a way back."""
    left = session.current().left_out
    with st.container(horizontal=True, vertical_alignment="center", key="left_out"):
        if left is None or left.asked is not asked or len(left.before) == len(asked):
            return
        st.markdown(f"{count(len(left.before) - len(asked), 'question')} left out.", width="content")
        st.button("Put back", key="put_back", icon=":material/undo:", on_click=_put_back, args=(left,))


def _put_back(left: LeftOut) -> None:
    """Ask again what was left out; what is looked at stays so, and a second click finds it done."""
    store, now = session.touched(), source.questions()
    if store.left_out is not left or left.asked is not now:
        return
    store.asked = left.before.index(now[looking.looked_at(len(now))]) if now else left.looked
    source.put_questions(list(left.before))


def _is_shown(one: Question, values: dict[str, Any]) -> bool:
    """Whether the table shows a question as it has become, so that it need not be drawn anew."""
    return set(values) <= {"question", "any"} and values.get("any", one.any_of) == one.any_of


def _edited(text: str, one: Question, values: dict[str, Any], problems: list[str]) -> Question:
    """The question with those of its cells changed that can be used; adds a sentence for each other to `problems`."""
    changes: dict[str, Callable[[Any], Question]] = {
        "question": lambda value: replace(one, text=str(value or "")),
        "spans": lambda value: replace(one, spans=typed_spans(str(value or ""), text)),
        "any": lambda value: replace(one, any_of=bool(value)),
    }
    for name, change in changes.items():
        if name not in values:
            continue
        try:
            one = change(values[name])
        except InputError as error:
            problems.append(str(error))
    return one


def _ask(own: list[Question]) -> None:
    session.leave()
    source.put_questions(own)


def _import(text: str, data: bytes) -> None:
    found, problems = read_questions(text, data.decode("utf-8-sig", "replace"))
    fresh = len(set(found) - set(source.questions()))
    known, new = len(found) - fresh, source.add_questions(found)
    there = f", {known:,} {'was' if known == 1 else 'were'} already there" if known else ""
    if new < fresh:
        problems.append(f"At most {MAX_QUESTIONS:,} questions are asked: {count(fresh - new, 'other')} left out.")
    session.touched(keep_remarks=True)
    said.say("questions_file", f"{count(new, 'question')} taken{there}.", *problems)
    st.rerun()
