"""Findings: each kind comes where it should, not where it should not, and its fix mends it."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Settings, analyse
from playground.judging import findings, looks
from playground.judging.findings import Finding
from playground.strategies import STRATEGIES
from tests.texts import sizes, texts

PROSE = "The pump runs all day. It stops at night. This saves power. " * 6
WRAPPED = (
    "These are words that go on until the width of the page is reached and\n"
    "then go on in the next line, which is as long as the\n"
)
BLIND: dict[str, Any] = {"strategy": "fixed", "chunk_size": 60}


def found(text: str, **values: Any) -> dict[str, Finding]:
    document = Document(text)
    settings = Settings(**{"sentence_rule": "punctuation", **values})
    return {one.key: one for one in findings.find(analyse(document, settings), looks.of(document))}


# key -> text, settings with the finding, and a text or settings without it
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "over": ("Word " * 40, {"strategy": "sentence", "pack": True, "chunk_size": 50}, {"chunk_size": 50}),
    "broken": (PROSE, {"strategy": "fixed", "chunk_size": 50}, {"chunk_size": 50}),
    "stops": ("word " * 400, {}, {"strategy": "fixed"}),
    "language": ("Это насос. Он работает весь день и ночь. " * 2, {"sentence_rule": "pysbd"}, {"language": "ru"}),
    "structure": ("# A\n\nx\n\n# B\n\ny\n\n# C\n\nz", {}, {"strategy": "structure"}),
    "speakers": ("Ann: Hello there.\nBob: Hi.\n" * 5, {"strategy": "fixed", "chunk_size": 50}, {}),
    "nothing": (PROSE, {"chunk_size": 60, "chunk_overlap": 5}, {"chunk_size": 60}),
    "much": (PROSE, {**BLIND, "chunk_overlap": 25}, BLIND),
    "tail": ("x" * 121, BLIND, {**BLIND, "min_tail": 2}),
    "identical": ("The same words here. The same words here.", {"strategy": "sentence"}, {}),
    "subject": (PROSE, {"strategy": "sentence"}, {}),
    "uneven": ("A. B. C. D. E. F. " + "word " * 80, {"strategy": "sentence", "chunk_size": 500}, {"chunk_size": 1_000}),
    "invisible": ("a\u200bb", {}, {}),
    "wrapped": (WRAPPED * 8, {}, {}),
}  # fmt: skip


@pytest.mark.parametrize("key", CASES)
def test_a_finding_comes_where_it_should(key: str) -> None:
    text, values, other = CASES[key]
    one = found(text, **values)[key]
    assert one.fact.endswith(".")
    assert one.why.endswith(".")
    if key not in {"invisible", "wrapped"}:
        assert key not in found(text, **other)


@pytest.mark.parametrize(
    "key", ["over", "broken", "stops", "language", "structure", "nothing", "much", "tail", "uneven"]
)
def test_the_fix_mends_it(key: str) -> None:
    text, values, _ = CASES[key]
    one = found(text, **values)[key]
    assert one.fix is not None
    assert one.fix.changes
    assert key not in found(text, **{**values, **one.fix.changes})


def test_a_finding_says_where() -> None:
    text, values, _ = CASES["subject"]
    one = found(text, **values)["subject"]
    assert one.row == 1
    assert "“It”" in one.fact
    assert "6" in one.fact or "12" in one.fact


def test_the_gravest_come_first_and_every_key_once() -> None:
    keys = list(found("# A\n\n" + "word\u00a0" * 400, strategy="fixed", chunk_size=50, chunk_overlap=20))
    assert keys[0] == "broken"
    assert len(keys) == len(set(keys))


def test_a_quiet_text_has_no_findings() -> None:
    assert found("The pump runs. The valve is open.") == {}
    assert found("") == {}


@given(texts, sizes(), st.sampled_from(list(STRATEGIES)))
def test_any_report_has_findings_whose_fixes_are_settings(text: str, size: tuple[int, int], name: str) -> None:
    settings = Settings(strategy=name, chunk_size=size[0], chunk_overlap=size[1], sentence_rule="punctuation")
    document = Document(text)
    for one in findings.find(analyse(document, settings), looks.of(document)):
        assert one.row is None or 0 <= one.row < len(analyse(document, settings))
        if one.fix and one.fix.changes:
            analyse(document, replace(settings, **one.fix.changes))  # type: ignore[arg-type]
