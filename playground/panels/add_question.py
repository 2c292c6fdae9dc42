"""A question of one's own: its text, and the passage that answers it, pasted or marked in the text."""

import streamlit as st

from playground import Report
from playground.asking.questions import Pair, Question, find, nearest, trimmed
from playground.limits import MAX_PASSAGE_CHARACTERS, MAX_PLACES, MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_SPANS
from playground.panels import looking, said, session, source
from playground.panels.frame import heading, plain
from playground.words import count

_ADDED = "questions_added"  # how many were: each turn has an empty form of its own
_PLACES = "question_places"  # (digest, question, places): a passage that stands in several places, until one is chosen
_MOST_LISTED = 50
_AROUND = 40  # characters shown on either side of a place


def show(report: Report) -> None:
    """Draw the form; where the passage stands in several places, ask which is meant."""
    digest, text = report.document.digest, report.document.text
    waiting: tuple[str, str, list[Pair]] | None = st.session_state.get(_PLACES)
    if waiting is not None and waiting[0] == digest:
        _choose_place(report, waiting[1], waiting[2])
        return
    marked = _marked_passage(report)
    turn = st.session_state.get(_ADDED, 0)
    with st.form("add_question", border=True):
        heading("Add a question")
        asked = st.text_input("Question", key=f"new_question_{turn}", max_chars=MAX_QUESTION_CHARACTERS)
        if marked:
            st.caption(f"Its answer, as marked: characters {marked[0]:,} to {marked[1]:,}.")
            st.code(text[slice(*marked)], language=None, wrap_lines=True)
            passage = ""
        else:
            passage = st.text_area(
                "The passage that answers it, as it stands in the text",
                key=f"new_passage_{turn}",
                height=90,
                max_chars=MAX_PASSAGE_CHARACTERS,
            )
        with st.container(horizontal=True):
            sent = st.form_submit_button("Add", icon=":material/add:")
            if marked:
                st.form_submit_button("Paste the passage instead", on_click=looking.unmark)
    if sent:
        _take(report, asked, passage, marked)
    said.show("add_question")


def _marked_passage(report: Report) -> Pair | None:
    """The passage that is marked in this text, without whitespace around it."""
    marked = session.current().marked
    if marked is None or marked[0] != report.document.digest:
        return None
    return trimmed(report.document.text, *marked[1:])


def _take(report: Report, asked: str, passage: str, marked: Pair | None) -> None:
    """Ask this, or say in one sentence why not."""
    text = report.document.text
    if not asked.strip() or not (marked or passage.strip()):
        said.say("add_question", "Both are needed: a question, and the passage that answers it.")
        return
    places = [marked] if marked else find(text, passage)
    if not places:
        near = nearest(text, passage)
        like = f" The nearest is: “{text[slice(*near)]}”" if near else ""
        said.say("add_question", f"This passage is not in the text.{like}")
        return
    session.touched()
    if len(places) > 1:
        st.session_state[_PLACES] = (report.document.digest, asked.strip(), places)
    else:
        _add(report, Question(asked.strip(), (places[0],)))
    st.rerun()


def _add(report: Report, question: Question) -> None:
    """Ask it, and begin an empty form; where it cannot be asked say why, and keep the form."""
    store = session.touched()
    st.session_state.pop(_PLACES, None)
    if question in source.questions():
        said.say("add_question", "This question is asked already.")
    elif source.add_questions([question]):
        store.marked = None
        looking.look_at_question(len(source.questions()) - 1, report.row_for(*question.spans[0]) + 1)
        st.session_state[_ADDED] = st.session_state.get(_ADDED, 0) + 1
    else:
        said.say("add_question", f"At most {MAX_QUESTIONS:,} questions are asked: leave one out first.")


def _choose_place(report: Report, asked: str, places: list[Pair]) -> None:
    """Ask which place of a passage is the answer, or whether any of them is."""
    every = tuple(places[:MAX_SPANS])
    first = "the first " if len(every) < len(places) else ""
    labels = [f"Any of {first}{count(len(every), 'place')} answers"]
    labels += [_around(report.document.text, place) for place in places[:_MOST_LISTED]]
    with st.container(border=True, key="question_place"):
        heading(f"{plain(asked)}")
        more = f" The first {_MOST_LISTED} are listed." if len(places) > _MOST_LISTED else ""
        least = "at least " if len(places) == MAX_PLACES else ""
        st.markdown(f"The passage stands in {least}{count(len(places), 'place')}. Which answers the question?{more}")
        chosen = st.selectbox(
            "The answer",
            range(len(labels)),
            format_func=labels.__getitem__,
            key=f"answer_place_{st.session_state.get(_ADDED, 0)}",
            on_change=session.leave,
        )
        question = Question(asked, every, any_of=True) if chosen == 0 else Question(asked, (places[chosen - 1],))
        with st.container(horizontal=True):
            st.button(
                "Add", key="add_place", type="primary", icon=":material/add:", on_click=_add, args=(report, question)
            )
            st.button("Cancel", key="no_place", on_click=_cancel)


def _around(text: str, place: Pair) -> str:
    """A place in its line: its offsets, and the words around it."""
    start, end = place
    words = " ".join(text[max(start - _AROUND, 0) : end + _AROUND].split())
    return f"Characters {start:,} to {end:,}: …{words[: 3 * _AROUND]}…"


def _cancel() -> None:
    session.leave()
    st.session_state.pop(_PLACES, None)
