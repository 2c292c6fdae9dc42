"""Damage: each kind against plain loops, and what overlap and context mend."""

from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse
from playground.judging.damage import KINDS
from tests import oracles
from tests.texts import sizes, texts

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |"


def counts(text: str, **values: Any) -> dict[str, int]:
    damage = analyse(Document(text), Settings(sentence_rule="punctuation", **values)).damage
    return {kind: damage.count(kind) for kind in KINDS if damage.count(kind)}


@given(texts, sizes(), st.sampled_from(["fixed", "recursive", "structure"]))
def test_cuts_inside_are_those_of_plain_loops(text: str, size: tuple[int, int], name: str) -> None:
    document = Document(text)
    settings = Settings(strategy=name, chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation")
    report = analyse(document, settings)
    damage, outline = report.damage, document.outline()
    cuts = [start for start, _ in report.spans][1:]
    clusters = {match.start() for match in regex.finditer(r"\p{RI}{2}[\p{GCB=EX}\p{GCB=ZWJ}\p{GCB=SM}]*|\X", text)}
    inside = {
        "words": oracles.counted_words(text),
        "sentences": list(report.sentences),
        "paragraphs": oracles.paragraphs(text),
        "code": list(outline.code),
        "items": list(outline.items),
    }
    begins = {at for places in outline.cuts for at in places.tolist()}
    blocks = {"words", "paragraphs"}  # these end where a block begins, whatever stands there
    assert damage.cuts == len(cuts)
    assert damage.count("sentences") == report.facts.cuts_inside, "one number on the page"
    assert damage.by_kind["characters"].tolist() == [cut not in clusters for cut in cuts]
    for kind, units in inside.items():
        assert damage.by_kind[kind].tolist() == [
            any(low < cut < high for low, high in units) and not (kind in blocks and cut in begins) for cut in cuts
        ]
    assert all(damage.rows(kind) == [row + 1 for row, hit in enumerate(damage.by_kind[kind]) if hit] for kind in KINDS)


def test_no_cuts_no_damage() -> None:
    damage = analyse(Document("One. Two."), Settings(chunk_size=100)).damage
    assert damage.cuts == 0
    assert [damage.share(kind) for kind in KINDS] == [0.0] * len(KINDS)


def test_a_row_is_parted_from_its_header_unless_that_stands_ahead() -> None:
    assert counts(TABLE, chunk_size=40)["rows"] == 1
    assert "rows" not in counts(TABLE, strategy="structure", chunk_size=60)
    assert counts(TABLE, strategy="structure", chunk_size=40, context=False)["rows"] == 1


def test_a_heading_is_parted_where_its_section_goes_on_elsewhere() -> None:
    text = "# One\n\nText of one.\n\n# Two\n\nText of two."
    assert counts(text, chunk_size=27)["headings"] == 1  # "# Two" ends the first chunk
    assert "headings" not in counts(text, strategy="structure", chunk_size=27)
    assert counts("# One\n\n# Two\n\nText.", chunk_size=5)["headings"] == 1, "nothing stands under the first"
    assert counts("# One\n\n## Two\n\nText.", strategy="paragraph")["headings"] == 2


def test_overlap_that_repeats_a_heading_mends_it() -> None:
    text = "Words of one.\n\n# Two\n\nText of two."
    assert counts(text, chunk_size=20)["headings"] == 1
    assert "headings" not in counts(text, chunk_size=20, chunk_overlap=6)


@pytest.mark.parametrize(
    "text", ["a\u0301b", "\U0001f469\u200d\U0001f467x", "\U0001f1f8\U0001f1ea\U0001f1f8\U0001f1ea", "각a"]
)
def test_a_cut_inside_a_character_as_a_reader_sees_it(text: str) -> None:
    found = analyse(Document(text), Settings(strategy="fixed", chunk_size=1)).damage
    clusters = {match.start() for match in regex.finditer(r"\X", text)}
    assert found.rows("characters") == [at for at in range(1, len(text)) if at not in clusters]


def test_elements_of_html_end_sentences() -> None:
    text = "<p>First paragraph here.</p>\n<p>Second paragraph here.</p>\n<p>Third one is here now.</p>"
    found = analyse(Document(text), Settings(chunk_size=40, sentence_rule="punctuation"))
    assert [one.text for one in found] == text.split("\n")
    assert found.facts.cuts_inside == 0
    assert not any(found.damage.count(kind) for kind in ("words", "sentences"))
