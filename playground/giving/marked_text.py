"""A text with its chunks in place, as HTML without script: each character of the text once, and escaped.

What is not of the text (numbers, what stands ahead) is in attributes, from which the style sheet draws it, so that a
text copied from the file is the text.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

import numpy as np

from playground.judging.report import Report
from playground.spans import Offsets
from playground.words import count

MOST_CHARACTERS = 1_000_000  # shown: a file of a few MB, which mail takes
MOST_CHUNKS = 10_000  # marked: a mark is some 150 bytes
LONGEST_AHEAD = 200  # characters shown of what stands ahead of a chunk
TIGHT = 16  # characters a chunk: with fewer, numbers over the line would cover one another
# HTML takes no control character: their pictures stand for them, one form for those that have none. Half characters
# are in no file.
_SIGNS = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
_SIGNS |= dict.fromkeys(range(0x80, 0xA0), 0x2426) | dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


class Marked(NamedTuple):
    """HTML of the text up to `end` (code points), with the marks of the first `chunks` chunks."""

    html: str
    end: int
    chunks: int


def shown(text: str) -> str:
    """`text` as a page can hold it, a sign for each control character but tab and line feed; as many code points."""
    return text.translate(_SIGNS)


def escaped(text: str) -> str:
    """`text` as the content of an element or of a quoted attribute."""
    return escape(shown(text))


def marked_text(report: Report, most_characters: int = MOST_CHARACTERS, pages: Offsets | None = None) -> Marked:
    """The text of a report up to `most_characters` and MOST_CHUNKS chunks; it ends with the last chunk that is whole
    in it, or, where the first is longer, in that one. pages: the page that each chunk begins on, shape (n,)."""
    end, chunks = _bounds(report, most_characters)
    parts = "".join(_parts(report, end, chunks, pages))
    tight = " tight" if report.spans.lengths.sum() < TIGHT * len(report) else ""
    return Marked(f'<div class="text{tight}" tabindex="0" role="region" aria-label="Text">{parts}</div>', end, chunks)


def _bounds(report: Report, most: int) -> tuple[int, int]:
    whole = int(np.searchsorted(report.spans.ends, most, side="right"))
    if whole == len(report) and whole <= MOST_CHUNKS:
        return min(len(report.document), most), whole
    chunks = min(max(whole, 1), MOST_CHUNKS)
    return min(int(report.spans.ends[chunks - 1]), most), chunks


def _parts(report: Report, end: int, chunks: int, pages: Offsets | None) -> Iterator[str]:
    """The text between all edges, each piece in a span that says whether it is in one chunk (odd, even) or in more."""
    text = report.document.text
    starts, ends = report.spans.starts[:chunks], report.spans.ends[:chunks]
    edges = np.unique(np.concatenate([[0, end], starts, ends]))
    edges = edges[edges <= end]
    first = np.searchsorted(ends, edges, side="right")  # the first chunk that ends behind each edge
    begun = np.searchsorted(starts, edges, side="right")
    places = zip(edges.tolist(), edges[1:].tolist(), first.tolist(), begun.tolist(), strict=False)
    done = 0
    for left, right, row, after in places:
        for new in range(done, after):
            yield _mark(report, new, pages)
        done = after
        piece = escaped(text[left:right])
        kind = "" if after == row else "both" if after - row > 1 else "even" if row % 2 else "odd"
        yield f'<span class="{kind}">{piece}</span>' if kind else piece


def _mark(report: Report, row: int, pages: Offsets | None) -> str:
    """The mark at the start of a chunk: its number, its size, its page, and what stands ahead of it."""
    page = 0 if pages is None else int(pages[row])
    over = report.reason(row) if report.over_limit[row] else ""
    said = [f"Chunk {row + 1:,}: {count(int(report.sizes[row]), report.noun)}", over]
    kinds = ["cut", *(["inside"] if report.inside[row] else []), *(["over"] if over else [])]
    said += ["begins inside a sentence"] if report.inside[row] else []
    said += [f"page {page:,}"] if page else []
    about = escaped("; ".join(filter(None, said)))
    mark = f'<i class="{" ".join(kinds)}" id="c{row + 1}" data-n="{row + 1}" title="{about}"></i>'
    if pages is not None and page and (not row or pages[row - 1] != page):  # the first one that begins on it
        mark = f'<i class="page" data-page="page {page:,}"></i>{mark}'
    ahead = report.contexts.texts[int(report.rows_of_contexts[row])]
    if ahead:
        line = " › ".join(ahead.splitlines())
        line = line if len(line) <= LONGEST_AHEAD else f"{line[:LONGEST_AHEAD]}…"
        mark += f'<i class="ahead" data-ahead="{escaped(line)}"></i>'
    return mark
