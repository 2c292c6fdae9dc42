"""Equations of Word as LaTeX: every layout of the standard, and no character of an equation lost."""

import re
import sys
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.taking.converting.equations import latex
from tests.growth import assert_linear


def word(element: Element) -> Iterator[str]:
    yield {"sym": "µ", "br": "\n", "del": ""}[element.tag]


def written(content: str) -> str:
    return latex(fromstring(f"<oMath>{content}</oMath>"), word)


def r(text: str, properties: str = "") -> str:
    return f"<r><rPr>{properties}</rPr><t>{text}</t></r>"


def of(tag: str, properties: str = "", **parts: str) -> str:
    """An element; `parts`: its parts by name, "|" between several of one name."""
    inner = "".join(f"<{name}>{each}</{name}>" for name, text in parts.items() for each in text.split("|"))
    return f"<{tag}><{tag}Pr>{properties}<ctrlPr/></{tag}Pr>{inner}</{tag}>"


def val(name: str, value: str) -> str:
    return f'<{name} val="{value}"/>'


X, TWO = r("x"), r("2")
SQUARE = of("sSup", e=X, sup=TWO)
LIMIT = of("limLow", e=r("lim"), lim=r("n→∞"))


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (r("a=α+1"), "a=α+1"),
        (of("f", num=r("a+b"), den=r("c")), r"\frac{a+b}{c}"),
        (of("f", val("type", "lin"), num=r("a"), den=r("b")), "{a}/{b}"),
        (of("f", val("type", "skw"), num=r("a"), den=r("b")), "{a}/{b}"),
        (of("d", e=of("f", val("type", "noBar"), num=r("n"), den=r("k"))), r"({{n} \atop {k}})"),
        (SQUARE, "x^{2}"),
        (of("sSub", e=X, sub=r("max")), r"x_{\max}"),
        (of("sSubSup", e=X, sub=r("i"), sup=TWO), "x_{i}^{2}"),
        (of("sPre", sub=r("92"), sup=r("235"), e=r("U")), "{}_{92}^{235}U"),
        (of("sSup", e=r("10"), sup=r("6")), "10^{6}"),
        (of("sSup", e=r("ab"), sup=TWO), "{ab}^{2}"),
        (of("sSup", e=SQUARE, sup=TWO), "{x^{2}}^{2}"),
        (of("sSup", e=of("d", e=r("a+b")), sup=TWO), "(a+b)^{2}"),
        (of("sSup", e="", sup=TWO), "{}^{2}"),
        (of("sSup", e=X, sup=""), "x"),
        (of("rad", val("degHide", "1"), deg="", e=X), r"\sqrt{x}"),
        (of("rad", deg=r("3"), e=X), r"\sqrt[3]{x}"),
        (of("nary", val("chr", "∑"), sub=r("i=1"), sup=r("n"), e=X), r"\sum_{i=1}^{n}x"),
        (of("nary", sub="", sup="", e=X), r"\int x"),
        (of("nary", val("chr", "⨋"), sub=r("A"), sup="", e=X), "⨋_{A}x"),
        (of("d", e=f"{X}|{TWO}"), "(x|2)"),
        (of("d", val("begChr", "{") + val("endChr", ""), e=X), r"\{x"),
        (of("d", val("begChr", "⟨") + val("sepChr", ",") + val("endChr", "⟩"), e=f"{X}|{TWO}"), "⟨x,2⟩"),
        (of("m", mr=f"<e>{X}</e><e>{TWO}</e>|<e>{TWO}</e><e/>"), r"\begin{matrix} x & 2 \\ 2 & \end{matrix}"),
        (of("eqArr", e=f"{r('a&amp;=b')}|{r('&amp;=c')}"), r"\begin{aligned} a&=b \\ &=c \end{aligned}"),
        (of("func", fName=r("sin"), e=X), r"\sin x"),
        (of("func", fName=r("erf"), e=X), "erf x"),
        (of("func", fName=of("sSup", e=r("sin"), sup=TWO), e=X), r"\sin^{2} x"),
        (of("func", fName=LIMIT, e=X), r"\lim_{n→∞} x"),
        (of("limLow", e=r("argmin"), lim=X), r"\underset{x}{argmin}"),
        (of("limUpp", e=r("="), lim=r("def")), r"\overset{def}{=}"),
        (of("limLow", e=of("groupChr", e=r("a+b")), lim=r("c")), r"\underbrace{a+b}_{c}"),
        (
            of("limUpp", e=of("groupChr", val("chr", "⏞") + val("pos", "top"), e=X), lim=TWO),
            r"\overbrace{x}^{2}",
        ),
        (of("groupChr", val("chr", "→") + val("pos", "top"), e=X), r"\overset{→}{x}"),
        (of("acc", e=X), r"\hat{x}"),
        (of("acc", val("chr", "\u20d7"), e=X), r"\vec{x}"),
        (of("acc", val("chr", "★"), e=X), r"\overset{★}{x}"),
        (of("bar", val("pos", "top"), e=X), r"\overline{x}"),
        (of("bar", e=X), r"\underline{x}"),
        (of("box", e=X), "x"),
        (of("borderBox", e=X), r"\boxed{x}"),
        (of("phant", e=X), "x"),
        (of("phant", val("show", "0"), e=X), r"\phantom{x}"),
        (r(" if ", "<nor/>") + X, r"\text{ if }x"),
        (r("R", val("scr", "double-struck")), r"\mathbb{R}"),
        (r("R", val("scr", "roman")), "R"),
        (r("min") + X, r"\min x"),
        (r(r"{50%}$#&amp;\x"), r"\{50\%\}\$\#\&\backslash x"),
        (r("E=mc^2+x_1~y"), "E=mc^2+x_1~y"),
        (r("a_b^c~d%", "<nor/>"), r"\text{a\_b\^{}c\~{}d\%}"),
        ("<r><sym/><br/><t>a\n  b</t></r>", "µ a b"),
        (f"<del>{X}</del>", ""),
        (of("f", num="", den=""), ""),
        (f"<ins>{X}</ins><new><e>{TWO}</e></new>", "x2"),
        (f"<AlternateContent><Choice>{X}</Choice><Fallback>{TWO}</Fallback></AlternateContent>", "x"),
        (f"<f>{X}<den>{TWO}</den><den>{X}</den></f>", r"\frac{}{2}xx"),
        ("", ""),
    ],
)
def test_layouts(content: str, wanted: str) -> None:
    assert written(content) == wanted


