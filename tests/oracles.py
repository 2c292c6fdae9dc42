"""Slow and obvious versions of what the package computes, written from the README, not from the code.

Plain loops over characters and pairs; no numpy, no bisect. Ranges are (start, end) in code points.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import regex

Pair = tuple[int, int]


# --- units ---------------------------------------------------------------------------------------------------


def lines_with_ends(text: str) -> list[Pair]:
    """Every line without its line end: LF, CR and CRLF end a line."""
    found = []
    start = offset = 0
    while offset < len(text):
        if text[offset] in "\r\n":
            found.append((start, offset))
            offset += 2 if text[offset : offset + 2] == "\r\n" else 1
            start = offset
        else:
            offset += 1
    return [*found, (start, len(text))]


def trimmed(text: str, start: int, end: int) -> Pair:
    """Without the whitespace at both ends; (start, start) if there is nothing else."""
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def paragraphs(text: str) -> list[Pair]:
    """Line by line: a line of nothing but whitespace ends a block."""
    found: list[Pair] = []
    block: list[Pair] = []
    for start, end in [*lines_with_ends(text), (len(text), len(text))]:
        if text[start:end].strip():
            block.append((start, end))
        elif block:
            found.append(trimmed(text, block[0][0], block[-1][1]))
            block = []
    if block:
        found.append(trimmed(text, block[0][0], block[-1][1]))
    return found


def lines_of(text: str, start: int, end: int) -> list[Pair]:
    """The visible lines of a slice, trimmed."""
    whole = [trimmed(text, start + low, start + high) for low, high in lines_with_ends(text[start:end])]
    return [(low, high) for low, high in whole if low < high]


def words_of(text: str, start: int, end: int) -> list[Pair]:
    """The runs of non-whitespace of a slice."""
    found: list[Pair] = []
    for offset in range(start, end):
        if text[offset].isspace():
            continue
        if found and found[-1][1] == offset:
            found[-1] = (found[-1][0], offset + 1)
        else:
            found.append((offset, offset + 1))
    return found


def clusters_of(text: str, start: int, end: int) -> list[Pair]:
    """The grapheme clusters of a slice."""
    return [(start + match.start(), start + match.end()) for match in regex.finditer(r"\X", text[start:end])]


def simple_sentences(text: str) -> list[Pair]:
    """The plain rule on prose without headings, lists, tables and code, character by character.

    `.`, `!` or `?` with the closing quotes and brackets behind it, then whitespace; a blank line. One without a letter
    or digit joins the one before it in its paragraph.
    """
    found: list[Pair] = []
    for first, last in paragraphs(text):
        cuts = [first]
        for offset in range(first, last):
            if text[offset] not in ".!?":
                continue
            after = offset + 1
            while after < last and text[after] in "\"'”’»)]}":
                after += 1
            if after < last and text[after].isspace():
                while text[after].isspace():
                    after += 1
                cuts.append(after)
        inside = [trimmed(text, *pair) for pair in zip(cuts, [*cuts[1:], last], strict=True)]
        joined: list[Pair] = []
        for start, end in inside:
            if joined and not any(character.isalnum() for character in text[start:end]):
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        found.extend(joined)
    return found


# --- strategies ----------------------------------------------------------------------------------------------


def windows(text: str, size: int, overlap: int) -> list[Pair]:
    """Windows of exactly `size`, one step apart, until one ends at the end of the text; blank ones left out."""
    found = []
    start = 0
    while start < len(text):
        end = min(start + size, len(text))
        if text[start:end].strip():
            found.append((start, end))
        if end == len(text):
            break
        start += size - overlap
    return found


def pack(text: str, units: Sequence[Pair], size: int, overlap: int, at_words: bool = False) -> list[Pair]:
    """Unit by unit, as the README says it; overlap by trying every unit, then every word, of the chunk."""
    chunks: list[Pair] = []
    new = 0
    start = units[0][0] if units else 0
    while new < len(units):
        end = units[new][1]
        new += 1
        while new < len(units) and units[new][1] - start <= size:
            end = units[new][1]
            new += 1
        chunks.append((start, end))
        if new == len(units):
            break
        shared = [first for first, _ in units if start < first < end]
        begins = [first for first in shared if end - first <= overlap and units[new][1] - first <= size]
        if not begins and at_words and overlap:
            starts = [at for at in range(start + 1, end) if text[at - 1].isspace() and not text[at].isspace()]
            begins = [at for at in starts if end - at <= overlap and units[new][1] - at <= size]
        start = begins[0] if begins else units[new][0]
    return chunks


Finer = Callable[[str, int, int], list[Pair]]


def opened(text: str, unit: Pair, size: int, levels: Sequence[Finer]) -> list[Pair]:
    """`unit` whole if it fits, else its parts on the next level, each opened likewise."""
    if unit[1] - unit[0] <= size or not levels:
        return [unit]
    parts = levels[0](text, *unit)
    return [piece for part in parts for piece in opened(text, part, size, levels[1:])]


def recursive_units(text: str, sentences: Sequence[Pair], size: int, keep_whole: str) -> list[Pair]:
    """What the recursive strategy packs; `sentences` are those of the whole text."""

    def inside(_: str, start: int, end: int) -> list[Pair]:
        return [(low, high) for low, high in sentences if start <= low and high <= end]

    finer: list[Finer] = [lines_of, words_of, clusters_of]
    units, levels = (sentences, finer) if keep_whole == "sentences" else (paragraphs(text), [inside, *finer])
    return [piece for unit in units for piece in opened(text, unit, size, levels)]


# --- measures ------------------------------------------------------------------------------------------------


def times_covered(spans: Sequence[Pair], length: int) -> list[int]:
    """For each character of the text: in how many spans it lies."""
    counts = [0] * length
    for start, end in spans:
        for offset in range(start, end):
            counts[offset] += 1
    return counts


def shared(spans: Sequence[Pair]) -> list[int]:
    """Characters that each span has in common with the one before."""
    pairs = pairwise(spans)
    return [len(set(range(*before)) & set(range(*after))) for before, after in pairs]


def cuts_inside(spans: Sequence[Pair], units: Sequence[Pair]) -> list[bool]:
    """For each start after the first: whether it lies strictly inside a unit."""
    return [any(low < cut < high for low, high in units) for cut, _ in spans[1:]]


def without_gaps(spans: Sequence[Pair], units: Sequence[Pair]) -> list[int]:
    """For each span: its characters that lie in a unit."""
    return [sum(any(low <= at < high for low, high in units) for at in range(*span)) for span in spans]


def missing_and_twice(text: str, spans: Sequence[Pair]) -> tuple[int, int]:
    """Non-whitespace characters in no span, and in more than one."""
    counts = [count for count, character in zip(times_covered(spans, len(text)), text, strict=True)
              if not character.isspace()]  # fmt: skip
    return sum(count == 0 for count in counts), sum(count > 1 for count in counts)


def average(values: Sequence[int]) -> int:
    """Rounded half up; 0 for none."""
    if not values:
        return 0
    whole, rest = divmod(sum(values), len(values))
    return whole + (2 * rest >= len(values))
