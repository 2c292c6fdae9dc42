"""Whether the right chunk comes back for real questions: answers marked in the text, BM25, a verdict for each."""

import hashlib

import streamlit as st

from playground import Report
from playground.panels import cache, choices, read, source
from playground.panels.cache import Tokens
from playground.panels.frame import plain
from playground.questions import FEW, LONGEST_PASSAGE, LONGEST_QUESTION, Question, find, nearest, write
from playground.questions import read as read_questions
from playground.reading import LONGEST_SECTION, MATCH, MOST_AROUND, MOST_K1, MOST_SECTIONS, READ
from playground.retrieval import shared
from playground.unread import Unread
from playground.verdicts import HIT, MISS, Evaluation, Interval, Verdict
from playground.words import count, percent

MOST_K = 20
_ADDED = "questions_added"
MOST_SHOWN = 25  # questions on a page


def show(report: Report, tokens: Tokens, missed: Unread) -> None:
    """Draw the questions, what came back for them, and the measures over all."""
    asked = source.questions()
    if asked:
        _reading()
        _bm25()
        verdicts, found = cache.verdicts(report, asked, choices.current().reading)
        _measures(report, tokens, found)
        _table(report, verdicts)
    else:
        st.info("No question yet: type one, paste the passage that answers it, and see whether its chunk comes back.")
    _add(report)
    st.caption("Or select the passage in the text and press “Mark as the answer”.")
    digest = report.document.digest
    read.text(report, missed, "question_text", lambda start, end: choices.mark(digest, start, end))
    _files(report.document.text, asked)


def _reading() -> None:
    reading = choices.current().reading
    with st.grid(4, min_column_width=170, gap="small"):
        _number("k", "Reads for each question (k)", 1, MOST_K, "The best by BM25. What shares no "
                "word with the question is never read. No model, no network.")  # fmt: skip
        _choice("match", "Matched with the question", MATCH, "What is embedded of each chunk, or every sentence alone.")
        _choice("read", "Read for each match", READ, "Match small, read big: a sentence is found more surely, and what "
                f"stands around it answers. Of sections at most {MOST_SECTIONS} are read.")  # fmt: skip
        if reading.read == "around":
            _number("around", "Sentences on either side", 0, MOST_AROUND, "Read before and behind the match.")
        if reading.read == "section":
            _number("longest", "Longest section, characters", 1, LONGEST_SECTION, "Of a longer one its chunk is read.")


def _bm25() -> None:
    with st.expander("BM25", key="bm25", icon=":material/tune:"), st.grid(2, min_column_width=170, gap="small"):
        _float("k1", MOST_K1, "How much a word counts that is repeated: 0, once is as good as often.")
        _float("b", 1.0, "How much the length of a text is held against it: 0, not at all.")


def _float(name: str, most: float, about: str) -> None:
    value = float(getattr(choices.current().reading, name))
    st.number_input(
        name,
        0.0,
        most,
        value,
        step=0.05,
        key=choices.control(f"reading_{name}", value),
        on_change=choices.on_change(f"reading_{name}", lambda number: choices.set_reading(name, float(number))),
        help=about,
    )


def _number(name: str, label: str, least: int, most: int, about: str) -> None:
    value = getattr(choices.current().reading, name)
    st.number_input(
        label,
        least,
        most,
        value,
        key=choices.control(f"reading_{name}", value),
        on_change=choices.on_change(f"reading_{name}", lambda number: choices.set_reading(name, int(number))),
        help=about,
    )


def _choice(name: str, label: str, known: dict[str, str], about: str) -> None:
    value = getattr(choices.current().reading, name)
    st.selectbox(
        label,
        list(known),
        index=list(known).index(value),
        format_func=known.__getitem__,
        key=choices.control(f"reading_{name}", value),
        on_change=choices.on_change(f"reading_{name}", lambda chosen: choices.set_reading(name, chosen)),
        help=about,
    )


