"""DOCX -> Markdown: headings by style, lists with their numbers, tables, footnotes, text boxes, equations.

Of tracked changes the text is what it would be if all were accepted.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from playground.errors import InputError
from playground.limits import MAX_NESTED
from playground.taking.converting.archive import Archive, is_outside
from playground.taking.converting.equations import latex
from playground.taking.converting.markdown import Writer, joined, raised
from playground.taking.converting.numbering import Numbering, Styles, number_of, value
from playground.taking.converting.parts import Read, tidy
from playground.taking.converting.symbols import sign
from playground.taking.converting.tables import table_remarks
from playground.taking.converting.xmls import parse
from playground.words import count

_MAIN = "word/document.xml"
_RELATIONS = "_rels/.rels"
# What stands around other content and is nothing itself.
_AROUND = {
    "sdt", "sdtContent", "ins", "moveTo", "smartTag", "customXml", "hyperlink", "fldSimple", "dir", "bdo", "r",
    "ruby", "rubyBase", "object", "Choice", "Fallback",
}  # fmt: skip
_CHARACTERS = {"tab": " ", "ptab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_DELETED = {"del", "moveFrom"}
_INSERTED = {"ins", "moveTo"}
_EQUATIONS = {"oMath", "oMathPara"}
_DIAGRAMS = {"chart", "relIds"}
_MARKER = re.compile(r"\d{1,9}[.)]")  # of a list, in Markdown
_SPACES = re.compile(r"[ \t\n]*\n[ \t\n]*|[ \t]+")


def is_docx(archive: Archive) -> bool:
    """Whether an archive is a Word document: by its main part."""
    return _main_part(archive) in archive


def read(archive: Archive) -> Read:
    """The text of a Word document and what was left out. Raises InputError for one that is broken or too long."""
    reader = _Reader(archive, _main_part(archive))
    reader.document()
    return Read(
        tidy(joined(reader.writer.blocks)),
        [
            *_remarks(archive, reader.found),
            *table_remarks(reader.writer.opened.total(), reader.writer.flattened.total()),
        ],
    )


def _main_part(archive: Archive) -> str:
    """The path of the document itself; that of another kind of file ends otherwise."""
    if _MAIN in archive or _RELATIONS not in archive or "[Content_Types].xml" not in archive:
        return _MAIN
    for each in parse(archive.read(_RELATIONS), archive.budget).iter("Relationship"):
        target = posixpath.normpath(each.get("Target", "").lstrip("/"))
        if each.get("Type", "").endswith("/officeDocument") and re.fullmatch(r"word/[^/]+\.xml", target):
            return "" if is_outside(target) else target
    return _MAIN


class _Reader:
    def __init__(self, archive: Archive, main: str) -> None:
        self.writer = Writer(archive.name)
        self.found: Counter[str] = Counter()
        self._archive = archive
        self._main = main
        self._refuse_late = archive.budget.refuse_late
        self._styles = Styles(self._part("styles"))
        self._numbering = Numbering(self._part("numbering"))
        self._levels: list[int] = []  # of the open list items
        self._notes: list[tuple[str, str]] = []  # kind and id, in the order in which the text calls them
        self._boxes: list[Element] = []  # text boxes of the paragraph that is read
        self._before = ""  # what was read last
        self._held = ""  # text of a paragraph whose end was deleted: the next one goes on

    def _part(self, name: str) -> Element | None:
        path = posixpath.join(posixpath.dirname(self._main), f"{name}.xml")
        return parse(self._archive.read(path), self._archive.budget) if path in self._archive else None

    def document(self) -> None:
        """All of it: the body, then the notes."""
        self._blocks(self._body())
        self._end_list()
        self._write_notes()

    def _body(self) -> Element:
        body = parse(self._archive.read(self._main), self._archive.budget).find("body")
        if body is None:
            raise InputError(f"{self._archive.name} is broken: it has no body. Open it in Word and save it again.")
        return body

    def _write_notes(self) -> None:
        kinds = {kind: self._part(f"{kind}s") for kind in {kind for kind, _ in self._notes}}
        notes = {(kind, each.get("id", "")): each for kind, tree in kinds.items() if tree is not None for each in tree}
        if not self._notes:
            return
        self.writer.rule()
        self.writer.open_list()
        for number, key in enumerate(self._notes, 1):  # notes that notes call are not read
            if key in notes:
                self.writer.open_item(f"{number}. ")
                self._nested(notes[key])
                self.writer.close_inner()
        self.writer.close_list()

    # --- blocks ---

    def _blocks(self, parent: Element) -> None:
        self._refuse_late()
        for each in parent:
            if each.tag == "p":
                self._paragraph(each)
            elif each.tag == "tbl":
                self._table(each)
            elif each.tag == "AlternateContent":
                self._blocks(_alternative(each))
            elif each.tag in _AROUND:
                self.found["insertion"] += each.tag in _INSERTED
                self._blocks(each)
            elif each.tag in _EQUATIONS:
                self._write(_tidied("".join(self._equations(each))), 0, None, 0)
            else:
                self._count(each)
        if self._held:
            self._write(self._held.strip(), 0, None, 0)
            self._held = ""

    def _nested(self, parent: Element) -> None:
        """Blocks with lists of their own."""
        outer, self._levels = self._levels, []
        self._blocks(parent)
        self._end_list()
        self._levels = outer

    def _paragraph(self, paragraph: Element) -> None:
        self._refuse_late()
        properties = paragraph.find("pPr")
        style = self._styles.of(value(None if properties is None else properties.find("pStyle")))
        if style.is_contents:
            self.found["line"] += 1
            return
        outer, self._boxes = self._boxes, []
        text = _tidied(self._held + "".join(self._words(paragraph)))
        is_deleted = properties is not None and properties.find("rPr/del") is not None
        self._held = f"{text} " if is_deleted and text else ""
        number = number_of(properties) or style.number
        if text and not is_deleted:
            label = self._numbering.label(number) if number is not None and number[0] != "0" else None
            self._write(text, style.level or _outline(properties), label, number[1] if number else 0)
        boxes, self._boxes = self._boxes, outer
        for box in boxes:
            self._nested(box)

    def _write(self, text: str, level: int, label: str | None, depth: int) -> None:
        if level:
            self._end_list()
            self.writer.heading(f"{label} {text}" if label else text, level)
        elif label is None:
            self._end_list()
            self.writer.text(text)
        else:
            self._open_item(label, depth)
            is_marker = not label or _MARKER.fullmatch(label)
            self.writer.text(text if is_marker else f"{label} {text}")

    def _open_item(self, label: str, depth: int) -> None:
        if not self._levels:
            self.writer.open_list()
        while self._levels and self._levels[-1] >= depth:
            self._levels.pop()
            self.writer.close_inner()
        self._levels.append(depth)
        self.writer.open_item(f"{label} " if _MARKER.fullmatch(label) else "- ")

    def _end_list(self) -> None:
        if self._levels:
            for _ in self._levels:
                self.writer.close_inner()
            self.writer.close_list()
            self._levels = []

    def _table(self, table: Element) -> None:
        self._end_list()
        is_open = self.writer.tables < MAX_NESTED
        if is_open:
            self.writer.open_table()
        for row in _inner(table, "tr"):
            properties = row.find("trPr")
            if properties is not None and properties.find("del") is not None:
                self.found["deletion"] += 1
            elif is_open:
                self.writer.open_row()
                self._row(row, properties)
            else:
                for cell in _inner(row, "tc"):
                    self._nested(cell)
        if is_open:
            self.writer.close_table()

    def _row(self, row: Element, properties: Element | None) -> None:
        head = properties is not None and properties.find("tblHeader") is not None
        before = value(None if properties is None else properties.find("gridBefore"))
        if before:
            self.writer.open_cell(head, _columns(before))
        for cell in _inner(row, "tc"):
            of_cell = cell.find("tcPr")
            self.writer.open_cell(head, _columns(value(None if of_cell is None else of_cell.find("gridSpan"))))
            merged = None if of_cell is None else of_cell.find("vMerge")
            if merged is None or value(merged) == "restart":  # else it is the cell above that reaches down here
                self._nested(cell)

    # --- words ---

    def _words(self, parent: Element) -> Iterator[str]:
        is_raised = parent.tag == "r" and value(parent.find("rPr/vertAlign")) == "superscript"
        for each in parent:
            self._refuse_late()
            for text in self._word(each):
                yield raised(self._before, text) if is_raised else text
                self._before = text or self._before

    def _word(self, element: Element) -> Iterator[str]:
        tag = element.tag
        if tag == "t":
            yield element.text or ""
        elif tag in _CHARACTERS:
            yield " " if element.get("type") in {"page", "column"} else _CHARACTERS[tag]
        elif tag == "sym":
            found = sign(element.get("font", ""), element.get("char", ""))
            self.found["sign"] += not found
            yield found
        elif tag in _NOTES:
            self._notes.append((_NOTES[tag], element.get("id", "")))
            self.found["note"] += 1
            yield f"[{len(self._notes)}]"
        elif tag == "AlternateContent":
            yield from self._words(_alternative(element))
        elif tag in {"drawing", "pict"}:
            self._picture(element)
        elif tag in _EQUATIONS:
            yield from self._equations(element)
        elif tag in _AROUND:
            self.found["insertion"] += tag in _INSERTED
            if tag == "r" and _is_hidden(element):
                self.found["hidden"] += sum(len(each.text or "") for each in element.iter("t"))
            else:
                yield from self._words(element)
            if tag == "object":
                self._picture(element)
        else:
            self._count(element)

    def _equations(self, element: Element) -> Iterator[str]:
        """An equation in a line of text, or those of a paragraph of equations, each a line of its own."""
        is_paragraph = element.tag == "oMathPara"
        for each in element if is_paragraph else [element]:
            if not each.tag.endswith("Pr") and (written := latex(each, self._word)):
                self.found["equation"] += 1
                yield f"\n$${written}$$\n" if is_paragraph else f"${written}$"
        # Marks of insertions that hold nothing stand in properties.
        self.found["insertion"] += sum(each.tag in _INSERTED and len(each) > 0 for each in element.iter())

    def _picture(self, element: Element) -> None:
        """A drawing: its text boxes are read behind the paragraph."""
        boxes = list(element.iter("txbxContent"))
        inner = {id(below) for box in boxes for below in box.iter("txbxContent") if below is not box}
        self._boxes += [box for box in boxes if id(box) not in inner]
        self.found["diagram"] += sum(each.tag in _DIAGRAMS for each in element.iter())

    def _count(self, element: Element) -> None:
        self.found["deletion"] += element.tag in _DELETED
        self.found["comment"] += element.tag == "commentReference"


def _alternative(element: Element) -> Element:
    """What to read of contents that are there for newer and older programs: the first."""
    return next(iter(element), element)


def _inner(parent: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, those inside content controls too."""
    for each in parent:
        if each.tag == tag:
            yield each
        elif each.tag in _AROUND:
            yield from _inner(each, tag)


