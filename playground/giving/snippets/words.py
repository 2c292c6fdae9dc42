"""Where the chunks of any library differ from the playground's, in plain sentences."""

from collections.abc import Iterator

from playground.settings import Settings, context_of
from playground.strategies import ALL_STRATEGIES

WORDS = (
    "Words are runs of non-whitespace; the playground divides Chinese, Japanese, Thai, Khmer, Lao and Burmese into "
    "words as well."
)
TITLE_TOKENS = (
    "The tokens of the title and of the text are counted apart; the playground counts both together, which may be a "
    "token or two more or less."
)
PARTS_TOKENS = (
    "The tokens of the parts are counted apart and added up; the playground counts those of each chunk as a whole, "
    "which may be a few more or less."
)
WINDOW_TOKENS = (
    "Windows are cut from the tokens of the whole text; encoded by itself a window may have more or fewer, and a "
    "character cut between two tokens becomes U+FFFD. The playground cuts between characters and counts each chunk."
)
CAREFUL = (
    "A sentence ends at every . ! or ? with whitespace behind it, also behind abbreviations and initials: the careful "
    "sentences of the playground are not in the library."
)
BLOCKS = (
    "Headings, list items, table rows and lines of code end a sentence in the playground, and a piece without a letter "
    "or digit belongs to the sentence before it; not here."
)
GAPS = (
    "The whitespace around a chunk counts toward its size, though it is taken off; the playground does not count it, "
    "so a chunk may take one part more there."
)
PIECES_APART = "The pieces of an opened part are never packed with the parts around it."
MIN_TAIL = "A short last chunk stays by itself: the library joins none (min_tail)."
AT_WORDS = "Overlap is whole parts: where none fits, the library does not begin at a word (overlap_at)."
AUTO = "The text is read as Markdown; the playground looks what it is (markup)."
HEADINGS_COUNT = (
    "The headings ahead of a chunk do not count toward the size here, and a table's header row is not repeated."
)
MERGE_UNDER = "Short neighbouring sections stay apart: the library has no counterpart of merge_under."
NO_BLOCKS = "A section that is too long opens at blank lines and sentences; tables, lists and code are not seen."


def has_size(settings: Settings) -> bool:
    """Whether size and overlap have an effect."""
    return ALL_STRATEGIES[settings.strategy].uses_size(settings)


def sentences(settings: Settings) -> Iterator[str]:
    """What differs wherever sentences are looked for."""
    if settings.sentence_rule == "pysbd":
        yield CAREFUL
    yield BLOCKS


def counting(settings: Settings, tokens: str) -> Iterator[str]:
    """What differs in what sizes count; `tokens` is the sentence for real tokens."""
    if not has_size(settings):
        return
    if settings.unit == "words":
        yield WORDS
    if settings.unit == "tokens" and settings.vocabulary != "estimate":
        yield tokens
        if context_of(settings):
            yield TITLE_TOKENS


def gaps(settings: Settings) -> Iterator[str]:
    """What differs by the whitespace between parts; words have none."""
    if settings.unit != "words":
        yield GAPS


def options(settings: Settings) -> Iterator[str]:
    """What differs by options that no library has."""
    own = ALL_STRATEGIES[settings.strategy].options
    if not has_size(settings):
        return
    if settings.min_tail and "min_tail" in own:
        yield MIN_TAIL
    if settings.overlap_at == "words" and settings.chunk_overlap and "overlap_at" in own:
        yield AT_WORDS


def structure(settings: Settings) -> Iterator[str]:
    """What differs in sections."""
    if settings.markup == "auto":
        yield AUTO
    if settings.merge_under:
        yield MERGE_UNDER
    yield NO_BLOCKS
    yield from sentences(settings)