def _measures(report: Report, tokens: Tokens, found: Evaluation) -> None:
    if found.questions < FEW:
        st.caption(
            f"{count(found.questions, 'question')}: with fewer than {FEW}, chance decides more than the setting. The "
            "ranges hold 95 % of what other questions like these would give (bootstrap)."
        )
    average = report.average(tokens.counts) if len(report) else 0
    sent = found.characters / max(len(report.document), 1) * tokens.total
    about = {
        "whole": "One read holds all of it.",
        "touched": "Some of it was read. MRR: the mean of 1 / rank of the first read that holds it whole.",
        "split": "The damage done before anything is searched: nothing that could be read holds the answer whole.",
        "sent": "Each character once, at this text's tokens per character.",
        "recall": "Characters of the answers that were read.",
        "precision": "Of the characters read, those of the answer.",
        "iou": "Characters in both, of those in either.",
        "omega": "Precision if every chunk that touches the answer were read, and no other.",
    }
    with st.grid(4, min_column_width=150, gap="small"):
        _metric("Answers whole", percent(found.strict.mean), _range(found.strict), about["whole"])
        _metric("At least touched", percent(found.loose), f"ranked {found.mrr:.2f} (MRR)", about["touched"])
        _metric("Split", percent(found.split), "held whole by no read", about["split"])
        _metric("Sent a question", f"{sent:,.0f}", f"tokens; a chunk has {average:,}", about["sent"])
        _metric("Recall", percent(found.recall.mean), _range(found.recall), about["recall"])
        _metric("Precision", percent(found.precision.mean), _range(found.precision), about["precision"])
        _metric("IoU", percent(found.iou.mean), _range(found.iou), about["iou"])
        _metric("Precision-omega", percent(found.omega.mean), _range(found.omega), about["omega"])


def _range(value: Interval) -> str:
    return f"{percent(value.low)} to {percent(value.high)}"


def _metric(label: str, value: str, note: str, about: str) -> None:
    with st.container(border=True, height="stretch", gap=None):
        st.metric(label, value, help=about)
        st.caption(note)


