"""Colours that the text and the strip share, so that a chunk looks the same in both.

Everything is mixed from Streamlit's theme variables, which exist inside a components.v2 component only; light
and dark both follow from them. A band is a faint tint under the text (never the only sign of a chunk: the
line and the number are), so the text on it keeps a contrast above 4.5 : 1. What lies in several chunks has
one opaque colour of its own, because tints laid over one another would grow darker with every chunk.
"""

PALETTE = """
:host {
  --ink: var(--st-text-color);
  --paper: var(--st-background-color);
  --soft: color-mix(in srgb, var(--ink) 72%, var(--paper));
  --rule: color-mix(in srgb, var(--ink) 18%, var(--paper));
  --odd: color-mix(in srgb, var(--st-blue-color) 15%, transparent);
  --even: color-mix(in srgb, var(--st-green-color) 17%, transparent);
  --odd-strong: color-mix(in srgb, var(--st-blue-color) 24%, transparent);
  --even-strong: color-mix(in srgb, var(--st-green-color) 26%, transparent);
  --teal: color-mix(in srgb, var(--st-blue-color), var(--st-green-color));
  --both: color-mix(in srgb, var(--teal) 26%, var(--paper));
  --hatch: color-mix(in srgb, var(--ink) 22%, transparent);
  --red: color-mix(in srgb, var(--st-red-text-color) 88%, var(--st-red-color));
  --amber: color-mix(in srgb, var(--st-orange-text-color) 92%, var(--ink));
  --chosen: var(--ink);
  --quick: 120ms ease-out;
  display: block;
  color: var(--ink);
  font-family: var(--st-font);
}
"""
