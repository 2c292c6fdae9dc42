"""The table of strategies: all that the page, the link, the settings and the tests know of them.

A new strategy is one file with `units(document, length, size, *, own options)`, which are packed, with
`windows(document, length, size, overlap)`, or with `chunks(document, length, size, overlap, *, own options)`, and one
row here; an option of its own is a row of OPTIONS and a field of Settings.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.contexts import Contexts, InContext, of_chunks, same
from playground.document import Document
from playground.errors import InputError
from playground.measuring.lengths import Length
from playground.spans import Spans
from playground.strategies import fixed, paragraph, recursive, sentence, structure
from playground.strategies.packing import Units, joined_tail, pack


@dataclass(frozen=True)
class Option:
    """A choice that only some strategies have: one of `choices`, each with its words for people, or where there are
    none a whole number in the unit, from 0."""

    label: str
    help: str
    choices: Mapping[Any, str] = field(default_factory=dict)


# pysbd's languages, by ISO 639-1 code, in the order of their names.
LANGUAGES = {
    "am": "Amharic", "ar": "Arabic", "hy": "Armenian", "bg": "Bulgarian", "my": "Burmese", "zh": "Chinese",
    "da": "Danish", "nl": "Dutch", "en": "English", "fr": "French", "de": "German", "el": "Greek", "hi": "Hindi",
    "it": "Italian", "ja": "Japanese", "kk": "Kazakh", "mr": "Marathi", "fa": "Persian", "pl": "Polish",
    "ru": "Russian", "sk": "Slovak", "es": "Spanish", "ur": "Urdu",
}  # fmt: skip

PACKING_OPTIONS = ("pack", "overlap_at", "min_tail")  # what the mechanism does with units, whoever finds them

OPTIONS: dict[str, Option] = {
    "pack": Option(
        "Chunks hold",
        "One unit per chunk shows the units as they are; packing fills chunks with whole units up to the size.",
        {False: "one unit each", True: "as many as fit"},
    ),
    "keep_whole": Option(
        "Keep whole",
        "Sentences: whole sentences are packed across paragraphs. Paragraphs: a paragraph that fits stays whole, "
        "and only longer ones are opened at their sentences. Sections: a section under a heading that fits stays "
        "whole, and longer ones are opened at their blocks, then at sentences.",
        {"sentences": "sentences", "paragraphs": "paragraphs", "sections": "sections"},
    ),
    "max_level": Option(
        "Split at headings down to level",
        "A section under a deeper heading stays in the section above it, as long as that fits.",
        {level: str(level) for level in range(1, 7)},
    ),
    "merge_under": Option(
        "Merge sections shorter than",
        "Neighbouring sections under one heading, each shorter than this, share a chunk as long as they fit. 0 merges "
        "none.",
    ),
    "markup": Option(
        "Read the text as",
        "How headings, lists, tables and code are told: by the marks of Markdown, by the tags of HTML, or by numbered "
        "and underlined lines as in an RFC. “As it looks” takes what fits the text.",
        {"auto": "as it looks", "markdown": "Markdown", "html": "HTML", "plain": "plain text"},
    ),
    "sentence_rule": Option(
        "Sentences",
        "What a sentence is, for strategies that keep sentences whole and for the cuts counted in any. Careful: knows "
        "abbreviations, initials and decimals in the language chosen (about 4 seconds per MB, once per text). Simple: "
        "every . ! or ? with whitespace behind it ends a sentence; quick.",
        {"pysbd": "careful", "punctuation": "simple"},
    ),
    "language": Option("Language", "Whose abbreviations careful sentences know.", LANGUAGES),
    "overlap_at": Option(
        "Overlap begins at",
        "A whole unit (sentence, paragraph) is repeated only if it fits into the overlap. "
        "“A word, where no unit fits” repeats the last words instead, so that neighbours share something.",
        {"units": "a whole unit", "words": "a word, where no unit fits"},
    ),
    "min_tail": Option(
        "Join a last chunk with less that is new",
        "A last chunk that has less than this that the one before has not is joined to it, which may put that one over "
        "the size; it is marked then. 0 joins none.",
    ),
}


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """One way to choose the edges of chunks: by windows, or by units that are packed.

    windows: (document, length, size, overlap) -> Spans. units: (document, length, size, **options) -> the Units that
    stay whole. sections: (document, length in context, size, overlap, **options) -> Spans, with contexts: (document,
    length, size, title, markup) -> Contexts. is_given: the chunks came with the document. A strategy has one of these
    four. unit_name: what a chunk over the limit is one of.
    """

    name: str
    label: str
    summary: str
    windows: Callable[..., Spans] | None = None
    units: Callable[..., Units] | None = None
    sections: Callable[..., Spans] | None = None
    contexts: Callable[..., Contexts] | None = None
    unit_name: str = ""
    options: tuple[str, ...] = ()
    is_given: bool = False
    first_percent: int = 0  # overlap on the page before anything is chosen

    @property
    def is_blind(self) -> bool:
        """Whether it cuts without looking at the text."""
        return self.windows is not None

    def uses_size(self, settings: Any) -> bool:
        """Whether size and overlap have an effect: not where every unit is a chunk, nor on given chunks."""
        return not self.is_given and ("pack" not in self.options or bool(settings.pack))

    def find_units(self, document: Document, length: Length, settings: Any) -> Units:
        """The units it packs under these settings."""
        if self.units is None:
            raise ValueError(f"{self.name} packs no units")
        own = {name: getattr(settings, name) for name in self.options if name not in PACKING_OPTIONS}
        return self.units(document, length, settings.chunk_size, **own)

    def contexts_of(self, document: Document, length: Length, settings: Any, title: str) -> Contexts:
        """What stands ahead of chunks; `title` (with its line end, or "") is ahead of all."""
        if self.is_given and document.given is not None and document.ahead and settings.context:
            outline = document.outline(settings.markup)
            return of_chunks(document.text, outline, document.given.starts, document.ahead, title)
        if self.contexts is None or not settings.context:
            return same(title)
        return self.contexts(document, length, settings.chunk_size, title, markup=settings.markup)

    def chunks(self, document: Document, length: Length, settings: Any, contexts: Contexts) -> Spans:
        """The chunks of `document` under these settings; `length` counts without a context."""
        size, overlap = settings.chunk_size, settings.chunk_overlap
        if self.is_given:
            return _given(document)
        if self.sections is not None:
            own = {name: getattr(settings, name) for name in self.options}
            return self.sections(document, InContext(length, contexts), size, overlap, **own)
        length = length.behind(contexts.texts[0])
        if self.windows is not None:
            return joined_tail(self.windows(document, length, size, overlap), length, settings.min_tail)
        units = self.find_units(document, length, settings)
        if not self.uses_size(settings):
            return units.spans
        first_word = document.first_word if settings.overlap_at == "words" else None
        return joined_tail(pack(units, length, size, overlap, first_word), length, settings.min_tail)


def _given(document: Document) -> Spans:
    if document.given is None:
        raise InputError("There are no chunks of your own on this text: bring them first, or choose another strategy.")
    return document.given


# What can be chosen on any text.
STRATEGIES: dict[str, Strategy] = {
    row.name: row
    for row in (
        Strategy(
            name="fixed",
            label="Fixed",
            summary="Equal windows, blind to the text",
            windows=fixed.windows,
            unit_name="character",
            options=("min_tail",),
            first_percent=15,
        ),
        Strategy(
            name="recursive",
            label="Recursive",
            summary="Whole sentences, packed up to the size",
            units=recursive.units,
            unit_name="character",
            options=("keep_whole", "markup", "sentence_rule", "language", "overlap_at", "min_tail"),
        ),
        Strategy(
            name="sentence",
            label="Sentence",
            summary="One sentence per chunk, or packed; none is cut",
            units=sentence.units,
            unit_name="sentence",
            options=("pack", "sentence_rule", "language", "overlap_at", "min_tail"),
        ),
        Strategy(
            name="paragraph",
            label="Paragraph",
            summary="Blank lines decide; no paragraph is cut",
            units=paragraph.units,
            unit_name="paragraph",
            options=("pack", "overlap_at", "min_tail"),
        ),
        Strategy(
            name="structure",
            label="Structure",
            summary="Sections under headings, which stand ahead of each chunk",
            sections=structure.chunks,
            contexts=structure.contexts,
            unit_name="character",
            options=("max_level", "merge_under", "markup", "sentence_rule", "language"),
        ),
    )
}

YOURS = Strategy(name="yours", label="Yours", summary="The chunks you brought, as they are", is_given=True)
ALL_STRATEGIES = {**STRATEGIES, YOURS.name: YOURS}
