"""The parts of the benchmark that measure nothing, and one run on a tiny text without any peer."""

import random

import pytest

from playground import Chunk
from tests import bench
from tests.bench import Options, Results, Row, Verdict


def test_a_row_has_three_numbers_a_size() -> None:
    line = bench.row_line("fixed: spans", [(1234.5, 99.94, 0.5), (None, None, None)])
    assert line.split() == ["fixed:", "spans", "1,234", "99.9", "0.50", "-", "-", "-"]


def test_all_rows_are_as_wide() -> None:
    wide = [(12345.0, 12345.0, 1234.0)]
    rows = [*bench.OURS, *bench.PEERS]
    assert len({len(bench.row_line(row.name, wide)) for row in rows}) == 1
    assert len({row.name for row in rows}) == len(rows)


def test_varied_keeps_every_sentence_and_the_gaps() -> None:
    paragraph = "One is 12. Two?  Three!\nFour."
    found = bench.varied(paragraph, random.Random(3))
    assert len(found) == len(paragraph)
    assert [gap for gap in ("  ", "\n") if gap in found] == ["  ", "\n"]
    assert sorted("".join("0" if one.isdigit() else one for one in found)) == sorted("One is 00. Two?  Three!\nFour.")


def test_a_text_has_its_size_and_never_the_same_paragraph_order() -> None:
    documents = ["A one. A two. A three.\n\nB one is 100. B two.", "no blank line\nin this one"]
    text = bench.build_text(documents, 2_000)
    assert 2_000 <= len(text.encode()) + 2 <= 2_100
    assert text == bench.build_text(documents, 2_000) != bench.build_text(documents, 2_000, seed=1)
    assert set(bench.paragraphs_of(documents[1])) == {"no blank line", "in this one"}
    assert len(set(bench.paragraphs_of(text))) > 20


def test_short_paragraphs_are_a_text_of_their_own() -> None:
    short, long = "One.\n\nTwo.", "word " * 100 + "end."
    assert bench.short_ones([short, long]) == [short]
    assert set(bench.texts_of([short, long], {"1 MB": 900, bench.SHORT: 900})) == {"1 MB", bench.SHORT}
    assert set(bench.texts_of([long], {"1 MB": 900, bench.SHORT: 900})) == {"1 MB"}


def test_text_comes_from_the_samples_where_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SHARED", bench.ROOT / "nowhere")
    assert all(path.is_file() and path.parent.name == "samples" for path in bench.sources())


def test_a_verdict_says_yes_no_or_that_it_was_not_run() -> None:
    words = [
        str(verdict).split()[-1] for verdict in (Verdict("t", "1x", True), Verdict("t", "1x", False), Verdict("t"))
    ]
    assert words == ["yes", "NO", "run"]
    results = Results({"1 MB": 1_000_000})
    name = bench.name_of("recursive, sentences", bench.CHUNKS)
    results.seconds[name, "1 MB", 0] = [0.01, 0.02, 0.03]
    results.seconds[name, "1 MB", 200] = [0.03]
    assert results.speed((name, "1 MB", 0)) == pytest.approx(50)
    assert results.speed((name, "1 MB", 0), best=True) == pytest.approx(100)
    held = {verdict.target: verdict.holds for verdict in bench.verdicts(results) if "the default" in verdict.target}
    assert list(held.values()) == [True, False, None, None]
    assert all(verdict.holds is None for verdict in bench.verdicts(results) if "the default" not in verdict.target)


def test_every_row_of_ours_runs() -> None:
    for row in bench.OURS:
        assert row.prepare("One. Two three.\n\nFour.", 200)()


def test_a_row_runs_on_what_its_section_has() -> None:
    wanted = {bench.WORDS_NAME: [("1 MB", 0)], "tokens: fixed": [("1 MB", 0), ("1 MB", 64)]}
    for row in bench.OURS:
        if row.name in wanted:
            found = [(size, overlap) for _, size, overlap in bench.cells_of([row], ["100 kB", "1 MB"])]
            assert found == wanted.pop(row.name)
    assert not wanted


def test_each_section_has_a_table_of_its_own_sizes() -> None:
    found = bench.tables(bench.OURS, Results({"100 kB": 100_000, "1 MB": 1_000_000}))
    titles = ["1,000 characters, overlap 0", "1,000 characters, overlap 200", "512 tokens, overlap 0"]
    titles += ["512 tokens, overlap 64", "400 words, overlap 0"]
    assert [lines[:40].strip() for lines in found] == titles
    assert ["100 kB" in lines for lines in found] == [True, True, False, False, False]
    assert len(bench.tables(bench.OURS, Results({"100 kB": 100_000}))) == 2


def test_a_count_is_wrong_if_it_differs_or_is_wrong_about_the_limit() -> None:
    sizes = {"a": 1, "b": 2, "c": 600, "d": 600, "e": 5}
    said = [("a", 1, ""), ("b", 3, ""), ("c", 600, ""), ("d", 600, "a long word"), ("e", 5, "a long word")]
    chunks = [Chunk(0, 0, 1, text, size, over_limit) for text, size, over_limit in said]
    assert bench.wrong_counts(chunks, lambda text: range(sizes[text])) == 3


def test_tokens_and_words_have_targets() -> None:
    results = Results({"1 MB": 1_000_000}, {"1 MB": 1_000_000})
    name = "tokens: recursive, sentences"
    results.seconds = {(name, "1 MB", 0): [0.1], (name, "1 MB", 64): [0.1], (bench.WORDS_NAME, "1 MB", 0): [0.04]}
    results.seconds |= {(bench.LC_TOKENS_START, "1 MB", 0): [0.3], (bench.LC_TOKENS_START, "1 MB", 64): [0.17]}
    results.memory = {(name, "1 MB", 0): 1_500_000, (name, "1 MB", 64): 2_100_000}
    results.counts = {(name, "1 MB", 0): (9, 1, 0), (name, "1 MB", 64): (9, 0, 1)}
    found = [verdict for verdict in bench.verdicts(results) if verdict.measured]
    assert [verdict.holds for verdict in found] == [True, False, False, True, False, True]
    assert [verdict.measured for verdict in found][2:4] == ["2.10x (2.1 MB)", "9 (1 over), 0 wrong"]


def test_memory_is_that_of_the_call() -> None:
    row = Row("", lambda text, overlap: lambda: b"x" * 30_000_000 if len(text) > 100 else b"")
    assert bench.memory_of(row, "x" * 101, 0) > 20_000_000


def test_a_run_without_peers_names_each_as_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "version_of", lambda distribution: None)
    sizes = {"1 MB": 3_000, "10 MB": 6_000}
    bench.run(Options(sizes, dict.fromkeys(sizes, 2), rows=("paragraph, packed: chunks", "LangChain")))
    printed = capsys.readouterr().out
    for peer in ("langchain-text-splitters", "semchunk", "semantic-text-splitter"):
        assert any(line.split()[:2] == [peer, "MISSING:"] for line in printed.splitlines())
    assert len([line for line in printed.splitlines() if line.startswith("paragraph, packed: chunks")]) == 2
    assert "LangChain recursive: texts  " not in printed.split("Targets")[0]
    assert "noisy" in printed
    assert " targets not run" in printed
