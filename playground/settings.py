"""Settings: every choice that shapes chunks, checked when built."""

from dataclasses import dataclass, fields
from typing import Literal

from playground.errors import InputError
from playground.strategies import OPTIONS, STRATEGIES

UNITS = ("characters",)
LARGEST_SIZE = 10_000_000  # in the unit: as long as the longest text the page takes


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every choice that shapes chunks. Raises InputError naming the field, the rule and the value.

    chunk_size, chunk_overlap: whole numbers in `unit`, 1 <= chunk_size, 0 <= chunk_overlap < chunk_size. The other
    fields are options of one or several strategies (strategies.OPTIONS says which values and what they mean); an
    option that the strategy does not have is kept and has no effect, and so are size and overlap where every unit is
    a chunk (pack=False).
    """

    strategy: str = "recursive"
    chunk_size: int = 300
    chunk_overlap: int = 0
    unit: Literal["characters"] = "characters"
    pack: bool = False
    keep_whole: Literal["sentences", "paragraphs"] = "sentences"
    sentence_rule: Literal["pysbd", "punctuation"] = "pysbd"
    overlap_at: Literal["units", "words"] = "units"
    language: str = "en"

    def __post_init__(self) -> None:
        _check_name("strategy", self.strategy, tuple(STRATEGIES))
        _check_name("unit", self.unit, UNITS)
        _check_number("chunk_size", self.chunk_size, 1, LARGEST_SIZE)
        _check_number("chunk_overlap", self.chunk_overlap, 0, LARGEST_SIZE)
        if self.chunk_overlap >= self.chunk_size:
            raise InputError(
                f"chunk_overlap must be smaller than chunk_size, but {self.chunk_overlap} is not smaller than "
                f"{self.chunk_size}."
            )
        for name, option in OPTIONS.items():
            _check_name(name, getattr(self, name), tuple(option.choices))


def _check_name(field: str, value: object, known: tuple[object, ...]) -> None:
    # `1 == True`: the types must agree too
    if not any(value == choice and type(value) is type(choice) for choice in known):
        raise InputError(f"{field} must be one of {', '.join(map(repr, known))}, not {value!r}.")


def _check_number(field: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InputError(f"{field} must be a whole number from {least:,} to {most:,}, not {value!r}.")


DEFAULTS = {field.name: field.default for field in fields(Settings)}
