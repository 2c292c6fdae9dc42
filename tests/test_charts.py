"""Charts: every number of chunks, and what their data say."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import pytest

from playground import Document, Report, Settings, analyse
from playground.drawing import charts

NUMBERS = (1, 5_000, 5_001, 100_000)
DRAWINGS = {"sizes": lambda report: charts.sizes(report, 1), "distribution": charts.distribution}


@cache
def report(chunks: int, strategy: str = "paragraph", pack: bool = False) -> Report:
    """A report of that many chunks of 2 to 9 characters."""
    if strategy == "fixed":
        return analyse(Document("word " * chunks), Settings(strategy="fixed", chunk_size=5))
    text = "\n\n".join("x" * (2 + row * 7 % 8) for row in range(chunks))
    return analyse(Document(text), Settings(strategy=strategy, pack=pack, chunk_size=5, sentence_rule="punctuation"))


def layers(chart: Any) -> list[pd.DataFrame]:
    """The data of each layer; a single layer leaves them to the chart."""
    return [chart.data if layer.data is alt.Undefined else layer.data for layer in chart.layer]


def marks(chart: Any) -> list[str]:
    return [layer.mark if isinstance(layer.mark, str) else layer.mark.type for layer in chart.layer]


def strings(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for value in node.values():
            yield from strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from strings(value)
    elif isinstance(node, str):
        yield node


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("chunks", NUMBERS)
@pytest.mark.parametrize("strategy", ["paragraph", "fixed"])
def test_a_chart_of_any_number_of_chunks_is_sent_to_the_browser(name: str, chunks: int, strategy: str) -> None:
    """Streamlit's own way: the specification as JSON, the data as Arrow tables beside it, without a row limit."""
    from streamlit.elements.vega_charts import _convert_altair_to_vega_lite_spec

    made = report(chunks, strategy)
    assert len(made) == chunks
    spec = _convert_altair_to_vega_lite_spec(DRAWINGS[name](made))
    assert len(json.dumps({key: value for key, value in spec.items() if key != "datasets"})) < 10_000
    assert not any(kind in strings(spec) for kind in ("row", "facet"))


@pytest.mark.parametrize("chunks", [5_001, 100_000])
@pytest.mark.parametrize("name", DRAWINGS)
def test_chart_01_more_than_5000_chunks(name: str, chunks: int) -> None:
    """No MaxRowsError in Altair's own export either: what is drawn is summed up."""
    spec = DRAWINGS[name](report(chunks)).to_dict()
    assert len(json.dumps(spec)) < 200_000


@pytest.mark.parametrize("name", DRAWINGS)
def test_5000_chunks_can_be_exported(name: str) -> None:
    assert DRAWINGS[name](report(5_000)).to_dict()["layer"]


def test_up_to_5000_chunks_each_has_a_bar() -> None:
    for chunks in (1, 5_000):
        made = report(chunks)
        assert not charts.is_binned(made)
        bars = layers(charts.sizes(made, 1))[0]
        assert bars["chunk"].tolist() == list(range(1, chunks + 1))
        assert bars["size"].tolist() == made.sizes.tolist()
        assert bars["start"].tolist() == made.spans.starts.tolist()
        assert bars["end"].tolist() == made.spans.ends.tolist()


@pytest.mark.parametrize("selected", [1, 7, 20])
def test_the_chosen_chunk_alone_is_marked(selected: int) -> None:
    chosen = layers(charts.sizes(report(20), selected))[1]
    assert chosen["chunk"].tolist() == [selected]


def test_a_click_on_a_bar_gives_the_number_of_its_chunk() -> None:
    spec = charts.sizes(report(20), 1).to_dict()
    (pick,) = spec["params"]
    assert pick["name"] == charts.PICK
    assert pick["select"]["type"] == "point"
    assert pick["select"]["fields"] == ["chunk"]


@pytest.mark.parametrize("chunks", [5_001, 100_000])
def test_more_are_in_groups_that_hold_every_chunk_once(chunks: int) -> None:
    made = report(chunks)
    assert charts.is_binned(made)
    groups = layers(charts.sizes(made, 1))[0]
    assert len(groups) <= charts.BINS
    assert groups["first"].tolist() == [1, *(groups["last"] + 1).tolist()[:-1]]
    assert groups["last"].iloc[-1] == chunks
    for row in (0, len(groups) // 2, len(groups) - 1):
        own = made.sizes[groups["first"][row] - 1 : groups["last"][row]]
        assert (groups["smallest"][row], groups["largest"][row]) == (own.min(), own.max())
        assert groups["average"][row] == pytest.approx(own.mean())


def test_groups_say_so_in_the_chart() -> None:
    words = list(strings(charts.sizes(report(5_001), 1).to_dict()["layer"]))
    assert any("smallest to largest" in word for word in words)


@pytest.mark.parametrize("chunks", NUMBERS)
@pytest.mark.parametrize("strategy", ["paragraph", "fixed"])
def test_the_distribution_holds_every_chunk_once(chunks: int, strategy: str) -> None:
    made = report(chunks, strategy)
    frame = layers(charts.distribution(made))[0]
    assert frame["chunks"].sum() == chunks
    assert 1 <= len(frame) <= charts.HISTOGRAM_BINS
    assert (frame["stop"] - frame["start"]).nunique() == 1
    for low, high, number in zip(frame["start"], frame["stop"], frame["chunks"], strict=True):
        assert ((made.sizes >= low) & (made.sizes < high)).sum() == number


def test_sizes_far_apart_make_few_bins() -> None:
    text = "\n\n".join(["x", "y" * 999_983, "z" * 17])
    frame = layers(charts.distribution(analyse(Document(text), Settings(strategy="paragraph"))))[0]
    assert (len(frame), frame["chunks"].sum()) == (charts.HISTOGRAM_BINS, 3)


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_limit_is_a_line_where_there_is_one(name: str) -> None:
    packed, plain = report(20, pack=True), report(20)
    assert "rule" in marks(DRAWINGS[name](packed))
    assert layers(DRAWINGS[name](packed))[-1]["limit"].tolist() == [5]
    assert "rule" not in marks(DRAWINGS[name](plain))


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_chunks_make_an_empty_chart(name: str) -> None:
    empty = analyse(Document(" \n\n "), Settings(strategy="paragraph"))
    assert len(empty) == 0
    assert not charts.is_binned(empty)
    assert DRAWINGS[name](empty).to_dict()["layer"]


def test_numbers_are_whole_in_the_tooltips() -> None:
    """Arrow sends int64; a float there would show as 288.0."""
    frame = layers(charts.sizes(report(20), 1))[0]
    assert all(pd.api.types.is_integer_dtype(frame[name]) for name in ("chunk", "size", "start", "end"))
