"""Numbers in words for people."""

WORDS_ARE = (
    "A word is a run of characters without a space. Chinese, Japanese, Thai, Khmer, Lao and Burmese are written "
    "without spaces: there words end where Unicode (UAX #29) says so, which without a dictionary makes nearly every "
    "character one."
)


def count(number: int, noun: str) -> str:
    """ "1 chunk", "1,204 chunks"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent(share: float) -> str:
    """A share as a percentage: whole from 10 % on, one decimal below and where a whole number would say 100 %.

    Nothing but 0 is "0 %", and nothing but 1 is "100 %": what is nearer to them than a decimal can say has a sign.
    """
    if share == 0:
        return "0 %"
    if share < 0.0005:
        return "<0.1 %"
    words = f"{100 * share:.0f}" if share >= 0.0995 else f"{100 * share:.1f}"
    if words == "100" and share != 1:
        words = f"{100 * share:.1f}"
        if words == "100.0":
            words = ">99.9" if share < 1 else ">100"
    return f"{words} %"
