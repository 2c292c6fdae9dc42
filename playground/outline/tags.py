"""HTML source -> its texts and tags, in time that grows with its length only.

The parser of the standard library is not used: in Python 3.11.7, for one, its time grows with the square of what is
left open ("<!--" 80,000 times takes 45 s), and it raises on some declarations. Here whatever is left open ends with
the source, so no place is looked at twice.
"""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

# Elements whose content is no markup; what is in them is no text of the page either.
_RAW = {"script", "style", "title", "textarea", "iframe", "noembed", "noframes", "noscript", "xmp"}
_RAW_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}

_TEXT = re.compile(r"(?:[^<]+|<(?![A-Za-z/!?]))+")
_NAME = re.compile(r"[A-Za-z][^\s/>]*")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]*))?")
_CLOSE = re.compile(r"[\s/]*>")


class Token(NamedTuple):
    """A text, or a tag: `text` is then its name in lower case. `closed`: a start tag that ends its element ("/>").

    start, end: where it stands in the source.
    """

    kind: Literal["text", "start", "end"]
    text: str
    start: int
    end: int
    attributes: Mapping[str, str] = {}
    closed: bool = False


def tokens(source: str) -> Iterator[Token]:
    """The texts and tags of `source` in order, without comments, declarations and the content of scripts and such."""
    at = 0
    while at < len(source):
        if match := _TEXT.match(source, at):
            at = match.end()
            yield Token("text", unescaped(match[0]), *match.span())
        elif source.startswith("<![CDATA[", at):
            end = _find(source, "]]>", at)
            yield Token("text", source[at + 9 : end], at + 9, end)
            at = end + 3
        elif source.startswith("<!--", at):
            at = _find(source, "-->", at + 2) + 3  # "<!-->" is a whole comment
        elif source.startswith(("<!", "<?"), at):
            at = _find(source, ">", at) + 1
        else:
            token, at = _tag(source, at)
            yield token
            if token.kind == "start" and token.text in _RAW and not token.closed:
                found = _RAW_ENDS[token.text].search(source, at)
                at = found.start() if found else len(source)


def unescaped(text: str) -> str:
    """`text` with the characters that its references stand for."""
    if "&" not in text:
        return text
    try:
        return html.unescape(text)
    except ValueError:  # a number of more than 4,300 digits
        return text


def _find(source: str, mark: str, at: int) -> int:
    found = source.find(mark, at)
    return len(source) if found < 0 else found


def _tag(source: str, at: int) -> tuple[Token, int]:
    """The tag at `at` and where it ends. One that is never closed is text, up to the end of the source."""
    is_end = source.startswith("</", at)
    name = _NAME.match(source, at + 1 + is_end)
    if name is None:  # "</>" or "</ 3": no element has such a name
        end = _find(source, ">", at) + 1
        return Token("end", "", at, end), end
    attributes: dict[str, str] = {}
    place = name.end()
    while (close := _CLOSE.match(source, place)) is None:
        match = _ATTRIBUTE.match(source, place)
        if match is None:
            return Token("text", unescaped(source[at:]), at, len(source)), len(source)
        attributes.setdefault(match[1].lower(), unescaped((match[2] or "").strip("\"'")))
        place = match.end()
    if is_end:
        return Token("end", name[0].lower(), at, close.end()), close.end()
    closed = source[close.end() - 2] == "/"
    return Token("start", name[0].lower(), at, close.end(), attributes, closed), close.end()
