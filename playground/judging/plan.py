"""Plan: what a person says about the model, the corpus and the questions, checked when built."""

from dataclasses import dataclass, fields
from numbers import Real
from typing import Literal

from playground.checks import one_of, whole_number
from playground.errors import InputError
from playground.judging.bill import BITS, LARGEST_TOP_K, LARGEST_WINDOW
from playground.judging.models import LARGEST_DIMENSIONS, LARGEST_LIMIT, MODELS, OWN, Model, own

LARGEST_CORPUS = 1_000_000  # million characters
LARGEST_PRICE = 1_000_000  # per million tokens
NAMES: dict[str, tuple[str, ...]] = {"model": (*MODELS, OWN), "kind": tuple(BITS)}
RANGES = {
    "own_limit": (1, LARGEST_LIMIT),
    "own_dimensions": (1, LARGEST_DIMENSIONS),
    "corpus": (1, LARGEST_CORPUS),
    "top_k": (1, LARGEST_TOP_K),
    "window": (1, LARGEST_WINDOW),
    "prompt": (0, LARGEST_WINDOW),
    "answer": (0, LARGEST_WINDOW),
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a bill is made for. Raises InputError naming the field, the rule and the value.

    model: a name of MODELS, or "own" for one with own_limit tokens and own_dimensions (kept and without effect
    otherwise). kind: what a vector stores its numbers as. corpus: million characters. top_k: chunks a question brings
    back. price: per million tokens, 0 where none was typed. window, prompt, answer: tokens. Whether the window holds
    the rest is for `budget` to say: while a person types, it may not yet.
    """

    model: str = "text-embedding-3-small"
    own_limit: int = 512
    own_dimensions: int = 768
    kind: Literal["float32", "int8", "binary"] = "float32"
    corpus: int = 10
    top_k: int = 5
    price: float = 0.0
    window: int = 8192
    prompt: int = 500
    answer: int = 1000

    def __post_init__(self) -> None:
        for field, known in NAMES.items():
            one_of(field, getattr(self, field), known)
        for field, (least, most) in RANGES.items():
            object.__setattr__(self, field, whole_number(field, getattr(self, field), least, most))
        object.__setattr__(self, "price", _price(self.price))

    @property
    def free(self) -> int:
        """Tokens of one question that are free for text; at least 1."""
        return max(self.window - self.prompt - self.answer, 1)

    @property
    def embedding_model(self) -> Model:
        """The model that is meant."""
        return own(self.own_limit, self.own_dimensions) if self.model == OWN else MODELS[self.model]


def _price(value: object) -> float:
    # The upper bound does not hold for NaN.
    if isinstance(value, Real) and not isinstance(value, bool) and not value < 0 and value <= LARGEST_PRICE:
        return float(value) + 0.0  # no negative zero
    raise InputError(f"price must be a number from 0 to {LARGEST_PRICE:,}, not {value!r}.")


DEFAULTS = {field.name: field.default for field in fields(Plan)}
