"""What a model does not read: against encoding every chunk, and against looking at every character."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document, Settings, analyse
from playground.judging.unread import unread
from playground.measuring.tokens import encode_count, token_starts
from tests.texts import sizes, texts


@given(texts, sizes(), st.integers(0, 30), st.sampled_from(["", "Pumps, no. 3"]))
@example("one two three four five six", (20, 5), 2, "")
@example("\U0001f469\u200d\U0001f467 a", (20, 5), 3, "")
def test_it_is_what_lies_behind_the_limit(text: str, size: tuple[int, int], room: int, title: str) -> None:
    settings = Settings(strategy="fixed", chunk_size=size[0] + 20, chunk_overlap=size[1], title=title)
    report = analyse(Document(text), settings)
    found = unread(report, report.tokens, room)
    seen: set[int] = set()
    rows = []
    for one in report:
        count = encode_count(one.embedded)
        if count > room:
            place = int(token_starts(one.embedded)[room]) - len(one.context) + one.start
            rows.append((one.index, min(max(place, one.start), one.end), count - room))
            assert found.start_of(one.index) == rows[-1][1]
            assert found.lost_of(one.index) == count - room
        else:
            assert found.start_of(one.index) is None
            assert found.lost_of(one.index) == 0
        seen.update(range(one.start, rows[-1][1] if count > room else one.end))
    assert list(zip(found.rows.tolist(), found.starts.tolist(), found.lost.tolist(), strict=True)) == rows
    assert len(found) == len(rows)
    assert found.lost_in(len(report)).tolist() == [found.lost_of(row) for row in range(len(report))]
    assert found.tokens == sum(lost for *_, lost in rows)
    wanted = sum(not text[at].isspace() for at in range(len(text)) if at not in seen)
    assert found.nowhere == (wanted if rows else 0)


def test_nothing_is_lost_within_the_limit() -> None:
    report = analyse(Document("Some words. And more."), Settings())
    found = unread(report, report.tokens, 8192)
    assert (len(found), found.tokens, found.nowhere) == (0, 0, 0)


@pytest.mark.parametrize("room", [0, 1, 10])
def test_by_the_rule_of_four(room: int) -> None:
    report = analyse(Document("x" * 100), Settings(strategy="fixed", chunk_size=100, vocabulary="estimate"))
    found = unread(report, report.tokens, room)
    assert found.lost.tolist() == [25 - room]
    assert found.starts.tolist() == [4 * room + 1 if room else 0]
    assert found.nowhere == 100 - int(found.starts[0])


def test_what_a_neighbour_reads_can_be_found() -> None:
    text = "alpha beta gamma delta epsilon zeta eta theta"
    report = analyse(Document(text), Settings(strategy="fixed", unit="tokens", chunk_size=8, chunk_overlap=6))
    found = unread(report, report.tokens, 4)
    assert len(found)
    last = found.start_of(len(report) - 1)
    assert last is not None
    assert found.nowhere == len("".join(text[last:].split()))
    assert np.array_equal(report.tokens, report.sizes)
