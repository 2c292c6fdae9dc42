"""Recipes with langchain-text-splitters."""

from collections.abc import Iterator
from typing import Any

from playground.giving.snippets import words
from playground.giving.snippets.parts import (
    PARAGRAPH_END,
    SENTENCE_END,
    WORD,
    Measure,
    all_of,
    attribute,
    encoding_of,
    measure_of,
    named,
    stripped,
    titled,
    visible,
)
from playground.giving.snippets.recipe import Recipe, Step, Value, helper
from playground.settings import Settings

INSTALL = "pip install langchain-text-splitters"
HEADING = r"\n(?=#{1,6} )"
TAG = r"(?=<[hH][1-6])"
FINER = [r"\n", r"\s+", ""]

OVERLAP = "Overlap is whole parts, counted with the whitespace ahead of them, and there is none around an opened part."
PACKED_OVERLAP = "Overlap is whole parts, counted with the whitespace ahead of them."
OPENED = "Sections are no limit here: short ones share a chunk, and no headings stand ahead."
REWRITTEN = (
    "Lines are stripped and put together anew, with two spaces at the end of each block: chunks are no exact slices of "
    "the text."
)


def recipe(settings: Settings) -> Recipe:
    """The steps whose chunks are nearest to those of these settings."""
    measure = measure_of(settings)
    steps = {"fixed": _fixed, "recursive": _recursive, "structure": _structure}.get(settings.strategy, _packed)
    tokens = measure.unit == "tokens" and words.has_size(settings)
    bodies = (Step(contents),) if _by_sections(settings) else ()
    ahead = (Step(under_headings, {"with_headings": helper(with_headings)}),) if bodies and settings.context else bodies
    return Recipe(
        steps(settings, measure),
        INSTALL + (" tiktoken" if tokens else ""),
        tuple(_differs(settings)),
        (*ahead, *titled(settings)),
        bodies,
    )


def _by_sections(settings: Settings) -> bool:
    """Whether sections are found by their headings, which the library knows in Markdown."""
    return settings.strategy == "structure" and settings.markup in ("auto", "markdown")


def windows(text: str, size: int, overlap: int, encode: Any, decode: Any) -> list[str]:
    from langchain_text_splitters import Tokenizer, split_text_on_tokens

    splitter = Tokenizer(
        chunk_overlap=overlap,
        tokens_per_chunk=size,
        decode=decode,
        encode=encode,
    )
    return split_text_on_tokens(text=text, tokenizer=splitter)


def apart(text: str, separator: str) -> list[str]:
    from langchain_text_splitters import CharacterTextSplitter

    # Every part counts as one, and a chunk holds one.
    splitter = CharacterTextSplitter(
        separator=separator,
        is_separator_regex=True,
        keep_separator="start",
        chunk_size=1,
        chunk_overlap=0,
        length_function=lambda part: 1,
    )
    return splitter.split_text(text)


def packed(text: str, separator: str, size: int, overlap: int, count: Any) -> list[str]:
    from langchain_text_splitters import CharacterTextSplitter

    splitter = CharacterTextSplitter(
        separator=separator,
        is_separator_regex=True,
        keep_separator="start",
        chunk_size=size,
        chunk_overlap=overlap,
        length_function=count,
    )
    return splitter.split_text(text)


def recursive(text: str, separators: list[str], size: int, overlap: int, count: Any) -> list[str]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        separators=separators,
        is_separator_regex=True,
        keep_separator="start",
        chunk_size=size,
        chunk_overlap=overlap,
        length_function=count,
    )
    return splitter.split_text(text)


def sections(
    text: str, headings: list[tuple[str, str]], separators: list[str], size: int, overlap: int, count: Any
) -> Any:
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

    by_heading = MarkdownHeaderTextSplitter(headings, strip_headers=False)
    splitter = RecursiveCharacterTextSplitter(
        separators=separators,
        is_separator_regex=True,
        keep_separator="start",
        chunk_size=size,
        chunk_overlap=overlap,
        length_function=count,
    )
    return splitter.split_documents(by_heading.split_text(text))


def contents(chunks: Any) -> list[str]:
    return [piece.page_content for piece in chunks]


def under_headings(chunks: Any, with_headings: Any) -> list[str]:
    return [with_headings(piece.page_content, list(piece.metadata.values())) for piece in chunks]


def with_headings(text: str, headings: list[str]) -> str:
    """The headings over a piece, a line each, but for those that it begins with; then the piece."""
    own = 0
    for line in text.split("\n"):
        if not line.startswith("#") or own == len(headings):
            break
        own += 1
    return "".join(f"{heading}\n" for heading in headings[: len(headings) - own]) + text


def _fixed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    encode, decode = measure.pieces, Value('"".join', lambda: "".join)
    if measure.unit == "words":
        encode = all_of(WORD)
    elif measure.unit == "tokens":
        decode = attribute(encoding_of(settings.vocabulary), "decode")
    values = {"size": measure.size, "overlap": measure.overlap, "encode": encode, "decode": decode}
    return Step(windows, values), Step(stripped if measure.unit == "words" else visible)


def _packed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    separator = SENTENCE_END if settings.strategy == "sentence" else PARAGRAPH_END
    if not settings.pack:
        return (Step(apart, {"separator": named(separator)}),)
    return (Step(packed, {"separator": named(separator), **_sizes(measure)}),)


def _sizes(measure: Measure) -> dict[str, Any]:
    return {"size": measure.size, "overlap": measure.overlap, "count": measure.count}


def _recursive(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    whole = {"sentences": [], "paragraphs": [named(PARAGRAPH_END)], "sections": _by_heading(settings)}
    separators = [*whole[settings.keep_whole], named(SENTENCE_END), *FINER]
    return (Step(recursive, {"separators": separators, **_sizes(measure)}),)


def _by_heading(settings: Settings) -> list[Any]:
    heading = {"html": [TAG], "plain": []}.get(settings.markup, [HEADING])
    return [*heading, named(PARAGRAPH_END)]


def _structure(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    separators = [named(PARAGRAPH_END), named(SENTENCE_END), *FINER]
    if not _by_sections(settings):
        return (Step(recursive, {"separators": [*_by_heading(settings), *separators[1:]], **_sizes(measure)}),)
    headings = [("#" * level, f"h{level}") for level in range(1, settings.max_level + 1)]
    return (Step(sections, {"headings": headings, "separators": separators, **_sizes(measure)}),)


def _differs(settings: Settings) -> Iterator[str]:
    strategy = settings.strategy
    yield from words.counting(settings, words.WINDOW_TOKENS if strategy == "fixed" else words.PARTS_TOKENS)
    yield from words.options(settings)
    if strategy == "structure":
        yield from words.structure(settings)
        markdown = _by_sections(settings)
        yield REWRITTEN if markdown else OPENED
        if markdown and settings.context:
            yield words.HEADINGS_COUNT
    elif strategy in ("sentence", "recursive"):
        yield from words.sentences(settings)
    if strategy == "recursive" and settings.keep_whole == "sections":
        yield words.NO_BLOCKS
        if settings.markup == "auto":
            yield words.AUTO
    if strategy in ("recursive", "structure"):
        yield words.PIECES_APART
    if strategy != "fixed" and words.has_size(settings):
        yield from words.gaps(settings)
        if settings.chunk_overlap:
            yield PACKED_OVERLAP if strategy in ("sentence", "paragraph") else OVERLAP
