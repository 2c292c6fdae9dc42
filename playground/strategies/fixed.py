"""Fixed windows, blind to the text."""

import numpy as np

from playground.document import Document
from playground.lengths import Length
from playground.spans import Spans


def windows(document: Document, length: Length, size: int, overlap: int) -> Spans:
    """Windows of exactly `size` characters; each starts `size - overlap` after the one before.

    The last ends at the end of the text; no window lies inside the one before it; a window of nothing but whitespace
    is no chunk.
    """
    step = size - overlap
    count = max(1, -(-(len(document) - size) // step) + 1) if len(document) else 0
    starts = np.arange(count, dtype=np.int64) * step
    found = Spans(starts, np.minimum(starts + size, len(document)))
    text = document.text
    blank = [row for row, (start, end) in enumerate(found) if text[start].isspace() and text[start:end].isspace()]
    return Spans(np.delete(found.starts, blank), np.delete(found.ends, blank)) if blank else found