def _table(report: Report, verdicts: list[Verdict]) -> None:
    if len(verdicts) > MOST_SHOWN:
        pages = -(-len(verdicts) // MOST_SHOWN)
        page = st.pagination(pages, key=f"question_pages_{pages}", on_change=choices.leave)
    else:
        page = 1
    for number, one in list(enumerate(verdicts))[(page - 1) * MOST_SHOWN : page * MOST_SHOWN]:
        title = f"{_sign(one)} **{plain(one.question.text)}**"
        with st.expander(title, key=f"question_{_name(one.question)}", icon=":material/help:"):
            st.markdown(plain(_why(report, one)))
            for rank, (start, end) in enumerate(one.reads, 1):
                row = report.rows_between(start, end)[0]
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.markdown(f"{rank}. {_place(report, start, end)}", width="stretch")
                    look = {"on_click": choices.look_at, "args": (row,), "type": "tertiary"}
                    st.button("Show", key=f"read_{number}_{rank}", **look)  # type: ignore[arg-type]
                st.code(_marked(report.document.text, start, end, one.question), language=None, wrap_lines=True)
            st.button(
                "Remove this question", key=f"remove_{number}", on_click=source.remove_question, args=(one.question,)
            )


def _name(question: Question) -> str:
    """A name of its own for what is drawn of a question, so that no other takes its place."""
    return hashlib.sha256(repr(question).encode("utf-8", "replace")).hexdigest()[:12]


def _sign(one: Verdict) -> str:
    return {HIT: ":material/check_circle: HIT", MISS: ":material/cancel: MISS"}.get(
        one.outcome, ":material/contrast: PARTIAL"
    ) + (" · SPLIT" if one.split else "")


def _place(report: Report, start: int, end: int) -> str:
    rows = report.rows_between(start, end)
    row = rows[0]
    exact = len(rows) == 1 and (report[row].start, report[row].end) == (start, end)
    what = f"chunk {row + 1:,}" if exact else f"from chunk {row + 1:,} on"
    return f"{what}, characters {start:,} to {end:,}"


def _why(report: Report, one: Verdict) -> str:
    """In words, what was read of the answer, or why not all of it."""
    if one.outcome == HIT:
        part = "part of the answer" if len(one.question.spans) > 1 else "the answer"
        place = _place(report, *one.reads[one.rank - 1])
        return f"{place[0].upper()}{place[1:]}, at rank {one.rank}: it holds {part} whole."
    if one.split:
        start, end = one.split
        starts = report.spans.starts
        cut = next((row for row in report.rows_between(start, end) if start < starts[row] < end), None)
        where = f"chunk {cut + 1:,} begins inside it" if cut is not None else "it lies outside all chunks"
        return f"Cut: nothing that could be read holds the answer whole; {where}."
    if not one.reads:
        return "Nothing shares a word with the question."
    unread = next(span for span in one.question.spans if not _is_read(one, span))
    own = [shared(one.question.text, report[row].embedded) for row in report.rows_between(*unread)]
    if not any(own):
        return "What holds the answer shares no word with the question."
    first = ", ".join(shared(one.question.text, report.document.text[slice(*one.reads[0])]))
    answer = ", ".join(sorted(own, key=len)[-1])
    return f"Outranked: the first read has: {first or 'words in its headings'}. The answer's chunk has: {answer}."


def _is_read(one: Verdict, span: tuple[int, int]) -> bool:
    return any(low <= span[0] and span[1] <= high for low, high in one.reads)


def _marked(text: str, start: int, end: int, question: Question) -> str:
    """What was read, the answer between marks."""
    places = sorted(
        {(max(low, start), "⟦") for low, high in question.spans if low < end and high > start}
        | {(min(high, end), "⟧") for low, high in question.spans if low < end and high > start}
    )
    parts, done = [], start
    for place, sign in places:
        parts += [text[done:place], sign]
        done = place
    return "".join([*parts, text[done:end]])


def _add(report: Report) -> None:
    text, marked = report.document.text, _marked_passage(report)
    turn = st.session_state.get(_ADDED, 0)
    with st.form("add_question", border=True):
        st.markdown("**Add a question**")
        asked = st.text_input("Question", key=f"new_question_{turn}", max_chars=LONGEST_QUESTION)
        if marked:
            st.caption(f"Its answer, as marked: characters {marked[0]:,} to {marked[1]:,}.")
            st.code(text[slice(*marked)], language=None, wrap_lines=True)
            passage = ""
        else:
            passage = st.text_area(
                "The passage that answers it, as it stands in the text",
                key=f"new_passage_{turn}",
                height=90,
                max_chars=LONGEST_PASSAGE,
            )
        with st.container(horizontal=True):
            sent = st.form_submit_button("Add", icon=":material/add:")
            if marked:
                st.form_submit_button("Paste the passage instead", on_click=choices.unmark)
    if sent:
        _take(text, asked, passage, marked)


def _marked_passage(report: Report) -> tuple[int, int] | None:
    """The passage that is marked in this text, without whitespace around it."""
    if choices.current().marked is None:
        return None
    digest, start, end = choices.current().marked or ("", 0, 0)
    words = report.document.text[start:end] if digest == report.document.digest else ""
    start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
    return (start, end) if words.strip() else None


def _take(text: str, asked: str, passage: str, marked: tuple[int, int] | None) -> None:
    """Ask this, or say in one sentence why not."""
    if not asked.strip() or not (marked or passage.strip()):
        st.error("Both are needed: a question, and the passage that answers it.")
        return
    places = [marked] if marked else find(text, passage)
    if not places:
        near = nearest(text, passage)
        like = f" The nearest is: “{text[slice(*near)]}”" if near else ""
        st.error(plain(f"This passage is not in the text.{like}"))
        return
    # Where it stands in several places, any of them answers; the first is marked.
    taken = source.add_questions([Question(asked.strip(), (places[0],))])
    choices.leave()
    store = choices.current()
    store.marked = None
    store.remarks = () if taken else ("This question is asked already, or there are too many.",)
    if len(places) > 1:
        store.remarks = (f"The passage stands in {len(places):,} places; the first is marked.",)
    st.session_state[_ADDED] = st.session_state.get(_ADDED, 0) + 1  # the next form is empty
    st.rerun()


def _files(text: str, asked: list[Question]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if asked:
            lines = write(text, asked)
            name = "questions.jsonl"
            st.download_button("Questions as JSON Lines", lines, name, "application/jsonl", on_click="ignore")
        file = st.file_uploader("Questions from JSON Lines: question, spans with start, end, text", key="question_file")
    if file is None or st.session_state.get("question_file_done") == file.file_id:
        return
    st.session_state["question_file_done"] = file.file_id
    found, problems = read_questions(text, file.getvalue().decode("utf-8-sig", "replace"))
    new = source.add_questions(found)
    choices.leave()
    taken = f"{count(new, 'question')} taken{f', {len(found) - new:,} were asked already' if new < len(found) else ''}."
    choices.current().remarks = (
        taken,
        *problems[:5],
        *([f"And {len(problems) - 5:,} more."] if len(problems) > 5 else []),
    )
    st.rerun()
