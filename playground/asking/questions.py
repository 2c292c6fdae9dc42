"""Questions whose answers are marked in the source, so that they survive every change of setting."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from playground.asking.passages import Pair, Places, trimmed
from playground.errors import InputError
from playground.halves import has_half, whole
from playground.json_lines import compact
from playground.limits import MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_SEARCHED, MAX_SPANS

FEW = 30  # questions: with fewer, chance decides more than the setting


@dataclass(frozen=True)
class Question:
    """A question and the spans of the source that answer it, ascending, in code points. Raises InputError.

    any_of: whether any one of the spans answers it (a passage that stands in several places), not all together.
    """

    text: str
    spans: tuple[Pair, ...]
    any_of: bool = False

    def __post_init__(self) -> None:
        if not self.text.strip() or len(self.text) > MAX_QUESTION_CHARACTERS or has_half(self.text):
            raise InputError(
                f"question must be a text of 1 to {MAX_QUESTION_CHARACTERS:,} characters, not {self.text!r:.60}."
            )
        _at_most_spans(len(self.spans))
        if not self.spans or any(not 0 <= start < end for start, end in self.spans):
            raise InputError(f"spans must be one or more ranges with 0 <= start < end, not {self.spans!r:.80}.")
        if type(self.any_of) is not bool:
            raise InputError(f"any must be true or false, not {self.any_of!r:.40}.")
        object.__setattr__(self, "spans", tuple(sorted(set(self.spans))))
        object.__setattr__(self, "any_of", self.any_of and len(self.spans) > 1)


def _at_most_spans(number: int) -> None:
    if number > MAX_SPANS:
        raise InputError(f"spans may be at most {MAX_SPANS}, not {number:,}.")


def spans_in_words(spans: Iterable[Pair]) -> str:
    """Spans as they are typed: "120-160, 300-320"."""
    return ", ".join(f"{start}-{end}" for start, end in spans)


def typed_spans(words: str, source: str) -> tuple[Pair, ...]:
    """Spans of the source from what is typed, without whitespace at their ends. Raises InputError."""
    found = []
    typed = re.split(r"[,;\s]+", words.strip())
    _at_most_spans(len(typed))
    for word in typed:
        match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", word, re.ASCII)
        if match is None:
            raise InputError(f"Spans are typed as start-end, as in 120-160, 300-320, not as {words!r:.60}.")
        start, end = int(match[1]), int(match[2])
        place = trimmed(source, start, end) if start < end <= len(source) else None
        if place is None:
            raise InputError(f"{word} is no passage of the text, which has {len(source):,} characters.")
        found.append(place)
    return tuple(found)


# --- files -----------------------------------------------------------------------------------------------------------


def write(source: str, questions: Iterable[Question]) -> str:
    """JSON Lines: question, spans with start, end and text; "any": true where any one of them answers.

    Half characters are written as U+FFFD: JSON makes one character of two that stand side by side.
    """
    lines = []
    for one in questions:
        spans = [{"start": start, "end": end, "text": whole(source[start:end])} for start, end in one.spans]
        said = {"any": True} if one.any_of else {}
        lines.append(compact({"question": one.text, "spans": spans, **said}))
    return "".join(f"{line}\n" for line in lines)


def read(source: str, lines: str) -> tuple[list[Question], list[str]]:
    """The questions of JSON Lines, or of a JSON array of the same objects, and one sentence for each line or span that
    cannot be used.

    A span whose text does not stand at its offsets is looked for by its text; where that is not in the source, the
    span is left out, and the sentence says which and why. A question of which no span is left is left out. Of the file
    MAX_QUESTIONS are read, and spans are looked for in MAX_SEARCHED characters, those of the source for each of them.
    """
    found: list[Question] = []
    problems: list[str] = []
    places = Places(source)
    for number, (name, row) in enumerate(_rows(lines)):
        if number == MAX_QUESTIONS:
            problems.append(f"Only the first {MAX_QUESTIONS:,} questions are read.")
            break
        try:
            question, said = _parsed(places, _value(row) if isinstance(row, str) else row)
        except InputError as error:
            problems.append(f"{name} is left out: {str(error).rstrip('.')}.")
            continue
        problems += [f"{name}: {sentence}" for sentence in said]
        found.append(question)
    return found, problems


def _rows(lines: str) -> Iterator[tuple[str, object]]:
    """The name of each question in a file, and its line; of an array, its value."""
    rows = lines.split("\n")  # not splitlines: a string may hold U+2028
    if lines.lstrip("\ufeff \t\r\n").startswith("["):
        try:
            value = _value(lines)
        except InputError:
            # An array that is broken is one mistake, not one a line.
            rows = [lines]
        else:
            yield from ((f"Question {number:,}", row) for number, row in enumerate(value, 1))
            return
    yield from ((f"Line {number:,}", row) for number, row in enumerate(rows, 1) if row.strip())


def _value(line: str) -> Any:
    try:
        return json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError("it is not valid JSON, one object per line.") from error


def _parsed(places: Places, row: object) -> tuple[Question, list[str]]:
    """A question with the spans that can be used, and what is to be said of the others and of those that moved."""
    if not isinstance(row, dict) or not isinstance(row.get("question"), str) or not isinstance(row.get("spans"), list):
        raise InputError('it must have "question", a text, and "spans", a list.')
    _at_most_spans(len(row["spans"]))
    placed = [_placed(places, span) for span in row["spans"]]
    spans = tuple(place for place, _ in placed if place)
    if not placed:
        raise InputError("it has no spans, so that nothing answers it.")
    if not spans:
        raise InputError("; ".join(f"span {number} {problem}" for number, (_, problem) in enumerate(placed, 1)))
    said = [
        f"span {number} {problem}." if place else f"span {number} is left out: it {problem}."
        for number, (place, problem) in enumerate(placed, 1)
        if problem
    ]
    return Question(row["question"], spans, row.get("any", False)), said


def _placed(places: Places, span: object) -> tuple[Pair | None, str]:
    """Where a span is, and what is to be said of it."""
    if not isinstance(span, dict):
        return None, "is no object with start and end"
    source = places.source
    start, end, text = span.get("start"), span.get("end"), span.get("text")
    inside = type(start) is int and type(end) is int and 0 <= start < end <= len(source)
    if inside and (text is None or whole(source[start:end]) == whole(str(text))):
        place = trimmed(source, int(start), int(end))  # type: ignore[arg-type]
        return place, "" if place else "holds nothing but whitespace"
    if not isinstance(text, str):
        return None, f"has no range of the text, which has {len(source):,} characters"
    if places.searched > MAX_SEARCHED:
        return None, "does not stand at its offsets, as too many others of the file, and was not looked for"
    found = places.of(text)
    if not found:
        return None, f"has a text that is not in the source: {' '.join(text.split())[:60]!r}"
    place = min(found, key=lambda pair: abs(pair[0] - start)) if type(start) is int else found[0]
    return place, f"did not stand at its offsets; its text was found at {place[0]:,}"