def _outline(properties: Element | None) -> int:
    outline = value(None if properties is None else properties.find("outlineLvl"))
    return min(int(outline) + 1, 6) if outline in set("012345678") else 0


def _columns(number: str) -> int:
    return int(number) if number.isdecimal() and len(number) < 4 else 1


def _is_hidden(run: Element) -> bool:
    """Whether the text of a run is not shown."""
    vanish = run.find("rPr/vanish")
    return vanish is not None and value(vanish) not in {"0", "false", "off"}


def _tidied(text: str) -> str:
    """A paragraph with all white space single spaces and line ends."""
    return _SPACES.sub(lambda match: "\n" if "\n" in match[0] else " ", text).strip(" \n")


def _remarks(archive: Archive, found: Counter[str]) -> list[str]:
    """What was left out and moved, in sentences."""
    images = sum("/media/" in name for name in archive.names)
    around = sum(bool(re.fullmatch(r"word/(?:header|footer)\d*\.xml", name)) for name in archive.names)
    left = {"image": images, **{noun: found[noun] for noun in ("comment", "diagram", "line")}}
    left["part"], left["character"], left["sign"] = around, found["hidden"], found["sign"]
    what = {
        "line": " of a table of contents",
        "part": " with the headers and footers of pages",
        "character": " of hidden text",
        "sign": " that only their font knows",
    }
    sentences = []
    if some := [count(number, noun) + what.get(noun, "") for noun, number in left.items() if number]:
        sentences.append(f"Left out: {', '.join(some)}.")
    if found["equation"]:
        sentences.append(f"Written as LaTeX, between dollar signs: {count(found['equation'], 'equation')}.")
    if found["note"]:
        sentences.append(f"The text of {count(found['note'], 'footnote')} stands at the end, as a numbered list.")
    if found["deletion"] or found["insertion"]:
        changes = f"{count(found['deletion'], 'deletion')} left out, {count(found['insertion'], 'insertion')} kept"
        sentences.append(f"Of the tracked changes {changes}.")
    return sentences
