"""The evaluation on published questions: what is read, how long it takes, and the report's own figures."""

import statistics

import pytest

from playground import Settings
from tests import chroma

pytestmark = pytest.mark.skipif(not chroma.CHROMA.exists(), reason="../shared is not here")


def test_every_reference_stands_in_its_corpus() -> None:
    corpora, asked = chroma.documents(), chroma.questions()
    assert sum(map(len, asked.values())) == 472
    assert sum(len(one.spans) for own in asked.values() for one in own) >= 780
    for name, own in asked.items():
        assert all(end <= len(corpora[name]) for one in own for _, end in one.spans)


def test_larger_chunks_find_more_and_are_less_precise() -> None:
    corpora, asked = chroma.documents(), chroma.questions()
    small, large = (
        chroma.judged(corpora, asked, Settings(unit="words", chunk_size=size, sentence_rule="punctuation"), 5)
        for size in (60, 300)
    )
    assert len(small) == len(large) == 472
    assert statistics.mean(one.recall for one in small) < statistics.mean(one.recall for one in large)
    assert statistics.mean(one.omega for one in small) > statistics.mean(one.omega for one in large)


@pytest.mark.parametrize("row", [("Recursive", "200", 0), ("TokenText", "200", 0)])
def test_the_published_precision_omega_comes_out(row: tuple[str, str, int]) -> None:
    """All eight rows: python -m tests.chroma --published."""
    if row[0] == "Recursive":
        pytest.importorskip("langchain_text_splitters")
    splitter, size, overlap = row
    values = chroma.omegas_as_published(splitter, int(size), overlap)
    mean, deviation = chroma.published()[row]
    assert statistics.mean(values) == pytest.approx(mean, abs=0.1)
    assert statistics.pstdev(values) == pytest.approx(deviation, abs=0.1)
