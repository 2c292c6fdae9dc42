"""Columns of an export: counts of what is embedded, and settings that make the same chunks again."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import Document, Report, Settings, analyse, chunk
from playground.giving.rows import COLUMNS, NUMBERS, Extra, about, columns, settings_of
from playground.json_lines import compact
from playground.measuring.vocabulary import encoding
from playground.strategies import STRATEGIES
from tests.texts import sizes, texts

HANDBOOK = "# Pumps\n\nOpen the valve. Wait.\n\n## Hoses\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nThe end."


def table(report: Report, extra: Extra | None = None) -> dict[str, list[Any]]:
    return {name: list(values) for name, values in columns(report, "a.md", extra or Extra()).items()}


def report_of(text: str, **values: Any) -> Report:
    chosen: dict[str, Any] = {"chunk_size": 60, "sentence_rule": "punctuation"}
    return analyse(Document(text), Settings(**(chosen | values)))


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_counts_are_of_what_is_embedded(strategy: str, unit: str) -> None:
    report = report_of(HANDBOOK, strategy=strategy, unit=unit, title="Handbook")
    made = table(report)
    embedded = [one.embedded for one in report]
    assert [f"{ahead}{text}" for ahead, text in zip(made["context"], made["text"], strict=True)] == embedded
    assert made["characters"] == [len(text) for text in embedded]
    assert made["words"] == [len(text.split()) for text in embedded]
    assert made["tokens"] == [len(encoding("cl100k_base").encode_ordinary(text)) for text in embedded]
    assert made["size"] == made[unit]
    assert made["index"] == list(range(len(report)))
    assert [HANDBOOK[start:end] for start, end in zip(made["start"], made["end"], strict=True)] == made["text"]
    assert set(made) == set(COLUMNS) - {"page"}
    assert made["headings"] == [report.headings_over(row) for row in range(len(report))]
    assert all(isinstance(value, int) for name in made if name in NUMBERS for value in made[name])


def test_a_chunk_of_any_strategy_can_be_cited_by_its_headings() -> None:
    text = "# Pump\n\nIt runs.\n\n## Oil\n\nOnce a year."
    assert table(report_of(text, strategy="paragraph"))["headings"] == [
        ("Pump",), ("Pump",), ("Pump", "Oil"), ("Pump", "Oil"),
    ]  # fmt: skip
    assert "headings" not in table(report_of("No heading here. Only a text.", strategy="sentence"))


def test_headings_pages_and_other_counts_are_there_if_they_are_known() -> None:
    report = report_of(HANDBOOK, strategy="structure", chunk_size=30)
    number = len(report)
    extra = Extra(pages=np.arange(number) // 2 + 1, tokens=np.full(number, 7), vocabulary="estimate")
    made = table(report, extra)
    assert made["headings"] == [one.headings for one in report]
    assert made["page"] == [row // 2 + 1 for row in range(number)]
    assert made["tokens"] == [7] * number
    assert made["vocabulary"] == ["estimate"] * number
    assert list(made) == list(COLUMNS)


@pytest.mark.parametrize("extra", [Extra(pages=np.ones(99, dtype=np.int64)), Extra(tokens=np.ones(99, dtype=np.int64))])
def test_an_array_of_another_length_is_refused(extra: Extra) -> None:
    report = report_of(HANDBOOK)
    with pytest.raises(ValueError, match=f"for {len(report)} chunks"):
        columns(report, "a.md", extra)


def test_reasons_are_those_of_the_chunks() -> None:
    report = report_of("Notes\n\n" + "q" * 60 + "\n\nEnd.", strategy="paragraph", chunk_size=25, pack=True)
    assert table(report)["over_limit"] == ["", "over the limit: one paragraph", ""]


@given(texts, sizes(), st.sampled_from(list(STRATEGIES)), st.booleans())
def test_the_settings_make_the_same_chunks(text: str, size: tuple[int, int], strategy: str, pack: bool) -> None:
    report = analyse(
        Document(text),
        Settings(
            strategy=strategy, chunk_size=size[0], chunk_overlap=size[1], pack=pack, sentence_rule="punctuation",
            keep_whole="paragraphs", max_level=2, merge_under=9, min_tail=5, overlap_at="words", markup="markdown",
        ),
    )  # fmt: skip
    again = json.loads(compact(settings_of(report)))
    assert [(one.start, one.end) for one in chunk(text, Settings(**again))] == list(report.spans)
    assert about(report, "\ud83d.md")["source"] == "\ufffd.md"
