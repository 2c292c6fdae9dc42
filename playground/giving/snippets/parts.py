"""What snippets of all libraries are made of: sizes in each unit, where sentences end, and functions that they define.

The functions without an underscore are shown as they stand.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from playground.giving.snippets.recipe import Step, Value, helper, literal, source_of
from playground.settings import Settings, context_of

if TYPE_CHECKING:
    import tiktoken

# Whitespace goes with what follows: tokens hold the space ahead of a word, so that the counts of parts nearly add up.
# A stop, perhaps a quote or bracket, and whitespace; a wide stop; a blank line. Regular expressions of `re`.
SENTENCE_END = r"(?:(?<=[.!?])|(?<=[.!?][\"')\]]))\s+|(?<=[。！？])|\n\s*\n\s*"
PARAGRAPH_END = r"\n\s*\n\s*"
WORD = r"\s*\S+\s*"
# The same for a library that takes plain strings.
SENTENCE_ENDS = ["\n\n", ". ", "! ", "? ", ".\n", "!\n", "?\n", "。", "！", "？"]
NAMES = {SENTENCE_END: "sentence_end", PARAGRAPH_END: "paragraph_end"}  # as the snippets call them
NOWHERE = "\x1f\x1e\x1d\x1c"  # a separator that no text holds


def count_words(text: str) -> int:
    return len(text.split())


def token_counter(encoding: Any) -> Callable[[str], int]:
    """A function that counts tokens, as the snippet defines it behind `encoding = ...`."""

    def count_tokens(text: str) -> int:
        return len(encoding.encode_ordinary(text))

    return count_tokens


def split_at(pattern: str, text: str) -> list[str]:
    """The parts of a text, each with the separator ahead of it."""
    edges = [0, *(match.start() for match in re.finditer(pattern, text)), len(text)]
    return [text[start:end] for start, end in pairwise(edges) if start < end]


def visible(chunks: list[str]) -> list[str]:
    """Chunks that are more than whitespace."""
    return [chunk for chunk in chunks if chunk.strip()]


def stripped(chunks: list[str]) -> list[str]:
    """Chunks without whitespace around them."""
    return [chunk.strip() for chunk in chunks if chunk.strip()]


def behind(chunks: list[str], title: str) -> list[str]:
    """Chunks with the title ahead."""
    return [title + chunk for chunk in chunks]


def encoding_of(vocabulary: str) -> Value:
    """The tiktoken encoding; here it is the one that the package has loaded and checked."""

    def make() -> "tiktoken.Encoding":
        from playground.measuring.vocabulary import encoding

        return encoding(vocabulary)

    return Value("encoding", make, (f"encoding = tiktoken.get_encoding({literal(vocabulary)})",), ("import tiktoken",))


def attribute(of: Value, name: str) -> Value:
    """A method of a value."""
    return Value(f"{of.code}.{name}", lambda: getattr(of.make(), name), of.setup, of.imports)


def _count_tokens(encoding: Value) -> Value:
    block = source_of(token_counter(None))
    return Value("count_tokens", lambda: token_counter(encoding.make()), (*encoding.setup, block), encoding.imports)


def named(pattern: str) -> Value:
    """A pattern by its name."""
    return Value(NAMES[pattern], lambda: pattern, (f"{NAMES[pattern]} = {literal(pattern)}",))


def parts_at(pattern: str) -> Value:
    """A function text -> its parts, each with the separator ahead of it."""
    own = helper(split_at, "import re", "from functools import partial", "from itertools import pairwise")
    name = named(pattern)
    setup = (*name.setup, *own.setup)
    return Value(f"partial(split_at, {name.code})", lambda: partial(split_at, pattern), setup, own.imports)


def all_of(pattern: str) -> Value:
    """A function text -> all matches of a pattern without groups."""
    return Value(f"re.compile({literal(pattern)}).findall", lambda: re.compile(pattern).findall, (), ("import re",))


def less(size: Value, other: Value) -> Value:
    """size - other."""
    code = f"({other.code})" if " " in other.code else other.code
    return Value(
        f"{size.code} - {code}",
        lambda: size.make() - other.make(),
        tuple(dict.fromkeys((*size.setup, *other.setup))),
        tuple(dict.fromkeys((*size.imports, *other.imports))),
    )


def number(value: int) -> Value:
    """A number as a Value."""
    return Value(str(value), lambda: value)


@dataclass(frozen=True)
class Measure:
    """What sizes count. count: str -> int. pieces: str -> what has as many items. unit: "characters", ...

    size: what chunks may have beside the title; overlap: what neighbours may share; both in what `count` counts.
    """

    unit: str
    count: Value
    pieces: Value
    size: Value
    overlap: Value
    has_overlap: bool


def measure_of(settings: Settings) -> Measure:
    """The measure of these settings. Tokens by the estimate are characters: `size` tokens are 4 * size + 1 of them."""
    unit, size, overlap = settings.unit, number(settings.chunk_size), number(settings.chunk_overlap)
    if unit == "tokens" and settings.vocabulary == "estimate":
        unit = "characters"
        size, overlap = (_estimated(one) if one else number(0) for one in (settings.chunk_size, settings.chunk_overlap))
    if unit == "characters":
        count, pieces = Value("len", lambda: len), Value("list", lambda: list)
    elif unit == "words":
        count, pieces = helper(count_words), all_of(WORD)
    else:
        encoding = encoding_of(settings.vocabulary)
        count, pieces = _count_tokens(encoding), attribute(encoding, "encode_ordinary")
    if context_of(settings):
        size = less(size, _counted(count, title_of(settings)))
    return Measure(unit, count, pieces, size, overlap, settings.chunk_overlap > 0)


def _estimated(tokens: int) -> Value:
    said = "# A token is taken for four characters, rounded: so many tokens are at most 4 * tokens + 1 characters."
    return Value(f"4 * {tokens} + 1", lambda: 4 * tokens + 1, (said,))


def _counted(count: Value, title: Value) -> Value:
    return Value(
        f"{count.code}({title.code})",
        lambda: count.make()(title.make()),
        (*title.setup, *count.setup),
        (*count.imports, *title.imports),
    )


def title_of(settings: Settings) -> Value:
    """The title with its line end, as the snippet names it."""
    title = context_of(settings)
    return Value("title", lambda: title, (f"title = {literal(title)}",))


def titled(settings: Settings) -> tuple[Step, ...]:
    """The step that puts the title ahead; none without one."""
    return (Step(behind, {"title": title_of(settings)}),) if context_of(settings) else ()