def test_a_quadratic_formula() -> None:
    root = of("rad", deg="", e=of("sSup", e=r("b"), sup=TWO) + r("-4ac"))
    assert written(r("x=") + of("f", num=r("-b±") + root, den=r("2a"))) == r"x=\frac{-b±\sqrt{b^{2}-4ac}}{2a}"


# No character is lost

# Where the text of a layout comes in another order than in the file, it is only counted.
ORDERED = {
    "f": ["num", "den"], "sSup": ["e", "sup"], "sSub": ["e", "sub"], "sSubSup": ["e", "sub", "sup"],
    "sPre": ["sub", "sup", "e"], "rad": ["deg", "e"], "nary": ["sub", "sup", "e"], "d": ["e", "e"], "m": ["mr", "mr"],
    "mr": ["e", "e"], "func": ["fName", "e"], "acc": ["e"], "bar": ["e"], "eqArr": ["e", "e"], "groupChr": ["e"],
    "box": ["e"], "borderBox": ["e"], "phant": ["e"], "unknown": ["e", "x"], "oMath": [],
}  # fmt: skip
TURNED = {"limLow": ["e", "lim"], "limUpp": ["e", "lim"]}
SETTINGS = ["chr", "begChr", "sepChr", "endChr", "pos", "type", "show", "degHide"]
TEXT = st.text(st.sampled_from("abxα1 +=|&{}\\$#%_^~→\n") | st.characters(categories=["L", "N", "S"]), max_size=4)


