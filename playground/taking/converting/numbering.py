"""What a Word document says of its paragraphs by style and number: which are headings, and the labels of items."""

import re
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

LEVELS = 9  # of a list in Word
_HEADING = re.compile(r"heading (\d)")
_CONTENTS = re.compile(r"toc \d")
_PLACE = re.compile(r"%([1-9])")
_ROMAN = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
]  # fmt: skip
_LONGEST_CHAIN = 10  # styles based on one another; they may make a circle
_HIGHEST = 3_999  # Roman numbers end here


class Style(NamedTuple):
    """A paragraph style. level: as a heading, from 1, or 0. number: list and level of its items, or None."""

    level: int
    is_contents: bool  # a line of a table of contents
    number: tuple[str, int] | None


class _Own(NamedTuple):
    """What a style itself says: `level` None where it does not say, `base` the id of the style it is based on."""

    level: int | None
    is_contents: bool
    number: tuple[str, int] | None
    base: str


class Styles:
    """The paragraph styles of a document, by id; `tree` is its styles part, None if it has none. It is not kept."""

    def __init__(self, tree: Element | None) -> None:
        self._own = {} if tree is None else {each.get("styleId", ""): _own(each) for each in tree.iter("style")}
        self._found: dict[str, Style] = {}

    def of(self, key: str) -> Style:
        """The style of this id: a heading by its name (English in every language of Word) or by its outline level,
        its own or that of a style it is based on."""
        if key not in self._found:
            self._found[key] = self._resolved(key)
        return self._found[key]

    def _resolved(self, key: str) -> Style:
        level: int | None = None
        number: tuple[str, int] | None = None
        for _ in range(_LONGEST_CHAIN):
            own = self._own.get(key)
            if own is None:
                break
            if own.is_contents:
                return Style(0, True, None)
            level = own.level if level is None else level
            number = number or own.number
            key = own.base
        return Style(level or 0, False, number)


def _own(element: Element) -> _Own:
    name = value(element.find("name")).lower()
    properties = element.find("pPr")
    is_contents = _CONTENTS.fullmatch(name) is not None
    return _Own(_level(name, properties), is_contents, number_of(properties), value(element.find("basedOn")))


def _level(name: str, properties: Element | None) -> int | None:
    """The level that a style itself says; 0 for text, None where it does not say."""
    outline = value(None if properties is None else properties.find("outlineLvl"))
    if len(outline) == 1 and outline.isdecimal():
        return min(int(outline) + 1, 6) if outline != "9" else 0
    if name == "title":
        return 1
    match = _HEADING.fullmatch(name)
    return min(int(match[1]), 6) if match else None


def value(element: Element | None) -> str:
    """What an element says in its attribute "val"; "" if there is none."""
    return "" if element is None else element.get("val", "")


def number_of(properties: Element | None) -> tuple[str, int] | None:
    """The list (its id, "0" for none) and the level that properties of a paragraph name."""
    numbered = None if properties is None else properties.find("numPr")
    if numbered is None or not value(numbered.find("numId")):
        return None
    level = value(numbered.find("ilvl"))
    return value(numbered.find("numId")), min(int(level), LEVELS - 1) if level.isdecimal() else 0


@dataclass
class _Level:
    format: str = "decimal"
    text: str = "%1."
    start: int = 1


class Numbering:
    """The lists of a document, counted as its paragraphs go by; `tree` is its numbering part, None if it has none."""

    def __init__(self, tree: Element | None) -> None:
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}  # id -> the abstract one, which several share and count together
        self._restarts: dict[str, dict[int, int]] = {}  # id -> level -> where it starts anew
        self._counts: dict[str, list[int | None]] = {}
        if tree is None:
            return
        for each in tree.iter("abstractNum"):
            levels = {_whole(level.get("ilvl", "")): _read_level(level) for level in each.iter("lvl")}
            self._abstract[each.get("abstractNumId", "")] = levels
        for each in tree.iter("num"):
            key = each.get("numId", "")
            self._lists[key] = value(each.find("abstractNumId"))
            overrides = ((_whole(one.get("ilvl", "")), one.find("startOverride")) for one in each.iter("lvlOverride"))
            self._restarts[key] = {level: _whole(value(start)) for level, start in overrides if start is not None}

    def label(self, number: tuple[str, int]) -> str | None:
        """Count one paragraph of a list: its label ("3.", "(a)", "2.1"), "" for a bullet, None if it has none."""
        key, at = number
        abstract = self._lists.get(key)
        if abstract is None:
            return None
        levels = self._abstract.get(abstract, {})
        counts = self._counts.setdefault(abstract, [None] * LEVELS)
        level = levels.get(at, _Level())
        now = counts[at]
        restart = self._restarts[key].pop(at, None)
        counts[at] = restart if restart is not None else level.start if now is None else now + 1
        counts[at + 1 :] = [None] * (LEVELS - at - 1)
        if level.format == "bullet":
            return ""
        if level.format == "none":
            return None
        return _PLACE.sub(lambda match: _place(int(match[1]) - 1, counts, levels), level.text).strip() or None


def _place(at: int, counts: list[int | None], levels: dict[int, _Level]) -> str:
    level = levels.get(at, _Level())
    now = counts[at]
    return written(level.start if now is None else now, level.format)


def _read_level(element: Element) -> _Level:
    start = element.find("start")
    return _Level(
        value(element.find("numFmt")) or "decimal",
        value(element.find("lvlText")),
        1 if start is None else _whole(value(start)),
    )


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def written(number: int, form: str) -> str:
    """A number in one of Word's forms; those that are not known here are decimal."""
    if form == "decimalZero":
        return f"{number:02}"
    letters = ""
    if form.endswith("Letter") and number > 0:
        letters = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 9)  # a ... z, aa, bb
    elif form.endswith("Roman") and 0 < number <= _HIGHEST:
        left = number
        for worth, sign in _ROMAN:
            letters += sign * (left // worth)
            left %= worth
    return (letters.upper() if form.startswith("upper") else letters) or str(number)
