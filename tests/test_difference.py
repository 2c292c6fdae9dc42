"""Two splits against each other: every cut is kept, moved, gained or lost, once; and what survives."""

from collections import Counter

import pytest
from hypothesis import given

from playground import Document, Settings, analyse
from playground.judging.difference import difference
from tests.texts import sizes, texts


@given(texts, sizes(), sizes())
def test_every_cut_is_in_one_group(text: str, first: tuple[int, int], second: tuple[int, int]) -> None:
    document = Document(text)
    pinned, present = (
        analyse(document, Settings(strategy=name, chunk_size=size, chunk_overlap=overlap, sentence_rule="punctuation"))
        for name, (size, overlap) in (("fixed", first), ("recursive", second))
    )
    found = difference(pinned, present)
    before, after = ({start for start, _ in list(report.spans)[1:]} for report in (pinned, present))
    kept, gained, lost = set(found.kept.tolist()), set(found.gained.tolist()), set(found.lost.tolist())
    moved = [tuple(pair) for pair in found.moved.tolist()]
    assert kept == before & after
    assert before == kept | lost | {place for place, _ in moved}
    assert after == kept | gained | {place for _, place in moved}
    assert len(before) == len(kept) + len(lost) + len(moved)
    near = len(text) // max(len(present), 1) // 10
    assert all(0 < abs(one - other) <= near for one, other in moved)
    shared = Counter(one.embedded for one in pinned) & Counter(one.embedded for one in present)
    assert (found.identical, found.first, found.second) == (shared.total(), len(pinned), len(present))


def test_the_same_setting_keeps_everything() -> None:
    report = analyse(Document("One. Two. Three. " * 9), Settings(chunk_size=20))
    found = difference(report, report)
    assert (len(found.moved), len(found.gained), len(found.lost)) == (0, 0, 0)
    assert found.surviving == 1.0


def test_another_context_leaves_no_vector_though_all_cuts_are_kept() -> None:
    document = Document("One. Two. Three. " * 9)
    found = difference(
        analyse(document, Settings(chunk_size=20)), analyse(document, Settings(chunk_size=22, title="T"))
    )
    assert len(found.lost) == 0
    assert found.identical == 0


def test_two_texts_cannot_be_held_against_each_other() -> None:
    with pytest.raises(ValueError, match="one text"):
        difference(analyse(Document("a"), Settings()), analyse(Document("b"), Settings()))


def test_no_chunks_no_difference() -> None:
    report = analyse(Document(""), Settings())
    assert difference(report, report).surviving == 0.0
