"""Nothing hangs and nothing is quadratic: texts made to break patterns, each in two lengths.

Work is counted where it can be (test_careful.py counts what pysbd is shown); here it is its growth, told by
``growth.assert_linear``.
"""

from collections.abc import Callable
from typing import Literal

import pytest

from playground import Document, Settings, analyse
from playground.strategies import STRATEGIES
from playground.text import careful
from playground.text.sentences import Rule
from tests.growth import assert_linear

KEEP_WHOLE: tuple[Literal["sentences"], Literal["paragraphs"]] = ("sentences", "paragraphs")

# Each takes a number of repetitions: the first number is for the simple rule, the second for careful sentences.
NASTY: dict[str, tuple[Callable[[int], str], int, int]] = {
    "wide stops": (lambda n: "。" * n, 200_000, 60_000),
    "wide stops and closers": (lambda n: "。」" * n, 100_000, 30_000),
    "wide full stops": (lambda n: "．" * n + "1", 200_000, 60_000),
    "wide stop, many closers, digit": (lambda n: "．" + "」" * n + "1", 200_000, 60_000),
    "wide quotes": (lambda n: "＂" * n, 200_000, 60_000),
    "one stop, emphasis": (lambda n: "!" + "*" * n + "x", 100_000, 60_000),
    "one stop, closers": (lambda n: "." + ")" * n, 100_000, 60_000),
    "stop and emphasis": (lambda n: "!*" * n, 100_000, 30_000),
    "opening brackets": (lambda n: "(" * n, 100_000, 60_000),
    "stops and openings": (lambda n: "! (" * n, 70_000, 20_000),
    "stop, then openings": (lambda n: "a. " + '"' * n + " B", 200_000, 60_000),
    "stop, then dashes": (lambda n: "a. " + "— " * n, 100_000, 30_000),
    "nested brackets": (lambda n: "([{«“" * n + "x." + "”»}])" * n, 20_000, 6_000),
    "a long indent": (lambda n: "\n" + " " * n + "x", 200_000, 100_000),
    "many long indents": (lambda n: ("x\n" + " " * 999) * n, 300, 100),
    "stop, then spaces": (lambda n: "a." + " " * n + "B", 200_000, 100_000),
    "open references": (lambda n: "[1 " * n, 50_000, 20_000),
    "reference of many numbers": (lambda n: "arr.[" + "1" * n, 3_000, 3_000),
    "references behind stops": (lambda n: "a.[1,2] B" * n, 20_000, 5_000),
    "unclosed lists of numbers": (lambda n: "a.[" + "1," * n, 100_000, 30_000),
    "lone stops": (lambda n: ". " * n, 100_000, 30_000),
    "runs of dots": (lambda n: " .... " * n, 50_000, 10_000),
    "letters and stops": (lambda n: "a." * n, 100_000, 30_000),
    "straight quotes": (lambda n: '"' * n, 100_000, 60_000),
    "apostrophes": (lambda n: "' " * n, 100_000, 30_000),
    "bullets on one line": (lambda n: "- " * n, 50_000, 20_000),
    "bullets": (lambda n: "- a\n" * n, 40_000, 10_000),
    "dashes": (lambda n: "-" * n + "x", 200_000, 60_000),
    "fences": (lambda n: "```\n" * n, 20_000, 20_000),
    "fences in paragraphs": (lambda n: "```\n\nx\n\n" * n, 10_000, 5_000),
    "numbered lines": (lambda n: "1. x\n" * n, 20_000, 10_000),
    "rising numbers": (lambda n: "".join(f"{number}. x\n" for number in range(1, n)), 20_000, 8_000),
    "comments left open": (lambda n: "<html><p>a</p>" + "<!--" * n, 100_000, 60_000),
    "attributes left open": (lambda n: "<html><p>a</p>" + "<a b='" * n, 100_000, 60_000),
    "elements in one another": (lambda n: "<html>" + "<div>" * n + "x", 40_000, 10_000),
    "items left open": (lambda n: "<html><ul>" + "<li>a" * n, 40_000, 20_000),
    "headings of tags": (lambda n: "<html>" + "<h2>a</h2>b" * n, 30_000, 15_000),
    "headings left open": (lambda n: "<html>" + "<h2>a" * n, 30_000, 15_000),
    "lists in one another": (lambda n: "<html>" + "<ul><li>" * n + "x", 2_000, 1_000),
    "headings": (lambda n: "# x\n" * n, 40_000, 10_000),
    "underlines": (lambda n: "x\n===\n" * n, 20_000, 8_000),
    "bars": (lambda n: "|" * n, 100_000, 60_000),
    "table rows": (lambda n: "| a. | b |\n" * n, 15_000, 5_000),
    "code": (lambda n: "x = f(1);\n" * n, 15_000, 5_000),
    "an endless name": (lambda n: "a.b" * n + "\nx;\ny;\n", 60_000, 20_000),
    "values": (lambda n: "a,b,c\n" * n, 30_000, 10_000),
    "tabs": (lambda n: "\t" * n + "x", 200_000, 100_000),
    "wide spaces": (lambda n: "x" + "\u3000" * n + "y", 200_000, 100_000),
    "line ends": (lambda n: "x" + "\n" * n + "y", 200_000, 100_000),
    "carriage returns": (lambda n: "x\r\n \r" * n, 40_000, 10_000),
    "digits": (lambda n: "7" * n, 300_000, 100_000),
    "one word": (lambda n: "x" * n, 300_000, 100_000),
    "one word of clusters": (lambda n: "e\u0301" * n, 50_000, 30_000),
    "one cluster": (lambda n: "a" + "\u0301" * n, 50_000, 30_000),
    "flags": (lambda n: "\U0001f1f8" * n, 30_000, 20_000),
    "emoji of several": (lambda n: "\U0001f469\u200d\U0001f467" * n, 20_000, 10_000),
    "emoji, all joined": (lambda n: "\U0001f469\u200d" * n, 30_000, 10_000),
    "syllables": (lambda n: "क्षि" * n, 20_000, 10_000),
    "joined consonants": (lambda n: "क्" * n, 30_000, 10_000),
    "jamo": (lambda n: "\u1100" * n + "\u1161" * n, 30_000, 10_000),
    "prepended marks": (lambda n: "\u0600" * n, 50_000, 20_000),
    "abbreviations": (lambda n: "e.g. " * n, 30_000, 10_000),
    "capital abbreviations": (lambda n: "A. B. C. Dr. " * n, 15_000, 4_000),
    "placeholders": (lambda n: "♭∯ " * n, 60_000, 20_000),
    "prose on one line": (
        lambda n: "".join(f"In {1500 + one} Mr. Orr (no. {one}) met them, and left. " for one in range(n)), 6_000, 1_300
    ),
    "wrapped prose": (
        lambda n: "".join(f"In {1500 + one} Mr. Orr\nmet them, and left.\r\n" for one in range(n)), 6_000, 1_300
    ),
    "the same sentence": (lambda n: "The barge left at dawn. " * n, 10_600, 5_300),
}  # fmt: skip


def everything(text: str, rule: Rule) -> None:
    """Every strategy once, with overlap at words, and every number of the report."""
    document = Document(text)
    for name in STRATEGIES:
        for keep_whole in KEEP_WHOLE if name == "recursive" else KEEP_WHOLE[:1]:
            settings = Settings(
                strategy=name, pack=True, chunk_size=300, chunk_overlap=60, sentence_rule=rule, overlap_at="words",
                keep_whole=keep_whole,
            )  # fmt: skip
            report = analyse(document, settings)
            assert (report.proof.unequal, report.proof.missing) == ((), 0)
            assert report.facts.cuts == max(len(report) - 1, 0)
            assert report.overlap_for_half is None or report.overlap_for_half < 300


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("rule", ["punctuation", "pysbd"])
def test_time_grows_with_the_length(name: str, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    make, quick, careful_times = NASTY[name]

    def work(count: int) -> None:
        monkeypatch.setattr(careful, "_memory", careful._Memory(20_000))  # nothing is known from another run
        everything(make(count), rule)

    everything("Tables are made. Once.", rule)
    assert_linear(work, 2 * (quick if rule == "punctuation" else careful_times))
