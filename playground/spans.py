"""Spans: half-open ranges [start, end) of code points, the one currency of the package."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Offsets = NDArray[np.int64]
Flags = NDArray[np.bool_]
# Half the memory of Offsets: for what a document has many of and keeps, its words and tokens.
SmallOffsets = NDArray[np.int32]


def _offsets(values: ArrayLike) -> Offsets:
    array = np.array(values, dtype=np.int64)
    array.setflags(write=False)
    return array


def holds(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    """Whether a range holds another whole."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


@dataclass(frozen=True, eq=False)
class Spans:
    """Ranges of a text, in code points, in the order of the text.

    starts, ends: int64, shape (n,), read-only; starts < ends, both non-decreasing. Units (sentences, words ...) do
    not overlap; chunks may. Raises ValueError for anything else: spans come from this package, never from a person.
    """

    starts: Offsets
    ends: Offsets

    def __init__(self, starts: ArrayLike, ends: ArrayLike) -> None:
        object.__setattr__(self, "starts", _offsets(starts))
        object.__setattr__(self, "ends", _offsets(ends))
        if self.starts.ndim != 1 or self.starts.shape != self.ends.shape:
            raise ValueError(f"starts {self.starts.shape} and ends {self.ends.shape} must be one-dimensional and alike")
        if len(self) and not (
            self.starts[0] >= 0
            and (self.starts < self.ends).all()
            and (self.starts[1:] >= self.starts[:-1]).all()
            and (self.ends[1:] >= self.ends[:-1]).all()
        ):
            raise ValueError("spans must be sorted, not negative, and each must start before it ends")

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "Spans":
        """Spans from (start, end) pairs."""
        both = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
        return cls(both[:, 0], both[:, 1])

    @classmethod
    def join(cls, parts: Sequence["Spans"]) -> "Spans":
        """All spans of all parts, sorted by start. The parts must not overlap one another."""
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return cls([], [])
        starts = np.concatenate([part.starts for part in parts])
        ends = np.concatenate([part.ends for part in parts])
        return cls(np.sort(starts, kind="stable"), np.sort(ends, kind="stable"))  # stable: quick on runs in order

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.starts.tolist(), self.ends.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spans):
            return NotImplemented
        return np.array_equal(self.starts, other.starts) and np.array_equal(self.ends, other.ends)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Spans({list(self)[:8]}{', ...' if len(self) > 8 else ''})"

    @property
    def lengths(self) -> Offsets:
        """end - start of each, in code points."""
        return self.ends - self.starts

    def where(self, mask: Flags) -> "Spans":
        """The spans for which `mask`, shape (n,), is true."""
        return Spans(self.starts[mask], self.ends[mask])

    def inside(self, units: "Spans") -> "Spans":
        """The spans that lie wholly inside one of `units`, which must not overlap."""
        if not len(units):
            return Spans([], [])
        row = np.searchsorted(units.starts, self.starts, side="right") - 1
        return self.where((row >= 0) & (self.ends <= units.ends[np.maximum(row, 0)]))
