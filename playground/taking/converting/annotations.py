"""What is written onto the pages of a PDF: free texts, which are seen and read; comments and form fields, counted."""

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from playground.taking.converting.parts import tidy

if TYPE_CHECKING:
    from pypdf import PageObject

_MOST = 1_000  # of a page
_HIDDEN = 0b10  # flag of an annotation that is not shown
_COMMENTS = {"/Text", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut", "/Caret", "/Popup", "/Stamp", "/Ink"}


class Annotations(NamedTuple):
    """Of a page: the tidy free texts, and how many comments with words and filled fields of forms there are."""

    texts: tuple[str, ...] = ()
    comments: int = 0
    fields: int = 0


def annotations(page: "PageObject") -> Annotations:
    """What is written onto a page, its first 1,000 annotations; nothing where that is broken."""
    texts: list[str] = []
    comments = fields = 0
    try:
        listed: Any = cast(Any, page.get("/Annots"))
        for each in list(listed.get_object() if listed is not None else ())[:_MOST]:
            found: Any = each.get_object()
            kind, words = found.get("/Subtype"), _words(found.get("/Contents"))
            if int(found.get("/F", 0)) & _HIDDEN:
                continue
            if kind == "/FreeText" and words:
                texts.append(words)
            comments += kind in _COMMENTS and bool(words)
            fields += kind == "/Widget" and bool(_words(_inherited(found, "/V")))
    except Exception:  # a broken file makes any of them; the text of the page may be sound
        return Annotations(tuple(texts), comments, fields)
    return Annotations(tuple(texts), comments, fields)


def _words(content: Any) -> str:
    """A text; "" for what is none, as the state of a button."""
    content = content.get_object() if hasattr(content, "get_object") else content
    return tidy(content).strip() if isinstance(content, str) and not content.startswith("/") else ""


def _inherited(field: Any, key: str) -> Any:
    """A value of a field, or of the one that it is a part of."""
    if key in field or "/Parent" not in field:
        return field.get(key)
    return field["/Parent"].get(key)
