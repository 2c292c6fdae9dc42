"""Advice: what is proposed for which text, that it can be taken, and that it says why."""

from pathlib import Path

import pytest

from playground import Document, Settings, chunk
from playground.judging import advice, looks

SAMPLES = Path(__file__).parents[1] / "samples"
STRATEGY_OF = {
    "handbook.md": "structure", "specification.txt": "structure", "prose.txt": "recursive", "chat.txt": "recursive",
    "chinese.txt": "recursive", "log.txt": "recursive",
}  # fmt: skip


@pytest.mark.parametrize("name", STRATEGY_OF)
def test_a_sample_gets_a_setting_with_three_reasons(name: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    found = advice.advise(looks.of(Document(text)), 8_192)
    assert found.changes["strategy"] == STRATEGY_OF[name]
    assert len(found.reasons) == 3
    assert all(reason.endswith(".") for reason in found.reasons)
    assert chunk(text, Settings(**found.changes))  # type: ignore[arg-type]


def test_the_starting_points() -> None:
    headed = advice.advise(looks.of(Document("# A\n\n## B\n\n#### C\n\nx")), 8_192)
    assert headed.changes == {
        "strategy": "structure", "unit": "tokens", "chunk_size": 800, "chunk_overlap": 0, "max_level": 3,
        "merge_under": 100,
    }  # fmt: skip
    flat = advice.advise(looks.of(Document("words without any stop " * 60)), 8_192)
    assert (flat.changes["strategy"], flat.changes["chunk_size"], flat.changes["chunk_overlap"]) == ("fixed", 512, 76)
    prose = advice.advise(looks.of(Document("Some words. And some more.")), 8_192)
    assert (prose.changes["strategy"], prose.changes["chunk_size"], prose.changes["chunk_overlap"]) == (
        "recursive",
        512,
        61,
    )


@pytest.mark.parametrize("text", ["# A\n\n## B\n\n# C", "words without any stop " * 60, "Some words."])
def test_no_chunk_is_longer_than_the_model_reads(text: str) -> None:
    found = advice.advise(looks.of(Document(text)), 254)
    assert found.changes["chunk_size"] == 254
    Settings(**found.changes)  # type: ignore[arg-type]


def test_a_text_that_fits_a_question_whole() -> None:
    assert "6,692" in advice.whole(600, 6_692)
    assert advice.whole(7_000, 6_692) == ""
