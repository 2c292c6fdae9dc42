"""Signs that Word names by their place in a font of signs -> the characters that they are.

The places of Symbol are those of Adobe's Symbol encoding; of Wingdings there are only the signs that texts use.
"""

_PRIVATE = range(0xE000, 0xF900)  # a place in a font of signs is written as one of these
_UPPER = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"
_LOWER = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
_SYMBOL = {
    **dict(enumerate(_LOWER, 0x20)),
    0xA0: "€",
    **dict(enumerate(_UPPER, 0xA1)),
    **dict(enumerate("〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭", 0xF1)),
}
_WINGDINGS = {
    0x28: "☎", 0x2A: "✉", 0x4A: "☺", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x76: "❖", 0x9F: "•",
    0xA7: "▪", 0xA8: "◻", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def sign(font: str, code: str) -> str:
    """The sign at a place of a font, which `code` gives in hexadecimal digits; "" for one that is not known."""
    try:
        place = int(code, 16)
        known = _FONTS.get(font.strip().lower())
        if known is not None:
            return known.get(place - 0xF000 if place in _PRIVATE else place, "")
        return "" if place in _PRIVATE else chr(place)
    except (ValueError, OverflowError):
        return ""
