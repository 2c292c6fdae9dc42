"""A question of one's own: its text, and the passage that answers it, pasted or marked in the text."""

from collections.abc import Callable

import streamlit as st

from playground import InputError, Report
from playground.asking.passages import Pair, find, nearest, trimmed
from playground.asking.questions import Question
from playground.limits import MAX_PASSAGE_CHARACTERS, MAX_PLACES, MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_SPANS
from playground.panels import focus, keyed, looking, said, session, source
from playground.panels.frame import plain
from playground.panels.session import Draft
from playground.words import count

_HERE = "add_question"  # where it is said what cannot be asked
_MOST_LISTED = 50
_AROUND = 40  # characters shown on either side of a place
_MOST_GROWN = 30  # characters by which what is like a passage grows to whole words
_UNSPACED = 0x2E80  # from this code point on writing has no spaces between words


def show(report: Report) -> None:
    """Draw the form, folded where there are questions; of a passage in several places ask which is meant."""
    draft = session.current().draft
    known = bool(source.questions())
    opened = not known or draft.open_on == report.document.digest
    key = "add_question" if known else "first_question"  # an expander that is on the page does not fold by itself
    with st.expander("Add a question", expanded=opened, key=key, icon=":material/add_comment:"):
        places = draft.places_in(report.document.digest)
        if places:
            _choose_place(report, draft.question.strip(), places)
        else:
            _form(report, draft)
        said.show(_HERE)
        if said.at(_HERE) and draft.near:
            name = "part" if marked_parts(report) else "passage"
            st.button("Use this passage", key="use_nearest", on_click=_use_nearest, args=(draft, name))


def _form(report: Report, draft: Draft) -> None:
    digest, parts = report.document.digest, marked_parts(report)
    with st.container(gap=None):
        st.text_input(
            "Question",
            draft.question,
            key=keyed.control("new_question", draft.question),
            max_chars=MAX_QUESTION_CHARACTERS,
            on_change=keyed.on_change("new_question", _typed(digest, "question")),
        )
        focus.focus("new_question", session.current().marks)
    _show_parts(report, parts)
    name = "part" if parts else "passage"
    if not parts or draft.another:
        shown = getattr(draft, name)
        st.text_area(
            "Another part of the answer: all parts are needed" if parts else "The passage that answers it",
            shown,
            key=keyed.control(f"new_{name}", shown),
            height=90,
            placeholder="As it stands in the text. Or select it there, below, and press “Mark as the answer”.",
            max_chars=MAX_PASSAGE_CHARACTERS,
            on_change=keyed.on_change(f"new_{name}", _typed(digest, name)),
        )
    with st.container(horizontal=True):
        sent = st.button("Add", key="add_now", type="primary", icon=":material/add:")
        more = st.button(
            "Paste another part",
            key="another_part",
            help="An answer may stand in several passages: it is found whole where all of them are read.",
        )
        if parts:
            st.button("Paste the passage instead", key="paste_instead", on_click=looking.unmark)
    if sent:
        _take(report, draft, parts)
    elif more:
        _take_part(report, draft, parts)


def _show_parts(report: Report, parts: tuple[Pair, ...]) -> None:
    for number, (start, end) in enumerate(parts, 1):
        which = f"Part {number} of its answer" if len(parts) > 1 else "Its answer"
        st.caption(f"{which}, as marked: characters {start:,} to {end:,}.")
        st.code(report.document.text[start:end], language=None, wrap_lines=True)


def _typed(digest: str, name: str) -> Callable[[str], None]:
    """What keeps a field of the draft: only so it outlives another tab, and Cancel."""

    def write(text: str) -> None:
        draft = session.current().draft
        setattr(draft, name, text or "")
        draft.open_on = digest

    return write


def marked_parts(report: Report) -> tuple[Pair, ...]:
    """The passages that are marked in this text, without whitespace around them."""
    marked = session.current().marked
    if marked is None or marked[0] != report.document.digest:
        return ()
    return tuple(place for pair in marked[1] if (place := trimmed(report.document.text, *pair)))


def _take(report: Report, draft: Draft, parts: tuple[Pair, ...]) -> None:
    """Ask this, or say in one sentence why not."""
    passage = _in_the_box(draft, parts)
    session.touched()
    if not draft.question.strip() or not (parts or passage):
        said.say(_HERE, "Both are needed: a question, and the passage that answers it.")
        return
    if passage:
        places = _places(report, draft, passage)
        if not places:
            return
        if len(places) > 1:
            draft.waiting = (report.document.digest, places)
            st.rerun()
        parts = (*parts, places[0])
    if _add(report, draft.question.strip(), parts):
        st.rerun()


