"""A published table of where splitters cut the text of RFC 9562, by its own rules for sentences and paragraphs.

Source: the table's rules as its authors give them: 1,000 characters, blank lines joined; a sentence ends at . ! or ?
(with a closer) before whitespace and a capital or digit, and with its paragraph; a paragraph ends at a blank line.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playground import Document, Report, Settings, analyse
from playground.judging import metrics
from playground.spans import Spans

RFC = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "rfc9562.txt"
SENTENCE = r"""[.!?]["')\]]?\s+(?=[A-Z0-9])"""
PARAGRAPH = r"\n\s*\n"

pytestmark = pytest.mark.skipif(not RFC.exists(), reason="../shared is not here")


@cache
def document() -> Document:
    return Document(re.sub(r"\n{3,}", "\n\n", RFC.read_text(encoding="utf-8")))


def units(*patterns: str) -> Spans:
    """From the end of one match to the end of the next, whitespace included, as the table has them."""
    text = document().text
    ends = {match.end() for pattern in patterns for match in re.finditer(pattern, text)}
    edges = sorted({0, len(text), *ends})
    return Spans(edges[:-1], edges[1:])


def report(**values: Any) -> Report:
    return analyse(document(), Settings(chunk_size=1_000, **values))


def table_row(found: Report) -> tuple[int, int, int]:
    """Cuts, and those inside a sentence and inside a paragraph."""
    inside = []
    for rule in (units(SENTENCE, PARAGRAPH), units(PARAGRAPH)):
        spans = found.spans
        if found.settings.strategy != "fixed":
            # Our chunks begin behind the whitespace that the table's units begin with: the cut is that whole gap.
            known, text = set(rule.starts.tolist()), document().text
            gaps = [range(start, len(text[:start].rstrip()) - 1, -1) for start in spans.starts.tolist()]
            spans = Spans([next((at for at in gap if at in known), gap[0]) for gap in gaps], spans.ends)
        inside.append(int(metrics.cuts_inside(spans, rule).sum()))
    return len(found) - 1, inside[0], inside[1]


def test_fixed_windows_cut_what_the_table_says() -> None:
    assert table_row(report(strategy="fixed")) == (114, 112, 112)
    assert table_row(report(strategy="fixed", chunk_overlap=200)) == (143, 142, 142)


def test_packed_paragraphs_cut_nothing_and_hide_nothing() -> None:
    found = report(strategy="paragraph", pack=True)
    assert len(found) == 132
    assert table_row(found)[1:] == (0, 0)
    assert found.facts.over_limit == 9
    assert found.facts.sizes.largest > 4_000


@pytest.mark.parametrize("rule", ["pysbd", "punctuation"])
def test_recursive_paragraphs_cut_fewer_sentences_than_the_usual_splitter(rule: Any) -> None:
    """The usual one: 15 sentences in 147 chunks. Six cannot be avoided: tables longer than a chunk hold no end."""
    found = report(keep_whole="paragraphs", sentence_rule=rule)
    assert len(found) <= 147
    assert 6 <= table_row(found)[1] <= 9


def test_one_chunk_alone_has_no_cuts() -> None:
    alone = analyse(Document("One. Two."), Settings(chunk_size=100))
    assert metrics.cuts_inside(alone.spans, alone.sentences).sum() == 0
    assert (alone.facts.cuts, alone.facts.cuts_inside) == (0, 0)
