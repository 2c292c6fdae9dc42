"""Running heads and page numbers: lines at the edges of a PDF's pages that come again on most of them.

A running head that stays is a blemish, a total or an account number that goes is a disaster. So a line goes only if it
is the same on most pages and stands apart from the text, or is the same but for a number that is the page's own; the
first copy of what has words stays, pages of few lines are left alone, and nothing goes if it would be more than a small
share of the text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from playground.taking.converting.parts import Left, tidy

_DEPTH = 2  # lines looked at, from each edge of a page
_SHARE = 0.6  # of the pages that hold text
_FEWEST = 3  # pages
_RUN = 5  # pages one after another whose numbers grow by one: enough, whatever the others have
_FEW_LINES = 8  # a page of fewer is left alone
_MOST = 0.1  # of all characters
_LONGEST = 160  # characters: more is no running head
_NUMBERS = 4  # in a line, that may be the page's own

_NUMBER = re.compile(r"(?<!\d)\d{1,5}(?!\d)|(?<!\w)(?:[ivxlc]{1,8}|[IVXLC]{1,8})(?!\w)")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
# What says that a number is that of a page: "Page 3", "Pumps, Page 3", "3 of 12"; not "end of page 3".
_PAGE_WORD = "page|pages|p|pp|pg|pag|página|pagina|seite|blatt|side|sida|sivu|strona|str|стр|страница"
_PAGE = re.compile(
    rf"(?:[^\w]*(?i:{_PAGE_WORD})|.*\b(?:Page|PAGE|Seite|SEITE|Página|Pagina|Страница))\b\.?\W{{0,3}}|.*第\s?"
)
_OF = re.compile(r"\s*(?:/|of|von|de|di|da|sur|van|av|af|z|из)\s*\d{1,5}\W*\Z", re.IGNORECASE)
_AFTER = re.compile(r"\s?(?:页|頁|ページ|페이지|쪽)")
_PARTED = re.compile(r"\s*[|·•]\s*(?=\w)")
_PARTING = re.compile(r"[|·•]\s*\Z")
_BARE = re.compile(r"[\s\-–—_.·•|()\[\]<>*~/]*")  # no sign of a currency, no per cent
_ENDED = re.compile(r"[.!?:;,…。！？][\"'”’»)\]]*\Z")
_RIGHTS = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)

_Key = tuple[str, str, int | None]  # what stands before and after the page's number, and the number less the page's


def without(pages: list[str]) -> tuple[list[str], list[Left]]:
    """The pages without their running heads and feet and their page numbers, and those lines, page after page.

    A line is a page number if it is nothing but a number, or says that it is one ("Page 3 of 12"), and the number grows
    by one from page to page: on five pages one after another or on 60 % of those that hold text (three at least). It is
    a running head or foot if the very same stands at the same edge of as many, a blank line apart from the text; the
    first copy stays.
    """
    lines = [page.split("\n") for page in pages]
    numbers, same = _found(lines)
    total = sum(map(len, pages))
    for going in (numbers | same, numbers):
        if sum(len(lines[page][row]) for page, row in going) <= _MOST * total:
            return _taken(pages, lines, going)
    return pages, []


def _taken(pages: list[str], lines: list[list[str]], going: set[tuple[int, int]]) -> tuple[list[str], list[Left]]:
    touched = {page for page, _ in going}
    kept = [
        tidy("\n".join(line for row, line in enumerate(lines[number]) if (number, row) not in going))
        if number in touched
        else page
        for number, page in enumerate(pages)
    ]
    return kept, [Left(page + 1, lines[page][row]) for page, row in sorted(going)]


def _found(lines: list[list[str]]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Page and row of the lines that are page numbers, and of those that are the same on many pages."""
    numbers: set[tuple[int, int]] = set()
    same: set[tuple[int, int]] = set()
    seen: set[_Key] = set()
    rows = [[row for row, line in enumerate(page) if line.strip()] for page in lines]
    for inwards in (rows, [page[::-1] for page in rows]):
        for page, keys in _edge(lines, inwards).items():
            may_go = len(rows[page]) >= _FEW_LINES
            for depth, key in enumerate(keys):
                if may_go and key[2] is not None:
                    numbers.add((page, inwards[page][depth]))
                elif may_go and key in seen and _is_apart(inwards[page][depth : len(keys) + 1]):
                    same.add((page, inwards[page][depth]))
                seen.add(key)
    return numbers, same


