"""Changes of what is looked at: the chunk, the question, the passage, the kind of damage, what a list shows."""

from playground.judging.damage import KINDS
from playground.panels import keyed, session


def select(number: int) -> None:
    """Choose the chunk that is outlined, by its number from 1."""
    session.touched(keep_remarks=True).selected = number


def keep_selected(chunks: int) -> None:
    """Keep the chosen chunk among the `chunks` there are now."""
    store = session.current()
    store.selected = min(max(store.selected, 1), chunks)


def look_at(number: int) -> None:
    """Go to a chunk in the text, by its number."""
    select(number)
    session.current().tab = "Read"


def picked(name: str, key: str, number: int | None, value: object = None) -> None:
    """A chart or table of this name, drawn under this key, says that its chunk `number` was clicked, or that none is.

    `value` is what `control` is given for it while that chunk is chosen: the number, if nothing else.
    """
    session.touched(keep_remarks=True)
    if number is not None:
        keyed.shows(name, key, number if value is None else value)
        select(number)


def look_at_question(number: int, chunk: int) -> None:
    """Look at one of the questions, by its row, and at the chunk of this number, which holds its answer."""
    session.touched(keep_remarks=True).asked = number
    select(chunk)


def looked_at(questions: int) -> int:
    """The row of the question that is looked at, of so many."""
    return min(session.current().asked, questions - 1)


def mark(digest: str, start: int, end: int, more: bool = False) -> None:
    """Mark a passage of a text as an answer to be asked for; `more`: as one more part of it."""
    store = session.touched(keep_remarks=True)
    kept = store.marked[1] if more and store.marked and store.marked[0] == digest else ()
    store.marked = digest, (*(pair for pair in kept if pair != (start, end)), (start, end))
    store.marks += 1
    store.draft.waiting, store.draft.open_on = None, digest


def unmark() -> None:
    """Mark nothing."""
    store = session.touched(keep_remarks=True)
    store.marked, store.draft.another = None, False


def set_kind(kind: str) -> None:
    """Choose the kind of damage that is looked at."""
    store = session.touched(keep_remarks=True)
    store.kind = kind if kind in KINDS else store.kind


def show_all_findings(every: bool) -> None:
    """Show all findings, or only the gravest."""
    session.touched(keep_remarks=True).all_findings = every


def set_only_unread(only: bool) -> None:
    """Whether the table shows only the chunks that the embedding model does not read whole."""
    session.touched(keep_remarks=True).only_unread = only


def show_unread() -> None:
    """Go to the table of the chunks that the embedding model does not read whole."""
    set_only_unread(True)
    session.current().tab = "Table"


def set_form(name: str) -> None:
    """Choose the kind of file to take away."""
    session.touched(keep_remarks=True).form = name


def set_library(name: str) -> None:
    """Choose whose code is shown."""
    session.touched(keep_remarks=True).library = name
