"""The chunks that a library really makes of a text, held against those of a report."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from playground.giving.snippets.libraries import recipe_of
from playground.giving.snippets.recipe import run
from playground.judging.report import Report
from playground.measuring.vocabulary import TokenizerUnavailable

MODULES = {
    "playground": "playground",
    "langchain": "langchain_text_splitters",
    "llamaindex": "llama_index.core",
    "chonkie": "chonkie",
}
LONGEST_REASON = 200  # characters of a library's error that are repeated


@dataclass(frozen=True)
class Comparison:
    """Chunks of the playground (ours) and of a library (theirs) on one text.

    ours, theirs: how many chunks. same: how many of theirs have the text of one of ours, each once, whitespace around
    them apart, with what stands ahead. our_cuts, their_cuts: places where a chunk after the first begins, each once;
    same_cuts: those of both. failed: what the library stopped with; all numbers of theirs are 0 then.
    """

    ours: int
    theirs: int
    same: int
    our_cuts: int
    their_cuts: int
    same_cuts: int
    failed: str = ""

    @property
    def cuts_shared(self) -> float:
        """Places where both cut / places where either does; 1.0 where neither does."""
        either = self.our_cuts + self.their_cuts - self.same_cuts
        return self.same_cuts / either if either else 1.0


def is_installed(library: str) -> bool:
    """Whether the library can be imported here. It is not imported."""
    try:
        return find_spec(MODULES[library]) is not None
    except ModuleNotFoundError:  # the package that holds it is missing
        return False


def measured(report: Report, library: str) -> Comparison | None:
    """The library's chunks of the report's text against the report's; None where the library is not installed.

    Raises InputError for a name outside LIBRARIES, TokenizerUnavailable if the vocabulary cannot be had.
    """
    recipe = recipe_of(report.settings, library)
    if not is_installed(library):
        return None
    ours, text = list(report.embedded()), report.document.text
    our_cuts = _visible_before(text, report.spans.starts[1:].tolist())
    try:
        theirs, bodies = run(recipe, text)
    except BaseException as error:
        return Comparison(len(ours), 0, 0, len(our_cuts), 0, 0, _reason(error))
    their_cuts = our_cuts if bodies == list(report.texts()) else _cuts(text, bodies)
    same = Counter(map(str.strip, ours)) & Counter(map(str.strip, theirs))
    return Comparison(len(ours), len(theirs), same.total(), len(our_cuts), len(their_cuts), len(our_cuts & their_cuts))


def _reason(error: BaseException) -> str:
    """What a library stopped with, on a text it cannot take. Raises what is not the library's."""
    # A panic of an extension module is no Exception; whatever else is none stops the process.
    panicked = type(error).__name__ == "PanicException"
    if isinstance(error, TokenizerUnavailable) or not (isinstance(error, Exception) or panicked):
        raise error
    return f"{type(error).__name__}: {error}"[:LONGEST_REASON]


def _visible_before(text: str, places: list[int]) -> set[int]:
    """How many visible characters stand ahead of each place."""
    visible = np.array([not character.isspace() for character in text], dtype=bool)
    before = np.concatenate([[0], np.cumsum(visible)])
    return set(before[places].tolist())


def _cuts(text: str, bodies: Iterable[str]) -> set[int]:
    """Where each chunk after the first begins, in visible characters; `bodies` are without what stands ahead.

    A library says no offsets, or wrong ones, and may write whitespace anew. So each chunk is looked for by its visible
    characters, at the first place where it goes on beyond the chunk before. A chunk that is nowhere has no cut.
    """
    source = _squeezed(text)
    found: set[int] = set()
    start, end = -1, 0
    for number, body in enumerate(map(_squeezed, bodies)):
        at = source.find(body, max(start + 1, end + 1 - len(body)))
        if body and at >= 0:
            start, end = at, at + len(body)
            found |= {at} if number else set()
    return found


def _squeezed(text: str) -> str:
    return "".join(text.split())
