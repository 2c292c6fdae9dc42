"""Sentences by both rules: what ends one, what must not, and how often they agree with a hand-marked set."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground import Document
from playground.strategies import LANGUAGES
from playground.text.sentences import Rule
from tests import oracles
from tests.texts import prose, texts

DATA = Path(__file__).parent / "data"
RULES: tuple[Rule, Rule] = ("pysbd", "punctuation")
both_rules = pytest.mark.parametrize("rule", RULES)


def split(text: str, rule: Rule = "pysbd", language: str = "en") -> list[str]:
    return [text[start:end] for start, end in Document(text).sentences(rule, language).spans]


@given(texts, st.sampled_from(list(LANGUAGES)))
def test_nothing_is_lost_and_every_sentence_is_one(text: str, language: str) -> None:
    for rule in RULES:
        document = Document(text)
        found = list(document.sentences(rule, language).spans)
        first = {start for start, _ in document.paragraphs}
        assert oracles.missing_and_twice(text, found) == (0, 0)
        assert all(oracles.trimmed(text, *pair) == pair for pair in found)
        assert all(any(one.isalnum() for one in text[start:end]) for start, end in found if start not in first)
        assert all(text[start] not in "」』）】》〉］｝" for start, _ in found if start not in first)


@given(prose)
@example('He left. "Why?" ... I ask. .. Then.\n\n... So. (Yes!) "No."')
def test_the_simple_rule_equals_the_oracle(text: str) -> None:
    assert list(Document(text).sentences("punctuation").spans) == oracles.simple_sentences(text)


_part = st.sampled_from(["水泵站", "彼", "「はい」", "（注）", "valve 3", "、x", "そうですか", "３．１４", "『書』"])
_ideographic = st.lists(
    st.builds(lambda parts, stop: "".join(parts) + stop, st.lists(_part, min_size=1, max_size=4),
              st.sampled_from(["。", "！", "？", "。」", "？！", "！」", "。』」"])),
    min_size=1, max_size=6,
)  # fmt: skip


@given(_ideographic, st.sampled_from(["", "　", "\n"]), st.sampled_from(list(LANGUAGES)))
def test_wide_stops_end_a_sentence_in_every_language(parts: list[str], gap: str, language: str) -> None:
    for rule in RULES:
        assert split(gap.join(parts), rule, language) == parts


@pytest.mark.parametrize("language", LANGUAGES)
@both_rules
def test_no_cut_before_a_closing_bracket(rule: Rule, language: str) -> None:
    assert split("「行くぞ！」と彼は言った。そして「もう。」", rule, language)[-1] == "そして「もう。」"
    text = "他说：“走吧！”然后离开。（真的吗？）是的。"
    assert split(text, rule, language) == ["他说：“走吧！”", "然后离开。", "（真的吗？）", "是的。"]


@both_rules
@pytest.mark.parametrize(
    "parts",
    [
        ["One is here.", "Two is there!", "Is three?", "Yes."],
        ["She said “it works.”", "Then (so it seems.)", "He left."],
        ['He asked "why?"', "Nobody knew."],
        ["A wrapped sentence\nruns over\nthree lines.", "And the next\ndoes too."],
        ["No stop here", "\n\nand none there"],
        ["# A heading", "\nThe text."],
        ["- one item", "\n- two items.", "With two sentences.", "\n- three"],
        ["Take:", "\n1. the first. ", "Really.", "\n2. the second"],
        ["| a | b |", "\n| c | d |"],
        ["```", "\nx = 1. ", "\ny = 2\n```", "\nThen prose."],
    ],
    ids=lambda parts: parts[0][:20],
)
def test_what_ends_a_sentence(rule: Rule, parts: list[str]) -> None:
    text = ""
    for part in parts:
        text += part if not text or part[0] == "\n" else f" {part}"
    wanted = [part.strip() for part in parts]
    for ending in ("\n", "\r\n", "\r"):
        assert split(text.replace("\n", ending), rule) == [part.replace("\n", ending) for part in wanted]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Ames met J. R. Orr at 3.5 km from the U.S. side, e.g. near pump v1.2.3.",
        "She wrote to desk@pumps.example and read https://pumps.example/log.txt first.",
        "Mr. and Mrs. Jones met Prof. Lee at St. Mary's Hospital.",
    ],
)
def test_careful_sentences_know_abbreviations(text: str) -> None:
    assert split(f"{text} Then they left.") == [text, "Then they left."]
    assert len(split(f"{text} Then they left.", "punctuation")) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mark_without_letters_joins_the_sentence_before(language: str) -> None:
    for rule in RULES:
        for text in ("It stops. ... Then it goes.", "Who ?! ... Nobody. .... Yes."):
            assert all(any(one.isalnum() for one in part) for part in split(text, rule, language))


@both_rules
def test_nothing_has_no_sentences(rule: Rule) -> None:
    assert split("", rule) == split(" \n\t\r\n\u3000", rule) == []
    assert split("...", rule) == ["..."]
    assert split(" x ", rule) == ["x"]


def f1(path: Path, rule: Rule) -> tuple[float, int]:
    """Of the starts inside each item (every rule finds the first), and the number of items."""
    right = found = marked = items = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        own = set(Document(item["text"]).sentences(rule, item.get("lang", "en")).spans.starts.tolist())
        own.discard(min(own))
        starts = set(item["starts"][1:])
        right += len(own & starts)
        found += len(own)
        marked += len(starts)
        items += 1
    return 2 * right / (found + marked), items


def test_careful_sentences_against_a_hand_marked_set(capsys: pytest.CaptureFixture[str]) -> None:
    careful, items = f1(DATA / "sentences.jsonl", "pysbd")
    simple, _ = f1(DATA / "sentences.jsonl", "punctuation")
    with capsys.disabled():
        print(f"\nF1 on {items} items marked by hand: careful {careful:.3f}, simple {simple:.3f}")
    assert items >= 150
    assert careful >= 0.94
    assert careful > simple


@pytest.mark.skipif(not (DATA / "sentences_heldout.jsonl").exists(), reason="no held-out set")
def test_careful_sentences_against_a_set_nobody_tuned_to(capsys: pytest.CaptureFixture[str]) -> None:
    careful, items = f1(DATA / "sentences_heldout.jsonl", "pysbd")
    simple, _ = f1(DATA / "sentences_heldout.jsonl", "punctuation")
    with capsys.disabled():
        print(f"\nF1 on {items} held-out items: careful {careful:.3f}, simple {simple:.3f}")
    assert careful > simple


def test_the_hand_marked_items_are_well_formed() -> None:
    for path in sorted(DATA.glob("sentences*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            assert item["lang"] in LANGUAGES
            assert all(low < high for low, high in pairwise(item["starts"]))
            assert all(not item["text"][start].isspace() for start in item["starts"][1:])
