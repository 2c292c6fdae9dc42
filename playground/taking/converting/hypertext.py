"""HTML -> Markdown: its headings, paragraphs, lists, tables and code, without what is only there for the browser.

`markdown` reads a page in one pass over its tags, so that neither a deep nor a broken one is a trouble: elements that
HTML closes by itself (p, li, td ...) are closed, end tags of what is not open are passed over.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from playground.limits import MAX_NESTED
from playground.outline.tags import Token, tokens
from playground.taking.converting.elements import (
    BLOCKS,
    CODE,
    ENDS,
    HEADINGS,
    IN_HEADINGS,
    INLINE,
    LISTS,
    ROLES,
    SCOPE,
    SECTIONS,
    VOID,
    is_hidden,
    is_unseen,
)  # fmt: skip
from playground.taking.converting.markdown import Writer, joined, raised
from playground.taking.converting.parts import Budget, tidy
from playground.taking.converting.tables import Block, table_remarks
from playground.words import count

_LONGEST_HEADING = 300  # characters: more is a heading that was never closed
_FARTHEST = 200  # elements a start tag looks beyond for what it ends
_DEEPEST = 256  # elements inside one another; what is deeper is read as if it stood there

_BREAK = "\x0b"  # a line end that is meant; those of the source are spaces
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|brush:)-?\s*([\w+#.-]+)")
# A part is the page's main part if this share of the text outside headers and footers is in it.
_MAIN_SHARE = 0.1
_ARTICLE_SHARE = 0.5


def markdown(source: str, budget: Budget, whole: bool = False) -> tuple[str, Counter[str]]:
    """The text of a page, and counts of what was left out or changed.

    These are "images", and "words" for those of them that are described; "links", whose addresses are left out;
    characters "around" the text (menus, headers, footers), "outside" the main part, and "hidden"; tables that were
    "opened" and "flattened", as `Writer` says.

    Of a page with a main part (main, or articles that hold most of it) only that; else all but its headers and
    footers, whose h1 stay. `whole`: all of it, for a page of a book. Raises InputError, with the name of the file in
    it, for one that is too long or takes too long.
    """
    reader = _Reader(budget.name)
    for token in tokens(source):
        budget.refuse_late()
        reader.take(token)
    reader.close()
    blocks = reader.writer.blocks
    kept = blocks if whole else _main_part(blocks)
    regions = {block.region for block in kept}
    for name, tables in (("opened", reader.writer.opened), ("flattened", reader.writer.flattened)):
        reader.left[name] += sum(number for region, number in tables.items() if region in regions)
    if len(kept) < len(blocks):
        banners = sum(len(block.text) for block in blocks if block.region == "banner")
        banners -= sum(len(block.text) for block in kept if block.region == "banner")
        reader.left["around"] += banners
        reader.left["outside"] += _length(blocks) - _length(kept) - banners
    return tidy(joined(kept)), reader.left


def left_out(left: Counter[str]) -> list[str]:
    """What was left out, in sentences."""
    remarks = []
    if left["around"]:
        characters = count(left["around"], "character")
        remarks.append(f"Left out around the main part: {characters} of menus, headers, footers and the like.")
    if left["outside"]:
        remarks.append(f"Left out: {count(left['outside'], 'character')} of other text outside the main part.")
    if left["hidden"]:
        remarks.append(f"Left out: {count(left['hidden'], 'character')} of hidden text and controls of forms.")
    if left["images"]:
        remarks.append(f"Left out: {count(left['images'], 'image')}{_described(left['images'], left['words'])}.")
    if left["links"]:
        remarks.append(f"The words of {count(left['links'], 'link')} were kept, not the addresses.")
    return remarks + table_remarks(left["opened"], left["flattened"])


def _described(images: int, words: int) -> str:
    """How many of the images are described by words, which were kept."""
    if not words:
        return ""
    if words == images:
        return "; its description was kept" if images == 1 else "; their descriptions were kept"
    return f"; the description of {words:,} was kept" if words == 1 else f"; the descriptions of {words:,} were kept"


def _length(blocks: Iterable[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def _main_part(blocks: list[Block]) -> list[Block]:
    body = [block for block in blocks if block.region != "banner"]
    for region, share in (("main", _MAIN_SHARE), ("article", _ARTICLE_SHARE)):
        part = [block for block in body if block.region == region]
        if part and _length(part) >= share * _length(body):
            return part
    if not body:
        return blocks
    return [block for block in blocks if block.region != "banner" or block.text.startswith("# ")]


class _Reader:
    def __init__(self, name: str) -> None:
        self.writer = Writer(name)
        self.left: Counter[str] = Counter()
        self._open: list[tuple[str, str]] = []  # tag, and what it is read as
        self._count: Counter[str] = Counter()  # open elements by tag
        self._roles: Counter[str] = Counter()  # and by what they are read as
        self._unseen = self._banner = -1  # where in the open ones the outermost one of these kinds is
        self._words: list[str] = []
        self._marks: list[int] = []  # where in the words the open inline elements began
        self._numbers: list[int] = []  # of the open lists: the next number, -1 without
        self._tables: list[bool] = []  # of the open tables, the outermost first: whether the writer was told
        self._language = ""  # of the code in the open pre

    # --- what the source says ---

    def take(self, token: Token) -> None:
        if token.kind == "text":
            self._text(token.text)
        elif token.kind == "start":
            self._start(token)
        elif self._count[token.text]:
            self._end(token.text)
        elif token.text in {"p", "br"} and self._unseen < 0:
            self._flush()

    def close(self) -> None:
        while self._open:
            self._pop()
        self._flush()

    def _text(self, text: str) -> None:
        if self._unseen < 0:
            self._words.append(text)
        elif self._open[self._unseen][1] == "nav":
            self.left["around"] += len(text.strip())
        elif self._open[self._unseen][1] not in {"svg", "rt", "rp", "annotation"}:
            self.left["hidden"] += len(text.strip())

    def _start(self, token: Token) -> None:
        tag, attributes = token.text, token.attributes
        if tag in VOID:
            if self._unseen < 0:
                self._void(tag, attributes)
            return
        role = ROLES.get(attributes.get("role", ""), tag)
        unseen = is_unseen(tag, role, attributes, self._count)
        if tag in BLOCKS:
            self._end_before(tag)
            self._flush()
        if unseen or self._unseen >= 0 or tag in BLOCKS or tag in INLINE or role != tag:
            if not token.closed or tag in BLOCKS:
                self._push(tag, role, unseen, attributes)
            if token.closed and tag in BLOCKS:
                self._end(tag)
        elif tag == "a" and attributes.get("href", "").strip()[:1] not in {"", "#"}:
            self.left["links"] += 1

    def _end(self, tag: str) -> None:
        """Close the innermost element of this name, and what was left open in it."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                while len(self._open) > place:
                    self._pop()
                return
            if self._open[place][0] in SCOPE and tag not in {"table", "tr", "thead", "tbody", "tfoot", "body", "html"}:
                return

    def _end_before(self, tag: str) -> None:
        """Close what a start tag closes: a paragraph before any block, and items, cells and rows before the next."""
        ends, scope = ENDS.get(tag, (set(), SCOPE))
        if tag in BLOCKS and tag not in ENDS:
            ends = {"p"} if tag in IN_HEADINGS else {"p", *HEADINGS}
        if not any(self._count[name] for name in ends):
            return
        first = len(self._open)
        for place in range(first - 1, max(-1, first - _FARTHEST), -1):
            if self._open[place][0] in scope:
                break
            if self._open[place][0] in ends:
                first = place
        while len(self._open) > first:
            self._pop()

    def _push(self, tag: str, role: str, unseen: bool, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= _DEEPEST:
            return
        if self._unseen < 0 and unseen:
            self._unseen = len(self._open)
        if self._banner < 0 and role in {"header", "footer"} and not any(self._roles[name] for name in SECTIONS):
            self._banner = len(self._open)
        self._open.append((tag, role))
        self._count[tag] += 1
        self._roles[role] += 1
        if self._unseen < 0:
            self._begin(tag, attributes)

    def _pop(self) -> None:
        tag, role = self._open[-1]
        if self._unseen < 0:
            self._finish(tag)
        self._open.pop()
        self._count[tag] -= 1
        self._roles[role] -= 1
        if self._unseen == len(self._open):
            self._unseen = -1
        if self._banner == len(self._open):
            self._banner = -1

    # --- what it means ---

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in INLINE:
            self._marks.append(len(self._words))
        elif tag == "pre":
            self._language = _language(attributes)
        elif tag in LISTS:
            self._numbers.append(_number(attributes, "start", 1) if tag == "ol" else -1)
            self.writer.open_list()
        elif tag == "li":
            self.writer.open_item(self._marker(attributes))
        elif tag == "blockquote":
            self.writer.open_quotation()
        elif tag == "table":
            self._tables.append(len(self._tables) < MAX_NESTED)
            if self._tables[-1]:
                self.writer.open_table()
        elif tag == "tr" and self._tables and self._tables[-1]:
            self.writer.open_row()
        elif tag in {"td", "th"} and self._tables and self._tables[-1]:
            head = tag == "th" or self._count["thead"] > 0
            self.writer.open_cell(head, _number(attributes, "colspan", 1), _number(attributes, "rowspan", 1))
        if tag in CODE and self._count["pre"]:
            self._language = self._language or _language(attributes)

    def _finish(self, tag: str) -> None:
        if tag in INLINE:
            self._trace(tag, self._marks.pop())
        elif tag == "pre":
            self.writer.code("".join(self._words).replace("\r\n", "\n"), self._language, self._region())
            self._words.clear()
            self._marks = [0] * len(self._marks)
        else:
            self._flush()
        if tag in {"li", "blockquote"}:
            self.writer.close_inner()
        elif tag in LISTS:
            self._numbers.pop()
            self.writer.close_list()
        elif tag == "table" and self._tables.pop():
            self.writer.close_table(self._region())

    def _void(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "br":
            self._words.append("\n" if self._count["pre"] else _BREAK)
        elif tag == "hr":
            self._end_before(tag)
            self._flush()
            self.writer.rule(self._region())
        elif tag == "img" and not is_hidden(attributes):
            words = attributes.get("alt", "").strip()
            self.left["images"] += 1
            self.left["words"] += bool(words)
            self._words.append(words)

    def _flush(self) -> None:
        """What was collected is a block: a heading if one is open, or a paragraph."""
        if not self._words or self._unseen >= 0 or self._count["pre"]:
            return
        text = _SPACE.sub(" ", "".join(self._words))
        self._words.clear()
        self._marks = [0] * len(self._marks)
        level = next((level for tag, level in HEADINGS.items() if self._count[tag]), 0)
        if level and len(text) <= _LONGEST_HEADING:
            self.writer.heading(text.replace(_BREAK, " "), level, self._region())
        else:
            lines = [line.strip(" ") for line in text.split(_BREAK)]
            self.writer.text("\n".join(line for line in lines if line), self._region())

    def _trace(self, tag: str, mark: int) -> None:
        """What an inline element leaves: ticks around code, a caret ahead of a power, quotes."""
        text = _SPACE.sub(" ", "".join(self._words[mark:])).strip(" ")
        if not text or self._count["pre"]:
            return
        if tag in CODE and sum(self._count[name] for name in CODE) == 1:
            ticks = "``" if "`" in text else "`"
            space = " " if text[0] == "`" or text[-1] == "`" else ""
            self._words[mark:] = [ticks, space, text, space, ticks]
        elif tag == "q":
            self._words[mark:] = ['"', text, '"']
        elif tag == "sup" and mark:
            self._words[mark:] = [raised(self._words[mark - 1], text)]

    def _marker(self, attributes: Mapping[str, str]) -> str:
        number = self._numbers[-1] if self._numbers else -1
        if number < 0:
            return "- "
        number = _number(attributes, "value", number)
        self._numbers[-1] = number + 1
        return f"{number}. "

    def _region(self) -> str:
        if self._roles["main"]:
            return "main"
        if self._banner >= 0:
            return "banner"
        return "article" if self._roles["article"] else "body"


def _number(attributes: Mapping[str, str], name: str, default: int) -> int:
    """A number of at most nine digits, as Markdown's lists can have."""
    value = attributes.get(name, "").strip()
    return int(value) if value.isdecimal() and len(value) < 10 else default


def _language(attributes: Mapping[str, str]) -> str:
    found = _LANGUAGE.search(attributes.get("class", ""))
    return found[1] if found else ""
