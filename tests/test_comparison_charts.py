"""The charts that compare: what they draw, in which words, and that they can be drawn of one row and of none."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from playground.drawing.comparison_charts import DAMAGE_COLOURS, heat_map, strips, trail
from playground.judging.strips import DAMAGE, Strip

CELLS = ["number", "strategy", "size", "overlap", "value", "said", "alike", "best"]
MAP = [
    (0, "Recursive", 300, 0, 0.9996, ">99.9 %", True, True),
    (1, "Recursive", 300, 15, 0.999, "99.9 %", True, False),
    (2, "Fixed", 300, 0, 0.25, "25 %", False, False),
]
DOTS = ["number", "name", "across", "up"]


def cells_of(rows: list[tuple[Any, ...]], less_is_better: bool = False) -> dict[str, Any]:
    frame = pd.DataFrame(rows, columns=CELLS)
    return dict(heat_map(frame, "Answers whole", ".0%", "words", less_is_better).to_dict())


def test_a_cell_of_the_map_says_its_value_in_words_so_that_less_than_all_is_not_all() -> None:
    found = cells_of(MAP)
    figures = found["spec"]["layer"][2]
    assert figures["mark"]["type"] == "text"
    assert figures["encoding"]["text"]["field"] == "said"
    assert [one["field"] for one in figures["encoding"]["tooltip"]] == ["strategy", "size", "overlap", "said"]
    assert found["spec"]["layer"][0]["encoding"]["y"]["title"] == "Size in words"
    drawn = next(iter(found["datasets"].values()))
    assert [one["said"] for one in drawn] == [">99.9 %", "99.9 %", "25 %"]


def test_strategies_stand_in_the_order_they_come_in_and_the_best_is_framed() -> None:
    found = cells_of(MAP)
    assert found["facet"]["column"]["sort"] == ["Recursive", "Fixed"]
    grey, frame = found["spec"]["layer"][1], found["spec"]["layer"][3]
    assert grey["transform"] == [{"filter": "datum.alike"}]
    assert frame["transform"] == [{"filter": "datum.best"}]


@pytest.mark.parametrize(("less_is_better", "side"), [(False, ">"), (True, "<")])
def test_figures_are_dark_on_light_cells_whichever_end_is_light(less_is_better: bool, side: str) -> None:
    colour = cells_of(MAP, less_is_better)["spec"]["layer"][2]["encoding"]["color"]
    assert f"{side} 0.6" in colour["condition"]["test"]
    assert (colour["condition"]["value"], colour["value"]) == ("#111", "#fff")


def test_a_map_of_cells_that_are_all_grey_has_no_legend_of_colours() -> None:
    assert cells_of(MAP[:2])["spec"]["layer"][0]["encoding"]["color"]["legend"] is None
    assert cells_of(MAP)["spec"]["layer"][0]["encoding"]["color"]["legend"]["format"] == ".0%"


def test_a_map_of_no_cell_can_be_drawn() -> None:
    assert cells_of([])["facet"]["column"]["sort"] == []


def test_a_strip_has_its_cuts_by_damage_and_what_lies_in_two_chunks() -> None:
    one = Strip(
        cuts=np.array([30, 70], dtype=np.int64),
        damage=np.array([0, len(DAMAGE) - 1], dtype=np.int64),
        shared=np.array([[20, 30]], dtype=np.int64),
        summed=False,
    )
    found = strips([("Fixed", one), ("Sentence", one)], 100).to_dict()
    whole, both, ticks = (found["datasets"][layer["data"]["name"]] for layer in found["layer"])
    assert [(row["split"], row["start"], row["end"]) for row in whole] == [("Fixed", 0, 100), ("Sentence", 0, 100)]
    assert [(row["start"], row["end"]) for row in both] == [(20, 30), (20, 30)]
    assert [(row["at"], row["damage"]) for row in ticks] == [(30, DAMAGE[0]), (70, DAMAGE[-1])] * 2
    colour = found["layer"][2]["encoding"]["color"]["scale"]
    assert colour == {"domain": list(DAMAGE), "range": list(DAMAGE_COLOURS)}


def test_a_strip_of_no_text_can_be_drawn() -> None:
    none = np.zeros(0, dtype=np.int64)
    found = strips([("Fixed", Strip(cuts=none, damage=none, shared=none.reshape(0, 2), summed=False))], 0).to_dict()
    assert found["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]


@pytest.mark.parametrize(
    ("values", "axis"), [([1.0, 20.0], {"format": ",d", "tickMinStep": 1}), ([0.5, 2.0], {"format": ",.2~f"})]
)
def test_a_trail_rings_its_last_dot_and_has_whole_numbers_where_all_are(
    values: list[float], axis: dict[str, Any]
) -> None:
    rows = [(number + 1, f"setting {number}", value, value) for number, value in enumerate(values)]
    found = trail(pd.DataFrame(rows, columns=DOTS), "Chunks", "Cut sentences").to_dict()
    dots, last, _ = found["layer"]
    assert dots["encoding"]["x"]["axis"] == axis
    assert [row["number"] for row in found["datasets"][last["data"]["name"]]] == [2]
    assert [row["number"] for row in found["datasets"][dots["data"]["name"]]] == [1, 2]
