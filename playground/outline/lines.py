"""Where the lines of a text begin and end, for readers that count in lines."""

from bisect import bisect_right
from itertools import accumulate

from playground.text.boundaries import last_visible


class Lines:
    """The lines of a text with plain line ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]  # and behind the last line

    def start(self, line: int) -> int:
        """The first visible character of a line; its end where it is blank."""
        end = self.starts[line + 1] - 1
        at = self.starts[line]
        while at < end and self.text[at].isspace():
            at += 1
        return at

    def end(self, line: int) -> int:
        """Behind the last visible character of the text above this line."""
        return last_visible(self.text, self.starts[line] - 1 if line else 0)

    def of(self, offset: int) -> int:
        """The line that holds an offset."""
        return bisect_right(self.starts, offset) - 1
