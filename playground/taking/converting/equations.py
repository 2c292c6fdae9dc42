"""Equations of Word (OMML: ECMA-376 Part 1, 22.1) -> LaTeX in one line, as Markdown has it between dollar signs.

Structure becomes commands, characters stay what they are: an alpha stays α, as a question writes it. What only sets
type (the size of brackets, italics) has no place here. An element that is not known, or not expected where it stands,
gives what is in it: no character is lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

_Piece = str | Element
Word = Callable[[Element], Iterable[str]]
"""Reads an element that is none of mathematics: a sign of a symbol font, a call of a footnote, a picture."""

# What Word puts into an equation from elsewhere: what is seen, and what is not but may be counted.
_SEEN = {"sym", "tab", "ptab", "br", "cr", "noBreakHyphen", "footnoteReference", "endnoteReference"}
_UNSEEN = {"commentReference", "drawing", "pict", "object", "del", "moveFrom"}
_SPACES = re.compile(r"[ \t\r\n]+")
_ESCAPED = str.maketrans({**{sign: f"\\{sign}" for sign in "{}%&#$"}, "\\": r"\backslash "})
# What is typed as x^2 and was never built up means a script, in LaTeX too; in plain words these are signs.
_SIGNS = str.maketrans({"_": r"\_", "^": r"\^{}", "~": r"\~{}"})
_FUNCTIONS = {
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
    "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh", "sup", "tan",
    "tanh",
}  # fmt: skip
_OPERATORS = {
    "∑": r"\sum", "∏": r"\prod", "∐": r"\coprod", "∫": r"\int", "∬": r"\iint", "∭": r"\iiint", "∮": r"\oint",
    "⋃": r"\bigcup", "⋂": r"\bigcap", "⋁": r"\bigvee", "⋀": r"\bigwedge", "⨁": r"\bigoplus", "⨂": r"\bigotimes",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "overline",
    "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot", "\u030c": "check", "\u20d6": "overleftarrow",
    "\u20d7": "vec", "\u20db": "dddot", "\u20e1": "overleftrightarrow", "^": "hat", "~": "tilde", "→": "vec",
}  # fmt: skip
_BRACES = {"⏟": "underbrace", "⏞": "overbrace"}
_ALPHABETS = {"double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak"}
_BARE = {"d", "rad", "acc", "bar", "borderBox"}  # what a script is set to without braces


def latex(equation: Element, word: Word) -> str:
    """The LaTeX of an equation (m:oMath), in one line and without the dollar signs; "" if it holds no text.

    The names in its tree are local ones, without namespaces; they are read in time that grows with the elements and
    characters, and without recursion, however deep they are.
    """
    filled = _filled(equation)
    text = _SPACES.sub(" ", "".join(_spaced(_written(equation, word, filled)))).strip(" ")
    return text if id(equation) in filled else ""


def _spaced(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, with a space between a command and a letter."""
    after_command = False
    for piece in pieces:
        if after_command and piece[:1].isalpha():
            yield " "
        yield piece
        after_command = piece.startswith("\\") and piece[1:].isalpha()


def _written(equation: Element, word: Word, filled: set[int]) -> Iterator[str]:
    """An equation in order: elements are replaced by their pieces until all of these are strings."""
    aligned: set[int] = set()  # ids of the texts in which & is no sign but a place to align
    waiting: list[_Piece] = [equation]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            if piece:
                yield piece
        elif piece.tag in _SEEN or piece.tag in _UNSEEN:
            yield from (_escaped(text) for text in word(piece))
        elif piece.tag == "t":
            text = _escaped(piece.text or "")
            yield text.replace("\\&", "&") if id(piece) in aligned else text
        elif piece.tag == "r":
            waiting.extend(reversed(_run(piece)))
        else:
            if piece.tag == "eqArr":
                aligned |= {id(each) for each in piece.iterfind("e/r/t")}
            waiting.extend(reversed(_laid_out(piece, filled)))


def _laid_out(element: Element, filled: set[int]) -> list[_Piece]:
    """The pieces of an element: what its layout takes, then the others, each once."""
    layout = _LAYOUTS.get(element.tag)
    pieces = layout(_Node(element, filled)) if layout else []
    used = {id(piece) for piece in pieces}
    return pieces + [each for each in _content(element) if id(each) not in used]


def _filled(equation: Element) -> set[int]:
    """The ids of the elements that hold text."""
    filled: set[int] = set()
    for each in reversed(list(equation.iter())):  # what is inside comes before what is around it
        if each.tag in _UNSEEN:
            continue
        is_text = (each.tag == "t" and each.text) or each.tag in _SEEN
        if is_text or any(id(inner) in filled for inner in _content(each)):
            filled.add(id(each))
    return filled


def _content(element: Element) -> list[Element]:
    """What is in an element, without properties; of contents for newer and older programs the first."""
    if element.tag == "AlternateContent":
        return element[:1]
    return [each for each in element if not each.tag.endswith("Pr")]


def _escaped(text: str) -> str:
    return text.translate(_ESCAPED)


def _text(run: Element) -> str:
    """The text of a run that holds nothing else, "" for what is none."""
    inner = _content(run)
    if run.tag != "r" or any(each.tag != "t" for each in inner):
        return ""
    return "".join(each.text or "" for each in inner).strip()


def _run(run: Element) -> list[_Piece]:
    inner: list[_Piece] = list(_content(run))
    text = _text(run)
    alphabet = run.find("rPr/scr")
    if run.find("rPr/nor") is not None:  # plain words
        words = [_escaped(each.text or "").translate(_SIGNS) if each.tag == "t" else each for each in _content(run)]
        return ["\\text{", *words, "}"]
    if text in _FUNCTIONS:
        return [f"\\{text}"]
    if alphabet is not None and alphabet.get("val") in _ALPHABETS:
        return [f"\\{_ALPHABETS[alphabet.get('val', '')]}{{", *inner, "}"]
    return inner


