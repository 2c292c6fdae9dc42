"""Drawings: the shapes stand where the numbers say, for any number of chunks."""

import re

import pytest

from playground import Document, Report, Settings, analyse
from playground.drawing import drawings
from tests.html_reader import Element, of_class, read


def report_of(lengths: list[int], **values: int) -> Report:
    text = "\n\n".join("x" * length for length in lengths)
    settings = Settings(strategy="paragraph", pack=bool(values), sentence_rule="punctuation", **values)  # type: ignore[arg-type]
    return analyse(Document(text), settings)


def boxes(element: Element) -> list[tuple[float, ...]]:
    """Left, bottom, right, top of each box of a path."""
    found = re.findall(r"M(\S+) (\S+?)H(\S+?)V(\S+?)H\S+?Z", element.attributes["d"])
    return [tuple(map(float, one)) for one in found]


def test_bars_are_as_high_as_chunks_are_long() -> None:
    [bars] = of_class(read(drawings.sizes(report_of([10, 20, 5]))), "bar")
    assert [200 - top for *_, top in boxes(bars)] == [100, 200, 50]
    lefts = [left for left, *_ in boxes(bars)]
    assert lefts == sorted(lefts)


def test_many_chunks_are_summed_up_in_bars() -> None:
    elements = read(drawings.sizes(report_of([4, 8] * 500)))
    assert len(boxes(of_class(elements, "bar")[0])) == len(boxes(of_class(elements, "range")[0])) == drawings.BARS
    assert "5 neighbouring chunks a bar" in of_class(elements, "chart")[0].attributes["aria-label"]


@pytest.mark.parametrize(("size", "limit"), [(15, 15), (20, 20), (40, 40), (41, None)])
def test_the_limit_is_drawn_where_it_can_be(size: int, limit: int | None) -> None:
    text = "x" * 20  # one paragraph: over a size below 20
    report = analyse(Document(text), Settings(strategy="paragraph", pack=True, chunk_size=size))
    assert drawings.limit(report) == limit
    drawn = [of_class(read(make(report)), "limit") for make in (drawings.sizes, drawings.distribution)]
    assert [len(lines) for lines in drawn] == ([0, 0] if limit is None else [1, int(size >= 20)])
    if limit:
        height = f"{200 - 200 * limit / max(limit, 20):g}"
        assert drawn[0][0].attributes["d"] == f"M0 {height}L1000 {height}"
    unused = analyse(Document(text), Settings(strategy="paragraph", chunk_size=size))
    assert drawings.limit(unused) is None, "the size had no effect"


def test_the_distribution_counts_chunks() -> None:
    [bars] = of_class(read(drawings.distribution(report_of([10, 10, 10, 12]))), "bar")
    assert [(round(right - left), round(200 - top, 1)) for left, _, right, top in boxes(bars)] == [
        (333, 200),
        (333, 66.7),
    ]


def test_cuts_stand_where_they_are_with_what_they_do() -> None:
    report = analyse(
        Document("One two. Three four. "), Settings(strategy="fixed", chunk_size=9, sentence_rule="punctuation")
    )
    paths = [one for one in read(drawings.overview(report)) if "cuts" in one.attributes.get("class", "")]
    assert {one.attributes["class"]: one.attributes["d"] for one in paths} == {
        "cuts d2": "M428.57 0V200",
        "cuts d0": "M857.14 0V200",
    }


@pytest.mark.parametrize("lengths", [[1], [1, 1], [7] * 3_000, [1, 100_000]])
def test_every_number_lies_in_the_drawing(lengths: list[int]) -> None:
    report = report_of(lengths)
    for drawn in (drawings.sizes(report), drawings.distribution(report), drawings.overview(report)):
        for element in read(drawn):
            numbers = list(map(float, re.findall(r"[\d.]+", element.attributes.get("d", ""))))
            assert all(0 <= number <= drawings.WIDTH for number in numbers)
        assert len(drawn) < 40_000


@pytest.mark.parametrize(("top", "ticks"), [(1, [0, 1]), (7, [0, 2, 4, 6]), (300, [0, 100, 200, 300]), (0, [0])])
def test_ticks_are_round(top: int, ticks: list[int]) -> None:
    assert drawings._ticks(top) == ticks
