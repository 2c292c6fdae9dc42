"""Running heads and page numbers: lines at the edges of a PDF's pages that come again on most of them."""

import re
from collections import Counter

_DEPTH = 2  # lines looked at, from each edge of a page
_SHARE = 0.6  # of the pages
_FEWEST = 3  # pages
_NUMBER = re.compile(r"\d+")
_ONLY_NUMBER = re.compile(r"\W*\d{1,5}\W*")


def without(pages: list[str]) -> tuple[list[str], int]:
    """The pages without their running heads and feet and their page numbers, and how many lines those were.

    A line is one if, its numbers aside, the same stands at the same edge of at least 60 % of the pages that hold text
    (and of three), or if it is nothing but a number that grows by one from page to page.
    """
    removed = 0
    for edge in (0, -1):
        for _ in range(_DEPTH):
            pages, lines = _stripped(pages, edge)
            if not lines:
                break
            removed += lines
    return pages, removed


def _stripped(pages: list[str], edge: int) -> tuple[list[str], int]:
    """The pages without the first (`edge` 0) or last (-1) line, where that is a running one."""
    lines = [page.split("\n") for page in pages]
    keys = [_key(number, page[edge], len(page) == 1) for number, page in enumerate(lines)]
    counts = Counter(key for key in keys if key)
    full = sum(any(page) for page in lines)
    running = {key for key, number in counts.items() if number >= max(_FEWEST, _SHARE * full)}
    kept = []
    for page, key in zip(lines, keys, strict=True):
        if key in running:
            page = page[1:] if edge == 0 else page[:-1]
        kept.append("\n".join(page).strip("\n"))
    return kept, sum(key in running for key in keys)


def _key(page: int, line: str, is_all: bool) -> str:
    """What is the same in running lines; "" for a line that cannot be one, as words that are all a page has."""
    if _ONLY_NUMBER.fullmatch(line):
        (number,) = _NUMBER.findall(line)
        return f"number {int(number) - page}"
    return "line " + _NUMBER.sub("#", line) if not is_all and any(map(str.isalpha, line)) else ""
