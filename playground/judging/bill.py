"""What a setting costs: vectors, tokens and bytes, for this text and for a corpus like it."""

from dataclasses import dataclass

from playground.checks import whole_number
from playground.errors import InputError
from playground.judging.metrics import half_up

BITS = {"float32": 32, "int8": 8, "binary": 1}  # of one number in a stored vector
LARGEST_WINDOW = 10_000_000  # tokens
LARGEST_TOP_K = 100


def vector_bytes(dimensions: int, kind: str) -> int:
    """Bytes of one stored vector, alone: no identifier, no text, no index. Binary vectors fill whole bytes.

    Raises KeyError for a kind that is not in BITS.
    """
    return -(-int(dimensions) * BITS[kind] // 8)


@dataclass(frozen=True)
class Amount:
    """What is stored and read of one body of text; every number is whole but the price.

    vectors: one a chunk. tokens: in all chunks, so those that overlap counts twice are paid twice. bytes: of the
    vectors. tokens_per_question: in the chunks that one question brings back, at the average tokens of a chunk.
    price: of embedding all tokens once, in the currency of the price per million; None where that is not known.
    """

    vectors: int
    tokens: int
    bytes: int
    tokens_per_question: int
    price: float | None


@dataclass(frozen=True)
class Bill:
    """For this text, and for a corpus that is chunked like it; vector_bytes: of one vector."""

    for_text: Amount
    for_corpus: Amount
    vector_bytes: int


def bill(
    *,
    characters: int,
    vectors: int,
    tokens: int,
    corpus_characters: int,
    dimensions: int,
    kind: str,
    top_k: int,
    price: float | None = None,
) -> Bill:
    """The bill for a text of `characters` in `vectors` chunks that hold `tokens`; price: per million tokens.

    The corpus has as many vectors and tokens a character as the text, rounded half up; its bytes and price follow from
    those rounded numbers, so that what is shown adds up. A text without characters or chunks says nothing about a
    corpus: all its numbers are 0. Raises KeyError for a kind that is not in BITS.
    """
    # Python's own integers: a product of numpy's may not fit in 64 bits.
    characters, vectors, tokens, corpus = int(characters), int(vectors), int(tokens), int(corpus_characters)
    each = vector_bytes(dimensions, kind)

    def amount(own_vectors: int, own_tokens: int) -> Amount:
        # A question brings back no more chunks than there are.
        found = half_up(tokens * min(int(top_k), own_vectors), vectors) if vectors else 0
        paid = None if price is None else own_tokens / 1e6 * price
        return Amount(own_vectors, own_tokens, own_vectors * each, found, paid)

    if not characters or not vectors:
        return Bill(amount(0, 0), amount(0, 0), each)
    scaled = amount(half_up(vectors * corpus, characters), half_up(tokens * corpus, characters))
    return Bill(amount(vectors, tokens), scaled, each)


def budget(window: int, prompt: int, answer: int, k: int) -> int:
    """The longest chunk, in tokens, of which k fit in a window beside the prompt and the answer.

    Raises InputError where not one token a chunk is left, or for window outside 1..10,000,000, prompt or answer
    outside 0..10,000,000, k outside 1..100.
    """
    window = whole_number("window", window, 1, LARGEST_WINDOW)
    prompt = whole_number("prompt", prompt, 0, LARGEST_WINDOW)
    answer = whole_number("answer", answer, 0, LARGEST_WINDOW)
    k = whole_number("k", k, 1, LARGEST_TOP_K)
    left = window - prompt - answer
    if left < k:
        raise InputError(
            f"window must hold prompt, answer and at least 1 token for each of k chunks, but {window:,} is less than "
            f"{prompt:,} + {answer:,} + {k:,}."
        )
    return left // k
