"""EPUB -> Markdown: the parts of the book in their order, each by the reader of HTML."""

import posixpath
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from playground.errors import InputError
from playground.limits import MAX_PARTS
from playground.taking.converting import hypertext
from playground.taking.converting.archive import Archive, is_outside
from playground.taking.converting.encoding import decoded
from playground.taking.converting.parts import Progress, Read, Steps, refuse_too_long
from playground.taking.converting.xmls import parse
from playground.words import count

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_MIMETYPE = b"application/epub+zip"
_PAGES = {"application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/xml", "text/xml"}
# Fonts are scrambled by these; text never is.
_OF_FONTS = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}


class _Part(NamedTuple):
    path: str
    kind: str  # media type
    missing: str = ""  # the name of one that the book does not list


def is_epub(archive: Archive) -> bool:
    """Whether an archive is a book: by its container, or by what it says it is."""
    return _CONTAINER in archive or ("mimetype" in archive and archive.read("mimetype").strip() == _MIMETYPE)


def read(archive: Archive, progress: Progress | None = None) -> Read:
    """The text of a book and what was left out.

    Raises InputError for a book that is broken as a whole, whose text is encrypted, or that is too long.
    """
    named = list(_spine(archive))
    once = list(dict.fromkeys(named))  # a spine may name a part any number of times
    spine = once[:MAX_PARTS]
    _refuse_encrypted(archive, spine)
    texts: list[str] = []
    left: Counter[str] = Counter()
    broken: list[tuple[str, InputError]] = []
    size = 0
    steps = Steps(progress, len(spine), "parts")
    for number, part in enumerate(spine):
        if not part.kind or part.kind in _PAGES:
            try:
                source = _source(archive, part.path)
            except InputError as error:
                broken.append((posixpath.basename(part.path) or "a part without a name", error))
            else:
                text, missing = hypertext.markdown(source, archive.budget, whole=True)
                left += missing
                texts += [text] if text else []
                size += len(text)
                refuse_too_long(size, archive.name)
        steps.done(number + 1)
    if broken and not texts:
        raise broken[-1][1]
    others = sum(bool(part.kind) and part.kind not in _PAGES for part in spine)
    remarks = [*_not_read(len(named), len(once)), *_remarks(len(spine), [name for name, _ in broken], others)]
    return Read("\n\n".join(texts), [*remarks, *hypertext.left_out(left)])


def _not_read(named: int, once: int) -> list[str]:
    remarks = []
    if once > MAX_PARTS:
        remarks.append(f"Only the first {MAX_PARTS:,} of {once:,} parts of the book were read.")
    if named > once:
        again = count(named - once, "time")
        remarks.append(f"Left out: parts that the book names again, {again}; each was read once.")
    return remarks


def _source(archive: Archive, path: str) -> str:
    if path not in archive:
        raise InputError(f"{archive.name} is broken: a part that it names is not in it. Download it again.")
    return decoded(archive.read(path), path)[0]


def _remarks(parts: int, broken: list[str], others: int) -> list[str]:
    remarks = []
    if broken:
        some = ", ".join(broken[:3]) + (" ..." if len(broken) > 3 else "")
        remarks.append(f"{len(broken):,} of the {count(parts, 'part')} of the book could not be read: {some}.")
    if others:
        remarks.append(f"Left out: {count(others, 'part')} of the book without text, as pictures.")
    return remarks


# The package


def _spine(archive: Archive) -> Iterator[_Part]:
    path = _package(archive)
    if path not in archive:
        raise InputError(f"{archive.name} is broken: it does not say which parts the book has. Download it again.")
    package = parse(archive.read(path), archive.budget)
    items = {each.get("id", ""): each for each in package.iter("item")}
    for reference in package.iter("itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None:
            yield _Part("", "", reference.get("idref", ""))
        elif "nav" not in item.get("properties", "").split():  # a table of contents
            yield _Part(_resolved(path, item.get("href", "")), item.get("media-type", "").strip().lower())


def _package(archive: Archive) -> str:
    """The path of the package document; "" if there is none."""
    if _CONTAINER in archive:
        for root in parse(archive.read(_CONTAINER), archive.budget).iter("rootfile"):
            return root.get("full-path", "")
    return next((name for name in archive.names if name.lower().endswith(".opf")), "")


def _resolved(base: str, href: str) -> str:
    """The member that `href` in the document `base` names; "" if that is none of the archive."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(href.split("#")[0])))
    return "" if is_outside(path) else path


def _refuse_encrypted(archive: Archive, spine: list[_Part]) -> None:
    if _ENCRYPTION not in archive:
        return
    paths = {part.path for part in spine}
    for each in parse(archive.read(_ENCRYPTION), archive.budget).iter("EncryptedData"):
        methods = {method.get("Algorithm", "") for method in each.iter("EncryptionMethod")}
        targets = {_resolved("", target.get("URI", "")) for target in each.iter("CipherReference")}
        if targets & paths and not methods <= _OF_FONTS:
            raise InputError(f"{archive.name} is protected (DRM): its text is encrypted and cannot be read.")