def _take_part(report: Report, draft: Draft, parts: tuple[Pair, ...]) -> None:
    """Keep the passage that is pasted as one part of the answer, and make room for the next."""
    passage = _in_the_box(draft, parts)
    session.touched()
    if passage:
        places = _places(report, draft, passage)
        if len(places) > 1:
            said.say(
                _HERE, f"This part stands in {count(len(places), 'place')}: mark the one that is meant in the text."
            )
        if len(places) != 1:
            return
        looking.mark(report.document.digest, *places[0], more=True)
        draft.passage = draft.part = ""
    elif not parts:
        said.say(_HERE, "Paste the first part of the answer first.")
        return
    draft.another = True
    st.rerun()


def _in_the_box(draft: Draft, parts: tuple[Pair, ...]) -> str:
    """The passage that is pasted and shown."""
    if parts:
        return draft.part.strip() if draft.another else ""
    return draft.passage.strip()


def _places(report: Report, draft: Draft, passage: str) -> list[Pair]:
    """Where a passage stands; where it does not, say what is most like it."""
    text = report.document.text
    found = find(text, passage)
    draft.near = ""
    if not found:
        near = nearest(text, passage)
        draft.near = text[slice(*_whole_words(text, *near))] if near else ""
        like = f" The nearest is: “{draft.near}”" if near else ""
        said.say(_HERE, f"This passage is not in the text.{like}")
    return found


def _whole_words(text: str, start: int, end: int) -> Pair:
    """A range that ends where words do, as far as they are not long."""

    def inside(at: int) -> bool:
        return 0 < at < len(text) and all(one.isalnum() and ord(one) < _UNSPACED for one in text[at - 1 : at + 1])

    first, last = max(start - _MOST_GROWN, 0), min(end + _MOST_GROWN, len(text))
    while start > first and inside(start):
        start -= 1
    while end < last and inside(end):
        end += 1
    return trimmed(text, start, end) or (start, end)


def _use_nearest(draft: Draft, name: str) -> None:
    """Put what is most like the passage in its place, to be changed or added; `name`: the field of the draft."""
    session.touched()
    setattr(draft, name, draft.near)
    draft.near = ""


def _add_place(report: Report, asked: str, spans: tuple[Pair, ...], any_of: bool) -> None:
    _add(report, asked, spans, any_of)


def _add(report: Report, asked: str, spans: tuple[Pair, ...], any_of: bool = False) -> bool:
    """Ask it, and begin an empty form; where it cannot be asked say why, keep the form, and return False."""
    store = session.touched()
    store.draft.waiting = None
    try:
        question = Question(asked, spans, any_of)
    except InputError as error:
        said.say(_HERE, str(error))
        return False
    known = source.questions()
    if question in known:
        said.say(_HERE, "This question is asked already.")
        return False
    again = bool(known)  # after the first the form folds; who opens it then goes on
    if not source.add_questions([question]):
        said.say(_HERE, f"At most {MAX_QUESTIONS:,} questions are asked: leave one out first.")
        return False
    store.marked = None
    store.draft = Draft(open_on=report.document.digest if again else "")
    looking.look_at_question(len(source.questions()) - 1, report.row_for(*question.spans[0]) + 1)
    return True


def _choose_place(report: Report, asked: str, places: list[Pair]) -> None:
    """Ask which place of a passage is the answer, or whether any of them is."""
    parts = marked_parts(report)  # the passage is one more of them
    every = tuple(places[:MAX_SPANS])
    the = "the first " if len(every) < len(places) else "the "
    choices = [] if parts else [(f"Any of {the}{count(len(every), 'place')} will do", every)]
    choices += [(_around(report.document.text, place), (*parts, place)) for place in places[:_MOST_LISTED]]
    with st.container(key="question_place"):
        st.markdown(f"**{plain(asked)}**")
        more = f" The first {_MOST_LISTED} are listed." if len(places) > _MOST_LISTED else ""
        least = "at least " if len(places) == MAX_PLACES else ""
        st.markdown(f"The passage stands in {least}{count(len(places), 'place')}. Which answers the question?{more}")
        chosen = st.selectbox(
            "The answer",
            range(len(choices)),
            format_func=lambda row: choices[row][0],
            key="answer_place",
            on_change=session.leave,
        )
        spans = choices[chosen][1]
        with st.container(horizontal=True):
            st.button(
                "Add",
                key="add_place",
                type="primary",
                icon=":material/add:",
                on_click=_add_place,
                args=(report, asked, spans, not parts and chosen == 0),
            )
            st.button("Cancel", key="no_place", on_click=_cancel)


def _around(text: str, place: Pair) -> str:
    """A place in its line: its offsets, and the words around it."""
    start, end = place
    words = " ".join(text[max(start - _AROUND, 0) : end + _AROUND].split())
    return f"Characters {start:,} to {end:,}: …{words[: 3 * _AROUND]}…"


def _cancel() -> None:
    """Back to the form, which is as it was."""
    session.leave()
    session.current().draft.waiting = None
