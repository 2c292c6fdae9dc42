"""The elements of HTML: which are blocks, which close one another by themselves, which are no text of the page."""

import re
from collections.abc import Mapping

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "html", "legend", "li", "main", "nav", "ol",
    "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "menu", *HEADINGS,
}  # fmt: skip
INLINE = {"code", "tt", "kbd", "samp", "sup", "q"}  # those that leave a trace
CODE = {"code", "tt", "kbd", "samp"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
LISTS = {"ul", "ol", "menu"}
# Not shown, or shown but no text of the page. A form itself is read: some pages are one form from top to bottom.
_UNSEEN = {
    "script", "style", "title", "textarea", "template", "noscript", "iframe", "noembed", "noframes", "xmp", "svg",
    "canvas", "object", "audio", "video", "select", "datalist", "button", "label", "rt", "rp", "annotation",
    "annotation-xml", "del",
}  # fmt: skip
SECTIONS = {"article", "main", "section", "aside"}
ROLES = {"main": "main", "navigation": "nav", "search": "nav", "banner": "header", "contentinfo": "footer"}
# What a start tag ends, and what it does not look beyond.
ENDS = {
    "li": ({"li"}, {*LISTS, "table"}), "dt": ({"dt", "dd"}, {"dl"}), "dd": ({"dt", "dd"}, {"dl"}),
    "tr": ({"tr", "caption"}, {"table"}), "td": ({"td", "th", "caption"}, {"tr", "table"}),
    "th": ({"td", "th", "caption"}, {"tr", "table"}),
    **{name: ({"thead", "tbody", "tfoot", "caption"}, {"table"}) for name in ("thead", "tbody", "tfoot")},
}  # fmt: skip
IN_HEADINGS = {"div", "summary", "center", "hr"}  # where another block begins, a heading that is not closed ends
SCOPE = {"table", "td", "th", "caption"}  # an end tag closes nothing around them
_HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)


def is_unseen(tag: str, role: str, attributes: Mapping[str, str], count: Mapping[str, int]) -> bool:
    """Whether an element is not shown or no text of the page; `role`: what it is read as, `count`: what is open."""
    if tag == "button" and any(count[name] for name in (*HEADINGS, "dt", "summary")):
        return False  # a question that opens its answer
    return role in _UNSEEN or role == "nav" or (tag not in {"html", "body"} and is_hidden(attributes))


def is_hidden(attributes: Mapping[str, str]) -> bool:
    """Whether the attributes of an element say that it is not shown."""
    if attributes.get("hidden", "until-found").lower() != "until-found":
        return True
    return attributes.get("aria-hidden", "").lower() == "true" or bool(_HIDDEN.search(attributes.get("style", "")))
