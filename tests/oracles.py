"""Slow and obvious versions of what the package computes, written from the README, not from the code.

Plain loops over characters and pairs; no numpy, no bisect. Ranges are (start, end) in code points.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import regex

from playground.measuring.vocabulary import encoding
from playground.text.counted_words import BEHIND, HOLDS

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


# --- lengths -------------------------------------------------------------------------------------------------

Measure = Callable[[int, int], int]  # of the slice [start, end), with or without the context


SURELY = 12  # a slice that much too long is too long however it goes on: a few tokens may merge, not so many


def characters_long(start: int, end: int) -> int:
    """Code points."""
    return end - start


def measures(text: str, unit: str, vocabulary: str, context: str) -> tuple[Measure, Measure]:
    """The length of a slice with the context and without it, by counting it anew each time."""
    if unit == "characters":
        return (lambda start, end: end - start + len(context)), characters_long
    if unit == "words":
        words, ahead = counted_words(text), len(counted_words(context))

        def count(start: int, end: int) -> int:
            return sum(low < end and high > start for low, high in words)

        return (lambda start, end: count(start, end) + ahead), count
    if vocabulary == "estimate":

        def four(characters: int) -> int:
            return max(1, int(characters / 4 + 0.5))

        return (lambda start, end: four(end - start + len(context))), (lambda start, end: four(end - start))

    def tokens(piece: str) -> int:
        return len(encoding(vocabulary).encode_ordinary(re.sub("[\ud800-\udfff]", "\ufffd", piece)))

    return (lambda start, end: tokens(context + text[start:end])), (lambda start, end: tokens(text[start:end]))


SCRIPT = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Khmer}\p{Lao}\p{Myanmar}]")
MARK = regex.compile(r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]")
BOUNDARY = regex.compile(r"\b", regex.WORD)


def counted_words(text: str) -> list[Pair]:
    """Run by run and place by place, as the docstring of counted_words.find says it."""
    return [pair for run in words_of(text, 0, len(text)) for pair in words_of_run(text, *run)]


def words_of_run(text: str, start: int, end: int) -> list[Pair]:
    """A boundary counts next to an unspaced script; pieces that say nothing go to the one before, or behind."""
    run = "".join("\u0301" if character in BEHIND else character for character in text[start:end])
    boundaries = {match.start() for match in BOUNDARY.finditer(run)}
    cuts = [start]
    for at in range(1, len(run)):
        before = at - 1
        while before > 0 and MARK.match(run[before]):
            before -= 1
        held = regex.match(HOLDS, run[at - 1])
        near = SCRIPT.match(run[before]) or SCRIPT.match(run[at])
        if near and at in boundaries and not held:
            cuts.append(start + at)
    found: list[Pair] = []
    for low, high in pairwise([*cuts, end]):
        if found and not (says(text[low:high]) and says(text[slice(*found[-1])])):
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def says(piece: str) -> bool:
    """Whether it holds a letter, a number or another sign of an unspaced script that is no punctuation."""
    return any(
        regex.match(r"[\p{L}\p{N}]", character)
        or (SCRIPT.match(character) and not regex.match(r"[\p{P}\p{M}]", character))
        for character in piece
        if character not in BEHIND
    )


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


def pack(
    text: str,
    units: Sequence[Pair],
    size: int,
    overlap: int,
    at_words: bool = False,
    measure: Measure = characters_long,
    body: Measure = characters_long,
    opened: Sequence[Pair] = (),
) -> list[Pair]:
    """As many units as fit, as the README says it; overlap by trying every unit, then every word, of the chunk.

    Of what was `opened`, the pieces begin a chunk where they are then parted in fewer places.
    """

    def fitting(start: int, new: int) -> int:
        last = new
        for row in range(new, len(units)):
            length = measure(start, units[row][1])
            last = row if length <= size else last
            if length > size + SURELY:
                break
        return last

    def parts(start: int, new: int, end: int) -> int:
        """Chunks that the units from `new` on take until `end`."""
        taken = 0
        while new < len(units) and units[new][0] < end:
            new = fitting(start, new) + 1
            start = units[new][0] if new < len(units) else start
            taken += 1
        return taken

    chunks: list[Pair] = []
    new = 0
    start = units[0][0] if units else 0
    while new < len(units):
        last = fitting(start, new)
        for low, high in opened:
            if units[new][0] < low <= units[last][0] and last + 1 < len(units) and units[last + 1][0] < high:
                first = next(row for row, unit in enumerate(units) if unit[0] == low)
                if parts(low, first, high) <= parts(units[last + 1][0], last + 1, high):
                    last = first - 1
                break
        end = units[last][1]
        new = last + 1
        chunks.append((start, end))
        if new == len(units):
            break
        after = units[new][1]
        begins = [
            first
            for first, _ in units
            if start < first < end and body(first, end) <= overlap and measure(first, after) <= size
        ]
        if not begins and at_words and overlap:
            starts = [first for first, _ in counted_words(text) if start < first < end]
            begins = [at for at in starts if body(at, end) <= overlap and measure(at, after) <= size]
        start = begins[0] if begins and overlap else units[new][0]
    return chunks


def windows_of_words(text: str, size: int, overlap: int) -> list[Pair]:
    """Windows of exactly `size` words, one step apart, until one holds the last word."""
    words = counted_words(text)
    found = []
    first = 0
    while first < len(words):
        own = words[first : first + size]
        found.append((own[0][0], own[-1][1]))
        if first + size >= len(words):
            break
        first += size - overlap
    return found


def windows_that_fit(text: str, size: int, overlap: int, measure: Measure, body: Measure) -> list[Pair]:
    """From each start the longest slice that fits, or one character; the next shares as much as it may."""
    found = []
    start = 0
    while start < len(text):
        end = start + 1
        for at in range(start + 1, len(text) + 1):
            length = measure(start, at)
            end = at if length <= size else end
            if length > size + SURELY:
                break
        if text[start:end].strip():
            found.append((start, end))
        if end == len(text):
            break
        begins = [at for at in range(start + 1, end) if body(at, end) <= overlap and measure(at, end + 1) <= size]
        start = begins[0] if begins and overlap else end
    return found


Finer = Callable[[str, int, int], list[Pair]]


def opened(text: str, unit: Pair, size: int, levels: Sequence[Finer], measure: Measure) -> list[Pair]:
    """`unit` whole if it fits, else its parts on the next level, each opened likewise."""
    if measure(*unit) <= size or not levels:
        return [unit]
    parts = levels[0](text, *unit)
    return [piece for part in parts for piece in opened(text, part, size, levels[1:], measure)]


def recursive_units(
    text: str, sentences: Sequence[Pair], size: int, keep_whole: str, measure: Measure = characters_long
) -> list[Pair]:
    """What the recursive strategy packs; `sentences` are those of the whole text."""

    def inside(_: str, start: int, end: int) -> list[Pair]:
        return [(low, high) for low, high in sentences if start <= low and high <= end]

    words = counted_words(text)

    def words_inside(_: str, start: int, end: int) -> list[Pair]:
        return [(max(low, start), min(high, end)) for low, high in words if low < end and high > start]

    finer: list[Finer] = [lines_of, words_inside, clusters_of]
    units, levels = (sentences, finer) if keep_whole == "sentences" else (paragraphs(text), [inside, *finer])
    return [piece for unit in units for piece in opened(text, unit, size, levels, measure)]


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


# --- structure -----------------------------------------------------------------------------------------------


def path_of(levels: Sequence[int], heading: int) -> list[int]:
    """The headings over one, itself the last: going back, each of a lower level than all since."""
    found = [heading] if heading >= 0 else []
    for number in range(heading - 1, -1, -1):
        if levels[number] < levels[found[0]]:
            found.insert(0, number)
    return found


def context_at(text: str, place: int, outline: Any, ahead: Callable[[str], int], size: int, title: str) -> str:
    """Title, heading path and table header over a place, as many of the innermost as take half of the room."""
    over = [row for row, (start, _) in enumerate(outline.headings) if start <= place]
    heading = over[-1] if over else -1
    path = path_of(outline.levels, heading)
    if path and place < int(outline.headings.ends[heading]):
        path = path[:-1]  # its own heading is in the body
    parts = [text[slice(*list(outline.labels)[number])] for number in path]
    captions = dict(outline.captions)
    for row, ((_, header_end), (_, table_end)) in enumerate(zip(outline.headers, outline.tables, strict=True)):
        if header_end <= place < table_end:
            parts += [text[slice(*captions[row])]] if row in captions else []
            parts.append(text[slice(*list(outline.headers)[row])])
    room = (size - ahead(title)) // 2
    while parts and ahead(title + "".join(f"{part}\n" for part in parts)) - ahead(title) > room:
        parts = parts[1:]
    return title + "".join(f"{part}\n" for part in parts)


def divided(text: str, unit: Pair, cuts: Iterable[int]) -> list[Pair]:
    """A unit divided at the cuts inside it, without blank ends."""
    places = [unit[0], *sorted({cut for cut in cuts if unit[0] < cut < unit[1]}), unit[1]]
    return [trimmed(text, low, high) for low, high in pairwise(places)]


def opened_section(text: str, unit: Pair, size: int, levels: Sequence[Callable[[Pair], Iterable[int]]],
                   measure: Measure) -> list[Pair]:  # fmt: skip
    """`unit` whole if it fits, else its parts on the next level, each opened likewise."""
    if measure(*unit) <= size or not levels:
        return [unit]
    parts = divided(text, unit, levels[0](unit))
    return [piece for part in parts for piece in opened_section(text, part, size, levels[1:], measure)]


def opening_levels(text: str, outline: Any, sentences: Sequence[Pair]) -> list[Callable[[Pair], Iterable[int]]]:
    """Where a section opens, from blocks to characters; a heading holds on to what follows it until words are cut."""
    headings = list(outline.headings)
    held = {trimmed(text, end, len(text))[0] for _, end in headings}
    words = counted_words(text)

    def free(cuts: Iterable[int]) -> list[int]:
        return [cut for cut in cuts if cut not in held and not any(low < cut < high for low, high in headings)]

    def within(pairs: Sequence[Pair], unit: Pair) -> list[Pair]:
        return [(max(low, unit[0]), min(high, unit[1])) for low, high in pairs if low < unit[1] and high > unit[0]]

    def starts(pairs: Iterable[Pair]) -> list[int]:
        return [low for low, _ in pairs]

    return [
        *(lambda _, cuts=cuts: free(cuts.tolist()) for cuts in outline.cuts),
        lambda _: free(starts(sentences)),
        lambda unit: free(starts(lines_of(text, *unit))),
        lambda _: starts(headings),
        lambda unit: free(starts(within(words, unit))),
        lambda _: held,
        lambda unit: starts(within(words, unit)),
        lambda unit: [low for word in within(words, unit) for low, _ in clusters_of(text, *word)],
    ]


def merged(
    text: str, sections: Sequence[Pair], outline: Any, under: int, size: int, measure: Measure, body: Measure
) -> list[Pair]:
    """Neighbours under one parent, each shorter than `under`, together as long as they fit."""

    def parent(section: Pair) -> int:
        """Of the last of the bare headings that a section begins with."""
        own = [row for row, (at, _) in enumerate(outline.headings) if at <= section[0]][-1:]
        while own:
            row = own[0]
            after = trimmed(text, list(outline.headings)[row][1], len(text))[0]
            bare = [low for low, _ in outline.headings].count(after) and after < section[1]
            if not bare or outline.levels[row + 1] <= outline.levels[row]:
                break
            own = [row + 1]
        return (path_of(outline.levels, own[0])[:-1] or [-1])[-1] if own else -2

    found: list[Pair] = []
    for row, section in enumerate(sections):
        before = sections[row - 1] if row else None
        short = before and body(*section) < under and body(*before) < under
        if before and short and parent(before) == parent(section) and measure(found[-1][0], section[1]) <= size:
            found[-1] = (found[-1][0], section[1])
        else:
            found.append(section)
    return found


def sections_of(text: str, outline: Any, max_level: int, join: bool = True) -> list[Pair]:
    """The text divided at headings of at most this level; a bare heading goes with the subsection under it."""
    starts = [start for (start, _), level in zip(outline.headings, outline.levels, strict=True) if level <= max_level]
    first, last = trimmed(text, 0, len(text))
    found: list[Pair] = divided(text, (first, last), starts) if first < last else []
    level_at = {start: level for (start, _), level in zip(outline.headings, outline.levels, strict=True)}
    heading_ends = dict(outline.headings)
    joined: list[Pair] = []
    bare = -1  # the level of the heading that the last section ends with, where it has nothing else
    for start, end in found:
        level = level_at.get(start, 0)
        if join and joined and 0 < bare < level:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
        bare = level if heading_ends.get(start) == end else -1
    return joined
