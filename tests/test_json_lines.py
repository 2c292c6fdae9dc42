"""JSON on one line: every reader of lines sees one, and the value survives."""

import json

from hypothesis import given
from hypothesis import strategies as st

from playground.json_lines import compact


@given(st.text(st.characters(codec=None)))
def test_json_is_one_line_that_says_the_value(text: str) -> None:
    line = compact([text])
    assert line.splitlines() == [line]
    assert json.loads(line) == [text]


def test_people_can_read_what_is_written() -> None:
    assert compact({"ä": "水泵 😀"}) == '{"ä":"水泵 😀"}'
