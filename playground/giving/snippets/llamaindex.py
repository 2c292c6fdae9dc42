"""Recipes with the node parsers of llama-index-core. Each is given a tokenizer and sentences, so none is downloaded."""

from collections.abc import Iterator
from typing import Any

from playground.giving.snippets import words
from playground.giving.snippets.parts import (
    NOWHERE,
    PARAGRAPH_END,
    SENTENCE_END,
    WORD,
    Measure,
    all_of,
    measure_of,
    parts_at,
    stripped,
    titled,
    visible,
)
from playground.giving.snippets.recipe import Recipe, Step
from playground.settings import Settings

INSTALL = "pip install llama-index-core"
LINE = r"[^\n]+\n?|\n"
PARAGRAPHS = "\n\n"
SEPARATORS = {"auto": "\n#", "markdown": "\n#", "html": "<h", "plain": PARAGRAPHS}  # plain strings

AT_SPACES = (
    "Windows end at spaces and line ends: the library has no windows of exactly so many tokens. The tokens of each "
    "word are counted apart and added up."
)
STOPS = "The library stops with an error where a single character has more tokens than the size."
LONG = "A {unit} that is longer than the size is opened; in the playground it stays whole."
OVERLAP = "Overlap is whole parts, counted with the whitespace ahead of them, also pieces of an opened part."
PIECES = "The pieces of an opened part are packed with the parts around it."
PLAIN_SEPARATOR = "Paragraphs are parted only by blank lines without spaces in them."
SECTION_SEPARATOR = "Sections are parted at every {separator!r}, wherever it stands, also in code."
ALL_LEVELS = "Headings of all levels begin a section: the library knows no deepest level (max_level)."
PATH = (
    "The headings ahead are those above the section's own one, also ahead of its later pieces, which do not repeat its "
    "own heading."
)
BARE = "A heading without text under it is a chunk of its own."
NO_SECTIONS = "Sections are no limit here: short ones share a chunk, and no headings stand ahead."


def recipe(settings: Settings) -> Recipe:
    """The steps whose chunks are nearest to those of these settings."""
    measure = measure_of(settings)
    steps = {"fixed": _fixed, "structure": _structure}.get(settings.strategy, _packed)
    if not words.has_size(settings):
        steps = _apart
    bodies = (Step(contents),) if _by_sections(settings) else ()
    ahead = (Step(under_headings),) if bodies and settings.context else bodies
    differs = tuple(_differs(settings))
    return Recipe(steps(settings, measure), INSTALL, differs, (*ahead, *titled(settings)), bodies)


def _by_sections(settings: Settings) -> bool:
    """Whether sections are found by their headings, which the library knows in Markdown."""
    return settings.strategy == "structure" and settings.markup in ("auto", "markdown")


def windows(text: str, size: int, overlap: int, pieces: Any, nowhere: str) -> list[str]:
    from llama_index.core.node_parser import TokenTextSplitter

    # A separator that is nowhere: the text is opened at its characters.
    splitter = TokenTextSplitter(
        chunk_size=size,
        chunk_overlap=overlap,
        tokenizer=pieces,
        separator=nowhere,
        backup_separators=[],
        keep_whitespaces=True,
    )
    return splitter.split_text(text)


def at_spaces(text: str, size: int, overlap: int, pieces: Any) -> list[str]:
    from llama_index.core.node_parser import TokenTextSplitter

    splitter = TokenTextSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=pieces)
    return splitter.split_text(text)


def apart(text: str, parts: Any) -> list[str]:
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceWindowNodeParser

    parser = SentenceWindowNodeParser.from_defaults(
        sentence_splitter=parts,
        window_size=1,
    )
    return [node.get_content() for node in parser.get_nodes_from_documents([Document(text=text)])]


def packed(text: str, size: int, overlap: int, pieces: Any, parts: Any, paragraphs: str, line: str) -> list[str]:
    from llama_index.core.node_parser import SentenceSplitter

    splitter = SentenceSplitter(
        chunk_size=size,
        chunk_overlap=overlap,
        tokenizer=pieces,
        chunking_tokenizer_fn=parts,
        paragraph_separator=paragraphs,
        secondary_chunking_regex=line,
    )
    return splitter.split_text(text)


