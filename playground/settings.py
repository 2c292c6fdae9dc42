"""Settings: every choice that shapes chunks, checked when built."""

from dataclasses import dataclass, fields
from typing import Literal

from playground.checks import one_of, whole_number
from playground.errors import InputError
from playground.strategies import ALL_STRATEGIES, OPTIONS, STRATEGIES, YOURS

UNITS = ("characters", "words", "tokens")
VOCABULARIES = ("cl100k_base", "o200k_base", "estimate")
LONGEST_TITLE = 300  # characters
LARGEST_SIZE = 10_000_000  # in the unit: as long as the longest text the page takes


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every choice that shapes chunks. Raises InputError naming the field, the rule and the value.

    chunk_size, chunk_overlap: whole numbers in `unit`, 1 <= chunk_size, 0 <= chunk_overlap < chunk_size. vocabulary:
    whose tokens count, where tokens are counted. title: one line that stands ahead of every chunk when it is embedded,
    unless context is False; it counts toward the size, not toward the overlap. The other
    fields are options of one or several strategies (strategies.OPTIONS says which values and what they mean); an
    option that the strategy does not have is kept and has no effect, and so are size and overlap where every unit is
    a chunk (pack=False).
    """

    strategy: str = "recursive"
    chunk_size: int = 300
    chunk_overlap: int = 0
    unit: Literal["characters", "words", "tokens"] = "characters"
    vocabulary: Literal["cl100k_base", "o200k_base", "estimate"] = "cl100k_base"
    title: str = ""
    context: bool = True
    pack: bool = False
    keep_whole: Literal["sentences", "paragraphs", "sections"] = "sentences"
    max_level: Literal[1, 2, 3, 4, 5, 6] = 6
    merge_under: int = 0
    min_tail: int = 0
    markup: Literal["auto", "markdown", "html", "plain"] = "auto"
    sentence_rule: Literal["pysbd", "punctuation"] = "pysbd"
    overlap_at: Literal["units", "words"] = "units"
    language: str = "en"

    def __post_init__(self) -> None:
        if (
            type(self.strategy) is not str or self.strategy != YOURS.name
        ):  # not offered: it is nothing without chunks that were brought
            one_of("strategy", self.strategy, tuple(STRATEGIES))
        one_of("unit", self.unit, UNITS)
        one_of("vocabulary", self.vocabulary, VOCABULARIES)
        one_of("context", self.context, (False, True))
        _check_title(self.title)
        for field, least in (("chunk_size", 1), ("chunk_overlap", 0)):
            object.__setattr__(self, field, whole_number(field, getattr(self, field), least, LARGEST_SIZE))
        if self.chunk_overlap >= self.chunk_size:
            raise InputError(
                f"chunk_overlap must be smaller than chunk_size, but {self.chunk_overlap} is not smaller than "
                f"{self.chunk_size}."
            )
        for name, option in OPTIONS.items():
            if option.choices:
                one_of(name, getattr(self, name), tuple(option.choices))
            else:
                object.__setattr__(self, name, whole_number(name, getattr(self, name), 0, LARGEST_SIZE))


def _check_title(title: object) -> None:
    if (
        not isinstance(title, str)
        or len(title) > LONGEST_TITLE
        or len(title.splitlines()) > 1
        or title.strip() != title
    ):
        raise InputError(
            f"title must be one line of at most {LONGEST_TITLE} characters without spaces around it, not {title!r:.80}."
        )


def effective(settings: Settings) -> set[str]:
    """The fields that shape the chunks, or what is counted of them, under these settings; all others are at rest."""
    strategy = ALL_STRATEGIES[settings.strategy]
    used = {"strategy", "unit", "vocabulary", "title", "context", "chunk_size", "chunk_overlap", *strategy.options}
    if not strategy.uses_size(settings):
        used -= {"chunk_size", "chunk_overlap", "overlap_at", "min_tail"}
    if not settings.chunk_overlap:
        used -= {"overlap_at"}
    if settings.sentence_rule != "pysbd":
        used -= {"language"}
    if strategy.units is not None and settings.keep_whole != "sections":
        used -= {"markup"}
    return used


def context_of(settings: Settings) -> str:
    """What stands ahead of every chunk when it is embedded: the title on a line of its own, or nothing."""
    return f"{settings.title}\n" if settings.context and settings.title else ""


DEFAULTS = {field.name: field.default for field in fields(Settings)}
