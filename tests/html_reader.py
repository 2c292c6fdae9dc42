"""An HTML file as a browser reads it: its elements, and the text inside some of them."""

from html.parser import HTMLParser
from typing import NamedTuple

VOID = {"meta", "br", "img", "link", "input"}


class Element(NamedTuple):
    """One element: its tag, its attributes, and all text inside it."""

    tag: str
    attributes: dict[str, str]
    texts: list[str]

    @property
    def text(self) -> str:
        return "".join(self.texts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, [])
        self.found.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(Element(tag, {name: value or "" for name, value in attrs}, []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, "elements nest"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:40]!r}")


def read(page: str) -> list[Element]:
    """All elements in the order of their start tags. Fails where they do not nest."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader.found


def of_class(elements: list[Element], name: str) -> list[Element]:
    """Those with this class."""
    return [one for one in elements if name in one.attributes.get("class", "").split()]
