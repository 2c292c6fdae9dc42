"""XML from a stranger -> a tree of plain names, without namespaces.

No entity is ever defined, so none can be expanded or fetched; depth and size are bounded. defusedxml, the usual guard,
refuses entities too but bounds neither.
"""

from functools import lru_cache
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from playground.errors import InputError
from playground.limits import MAX_XML_BYTES, MAX_XML_DEPTH
from playground.taking.converting.parts import Budget

_NAMES = 1_000  # of elements and attributes, kept at hand; Word has some hundred
_REVISIONS = ("rsid", "paraId", "textId")  # attributes by which Word tells who wrote what when: often most of all


def parse(data: bytes, budget: Budget) -> Element:
    """The tree of an XML document; elements and attributes have their local names, revision ids are left out.

    Raises InputError, with the name of the file in it, for XML that is broken, defines entities, is longer than
    `MAX_XML_BYTES` or deeper than `MAX_XML_DEPTH`, or takes more than is left of the budget.
    """
    if len(data) > MAX_XML_BYTES:
        raise InputError(
            f"{budget.name} holds a part of {len(data) / 10**6:.0f} MB; "
            f"at most {MAX_XML_BYTES / 10**6:.0f} MB can be read."
        )
    growing = _Growing(budget)
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
        raise InputError(
            f"{budget.name} is broken: a part of it is no well-formed XML. Save or download it again."
        ) from error
    return growing.builder.close()


class _Growing:
    """A tree while it is read."""

    def __init__(self, budget: Budget) -> None:
        self.builder = TreeBuilder()
        self._budget = budget
        self._local = lru_cache(_NAMES)(_local)  # and elements share their names
        self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_XML_DEPTH:
            raise InputError(
                f"{self._budget.name} holds elements nested more than {MAX_XML_DEPTH} deep, "
                "which no usual document has."
            )
        local = self._local
        plain = {name: value for key, value in attributes.items() if not (name := local(key)).startswith(_REVISIONS)}
        self._budget.take_element(len(plain))
        self.builder.start(self._local(tag), plain)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self.builder.end(self._local(tag))

    def entity(self, *_: object) -> int:
        raise InputError(f"{self._budget.name} defines XML entities, which can hide a trap, so it is not read.")


def _local(name: str) -> str:
    return name.rpartition("}")[2]