def _is_apart(rows: list[int]) -> bool:
    """Whether a blank line stands between some of the rows, the last of which is the first of the text."""
    return any(abs(row - other) > 1 for row, other in pairwise(rows))


def _edge(lines: list[list[str]], inwards: list[list[int]]) -> dict[int, list[_Key]]:
    """The running lines at one edge: page -> their keys, from the edge `inwards`, as the rows of each page are."""
    full = [number for number, page in enumerate(inwards) if page]
    found: dict[int, list[_Key]] = defaultdict(list)
    at = full  # the pages whose outer lines are all running ones
    for depth in range(_DEPTH):
        here = [(page, lines[page][inwards[page][depth]].strip()) for page in at if len(inwards[page]) > depth]
        matched = _running(here, full)
        for page, key in matched.items():
            found[page].append(key)
        at = list(matched)
    return {page: found[page] for page in sorted(found)}


def _running(lines: list[tuple[int, str]], full: list[int]) -> dict[int, _Key]:
    """The pages, of those with their lines given, whose line is a running one, and its key. `full`: all with text."""
    places: dict[_Key, list[int]] = defaultdict(list)
    for page, line in lines:
        for key in _keys(page, line):
            places[key].append(page)
    order = {page: number for number, page in enumerate(full)}
    found: dict[int, _Key] = {}
    for key, pages in places.items():
        if len(pages) >= max(_FEWEST, _SHARE * len(full)):
            running = pages
        else:
            running = _in_a_row(pages, order) if key[2] is not None else []
        for page in running:
            found.setdefault(page, key)
    return {page: found[page] for page, _ in lines if page in found}


def _in_a_row(pages: list[int], order: dict[int, int]) -> list[int]:
    """Those of the pages, ascending, that stand in a row of at least five; pages without text break none."""
    rows: list[list[int]] = []
    for page in pages:
        if rows and order[page] == order[rows[-1][-1]] + 1:
            rows[-1].append(page)
        else:
            rows.append([page])
    return [page for row in rows if len(row) >= _RUN for page in row]


def _keys(page: int, line: str) -> Iterator[_Key]:
    """What a running line has in common with those of other pages, for each way in which it may be one."""
    if len(line) > _LONGEST:
        return
    for number, found in enumerate(_NUMBER.finditer(line)):
        before, after = line[: found.start()], line[found.end() :]
        if number < _NUMBERS and _is_of_page(before, after):
            yield before, after, _value(found[0]) - page
    if any(map(str.isalpha, line)) and (not _ENDED.search(line) or _RIGHTS.search(line)):
        yield line, "", None


def _is_of_page(before: str, after: str) -> bool:
    """Whether what stands around a number lets it be that of a page."""
    is_first, is_last = bool(_BARE.fullmatch(before)), bool(_BARE.fullmatch(after))
    if (is_first and is_last) or _AFTER.match(after):
        return True
    if _PAGE.fullmatch(before) and (is_last or _OF.match(after)):
        return True
    if is_first and (_OF.match(after) or _PARTED.match(after)):
        return True
    return is_last and bool(_PARTING.search(before))


def _value(number: str) -> int:
    """An Arabic or a Roman number; what is no proper one gets some value, and no others in a row with it."""
    if number.isdecimal():
        return int(number)
    digits = [_ROMAN[sign] for sign in number.lower()]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))
