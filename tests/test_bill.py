"""Bills against fractions, and the longest chunk that fits against trying every one."""

from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError
from playground.judging.bill import BITS, Amount, bill, budget, vector_bytes

KINDS = {"float32": Fraction(4), "int8": Fraction(1), "binary": Fraction(1, 8)}  # bytes a number
kinds = st.sampled_from(sorted(KINDS))
counts = st.integers(0, 10**7)


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def test_every_kind_has_its_bytes() -> None:
    assert {kind: Fraction(bits, 8) for kind, bits in BITS.items()} == KINDS


@given(st.integers(1, 100_000), kinds)
def test_vector_bytes(dimensions: int, kind: str) -> None:
    assert vector_bytes(dimensions, kind) == ceil(dimensions * KINDS[kind])


@pytest.mark.parametrize(
    ("dimensions", "kind", "size"),
    [(1536, "float32", 6144), (1536, "int8", 1536), (1536, "binary", 192), (1, "binary", 1), (9, "binary", 2)],
)
def test_bytes_of_a_vector(dimensions: int, kind: str, size: int) -> None:
    assert vector_bytes(dimensions, kind) == size
    assert type(vector_bytes(np.int64(dimensions), kind)) is int  # type: ignore[arg-type]


def test_an_unknown_kind() -> None:
    with pytest.raises(KeyError):
        vector_bytes(8, "float16")


def test_the_worked_example() -> None:
    found = bill(
        characters=3_000, vectors=10, tokens=700, corpus_characters=10_000_000, dimensions=1536, kind="float32",
        top_k=5, price=0.02,
    )  # fmt: skip
    assert found.vector_bytes == 6_144
    assert found.for_text == Amount(10, 700, 61_440, 350, 700 / 1e6 * 0.02)
    # 33,333.3 vectors; 2,333,333.3 tokens
    assert found.for_corpus == Amount(33_333, 2_333_333, 33_333 * 6_144, 350, 2_333_333 / 1e6 * 0.02)


@given(
    st.integers(1, 10**7), st.integers(1, 10**6), counts, st.integers(0, 10**12), st.integers(1, 4096), kinds,
    st.integers(1, 100),
)  # fmt: skip
def test_bills(characters: int, vectors: int, tokens: int, corpus: int, dimensions: int, kind: str, top_k: int) -> None:
    found = bill(
        characters=characters, vectors=vectors, tokens=tokens, corpus_characters=corpus, dimensions=dimensions,
        kind=kind, top_k=top_k,
    )  # fmt: skip
    each = ceil(dimensions * KINDS[kind])
    scale = Fraction(corpus, characters)
    average = Fraction(tokens, vectors)
    many = half_up(vectors * scale)
    first = Amount(vectors, tokens, vectors * each, half_up(average * min(top_k, vectors)), None)
    second = Amount(many, half_up(tokens * scale), many * each, half_up(average * min(top_k, many)), None)
    assert (found.for_text, found.for_corpus, found.vector_bytes) == (first, second, each)


@given(counts, st.floats(0, 1e6))
def test_the_price_is_that_of_the_tokens(tokens: int, price: float) -> None:
    found = bill(
        characters=100, vectors=2, tokens=tokens, corpus_characters=300, dimensions=8, kind="int8", top_k=1,
        price=price,
    )  # fmt: skip
    assert found.for_text.price == pytest.approx(float(Fraction(price) * tokens / 10**6))
    assert found.for_corpus.price == pytest.approx(float(Fraction(price) * 3 * tokens / 10**6))


def test_a_text_as_long_as_the_corpus_is_the_corpus() -> None:
    found = bill(
        characters=977, vectors=13, tokens=201, corpus_characters=977, dimensions=8, kind="int8", top_k=5
    )  # fmt: skip
    assert found.for_text == found.for_corpus


def test_a_question_to_the_corpus_may_bring_back_more_chunks_than_the_text_has() -> None:
    found = bill(
        characters=300, vectors=2, tokens=101, corpus_characters=30_000, dimensions=8, kind="int8", top_k=5
    )  # fmt: skip
    assert found.for_text.tokens_per_question == 101
    assert found.for_corpus.tokens_per_question == 253  # 252.5, half up


@pytest.mark.parametrize(("characters", "vectors", "tokens"), [(0, 0, 0), (7, 0, 0), (0, 3, 5)])
@pytest.mark.parametrize(("price", "paid"), [(None, None), (2.0, 0.0)])
def test_nothing_costs_nothing(
    characters: int, vectors: int, tokens: int, price: float | None, paid: float | None
) -> None:
    found = bill(
        characters=characters, vectors=vectors, tokens=tokens, corpus_characters=10**7, dimensions=1536,
        kind="float32", top_k=5, price=price,
    )  # fmt: skip
    assert found.for_text == found.for_corpus == Amount(0, 0, 0, 0, paid)
    assert found.vector_bytes == 6_144


def test_numbers_of_numpy_do_not_overflow() -> None:
    large: Any = np.int64(10**7)
    found = bill(
        characters=large, vectors=large, tokens=large, corpus_characters=large * 10**5, dimensions=8, kind="int8",
        top_k=5,
    )  # fmt: skip
    assert found.for_corpus == Amount(10**12, 10**12, 8 * 10**12, 5, None)
    assert type(found.for_corpus.tokens) is int


@given(st.integers(1, 300), st.integers(0, 100), st.integers(0, 100), st.integers(1, 20))
def test_the_budget_is_the_longest_chunk_that_fits(window: int, prompt: int, answer: int, k: int) -> None:
    fitting = [size for size in range(1, window + 1) if prompt + answer + k * size <= window]
    if fitting:
        assert budget(window, prompt, answer, k) == max(fitting)
    else:
        with pytest.raises(InputError, match=r"^window must hold .*\.$"):
            budget(window, prompt, answer, k)


def test_budgets() -> None:
    assert budget(8192, 500, 1000, 5) == 1338
    assert budget(1, 0, 0, 1) == 1
    assert budget(10_000_000, 0, 0, 1) == 10_000_000
    assert type(budget(np.int64(8192), 500, 1000, np.int32(5))) is int  # type: ignore[arg-type]
    with pytest.raises(InputError) as caught:
        budget(1500, 500, 1000, 5)
    assert str(caught.value) == (
        "window must hold prompt, answer and at least 1 token for each of k chunks, but 1,500 is less than "
        "500 + 1,000 + 5."
    )


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("window", 0), ("window", 10_000_001), ("prompt", -1), ("answer", -1), ("answer", 10**30), ("k", 0), ("k", 101)],
)
def test_budgets_out_of_range(field: str, wrong: int) -> None:
    with pytest.raises(InputError, match=rf"^{field} must be a whole number from .*, not {wrong}\.$"):
        budget(**{"window": 8192, "prompt": 500, "answer": 1000, "k": 5, field: wrong})


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, float("nan")], ids=repr)
@pytest.mark.parametrize("field", ["window", "prompt", "answer", "k"])
def test_a_budget_is_of_whole_numbers(field: str, wrong: object) -> None:
    with pytest.raises(InputError, match=rf"^{field} must be a whole number"):
        budget(**{"window": 8192, "prompt": 500, "answer": 1000, "k": 5, field: wrong})  # type: ignore[arg-type]