def sections(
    text: str, size: int, overlap: int, pieces: Any, parts: Any, paragraphs: str, line: str
) -> list[tuple[str, str]]:
    from llama_index.core import Document
    from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter

    parser = MarkdownNodeParser.from_defaults(header_path_separator="\n")
    splitter = SentenceSplitter(
        chunk_size=size,
        chunk_overlap=overlap,
        tokenizer=pieces,
        chunking_tokenizer_fn=parts,
        paragraph_separator=paragraphs,
        secondary_chunking_regex=line,
    )
    found = []
    for node in parser.get_nodes_from_documents([Document(text=text)]):
        headings = node.metadata["header_path"].lstrip("\n")
        found += [(headings, part) for part in splitter.split_text(node.get_content())]
    return found


def contents(chunks: list[tuple[str, str]]) -> list[str]:
    return [part for headings, part in chunks]


def under_headings(chunks: list[tuple[str, str]]) -> list[str]:
    return [headings + part for headings, part in chunks]


def _fixed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    values = {"size": measure.size, "overlap": measure.overlap, "pieces": measure.pieces}
    if measure.unit == "characters":
        return Step(windows, {**values, "nowhere": NOWHERE}), Step(visible)
    if measure.unit == "tokens":
        return (Step(at_spaces, values),)
    # Every word is a "sentence" and none is a paragraph.
    return (Step(packed, {**values, "parts": all_of(WORD), "paragraphs": NOWHERE, "line": LINE}),)


def _apart(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    pattern = SENTENCE_END if settings.strategy == "sentence" else PARAGRAPH_END
    return Step(apart, {"parts": parts_at(pattern)}), Step(stripped)


def _values(measure: Measure, paragraphs: str) -> dict[str, Any]:
    sizes = {"size": measure.size, "overlap": measure.overlap, "pieces": measure.pieces}
    return {**sizes, "parts": parts_at(SENTENCE_END), "paragraphs": paragraphs, "line": LINE}


def _packed(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    return (Step(packed, _values(measure, _separator(settings))),)


def _separator(settings: Settings) -> str:
    """What parts what is to stay whole first."""
    if settings.strategy == "paragraph" or settings.keep_whole == "paragraphs":
        return NOWHERE if settings.strategy == "sentence" else PARAGRAPHS
    sections = settings.strategy == "recursive" and settings.keep_whole == "sections"
    return SEPARATORS[settings.markup] if sections else NOWHERE


def _structure(settings: Settings, measure: Measure) -> tuple[Step, ...]:
    if not _by_sections(settings):
        return (Step(packed, _values(measure, SEPARATORS[settings.markup])),)
    return (Step(sections, _values(measure, PARAGRAPHS)),)


def _differs(settings: Settings) -> Iterator[str]:
    strategy = settings.strategy
    tokens = words.counting(settings, AT_SPACES if strategy == "fixed" else words.PARTS_TOKENS)
    yield from tokens
    yield from words.options(settings)
    if strategy == "structure":
        yield from _of_sections(settings)
    elif strategy in ("sentence", "recursive"):
        yield from words.sentences(settings)
    if strategy == "recursive" and settings.keep_whole == "sections":
        yield words.NO_BLOCKS
        yield SECTION_SEPARATOR.format(separator=SEPARATORS[settings.markup])
    if strategy != "fixed" and words.has_size(settings):
        yield from _of_packing(settings)


def _of_packing(settings: Settings) -> Iterator[str]:
    if settings.strategy in ("sentence", "paragraph"):
        yield LONG.format(unit=settings.strategy)
    if _separator(settings) == PARAGRAPHS:
        yield PLAIN_SEPARATOR
    yield from words.gaps(settings)
    yield PIECES
    if settings.chunk_overlap:
        yield OVERLAP
    if settings.unit == "tokens" and settings.vocabulary != "estimate":
        yield STOPS


def _of_sections(settings: Settings) -> Iterator[str]:
    yield from words.structure(settings)
    if not _by_sections(settings):
        yield NO_SECTIONS
        yield SECTION_SEPARATOR.format(separator=SEPARATORS[settings.markup])
        return
    yield BARE
    if settings.max_level < 6:
        yield ALL_LEVELS
    if settings.context:
        yield words.HEADINGS_COUNT
        yield PATH
