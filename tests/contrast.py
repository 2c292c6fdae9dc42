"""The contrast of text to what is painted below it, for the scripts of the browser tests."""

LEAST = 4.5  # for text of any size: WCAG 2.1, level AA

_CONTRAST = """
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const mixed = (layers) => {
        pen.clearRect(0, 0, 1, 1);
        for (const layer of ["white", ...layers]) { pen.fillStyle = layer; pen.fillRect(0, 0, 1, 1); }
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => {
        const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (colour, ...layers) => {
        const [a, b] = [light(mixed([...layers, colour])), light(mixed(layers))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
"""


def script(body: str) -> str:
    """A function of JavaScript whose body may call contrast(colour, ...layers).

    That is the ratio of WCAG, 1 to 21, of a text to the layers below it, from the lowest, as the screen mixes them:
    every one painted over the one below, on a canvas of one pixel that is white.
    """
    return f"() => {{{_CONTRAST}{body}}}"


def too_low(found: dict[str, float]) -> dict[str, float]:
    """The texts whose contrast is less than `LEAST`, with it."""
    return {words: round(ratio, 2) for words, ratio in found.items() if ratio < LEAST}
