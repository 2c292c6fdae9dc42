"""(document, settings) -> Spans: where the chunks are, and what stands ahead of each."""

from playground import sizing
from playground.contexts import Contexts
from playground.document import Document
from playground.errors import InputError
from playground.measuring.lengths import Length
from playground.settings import Settings, context_of
from playground.spans import Spans
from playground.strategies import ALL_STRATEGIES


def length_of(document: Document, settings: Settings) -> Length:
    """What sizes count, without a context."""
    return sizing.length_of(document, settings.unit, settings.vocabulary)


def contexts_of(document: Document, settings: Settings) -> Contexts:
    """What stands ahead of a chunk, by where it begins. Raises TokenizerUnavailable if tokens cannot be counted."""
    strategy = ALL_STRATEGIES[settings.strategy]
    return strategy.contexts_of(document, length_of(document, settings), settings, context_of(settings))


def context_length(document: Document, settings: Settings) -> int:
    """The size of the whole text as one chunk, with the title ahead of it; errors as `windows_at_most`."""
    return length_of(document, settings).behind(context_of(settings)).one(0, len(document))


def windows_at_most(document: Document, settings: Settings) -> int:
    """About how many windows a blind strategy would try. Raises TokenizerUnavailable if tokens cannot be counted."""
    length = length_of(document, settings).behind(context_of(settings))
    step = max(settings.chunk_size - length.ahead - settings.chunk_overlap, 1)
    return -(-sizing.total(document, settings.unit, settings.vocabulary) // step)


def split(document: Document, settings: Settings) -> Spans:
    """The chunks of `document`, as spans; errors as `split_in_context`."""
    return split_in_context(document, settings)[0]


def split_in_context(document: Document, settings: Settings) -> tuple[Spans, Contexts]:
    """The chunks, and what stands ahead of them.

    Raises InputError if the context leaves no room, TokenizerUnavailable if the vocabulary cannot be had.
    """
    length = length_of(document, settings)
    strategy = ALL_STRATEGIES[settings.strategy]
    ahead = length.behind(context_of(settings)).ahead
    if strategy.uses_size(settings) and settings.chunk_overlap >= settings.chunk_size - ahead:
        raise InputError(
            f"The title takes {ahead:,} of the size of {settings.chunk_size:,} {settings.unit}, which leaves no "
            f"room for text{' beside the overlap' if settings.chunk_size > ahead else ''}: choose a larger size"
            f"{', less overlap' if settings.chunk_overlap else ''} or a shorter title."
        )
    contexts = contexts_of(document, settings)
    return strategy.chunks(document, length, settings, contexts), contexts
