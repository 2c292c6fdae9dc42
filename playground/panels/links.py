"""A link that holds a text, or the id of a snapshot: what it says becomes the text of the page."""

from collections.abc import Mapping

from playground import Document, InputError
from playground.giving.contents import Contents
from playground.giving.shared_text import PARAMETER, unpack
from playground.panels import cache, session, source
from playground.spans import Spans
from playground.taking import loading
from playground.taking.converting import Converted
from playground.words import count

SNAPSHOT = "snapshot"  # its name in the address


def opened(address: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Take the text that an address holds or names. Returns the address with the settings of a snapshot beneath its
    own, and what is to be said."""
    parameters, store = dict(address), session.current()
    name = next((name for name in (SNAPSHOT, PARAMETER) if name in parameters), "")  # one that is cut off may be empty
    store.link = (name, parameters.get(name, ""))
    if not name:
        return parameters, ()
    said: tuple[str, ...] = ()
    if source.linked() is None:  # else it is known in this session, whatever has become of it since
        try:
            found = (_loaded if name == SNAPSHOT else unpack)(store.link[1])
        except InputError as error:
            return parameters, (str(error),)
        parameters, said = {**found.settings, **parameters}, _taken(found, store.link)
    parameters.pop("sample", None)
    return parameters, said


def _loaded(value: str) -> Contents:
    store = cache.snapshots()
    if store is None:
        raise InputError("This server keeps no snapshots, so the text of this link cannot be shown.")
    return store.load(value)


def _taken(found: Contents, link: tuple[str, str]) -> tuple[str, ...]:
    """Make it the text of the page; a text made by hand may hold what no text on the page does."""
    text, remarks = loading.tidied(found.text)
    said: tuple[str, ...] = ()
    if text != found.text and not (found.is_plain and not found.questions):
        lost = "What belongs to the text of the link is left out: the text had to be changed, so it means other places."
        found, said = Contents(text, found.name, settings=found.settings), (lost,)
    name = loading.printable(found.name or "Text of a link")
    document = Document(text, Spans.of(found.chunks) if found.chunks else None, found.ahead)
    pages = Converted(text, "pdf", (), found.pages) if found.pages else None
    remarks += [f"{count(len(found.chunks), 'chunk')} came with it: the strategy Yours."] if found.chunks else []
    source.put(source.Source(document, name, remarks=tuple(remarks), converted=pages, link=link))
    source.add_questions([one for one in found.questions if all(text[low:high].strip() for low, high in one.spans)])
    return said
