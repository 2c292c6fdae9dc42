"""The table of models: every row whole and sane; and a person's own model."""

import re

import numpy as np
import pytest

from playground import InputError
from playground.judging import models
from playground.judging.models import MODELS, Model, own

ROWS = pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
FIGURES = {
    "text-embedding-3-small": (8192, 1536), "text-embedding-3-large": (8192, 3072),
    "text-embedding-ada-002": (8192, 1536), "all-MiniLM-L6-v2": (256, 384), "all-mpnet-base-v2": (384, 768),
    "bge-small-en-v1.5": (512, 384), "bge-base-en-v1.5": (512, 768), "bge-large-en-v1.5": (512, 1024),
    "bge-m3": (8192, 1024), "e5-large-v2": (512, 1024), "multilingual-e5-large": (512, 1024),
    "gte-large": (512, 1024), "nomic-embed-text-v1.5": (8192, 768), "mxbai-embed-large-v1": (512, 1024),
    "jina-embeddings-v3": (8192, 1024), "snowflake-arctic-embed-m": (512, 768),
    "snowflake-arctic-embed-l": (512, 1024), "snowflake-arctic-embed-l-v2.0": (8192, 1024),
    "embed-english-v3.0": (512, 1024), "embed-multilingual-v3.0": (512, 1024), "voyage-3": (32000, 1024),
    "gemini-embedding-001": (2048, 3072), "titan-embed-text-v2": (8192, 1024),
}  # fmt: skip


def test_the_figures_are_those_of_the_makers() -> None:
    assert {name: (model.limit, model.dimensions) for name, model in MODELS.items()} == FIGURES


@ROWS
def test_every_row_is_whole(model: Model) -> None:
    assert MODELS[model.name] is model
    assert all((model.name, model.maker, model.tokenizer))
    assert re.fullmatch(r"https://[a-z.]+/\S+", model.source)
    assert 0 <= model.special_tokens < model.limit <= models.LARGEST_LIMIT
    assert 1 <= model.dimensions <= models.LARGEST_DIMENSIONS
    assert model.room == model.limit - model.special_tokens
    assert not model.note or model.note.endswith(".")


@ROWS
def test_a_count_is_exact_only_where_the_vocabulary_is_the_models_own(model: Model) -> None:
    exact = model.tokenizer == "cl100k_base"
    assert model.vocabulary == ("cl100k_base" if exact else "")
    assert exact == (model.maker == "OpenAI")


def test_names_are_unique_and_none_is_that_of_a_persons_own() -> None:
    assert len({name.lower() for name in MODELS}) == len(MODELS)
    assert models.OWN not in MODELS


def test_room_leaves_the_special_tokens_out() -> None:
    assert MODELS["all-MiniLM-L6-v2"].room == 254
    assert MODELS["text-embedding-3-small"].room == 8192


@pytest.mark.parametrize("name", ["e5-large-v2", "multilingual-e5-large"])
def test_prefixes_that_a_person_must_put_ahead_are_noted(name: str) -> None:
    assert '"passage: "' in MODELS[name].note
    assert '"query: "' in MODELS[name].note


def test_an_own_model_is_an_estimate_without_special_tokens() -> None:
    model = own(512, 768)
    assert (model.name, model.limit, model.dimensions, model.room) == ("own", 512, 768, 512)
    assert (model.tokenizer, model.vocabulary, model.source) == ("as counted", "", "")
    assert 0 < models.MARGIN < 1


@pytest.mark.parametrize(("limit", "dimensions"), [(1, 1), (10_000_000, 100_000), (np.int64(7), np.int32(9))])
def test_an_own_model_within_range(limit: int, dimensions: int) -> None:
    model = own(limit, dimensions)
    assert (model.limit, model.dimensions) == (limit, dimensions)
    assert type(model.limit) is type(model.dimensions) is int


@pytest.mark.parametrize("value", [0, -1, 10**30, 1.0, "512", None, True, float("nan")], ids=repr)
@pytest.mark.parametrize(("field", "most"), [("limit", "10,000,000"), ("dimensions", "100,000")])
def test_an_own_model_out_of_range(field: str, most: str, value: object) -> None:
    with pytest.raises(InputError) as caught:
        own(**{"limit": 512, "dimensions": 768, field: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"{field} must be a whole number from 1 to {most}, not {value!r}."
