"""Drawings of a report as inline SVG, for a file that needs no script and no network.

Shapes only, stretched to the width there is; words and numbers beside them are HTML, so they keep their size on a
narrow screen. Colours are classes of the style sheet, which knows light, dark and paper.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from playground.judging import metrics
from playground.judging.report import Report
from playground.judging.strips import DAMAGE, strip
from playground.words import count

WIDTH, HEIGHT = 1_000, 200  # of the drawings' own coordinates
BARS = 200  # bars of the drawing of sizes; of more chunks, a bar is several neighbours
FEW = 80  # bars between which a gap can be seen
BINS = 40
FAR = 2  # times the largest chunk: a limit beyond that would press the bars flat, and is not drawn


def sizes(report: Report) -> str:
    """The size of each chunk in the order of the text, or from the smallest to the largest of neighbours; the limit."""
    groups = metrics.in_groups(report.sizes, BARS)
    line = limit(report)
    top = max(int(report.sizes.max()), line or 0)
    gap = 0.08 if len(groups.first) <= FEW else 0.0
    x, right = (groups.left - 0.5 + gap) / len(report), (groups.right - 0.5 - gap) / len(report)
    bars = _bars(x, right, np.zeros(len(x)), groups.smallest / top, "bar")
    bars += _bars(x, right, groups.smallest / top, groups.largest / top, "range")
    rule = _line(0, line / top, 1, line / top, "limit") if line else ""
    chunks = f"{groups.last[0]:,} neighbouring chunks a bar" if groups.last[0] > 1 else "one bar a chunk"
    about = f"Size of {count(len(report), 'chunk')} in {report.settings.unit}, {chunks}"
    return _chart(bars + rule, top, ("1", "chunk", f"{len(report):,}"), about)


def distribution(report: Report) -> str:
    """How many chunks have which size."""
    found = metrics.histogram(report.sizes, BINS)
    line = limit(report)
    least, most = int(found.start[0]), max(int(found.stop[-1]), (line or 0) + 1)
    top = int(found.chunks.max())
    bars = _bars(
        (found.start - least) / (most - least),
        (found.stop - least) / (most - least),
        np.zeros(len(found.start)),
        found.chunks / top,
        "bar",
    )
    at = ((line or 0) - least) / (most - least)
    rule = _line(at, 0, at, 1, "limit") if line and at >= 0 else ""
    about = f"How many chunks have which size, in {report.settings.unit}"
    return _chart(bars + rule, top, (f"{least:,}", report.settings.unit, f"{most - 1:,}"), about)


def overview(report: Report) -> str:
    """The whole document as a line: what lies in two chunks, and each cut by the worst that it does."""
    made, length = strip(report), max(len(report.document), 1)
    shared = made.shared / length
    shapes = _bars(shared[:, 0], shared[:, 1], np.zeros(len(shared)), np.ones(len(shared)), "both")
    for kind in reversed(range(len(DAMAGE))):
        places = (made.cuts[made.damage == kind] / length).tolist()
        shapes += _path((f"M{_n(WIDTH * place)} 0V{HEIGHT}" for place in places), f"cuts d{kind}")
    about = f"The document as a line with {count(len(made.cuts), 'cut')}"
    return _svg(shapes, about, "strip")


def limit(report: Report) -> int | None:
    """The limit, if it has an effect and can be drawn; None if not."""
    size = report.settings.chunk_size
    return size if report.uses_size and size <= FAR * int(report.sizes.max()) else None


def _chart(shapes: str, top: int, below: tuple[str, str, str], about: str) -> str:
    """A drawing with round numbers at its left, lines at their height, and words below."""
    ticks = _ticks(top)
    lines = "".join(_line(0, tick / top, 1, tick / top, "grid") for tick in ticks)
    labels = "".join(f'<span style="bottom:{100 * tick / top:.2f}%">{tick:,}</span>' for tick in ticks)
    words = "".join(f"<span>{word}</span>" for word in below)
    drawn = _svg(lines + shapes, about, "chart")
    wide = max(len(f"{tick:,}") for tick in ticks)
    return (
        f'<div class="plot" style="--wide:{wide}ch"><div class="left" aria-hidden="true">{labels}</div>{drawn}'
        f'<div class="below" aria-hidden="true">{words}</div></div>'
    )


def _ticks(top: int) -> list[int]:
    """0 and at most five round numbers up to `top`."""
    steps = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
    step = next(step for step in steps if top // step <= 5)
    return list(range(0, top + 1, step))


def _bars(left: ArrayLike, right: ArrayLike, low: ArrayLike, high: ArrayLike, name: str) -> str:
    """Boxes by their edges, as shares of width and height, in one path."""
    edges = np.stack(np.broadcast_arrays(left, right, low, high), axis=1) * [WIDTH, WIDTH, HEIGHT, HEIGHT]
    boxes = (
        f"M{_n(one)} {_n(HEIGHT - bottom)}H{_n(two)}V{_n(HEIGHT - height)}H{_n(one)}Z"
        for one, two, bottom, height in edges.tolist()
        if height > bottom
    )
    return _path(boxes, name)


def _line(left: float, low: float, right: float, high: float, name: str) -> str:
    ends = (_n(WIDTH * left), _n(HEIGHT * (1 - low)), _n(WIDTH * right), _n(HEIGHT * (1 - high)))
    return _path(("M{} {}L{} {}".format(*ends),), name)


def _path(pieces: Iterable[str], name: str) -> str:
    drawn = "".join(pieces)
    return f'<path class="{name}" d="{drawn}"/>' if drawn else ""


def _n(value: float) -> str:
    """Two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _svg(shapes: str, about: str, name: str) -> str:
    return (
        f'<svg class="{name}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{about}">{shapes}</svg>'
    )
