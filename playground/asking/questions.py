"""Questions whose answers are marked in the source, so that they survive every change of setting."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice

from playground.errors import InputError
from playground.halves import has_half, whole
from playground.limits import MAX_PASSAGE_CHARACTERS, MAX_PLACES, MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_SPANS

Pair = tuple[int, int]
_SEED = re.compile(r"[\x21-\u02ff]+|[^\s\x21-\u02ff]{1,8}")
_LIKE, _LEAST = 4, 12  # what is alike must be a fourth of the passage, or so many characters: less is chance
_SHORT = 20_000  # characters: in a longer text every character is not held against every other
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
        if len(self.spans) > MAX_SPANS:
            raise InputError(f"spans may be at most {MAX_SPANS}, not {len(self.spans):,}.")
        if not self.spans or any(not 0 <= start < end for start, end in self.spans):
            raise InputError(f"spans must be one or more ranges with 0 <= start < end, not {self.spans!r:.80}.")
        if type(self.any_of) is not bool:
            raise InputError(f"any must be true or false, not {self.any_of!r:.40}.")
        object.__setattr__(self, "spans", tuple(sorted(set(self.spans))))
        object.__setattr__(self, "any_of", self.any_of and len(self.spans) > 1)


def find(source: str, passage: str) -> list[Pair]:
    """The places of a passage in the source: exact ones, else those that differ in whitespace alone; [] for none.

    At most MAX_PLACES, from the first.
    """
    wanted = passage.strip()
    if not wanted:
        return []
    for pattern in (re.escape(wanted), r"\s+".join(map(re.escape, wanted.split()))):
        found = [match.span() for match in islice(re.finditer(pattern, source), MAX_PLACES)]
        if found:
            return found
    return []


def nearest(source: str, passage: str) -> Pair | None:
    """The range of the source that is most like a passage which is not in it; None where nothing is like it.

    The longest stretch that both have in common is found first, and the range is laid around it.
    """
    wanted = " ".join(passage.split())[:MAX_PASSAGE_CHARACTERS]
    if not wanted or not source:
        return None
    best: tuple[int, int, int] = (0, 0, 0)  # size, place in the source, place in the passage
    step = 100_000
    for low in range(0, len(source), step):
        size, at, inside = _longest(source[low : low + step + len(wanted)], wanted)
        if size > best[0]:  # of equals the first, as where a passage is found
            best = (size, low + at, inside)
    size, at, inside = best
    if size * _LIKE < len(wanted) and size < _LEAST:
        return None
    start = max(at - inside, 0)
    return start, min(start + len(wanted), len(source))


def _longest(part: str, wanted: str) -> tuple[int, int, int]:
    """The longest run that both have: its size and place in both. In a long text only runs of whole words are seen."""
    if len(part) > _SHORT:
        return _seeded(part, wanted)
    match = SequenceMatcher(None, part, wanted, autojunk=False).find_longest_match()
    return match.size, match.a, match.b


def _seeded(part: str, wanted: str) -> tuple[int, int, int]:
    """The longest run of whole words of the passage that stands in the text, by extending each word that does.

    Of writing without spaces, eight characters are a word.
    """
    words = [match.span() for match in _SEED.finditer(wanted)]
    best = (0, 0, 0)
    last = 0
    for first in range(len(words)):
        # Only runs that are longer than the best one are looked for: one search a word more or less.
        last = max(last, first)
        while last < len(words):
            size = words[last][1] - words[first][0]
            if size > best[0]:
                at = part.find(wanted[words[first][0] : words[last][1]])
                if at < 0:
                    break
                best = (size, at, words[first][0])
            last += 1
    return best


def trimmed(source: str, start: int, end: int) -> Pair | None:
    """A range without the whitespace at both ends, which no chunk need hold; None if it holds nothing else."""
    words = source[start:end]
    start, end = start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
    return (start, end) if start < end else None


def spans_in_words(spans: Iterable[Pair]) -> str:
    """Spans as they are typed: "120-160, 300-320"."""
    return ", ".join(f"{start}-{end}" for start, end in spans)


def typed_spans(words: str, source: str) -> tuple[Pair, ...]:
    """Spans of the source from what is typed, without whitespace at their ends. Raises InputError."""
    found = []
    for word in re.split(r"[,;\s]+", words.strip()):
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
        lines.append(json.dumps({"question": one.text, "spans": spans, **said}, ensure_ascii=True))
    return "".join(f"{line}\n" for line in lines)


def read(source: str, lines: str) -> tuple[list[Question], list[str]]:
    """The questions of JSON Lines on this source, and one sentence for each line or span that cannot be used.

    A span whose text does not stand at its offsets is looked for by its text; where that is not in the source, the
    sentence says which and why.
    """
    found: list[Question] = []
    problems: list[str] = []
    for number, line in enumerate(lines.split("\n"), 1):  # not splitlines: a string may hold U+2028
        if not line.strip():
            continue
        if len(found) == MAX_QUESTIONS:
            problems.append(f"Only the first {MAX_QUESTIONS:,} questions are taken.")
            break
        try:
            question, said = _parsed(source, json.loads(line))
        except (ValueError, InputError, RecursionError) as error:
            why = str(error) if isinstance(error, InputError) else "it is no JSON"
            problems.append(f"Line {number:,} is left out: {why.rstrip('.')}.")
            continue
        problems += [f"Line {number:,}: {sentence}" for sentence in said]
        found.append(question)
    return found, problems


def _parsed(source: str, row: object) -> tuple[Question, list[str]]:
    if not isinstance(row, dict) or not isinstance(row.get("question"), str) or not isinstance(row.get("spans"), list):
        raise InputError('it must have "question", a text, and "spans", a list.')
    spans: list[Pair] = []
    said: list[str] = []
    for number, span in enumerate(row["spans"], 1):
        place, problem = _placed(source, span)
        if place is None:
            raise InputError(f"span {number} {problem}.")
        spans.append(place)
        said += [f"span {number} {problem}."] if problem else []
    return Question(row["question"], tuple(spans), row.get("any", False)), said


def _placed(source: str, span: object) -> tuple[Pair | None, str]:
    """Where a span is, and what is to be said of it."""
    if not isinstance(span, dict):
        return None, "is no object with start and end"
    start, end, text = span.get("start"), span.get("end"), span.get("text")
    inside = type(start) is int and type(end) is int and 0 <= start < end <= len(source)
    if inside and (text is None or whole(source[start:end]) == whole(str(text))):
        place = trimmed(source, int(start), int(end))  # type: ignore[arg-type]
        return place, "" if place else "holds nothing but whitespace"
    if not isinstance(text, str):
        return None, f"has no range of the text, which has {len(source):,} characters"
    places = find(source, text)
    if not places:
        return None, f"has a text that is not in the source: {' '.join(text.split())[:60]!r}"
    place = min(places, key=lambda pair: abs(pair[0] - start)) if type(start) is int else places[0]
    return place, f"did not stand at its offsets; its text was found at {place[0]:,}"
