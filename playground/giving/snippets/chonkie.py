"""Recipes with chonkie. Each is given its rules and tokenizer, so neither a recipe nor a vocabulary is downloaded."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playground.giving.snippets import words
from playground.giving.snippets.parts import (
    SENTENCE_ENDS,
    Measure,
    encoding_of,
    less,
    measure_of,
    stripped,
    titled,
    visible,
)
from playground.giving.snippets.recipe import Recipe, Step, Value, helper, literal
from playground.settings import Settings

INSTALL = "pip install chonkie"
PARAGRAPH_ENDS = ["\n\n"]
HEADINGS = [f"\n{'#' * level} " for level in range(1, 7)]
TAGS = [f"<{letter}{level}" for letter in "hH" for level in range(1, 7)]

BY_STRINGS = "Sentences and paragraphs are parted only by these very strings, so not at a blank line with spaces in it."
WHOLE_OVERLAP = "Overlap is whole parts, each counted with one more for the space between, and never a whole chunk."
CUT_OVERLAP = (
    "The library adds overlap afterwards: each chunk is packed to the size less the overlap, and exactly the last of "
    "the chunk before, cut where it falls, is put ahead of it."
)
SPECIAL = "The library stops with an error where the text spells a special token, such as <|endoftext|>."
NO_HEADINGS = "No headings stand ahead of the chunks."
SECTIONS = "Short sections are packed together as long as they fit."


def recipe(settings: Settings) -> Recipe:
    """The steps whose chunks are nearest to those of these settings."""
    measure = measure_of(settings)
    steps = {"fixed": _fixed, "recursive": _recursive, "structure": _recursive}.get(settings.strategy, _packed)
    tokens = measure.unit == "tokens" and words.has_size(settings)
    bodies = (Step(contents),) if settings.strategy in ("recursive", "structure") else ()
    return Recipe(
        steps(settings, measure),
        INSTALL + (" tiktoken" if tokens else ""),
        tuple(_differs(settings)),
        (*((Step(under_headings),) if _notes_headings(settings) else bodies), *titled(settings)),
        bodies,
    )


def _notes_headings(settings: Settings) -> bool:
    """Whether headings stand ahead: those of Markdown."""
    return settings.strategy == "structure" and settings.context and settings.markup in ("auto", "markdown")


def word_tokenizer() -> object:
    """A tokenizer whose tokens are words, each with the whitespace around it."""
    from chonkie.tokenizer import WordTokenizer

    class Words(WordTokenizer):
        def tokenize(self, text: str) -> list[str]:
            return re.findall(r"\s*\S+\s*", text)

        def decode(self, tokens: Sequence[int]) -> str:
            return "".join(self.vocab[token] for token in tokens)

    return Words()


def windows(text: str, tokenizer: Any, size: int, overlap: int) -> list[str]:
    from chonkie import TokenChunker

    chunker = TokenChunker(tokenizer=tokenizer, chunk_size=size, chunk_overlap=overlap)
    return [chunk.text for chunk in chunker.chunk(text)]


def packed(text: str, tokenizer: Any, size: int, overlap: int, ends: list[str]) -> list[str]:
    from chonkie import SentenceChunker

    chunker = SentenceChunker(
        tokenizer=tokenizer,
        chunk_size=size,
        chunk_overlap=overlap,
        min_characters_per_sentence=1,
        delim=ends,
    )
    return [chunk.text for chunk in chunker.chunk(text)]


def recursive(text: str, tokenizer: Any, size: int, levels: list[Any]) -> Any:
    from chonkie import RecursiveChunker, RecursiveRules

    chunker = RecursiveChunker(
        tokenizer=tokenizer,
        chunk_size=size,
        rules=RecursiveRules(levels),
        min_characters_per_chunk=1,
    )
    return chunker.chunk(text)


def overlapping(chunks: Any, tokenizer: Any, overlap: int) -> Any:
    from chonkie import OverlapRefinery

    refinery = OverlapRefinery(tokenizer=tokenizer, context_size=overlap, method="prefix")
    return refinery.refine(chunks)


def contents(chunks: Any) -> list[str]:
    return [chunk.text.strip() for chunk in chunks if chunk.text.strip()]


def noted(chunks: Any) -> Any:
    import re

    # The Markdown headings over each chunk, a line each, but for the one that it begins with.
    above: dict[int, str] = {}
    for chunk in chunks:
        own = re.match(r"\s*(#{1,6}) ", chunk.text)
        level = len(own[1]) if own else 7
        chunk.metadata["headings"] = "".join(f"{above[one]}\n" for one in sorted(above) if one < level)
        for marks, heading in re.findall(r"^(#{1,6}) +(.+)$", chunk.text, re.MULTILINE):
            above = {one: over for one, over in above.items() if one < len(marks)} | {len(marks): heading}
    return chunks


def under_headings(chunks: Any) -> list[str]:
    return [chunk.metadata["headings"] + chunk.text.strip() for chunk in chunks if chunk.text.strip()]


def _level(ends: list[str] | None, **options: Any) -> Value:
    """A level of rules: the strings behind which (or ahead of which) it parts; None for words, then for tokens."""
    values = ({"delimiters": ends} if ends else {}) | options

    def make() -> Any:
        from chonkie import RecursiveLevel

        return RecursiveLevel(**values)

    code = f"RecursiveLevel({', '.join(f'{name}={literal(value)}' for name, value in values.items())})"
    return Value(code, make, imports=("from chonkie import RecursiveLevel",))


def _tokenizer(measure: Measure, settings: Settings) -> Any:
    if measure.unit == "words":
        own = helper(word_tokenizer, "import re", "from collections.abc import Sequence")
        return Value("word_tokenizer()", word_tokenizer, own.setup, own.imports)
    return encoding_of(settings.vocabulary) if measure.unit == "tokens" else "character"


def _fixed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    values = {"tokenizer": _tokenizer(measure, settings), "size": measure.size, "overlap": measure.overlap}
    return Step(windows, values), Step(stripped if measure.unit == "words" else visible)


def _packed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    values: dict[str, Any] = {"tokenizer": "character", "size": 1, "overlap": 0}
    if settings.pack:
        values = {"tokenizer": _tokenizer(measure, settings), "size": measure.size, "overlap": measure.overlap}
    ends = SENTENCE_ENDS if settings.strategy == "sentence" else PARAGRAPH_ENDS
    return Step(packed, {**values, "ends": ends}), Step(stripped)


def _recursive(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    sections = settings.strategy == "structure" or settings.keep_whole == "sections"
    coarse = [_level(ends, include_delim="next") for ends in _headings(settings)] if sections else []
    if sections or settings.keep_whole == "paragraphs":
        coarse.append(_level(PARAGRAPH_ENDS))
    tokenizer = _tokenizer(measure, settings)
    size = less(measure.size, measure.overlap) if measure.has_overlap else measure.size
    levels = [*coarse, _level(SENTENCE_ENDS), _level(["\n"]), _level(None, whitespace=True), _level(None)]
    steps = [Step(recursive, {"tokenizer": tokenizer, "size": size, "levels": levels})]
    if measure.has_overlap:
        steps.append(Step(overlapping, {"tokenizer": tokenizer, "overlap": measure.overlap}))
    return (steps[0], Step(noted), *steps[1:]) if _notes_headings(settings) else tuple(steps)


def _headings(settings: Settings) -> list[list[str]]:
    deepest = settings.max_level if settings.strategy == "structure" else 6
    return {"html": [TAGS], "plain": []}.get(settings.markup, [HEADINGS[:deepest]])


def _differs(settings: Settings) -> Iterator[str]:
    strategy = settings.strategy
    yield from words.counting(settings, words.WINDOW_TOKENS if strategy == "fixed" else words.PARTS_TOKENS)
    if settings.unit == "tokens" and settings.vocabulary != "estimate" and words.has_size(settings):
        yield SPECIAL
    yield from words.options(settings)
    if strategy == "structure":
        yield from words.structure(settings)
        yield SECTIONS
        if settings.context:
            yield words.HEADINGS_COUNT if _notes_headings(settings) else NO_HEADINGS
    elif strategy in ("sentence", "recursive"):
        yield from words.sentences(settings)
    if strategy == "recursive" and settings.keep_whole == "sections":
        yield words.NO_BLOCKS
        if settings.markup == "auto":
            yield words.AUTO
    if strategy != "fixed":
        yield BY_STRINGS
        if words.has_size(settings):
            yield from _of_packing(settings)


def _of_packing(settings: Settings) -> Iterator[str]:
    yield from words.gaps(settings)
    opens = settings.strategy in ("recursive", "structure")
    if opens:
        yield words.PIECES_APART
    if settings.chunk_overlap:
        yield CUT_OVERLAP if opens else WHOLE_OVERLAP
