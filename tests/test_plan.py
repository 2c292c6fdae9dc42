"""Plans: checked when built, and messages a person can act on."""

import re
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from playground import InputError
from playground.judging.bill import BITS
from playground.judging.models import MODELS, own
from playground.judging.plan import DEFAULTS, RANGES, Plan


def refused(**values: Any) -> str:
    with pytest.raises(InputError) as caught:
        Plan(**values)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


def test_the_defaults() -> None:
    assert DEFAULTS == {
        "model": "text-embedding-3-small", "own_limit": 512, "own_dimensions": 768, "kind": "float32", "corpus": 10,
        "top_k": 5, "price": 0.0, "window": 8192, "prompt": 500, "answer": 1000,
    }  # fmt: skip
    assert Plan() == Plan(**DEFAULTS)
    assert Plan().embedding_model is MODELS["text-embedding-3-small"]


@pytest.mark.parametrize("name", MODELS)
def test_every_model_of_the_table(name: str) -> None:
    assert Plan(model=name).embedding_model is MODELS[name]


def test_an_own_model() -> None:
    assert Plan(model="own", own_limit=9, own_dimensions=3).embedding_model == own(9, 3)


@pytest.mark.parametrize("kind", BITS)
def test_every_kind(kind: Any) -> None:
    assert Plan(kind=kind).kind == kind


@pytest.mark.parametrize("value", ["", "Own", "float16", None, 0, True, 1.0, [], ("own",), b"own"], ids=repr)
@pytest.mark.parametrize("field", ["model", "kind"])
def test_unknown_names_are_refused_with_the_known_ones(field: str, value: object) -> None:
    message = refused(**{field: value})
    assert message.startswith(f"{field} must be one of ")
    assert repr(value) in message
    assert all(repr(known) in message for known in ((*MODELS, "own") if field == "model" else BITS))


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        ("own_limit", 1, 10_000_000), ("own_dimensions", 1, 100_000), ("corpus", 1, 1_000_000), ("top_k", 1, 100),
        ("window", 1, 10_000_000), ("prompt", 0, 10_000_000), ("answer", 0, 10_000_000),
    ],
)  # fmt: skip
def test_whole_numbers_and_their_ranges(field: str, least: int, most: int) -> None:
    assert RANGES[field] == (least, most)
    for value in (least, most):
        assert getattr(Plan(**{field: value}), field) == value  # type: ignore[arg-type]
    taken = getattr(Plan(**{field: np.int32(most)}), field)  # type: ignore[arg-type]
    assert type(taken) is int
    for wrong in (least - 1, most + 1, 10**30, 1.0, "1", None, True, np.True_, float("nan")):
        message = refused(**{field: wrong})
        assert message == f"{field} must be a whole number from {least:,} to {most:,}, not {wrong!r}."


@pytest.mark.parametrize("value", [0, 0.0, 0.02, 1_000_000, np.float32(0.5), np.int64(3)], ids=repr)
def test_prices(value: Any) -> None:
    plan = Plan(price=value)
    assert plan.price == value
    assert type(plan.price) is float


@pytest.mark.parametrize(
    "value", [-0.01, 1_000_000.01, 10**400, float("nan"), float("inf"), "1", None, True, 1j], ids=lambda _: "wrong"
)
def test_prices_that_are_none(value: object) -> None:
    assert re.fullmatch(r"price must be a number from 0 to 1,000,000, not .*\.", refused(price=value))


def test_a_window_that_is_too_small_for_the_rest_is_no_fault_of_a_plan() -> None:
    assert Plan(window=1).window == 1


def test_a_plan_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Plan().corpus = 3  # type: ignore[misc]
