"""A setting to begin with, for this text: strategy, size and overlap, each with its reason."""

from dataclasses import dataclass

from playground.judging.looks import Looks
from playground.words import count

FEWEST_HEADINGS = 3
SECTION = 800  # tokens: a section that has more is opened
MERGED = 100  # tokens: sections with fewer are merged with their neighbours
PACKED = 512  # tokens: what most embedding models were trained on
PERCENT = 12  # of the size, where sentences are packed
BLIND_PERCENT = 15  # where nothing keeps a sentence whole


@dataclass(frozen=True)
class Advice:
    """Changes of settings (by field), in a few words, with a sentence of reason for strategy, size and overlap each."""

    summary: str
    changes: dict[str, object]
    reasons: tuple[str, ...]


def advise(looks: Looks, room: int) -> Advice:
    """What to begin with for a text of these looks, where the embedding model reads `room` tokens of a chunk."""
    if looks.headings >= FEWEST_HEADINGS:
        return _structure(looks, room)
    if looks.unpunctuated:
        return _fixed(room)
    return _recursive(looks, room)


def whole(tokens: int, window: int) -> str:
    """One sentence where a text of so many tokens fits the room of a question whole; else nothing."""
    if tokens > window:
        return ""
    return (
        f"The whole text has {count(tokens, 'token')} and a question has room for {window:,}: sent whole it needs no "
        "search at all. Split it where it is one of many."
    )


def _language(looks: Looks) -> dict[str, object]:
    """Only where it is told which one it is."""
    return {"language": looks.language} if len(looks.languages) == 1 else {}


def _structure(looks: Looks, room: int) -> Advice:
    size = min(SECTION, room)
    level = min(max(looks.levels), 3)
    merged = min(MERGED, size // 4)
    changes = {
        "strategy": "structure", "unit": "tokens", "chunk_size": size, "chunk_overlap": 0, "max_level": level,
        "merge_under": merged, **_language(looks),
    }  # fmt: skip
    reasons = (
        f"Structure: the text has {count(looks.headings, 'heading')}, which say what each part is about; split at "
        f"those down to level {level}.",
        f"{count(size, 'token')}: sections that fit stay whole; short ones say too little alone, and neighbours under "
        f"{count(merged, 'token')} share a chunk.",
        "No overlap: a section begins where a thought does, and its headings stand ahead of every part of it.",
    )
    return Advice(f"Structure, {count(size, 'token')}", changes, reasons)


def _fixed(room: int) -> Advice:
    size = min(PACKED, room)
    changes = {
        "strategy": "fixed", "unit": "tokens", "chunk_size": size, "chunk_overlap": size * BLIND_PERCENT // 100,
    }  # fmt: skip
    reasons = (
        "Fixed: the text has next to no stops, so there are no sentences to keep whole.",
        f"{count(size, 'token')}: what most embedding models were trained on, and your model reads it whole.",
        "15 % overlap: it keeps what a blind cut parts whole in one of two chunks.",
    )
    return Advice(f"Fixed, {count(size, 'token')}, 15 % overlap", changes, reasons)


def _recursive(looks: Looks, room: int) -> Advice:
    size = min(PACKED, room)
    changes = {
        "strategy": "recursive", "unit": "tokens", "chunk_size": size, "chunk_overlap": size * PERCENT // 100,
        "keep_whole": "paragraphs", **_language(looks),
    }  # fmt: skip
    reasons = (
        "Recursive: the text has sentences and hardly a heading; paragraphs that fit stay whole, no sentence is cut.",
        f"{count(size, 'token')}: what most embedding models were trained on, and your model reads it whole.",
        "12 % overlap: a sentence or two are repeated, so that a chunk is understood without the one before.",
    )
    return Advice(f"Recursive, {count(size, 'token')}, 12 % overlap", changes, reasons)
