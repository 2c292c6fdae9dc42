"""The table of strategies: all that the page, the link, the settings and the tests know of them.

A new strategy is one file with `split(document, length, size, overlap, *, own options)` and one row here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.spans import Spans
from playground.strategies import fixed, paragraph, recursive, sentence


@dataclass(frozen=True)
class Option:
    """A choice that only some strategies have. `choices` maps each value to its words for people."""

    label: str
    help: str
    default: bool | str
    choices: Mapping[Any, str]


# pysbd's languages, by ISO 639-1 code, in the order of their names.
LANGUAGES = {
    "am": "Amharic", "ar": "Arabic", "hy": "Armenian", "bg": "Bulgarian", "my": "Burmese", "zh": "Chinese",
    "da": "Danish", "nl": "Dutch", "en": "English", "fr": "French", "de": "German", "el": "Greek", "hi": "Hindi",
    "it": "Italian", "ja": "Japanese", "kk": "Kazakh", "mr": "Marathi", "fa": "Persian", "pl": "Polish",
    "ru": "Russian", "sk": "Slovak", "es": "Spanish", "ur": "Urdu",
}  # fmt: skip

OPTIONS: dict[str, Option] = {
    "pack": Option(
        "Chunks hold",
        "One unit a chunk shows the units as they are; packing fills chunks with whole units up to the size.",
        False,
        {False: "one unit each", True: "as many as fit"},
    ),
    "keep_whole": Option(
        "Keep whole",
        "Sentences: whole sentences are packed across paragraphs. Paragraphs: a paragraph that fits stays whole, "
        "and only longer ones are opened at their sentences.",
        "sentences",
        {"sentences": "sentences", "paragraphs": "paragraphs"},
    ),
    "sentence_rule": Option(
        "Sentences",
        "Careful: knows abbreviations, initials and decimals in the language chosen (pysbd; about 0.3 MB a second, "
        "once a text). Simple: every . ! or ? with whitespace behind it ends a sentence; quick.",
        "pysbd",
        {"pysbd": "careful", "punctuation": "simple"},
    ),
    "language": Option("Language", "Whose abbreviations careful sentences know.", "en", LANGUAGES),
    "overlap_at": Option(
        "Overlap begins at",
        "A whole unit (sentence, paragraph) is repeated only if it fits into the overlap. "
        "“A word, where no unit fits” repeats the last words instead, so that neighbours share something.",
        "units",
        {"units": "a whole unit", "words": "a word, where no unit fits"},
    ),
}


@dataclass(frozen=True)
class Strategy:
    """One way to choose the edges of chunks.

    split: (document, length, size, overlap, **options) -> Spans. units: (document, length, size, **options) -> the
    Spans it packs, or None where it packs none. whole: what a chunk over the limit is one of.
    """

    name: str
    label: str
    sentence: str
    split: Callable[..., Spans]
    units: Callable[..., Spans] | None = None
    whole: str = ""
    options: tuple[str, ...] = ()
    unit_options: tuple[str, ...] = field(default=())
    first_percent: int = 0

    def own(self, settings: Any) -> dict[str, Any]:
        """The settings' values of this strategy's options, by name."""
        return {name: getattr(settings, name) for name in self.options}

    def uses_size(self, settings: Any) -> bool:
        """Whether size and overlap have an effect: not where every unit is a chunk."""
        return "pack" not in self.options or bool(settings.pack)


STRATEGIES: dict[str, Strategy] = {
    row.name: row
    for row in (
        Strategy(
            "fixed",
            "Fixed",
            "Equal windows, blind to the text",
            fixed.split,
            first_percent=15,
        ),
        Strategy(
            "recursive",
            "Recursive",
            "Whole sentences, packed up to the size",
            recursive.split,
            recursive.units,
            "character",
            ("keep_whole", "sentence_rule", "language", "overlap_at"),
            ("keep_whole", "sentence_rule", "language"),
        ),
        Strategy(
            "sentence",
            "Sentence",
            "One sentence a chunk, or packed; none is cut",
            sentence.split,
            sentence.units,
            "sentence",
            ("pack", "sentence_rule", "language", "overlap_at"),
            ("sentence_rule", "language"),
        ),
        Strategy(
            "paragraph",
            "Paragraph",
            "Blank lines decide; no paragraph is cut",
            paragraph.split,
            paragraph.units,
            "paragraph",
            ("pack", "overlap_at"),
        ),
    )
}
