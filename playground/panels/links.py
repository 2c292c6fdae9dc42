"""A link that holds a text, or the id of a snapshot: what it says becomes the text of the page."""

from collections.abc import Mapping

from playground import Document, InputError
from playground.giving.contents import Contents
from playground.giving.shared_text import PARAMETER, unpack
from playground.panels import cache, session, source
from playground.taking import loading

SNAPSHOT = "snapshot"  # its name in the address


def opened(address: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Take the text that an address holds or names. Returns the address with the settings of a snapshot beneath its
    own, and what is to be said."""
    parameters, store = dict(address), session.current()
    name = next((name for name in (SNAPSHOT, PARAMETER) if parameters.get(name)), "")
    store.link = (name, parameters.get(name, ""))
    if not name:
        return parameters, ()
    said: tuple[str, ...] = ()
    if source.linked() is None:  # else it is known in this session, whatever has become of it since
        try:
            found = (_loaded if name == SNAPSHOT else _unpacked)(store.link[1])
        except InputError as error:
            return parameters, (str(error),)
        parameters, said = {**found.settings, **parameters}, _taken(found, store.link)
    parameters.pop("sample", None)
    return parameters, said


def _unpacked(value: str) -> Contents:
    text, asked, name = unpack(value)
    return Contents(text, name, asked)


def _loaded(value: str) -> Contents:
    store = cache.snapshots()
    if store is None:
        raise InputError("This server keeps no snapshots, so the text of this link cannot be shown.")
    return store.load(value)


def _taken(found: Contents, link: tuple[str, str]) -> tuple[str, ...]:
    """Make it the text of the page; a text made by hand may hold what no text on the page does."""
    text, remarks = loading.tidied(found.text)
    name = loading.printable(found.name or "Text of a link")
    source.put(source.Source(Document(text), name, remarks=tuple(remarks), link=link))
    if text != found.text and found.questions:
        return ("The questions of the link are left out: its text had to be changed, so they mean other places.",)
    source.add_questions([one for one in found.questions if all(text[low:high].strip() for low, high in one.spans)])
    return ()
