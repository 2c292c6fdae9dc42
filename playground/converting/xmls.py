"""XML from a stranger -> a tree of plain names, without namespaces.

No entity is ever defined, so none can be expanded or fetched; depth and size are bounded. defusedxml, the usual guard,
refuses entities too but bounds neither.
"""

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from playground.errors import InputError
from playground.limits import MAX_XML_BYTES, MAX_XML_DEPTH


def parse(data: bytes, name: str) -> Element:
    """The tree of an XML document; elements and attributes have their local names.

    Raises InputError, with `name` of the file in it, for XML that is broken, defines entities, is longer than
    `MAX_XML_BYTES` or deeper than `MAX_XML_DEPTH`.
    """
    if len(data) > MAX_XML_BYTES:
        raise InputError(
            f"{name} holds a part of {len(data) / 2**20:.0f} MB; at most {MAX_XML_BYTES / 2**20:.0f} MB can be read."
        )
    growing = _Growing(name)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = growing.start
    parser.EndElementHandler = growing.end
    parser.CharacterDataHandler = growing.builder.data
    parser.EntityDeclHandler = growing.entity
    parser.ExternalEntityRefHandler = growing.entity
    try:
        parser.Parse(data, True)
    except InputError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError(f"{name} is broken: a part of it is no well-formed XML. Save or download it again.") from error
    return growing.builder.close()


class _Growing:
    """A tree while it is read."""

    def __init__(self, name: str) -> None:
        self.builder = TreeBuilder()
        self._name = name
        self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_XML_DEPTH:
            raise InputError(
                f"{self._name} holds elements nested more than {MAX_XML_DEPTH} deep, which no usual document has."
            )
        plain = {key.rpartition("}")[2]: value for key, value in attributes.items()} if attributes else {}
        self.builder.start(tag.rpartition("}")[2], plain)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self.builder.end(tag.rpartition("}")[2])

    def entity(self, *_: object) -> int:
        raise InputError(f"{self._name} defines XML entities, which can hide a trap, so it is not read.")
