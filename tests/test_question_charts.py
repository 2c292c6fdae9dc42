"""The charts of questions: what they draw, and that they can be drawn of one dot and of none."""

import pandas as pd
import pytest

from playground.drawing.question_charts import survival, tradeoff

COLUMNS = ["number", "setting", "words", "whole", "said", "tried", "present", "best", "knee"]
ROWS = [
    (0, "small", 80.0, 0.25, "25 %", True, False, True, False),
    (1, "sentence", 99.0, 0.75, "75 %", True, True, True, True),
    (2, "map", 600.0, 0.75, "75 %", False, False, False, False),
]


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], []])
def test_a_dot_a_setting_with_the_knee_named(rows: list[tuple[object, ...]]) -> None:
    found = tradeoff(pd.DataFrame(rows, columns=COLUMNS)).to_dict()
    marks = [layer["mark"] for layer in found["layer"]]
    assert [mark["type"] for mark in marks] == ["line", "circle", "circle", "point", "point", "text"]
    assert marks[-1]["text"] == "knee"
    assert found["layer"][0]["transform"] == [{"filter": "datum.best"}]


def test_the_curve_of_survival_has_a_line_for_each_overlap_and_a_tick_for_each_answer() -> None:
    rows = [(1, "no overlap", 1.0, "100 %"), (40, "no overlap", 0.9999, ">99.9 %")]
    curve = pd.DataFrame(rows, columns=["words", "overlap", "whole", "said"])
    answers = pd.DataFrame([(16, "How long?", "cut")], columns=["words", "question", "held"])
    found = survival(curve, answers).to_dict()
    assert [layer["mark"]["type"] for layer in found["layer"]] == ["line", "tick"]
    assert found["layer"][0]["encoding"]["color"]["scale"]["domain"] == ["no overlap"]
