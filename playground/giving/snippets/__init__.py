"""Code that gives these chunks: with this package exactly, with other libraries as nearly as they can.

The code is written, never executed here; `measured` runs the same steps on the text of a report.
"""

from dataclasses import dataclass

from playground.giving.snippets.comparison import Comparison, is_installed, measured
from playground.giving.snippets.libraries import LIBRARIES, recipe_of
from playground.giving.snippets.recipe import write
from playground.settings import Settings

__all__ = ["LIBRARIES", "Comparison", "Snippet", "is_installed", "measured", "snippet"]


@dataclass(frozen=True)
class Snippet:
    """A program that reads a text and ends with a list `chunks` of str: what is embedded of each.

    install: the command that installs what it needs. differs: plain sentences, each a way in which its chunks may
    differ from the playground's under these settings; none where they are the same for every text with LF line ends.
    """

    code: str
    install: str
    differs: tuple[str, ...]


def snippet(settings: Settings, library: str, file: str = "document.txt") -> Snippet:
    """The program for one of LIBRARIES, which reads `file`, UTF-8. Raises InputError for another name."""
    found = recipe_of(settings, library)
    return Snippet(write(found, file), found.install, found.differs)
