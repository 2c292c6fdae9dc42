"""The evaluation on published questions: what is read, how long it takes, and the report's own figures."""

import re
import statistics
from pathlib import Path

import pytest

from playground import Settings
from playground.strategies import STRATEGIES
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


def test_any_setting_and_any_reading_can_be_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = "--strategy structure --chunk-size 120 --unit words --sentence-rule punctuation"
    reading = "--match sentence --read section --longest 900 --k 3"
    chroma.main([*words.split(), *reading.split()])
    line = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"structure 120 words( +\d+\.\d ± +\d+\.\d){4} +\d+\.\d +\d+\.\d", line)
    file = tmp_path / "settings.toml"
    file.write_text('strategy = "fixed"\nchunk_size = 900\nunit = "characters"\nchunk_overlap = 90\n')
    chroma.main(["--settings", str(file), "--chunk-size", "800"])
    assert capsys.readouterr().out.splitlines()[-1].startswith("fixed 800 characters, overlap 90 ")
    with pytest.raises(SystemExit):
        chroma.main(["--chunk-size", "0"])
    assert "chunk_size must be" in capsys.readouterr().err


def test_ours_stand_below_the_published_rows_in_the_same_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    every = chroma.published_rows()
    assert len(every) == 8
    assert {one.strategy for one in chroma.SETTINGS.values()} == set(STRATEGIES)
    token_text = [row for row in every if (row["chunker"], row["size"]) == ("TokenText", "800")]
    monkeypatch.setattr(chroma, "published_rows", lambda: token_text)
    chroma.main(["--published", "--strategy", "paragraph"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["recall", "precision", "omega", "iou"]
    told = re.fullmatch(r"TokenText 800, overlap 400 +(.*)", lines[3])
    assert told
    assert re.findall(r"\d+\.\d", told[1]) == ["87.9", "31.7", "1.4", "1.1", "4.7", "3.1", "1.4", "1.1", "4.7", "3.1"]
    assert lines[-1].startswith("paragraph  "), "one block a chunk, whatever the size"
