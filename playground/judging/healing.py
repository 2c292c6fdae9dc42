"""The nearest size of the same strategy at which a kind of damage is gone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from playground.document import Document
from playground.errors import InputError
from playground.judging.report import analyse
from playground.settings import LARGEST_SIZE, Settings

STEP = 1.06  # from one size that is tried to the next
FURTHEST = 4.0  # times, and the same part of, the size there is


@dataclass(frozen=True)
class Healing:
    """The best size that was found, with its overlap and how many cuts of the kind are left; and the sizes tried."""

    size: int
    overlap: int
    left: int
    least: int
    most: int


def heal(
    document: Document, settings: Settings, kind: str, allowed: Callable[[Settings], bool] = lambda _: True
) -> Healing | None:
    """The nearest size without damage of this kind, else the nearest of those with the fewest; None if none is better.

    Sizes are tried from the present one outward in both directions, in steps of 6 %, up to a quarter and four times of
    it; the overlap stays the same share. `allowed` says which settings may be tried. The count is that of damage.KINDS.
    Raises TokenizerUnavailable.
    """
    now = analyse(document, settings).damage.count(kind)
    best: Healing | None = None
    sizes = list(_sizes(settings.chunk_size))
    for size in sizes:
        changed = replace(settings, chunk_size=size, chunk_overlap=_overlap(settings, size))
        left = _left(document, changed, kind) if allowed(changed) else None
        if left is not None and left < (best.left if best else now):
            best = Healing(size, _overlap(settings, size), left, min(sizes), max(sizes))
        if best is not None and not best.left:
            break
    return best


def _sizes(size: int) -> Iterator[int]:
    """Sizes from the nearest outward, each once."""
    known = {size}
    ratio = STEP
    while ratio <= FURTHEST:
        for near in (round(size * ratio), round(size / ratio)):
            if near not in known and 1 <= near <= LARGEST_SIZE:
                known.add(near)
                yield near
        ratio *= STEP


def _overlap(settings: Settings, size: int) -> int:
    return min(settings.chunk_overlap * size // settings.chunk_size, size - 1)


def _left(document: Document, settings: Settings, kind: str) -> int | None:
    try:
        return analyse(document, settings).damage.count(kind)
    except InputError:  # the title leaves no room
        return None
