"""In words, what was read of an answer, or why not all of it was: cut, outranked by what, or no word in common."""

from collections.abc import Callable

from playground.asking.passages import Pair
from playground.asking.reading import Match, Reader
from playground.asking.retrieval import shared
from playground.asking.verdicts import HIT, Verdict, common
from playground.judging.report import Report
from playground.spans import holds

_WORDS_BEFORE = 9  # shown ahead of a cut
_MOST_WORDS = 8  # of a question that are named


def why(report: Report, reader: Reader, one: Verdict, place: Callable[[int, int], str]) -> str:
    """One to four sentences, the first without a capital: it goes on behind the verdict.

    place: what to call a range of the source that was read. Told is the first answer that no read holds whole: first
    where it is cut, if no single text that could be read holds it; then, unless a piece of it was read, why none was.
    """
    if one.outcome == HIT:
        return _held(report, one, place)
    if one.split is None:
        return _unread(report, reader, one, next(span for span in one.answers if not _is_read(one, span)))
    cut = _cut(report, one.split)
    if common([one.split], one.reads):
        return cut
    return f"{cut} Nor did a piece of it come back: {_unread(report, reader, one, one.split)}"


def _held(report: Report, one: Verdict, place: Callable[[int, int], str]) -> str:
    read = one.reads[one.rank - 1]
    all_needed = len(one.question.spans) > 1 and not one.question.any_of
    is_part = all_needed and not all(holds(read, span) for span in one.answers)
    part = "part of the answer" if is_part else "the answer"
    said = f"{place(*read)}, at rank {one.rank}, holds {part} whole."
    if any(holds(read, span) for span in one.question.spans):
        return said
    text = report.document.text
    words = next(text[slice(*span)] for span in one.answers if holds(read, span))
    other = next(span for span in one.question.spans if text[slice(*span)] == words and not _is_read(one, span))
    return f"{said} Chunk {report.row_for(*other) + 1:,}, where the answer is marked, has the same words."


def _is_read(one: Verdict, span: Pair) -> bool:
    return any(holds(read, span) for read in one.reads)


# --- cut -------------------------------------------------------------------------------------------------------------


def _cut(report: Report, span: Pair) -> str:
    """Where an answer is cut: at the end of the chunk that has most of it from its beginning on.

    With overlap, that is the last of those that hold the beginning: the next one begins inside the answer too, ahead of
    that end, but there nothing breaks off yet.
    """
    rows = report.rows_between(*span)
    if not rows:
        return "the answer lies in no chunk."
    starts, ends = report.spans.starts, report.spans.ends
    if whole := [row for row in rows if holds((starts[row], ends[row]), span)]:
        held = f"chunk {whole[0] + 1:,} holds the answer whole"
        return f"{held}, but nothing that is read of it does: read more around a match."
    row = max((row for row in rows if starts[row] <= span[0]), default=rows[0])
    if ends[row] >= span[1]:
        return f"chunk {row + 1:,} holds the end of the answer, but its beginning lies in no chunk."
    before = " ".join(report.document.text[span[0] : ends[row]].split()[-_WORDS_BEFORE:])
    return f"cut: chunk {row + 1:,} ends inside the answer, after “… {before}”, and no chunk holds all of it."


# --- outranked -------------------------------------------------------------------------------------------------------


def _unread(report: Report, reader: Reader, one: Verdict, span: Pair) -> str:
    """Why nothing was read that holds a span."""
    question = one.question.text
    first, own = reader.best(question), reader.best(question, span)
    if first is None:
        return "nothing shares a word with the question."
    if own is None:
        return "what holds the answer shares no word with the question."
    called = _called(report, reader, own)
    if own.text.strip() == first.text.strip():
        return f"{called} has the same words as {_called(report, reader, first)}, which was read."
    part = "the answer" if holds(own.read, span) else "part of it"
    has = f"which holds {part}" if own.read == own.span else f"with which {part} would be read"
    return (
        f"outranked by {_called(report, reader, first)} ({_often(shared(question, first.text))}). "
        f"{called[0].upper()}{called[1:]}, {has}, has {_often(shared(question, own.text))}."
    )


def _called(report: Report, reader: Reader, match: Match) -> str:
    number = report.row_for(*match.span) + 1
    return f"a sentence of chunk {number:,}" if reader.of_sentences else f"chunk {number:,}"


def _often(words: dict[str, int]) -> str:
    found = [f"{word} ×{number:,}" for word, number in words.items()]
    more = f" and {len(found) - _MOST_WORDS:,} more" if len(found) > _MOST_WORDS else ""
    return ", ".join(found[:_MOST_WORDS]) + more