@st.composite
def elements(draw: st.DrawFn, names: list[str], depth: int = 0) -> Element:
    """An element of any layout, with parts in any order, some missing, some strange."""
    tag = draw(st.sampled_from(names if depth < 3 else ["r"]))
    element = Element(tag)
    if tag == "r":
        if draw(st.booleans()):
            SubElement(SubElement(element, "rPr"), "nor")
        SubElement(element, "t").text = draw(TEXT | st.sampled_from(["sin", "lim", "max"]))
        return element
    properties = SubElement(element, f"{tag}Pr")
    for name in draw(st.lists(st.sampled_from(SETTINGS), max_size=2)):
        SubElement(properties, name, val=draw(st.sampled_from(["", "0", "top", "noBar", "lin", "∑", "⏟", "{"])))
    for name in {**ORDERED, **TURNED}[tag]:
        part = SubElement(element, draw(st.sampled_from([name] * 8 + ["e", "lim"])) if tag in ORDERED else name)
        part.extend(draw(st.lists(elements(names, depth + 1), max_size=2)))
    element.extend(draw(st.lists(elements(names, depth + 1), max_size=0 if depth else 2)))
    return element


def characters(element: Element) -> str:
    return re.sub(r"\s", "", "".join(each.text or "" for each in element.iter("t")))


def is_within(text: str, whole: str) -> bool:
    """Whether the characters stand in the whole, in this order."""
    rest = iter(whole)
    return all(sign in rest for sign in text)


@given(elements([*ORDERED, "r", "r"]))
def test_all_characters_are_there_in_order(element: Element) -> None:
    found = latex(element, word)
    names_in_place = all(
        [each.tag for each in outer if each.tag in {"e", "num", "den", "sub", "sup", "deg", "fName", "mr", "lim", "x"}]
        == ORDERED[outer.tag]
        for outer in element.iter()
        if outer.tag in ORDERED
    )
    if names_in_place:
        assert is_within(characters(element), found), tostring(element, "unicode")
    assert not re.search(r"  |[\t\r\n]", found)


@given(elements([*ORDERED, *TURNED, "r", "r"]))
def test_no_character_is_lost(element: Element) -> None:
    found = latex(element, word)
    for sign in set(text := characters(element)):
        assert found.count(sign) >= text.count(sign), tostring(element, "unicode")


@given(elements([*ORDERED, *TURNED, "r"]))
def test_braces_and_environments_are_balanced(element: Element) -> None:
    plain = re.sub(r"\\[{}]", "", latex(element, word))
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert plain.count(r"\begin{") == plain.count(r"\end{")


# Nothing takes for ever


def nested(tag: str, part: str, depth: int) -> Element:
    top = inner = Element("oMath")
    for _ in range(depth):
        inner = SubElement(SubElement(inner, tag), part)
    SubElement(SubElement(inner, "r"), "t").text = "x"
    return top


@pytest.mark.parametrize(("tag", "part"), [("f", "num"), ("sSup", "e"), ("nary", "sub"), ("d", "e"), ("new", "e")])
def test_depth_is_no_trouble(tag: str, part: str) -> None:
    assert latex(nested(tag, part, 10 * sys.getrecursionlimit()), word).count("x") == 1


@pytest.mark.parametrize(("tag", "part"), [("sSup", "sup"), ("eqArr", "e"), ("limLow", "e")])
def test_time_grows_with_the_depth(tag: str, part: str) -> None:
    assert_linear(lambda depth: latex(nested(tag, part, depth), word), 40_000)


def test_time_grows_with_the_width() -> None:
    def work(count: int) -> None:
        parts = "|".join([r("ab") + SQUARE] * count)
        content = of("d", val("sepChr", "," * count), e=parts) + of("eqArr", e=parts)
        assert written(content).count("x") == 2 * count

    assert_linear(work, 8_000)
