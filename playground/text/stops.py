"""What ends a sentence on paper: stops and closers of the scripts the sentence rules know."""

import re

# French sets a space before ».
CLOSERS = r"""(?:["'”’»›)\]}」』）】》〉］｝＂＇]|[\ \u00a0\u202f][»›](?!\w))"""
# Stops that put a space behind them, beside . ! and ?: Arabic and Urdu, Devanagari, Armenian, Ethiopic, Khmer, Burmese.
SPACED_STOPS = "؟۔।॥։።፧៕။"
WIDE_STOPS = "。！？｡．"  # Chinese and Japanese; no space follows

CLOSER = re.compile(CLOSERS)
WIDE = rf"(?:[。！？｡](?:[.!?。！？｡…]|{CLOSERS})*|．{CLOSERS}*(?!\d))"


def closes(text: str, offset: int) -> bool:
    """Whether a closing mark that cannot open a quotation as well stands at `offset`."""
    return CLOSER.match(text, offset) is not None and text[offset] not in "\"'’»›"