class _Node(NamedTuple):
    """An element and the ids of those that hold text."""

    element: Element
    filled: set[int]

    def setting(self, name: str, default: str) -> str:
        """A property as its attribute says it; `default` where there is no word of it."""
        found = self.element.find(f"{self.element.tag}Pr/{name}")
        return default if found is None else found.get("val", "")

    def sign(self, name: str, default: str) -> str:
        """A property that is one character, "" for none; no more of it, as it may be written many times."""
        return self.setting(name, default)[:1]

    def only(self, name: str) -> Element | None:
        """The one element inside the first of this name; None if there are none or several."""
        outer = self.element.find(name)
        inner = [] if outer is None else _content(outer)
        return inner[0] if len(inner) == 1 else None

    def bare(self, name: str) -> list[_Piece]:
        """The first element of this name."""
        found = self.element.find(name)
        return [] if found is None else [found]

    def group(self, name: str) -> list[_Piece]:
        """The same in braces."""
        return ["{", *self.bare(name), "}"]

    def script(self, sign: str, name: str) -> list[_Piece]:
        """A subscript or superscript; none if it is blank."""
        return [sign, *self.group(name)] if id(self.element.find(name)) in self.filled else []

    def scripts(self) -> list[_Piece]:
        return [*self.script("_", "sub"), *self.script("^", "sup")]

    def separated(self, name: str, sign: str) -> list[_Piece]:
        """All elements of this name, with a sign between two."""
        return [piece for each in self.element.findall(name) for piece in (sign, each)][1:]


# --- layouts: the pieces of an element by its name ---


def _accent(node: _Node) -> list[_Piece]:
    sign = node.sign("chr", "\u0302")
    command = _ACCENTS.get(sign, f"overset{{{_escaped(sign)}}}")
    return [f"\\{command}", *node.group("e")]


def _bar(node: _Node) -> list[_Piece]:
    return ["\\overline" if node.setting("pos", "bot") == "top" else "\\underline", *node.group("e")]


def _grouped(node: _Node) -> list[_Piece]:
    sign = node.sign("chr", "⏟")
    side = "over" if node.setting("pos", "bot") == "top" else "under"
    command = _BRACES.get(sign, f"{side}set{{{_escaped(sign)}}}")
    return [f"\\{command}", *node.group("e")]


def _delimited(node: _Node) -> list[_Piece]:
    begin, between, end = (
        _escaped(node.sign(name, sign)) for name, sign in (("begChr", "("), ("sepChr", "|"), ("endChr", ")"))
    )
    return [begin, *node.separated("e", between), end]


def _fraction(node: _Node) -> list[_Piece]:
    kind = node.setting("type", "bar")
    above, below = node.group("num"), node.group("den")
    if kind == "noBar":  # as in a binomial coefficient
        return ["{", *above, " \\atop ", *below, "}"]
    return [*above, "/", *below] if kind in {"lin", "skw"} else ["\\frac", *above, *below]


def _limit(node: _Node) -> list[_Piece]:
    """A script of a function or a brace, as LaTeX has it; else below or above what it is set to."""
    sign, side, brace = ("_", "under", "⏟") if node.element.tag == "limLow" else ("^", "over", "⏞")
    base = node.only("e")
    is_brace = base is not None and base.tag == "groupChr" and _Node(base, node.filled).sign("chr", "⏟") == brace
    if base is not None and (is_brace or _text(base) in _FUNCTIONS):
        return [*node.bare("e"), *node.script(sign, "lim")]
    return [f"\\{side}set", *node.group("lim"), *node.group("e")]


def _operator(node: _Node) -> list[_Piece]:
    sign = node.sign("chr", "∫")
    return [_OPERATORS.get(sign, _escaped(sign)), *node.scripts()]


def _phantom(node: _Node) -> list[_Piece]:
    return ["\\phantom", *node.group("e")] if node.setting("show", "1") in {"0", "off", "false"} else []


def _root(node: _Node) -> list[_Piece]:
    degree = node.script("", "deg")
    return ["\\sqrt", *(["[", *node.bare("deg"), "]"] if degree else []), *node.group("e")]


def _scripted(node: _Node) -> list[_Piece]:
    """What the scripts are set to stands in braces if they could be taken for those of its last character."""
    base = node.only("e")
    text = "" if base is None else _text(base)
    is_bare = base is not None and (base.tag in _BARE or len(text) == 1 or text.isdecimal() or text in _FUNCTIONS)
    return [*(node.bare("e") if is_bare else node.group("e")), *node.scripts()]


_LAYOUTS: dict[str, Callable[[_Node], list[_Piece]]] = {
    "acc": _accent,
    "bar": _bar,
    "borderBox": lambda node: ["\\boxed", *node.group("e")],
    "d": _delimited,
    "eqArr": lambda node: ["\\begin{aligned} ", *node.separated("e", " \\\\ "), " \\end{aligned}"],
    "f": _fraction,
    "func": lambda node: [*node.bare("fName"), " ", *node.bare("e")],
    "groupChr": _grouped,
    "limLow": _limit,
    "limUpp": _limit,
    "m": lambda node: ["\\begin{matrix} ", *node.separated("mr", " \\\\ "), " \\end{matrix}"],
    "mr": lambda node: node.separated("e", " & "),
    "nary": _operator,
    "phant": _phantom,
    "rad": _root,
    "sPre": lambda node: ["{}", *node.scripts()],
    "sSub": _scripted,
    "sSubSup": _scripted,
    "sSup": _scripted,
}
