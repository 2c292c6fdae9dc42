"""The cases that concern splitting: each is a row of cases.jsonl and the test of its name.

The others of the collection belong to files of their own (uploads, page, charts) or to what is not built yet.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from playground import Chunk, Document, InputError, Settings, analyse, chunk
from playground.drawing import charts
from playground.measuring.vocabulary import encoding
from playground.strategies import LANGUAGES, STRATEGIES
from tests import oracles

ROWS = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
CASES = {row["id"]: row for row in ROWS}
UNITS = {"chars": "characters", "words": "words", "tokens": "tokens"}
RULES = ("pysbd", "punctuation")


def text_of(case: str) -> str:
    given = CASES[case]["input"]
    if isinstance(given, str):
        return given
    return str(eval(given["generator"], {"__builtins__": {"range": range}}))


def runs(case: str, **values: Any) -> list[tuple[str, Settings, list[Chunk]]]:
    """The text, and its chunks under the case's settings: each strategy for `any`, both rules, packed and not."""
    text, row = text_of(case), CASES[case]["settings"]
    found = []
    wanted = {"any": list(STRATEGIES), "markdown": ["structure"]}.get(row["strategy"], [row["strategy"]])
    for name in wanted:
        options = STRATEGIES[name].options
        for rule in RULES if "sentence_rule" in options else RULES[:1]:
            for pack in (False, True) if "pack" in options else (False,):
                settings = Settings(
                    **{
                        "strategy": name, "chunk_size": row["size"], "chunk_overlap": row["overlap"], "pack": pack,
                        "sentence_rule": rule, "unit": UNITS[row["unit"]], **values,
                    }
                )  # fmt: skip
                found.append((text, settings, chunk(text, settings)))
    return found


def exact(text: str, chunks: list[Chunk]) -> None:
    assert all(text[one.start : one.end] == one.text for one in chunks)


def covers(text: str, chunks: list[Chunk]) -> None:
    assert oracles.missing_and_twice(text, [(one.start, one.end) for one in chunks])[0] == 0


def within(settings: Settings, chunks: list[Chunk]) -> None:
    """Over the limit only with a remark; without packing the size does nothing."""
    if settings.strategy in {"recursive", "fixed"} or settings.pack:
        assert all(one.over_limit or one.size <= settings.chunk_size for one in chunks)


def rises(chunks: list[Chunk]) -> None:
    assert all(before.start < after.start for before, after in pairwise(chunks))


def test_every_case_has_its_test() -> None:
    assert {f"test_{case.replace('-', '_')}" for case in CASES} <= set(globals())


def test_off_01_repeated_words() -> None:
    for text, _, chunks in runs("off-01-repeated-words"):
        exact(text, chunks)
        covers(text, chunks)
        rises(chunks)
        assert len({(one.start, one.end) for one in chunks}) == len(chunks)


def test_off_05_decomposed_and_ligatures() -> None:
    for text, settings, chunks in runs("off-05-decomposed-and-ligatures"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert text == Document(text).text


def test_size_01_one_long_block() -> None:
    for text, settings, chunks in runs("size-01-one-long-block"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        if settings.pack:
            marks = ["", "over the limit: one paragraph", ""]
            assert [one.over_limit for one in chunks] == marks


def test_size_04_overlap_pushes_over() -> None:
    for text, settings, chunks in runs("size-04-overlap-pushes-over"):
        exact(text, chunks)
        covers(text, chunks)
        rises(chunks)
        if settings.pack:
            assert max(len(one.text) for one in chunks) <= 45


def test_ov_01_exact_window() -> None:
    for text, _, chunks in runs("ov-01-exact-window"):
        exact(text, chunks)
        assert [(one.start, one.end) for one in chunks] == [(0, 6), (4, 10), (8, 14), (12, 16)]


def test_sent_01_marker_characters() -> None:
    for language in LANGUAGES:
        for text, settings, chunks in runs("sent-01-marker-characters", language=language):
            exact(text, chunks)
            covers(text, chunks)
            within(settings, chunks)
            assert all(any(word in one.text for one in chunks) for word in ("sonata", "Soak", "Scroll", "integral"))
            assert language != "en" or len(chunks) >= 3


def test_sent_03_runs_of_dots() -> None:
    for text, settings, chunks in runs("sent-03-runs-of-dots"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert all(before.end <= after.start for before, after in pairwise(chunks))
        assert sum(one.text.count(".") for one in chunks) == text.count(".")


def test_sent_05_decimals_versions_abbreviations() -> None:
    for text, settings, chunks in runs("sent-05-decimals-versions-abbreviations"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        if settings.sentence_rule == "pysbd":
            # the plain rule cuts behind "Dr."; careful sentences must not cut inside any of these
            wholes = ["Dr. Ames", "3.5", "v1.2.3", "U.S. side", "e.g. near", "desk@pumps.example"]
            for whole in [*wholes, "https://pumps.example/log.txt", "J. R. Orr"]:
                assert any(whole in one.text for one in chunks)
        for whole in ("3.5", "v1.2.3", "U.S.", "e.g.", "desk@pumps.example", "https://pumps.example/log.txt"):
            assert any(whole in one.text for one in chunks)


def test_sent_07_brackets_in_abbreviations() -> None:
    for language in LANGUAGES:
        for text, settings, chunks in runs("sent-07-brackets-in-abbreviations", language=language):
            exact(text, chunks)
            covers(text, chunks)
            within(settings, chunks)


def test_sent_08_many_identical_sentences_slow() -> None:
    """Its time is tested in test_linear.py."""
    for text, settings, chunks in runs("sent-08-many-identical-sentences-slow"):
        exact(text, chunks)
        rises(chunks)
        assert settings.pack or len(chunks) == 5_300
        assert {one.text for one in chunks if not settings.pack} <= {"The barge left at dawn."}


def test_ws_01_crlf_paragraphs() -> None:
    for text, settings, chunks in runs("ws-01-crlf-paragraphs"):
        exact(text, chunks)
        same = chunk(text.replace("\r\n", "\n"), settings)
        assert [one.text for one in chunks] == [one.text for one in same] == ["Para one.", "Para two.", "Para three."]


def test_ws_02_empty_and_blank() -> None:
    for _, settings, chunks in runs("ws-02-empty-and-blank"):
        assert chunks == chunk("", settings) == []


def test_ws_04_short_pieces_dropped() -> None:
    for text, settings, chunks in runs("ws-04-short-pieces-dropped"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert chunks[0].text.startswith("Ok.")
        assert chunks[-1].text.endswith("No.")


def test_sep_01_separator_typed_by_user() -> None:
    """Nobody types separators here; what holds for every text holds for this one."""
    for text, settings, chunks in runs("sep-01-separator-typed-by-user"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert not any(one.over_limit for one in chunks)


def test_uni_01_emoji_clusters() -> None:
    """Fixed windows count code points, as the page says; recursive keeps what a reader sees as one character."""
    for text, settings, chunks in runs("uni-01-emoji-clusters"):
        exact(text, chunks)
        covers(text, chunks)
        assert all(one.text.encode("utf-8") for one in chunks)
        whole = chunk(text, Settings(chunk_size=settings.chunk_size))
        covers(text, whole)
        inner = {"\u200d", "\ufe0f", "\U0001f3fd", "\U0001f1ea"}
        assert not any(one.text[0] in inner for one in whole)
        assert [one.over_limit for one in whole if len(one.text) > 5] == ["over the limit: one character"] * 4


def test_uni_05_nul_and_controls() -> None:
    for text, settings, chunks in runs("uni-05-nul-and-controls"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert chunks[-1].text.endswith("Done.")


def tokens(text: str) -> int:
    return len(encoding().encode(text, disallowed_special=()))


def test_off_02_token_overlap_minus_one() -> None:
    for text, settings, chunks in runs("off-02-token-overlap-minus-one"):
        exact(text, chunks)
        rises(chunks)
        assert all(0 <= one.start < one.end for one in chunks)
        assert all(one.size == tokens(one.text) <= 8 for one in chunks)
        for before, after in pairwise(chunks):
            assert tokens(text[after.start : before.end]) <= settings.chunk_overlap


def test_tok_01_special_token_text() -> None:
    for text, settings, chunks in runs("tok-01-special-token-text"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        report = analyse(Document(text), settings)
        assert [one.size for one in chunks] == report.tokens.tolist() == [tokens(one.text) for one in chunks]


def test_uni_04_lone_surrogate() -> None:
    """Loading replaces them (test_loading.py); what a program hands over is counted as if they were U+FFFD."""
    for text, settings, chunks in runs("uni-04-lone-surrogate"):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        plain = chunk(text.replace("\ud83d", "\ufffd").replace("\udcff", "\ufffd"), settings)
        assert [(one.start, one.end, one.size) for one in chunks] == [(one.start, one.end, one.size) for one in plain]


def test_ov_03_overlap_not_below_size() -> None:
    text = text_of("ov-03-overlap-not-below-size")
    for size, overlap in [(12, 12), (12, 13), (0, 0), (-5, 0)]:
        with pytest.raises(InputError, match=str(size)):
            Settings(chunk_size=size, chunk_overlap=overlap, unit="words")
    for name in STRATEGIES:
        found = chunk(text, Settings(strategy=name, pack=True, chunk_size=12, chunk_overlap=11, unit="words"))
        assert len(found) <= len(text.split())
        assert all(one.size <= 12 or one.over_limit for one in found)


def test_chart_01_more_than_5000_chunks() -> None:
    """That the charts draw them is tested in test_charts.py and in the browser."""
    for text, settings, chunks in runs("chart-01-more-than-5000-chunks"):
        assert [one.text for one in chunks] == text.split()
        assert len(chunks) == 5_001
        report = analyse(Document(text), settings)
        for chart in (charts.sizes(report, 1), charts.distribution(report)):
            assert len(chart.to_json()) < 1_000_000


@pytest.mark.parametrize("case", CASES)
def test_a_case_says_why_it_matters(case: str) -> None:
    assert CASES[case]["expect"]
    assert CASES[case]["why_it_matters"]


# --- structure -----------------------------------------------------------------------------------------------


def paths(case: str, **values: Any) -> list[tuple[str, tuple[str, ...]]]:
    """The texts of the chunks with their headings, of a case that is Markdown; what holds for every one is checked."""
    found = []
    for text, settings, chunks in runs(case, markup="markdown", **values):
        exact(text, chunks)
        covers(text, chunks)
        within(settings, chunks)
        assert all(one.text.strip() for one in chunks)
        found = [(one.text, one.headings) for one in chunks]
    return found


def headings_over(words: str, found: list[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    return next(headings for text, headings in found if words in text)


def test_size_02_heading_context_counted() -> None:
    for text, settings, chunks in runs("size-02-heading-context-counted"):
        exact(text, chunks)
        covers(text, chunks)
        for one in chunks:
            assert one.size == len(encoding().encode_ordinary(one.embedded)) <= settings.chunk_size
        assert any(one.context for one in chunks)


def test_md_01_hash_in_code_fence() -> None:
    found = paths("md-01-hash-in-code-fence")
    assert headings_over("pump --start", found) == ("Tools",)
    assert headings_over("After the fence.", found) == ("Tools", "Hoses")
    assert {name for _, headings in found for name in headings} == {"Tools", "Hoses"}


def test_md_02_longer_and_mixed_fences() -> None:
    found = paths("md-02-longer-and-mixed-fences")
    assert {name for _, headings in found for name in headings} == {"Real"}


def test_md_04_text_before_first_heading() -> None:
    found = paths("md-04-text-before-first-heading")
    assert headings_over("Draft of May.", found) == ()
    assert headings_over("Body deep.", found) == ("One", "Deep")


def test_md_05_only_headings() -> None:
    found = paths("md-05-only-headings")
    whole = "".join(text for text, _ in found)
    assert all(words in whole for words in ("Index", "Pumps", "Hoses", "Spare parts"))


def test_md_06_heading_path_reset() -> None:
    found = paths("md-06-heading-path-reset")
    assert headings_over("under c", found) == ("A", "B", "C")
    assert headings_over("under d", found) == ("A", "D")
    assert headings_over("under e", found) == ("E",)


def test_md_08_table_rows() -> None:
    found = paths("md-08-table-rows")
    rows = [line for line in text_of("md-08-table-rows").split("\n") if line.startswith("| ")]
    assert all(any(row in text for text, _ in found) for row in rows)
    later = [chunks[-1] for _, _, chunks in runs("md-08-table-rows")]
    assert all(one.context == "Levels\n| station | low | high |\n" for one in later)


def test_md_09_tabs_nbsp_indent_kept() -> None:
    whole = "".join(text for text, _ in paths("md-09-tabs-nbsp-indent-kept"))
    assert all(piece in whole for piece in ("\tx = 1\u00a0# note\n\n    return x", "para one\n\n\npara two"))


EDGES = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "edge"


@pytest.mark.skipif(not EDGES.exists(), reason="../shared is not here")
@pytest.mark.parametrize("path", sorted(EDGES.glob("edge_*")) if EDGES.exists() else [], ids=lambda path: path.name)
@pytest.mark.parametrize("unit", ["characters", "tokens"])
def test_edge_files_keep_their_text_and_limits(path: Path, unit: Any) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    for markup in ("auto", "markdown", "html", "plain"):
        settings = Settings(strategy="structure", unit=unit, chunk_size=40, markup=markup, sentence_rule="punctuation")
        chunks = chunk(text, settings)
        exact(text, chunks)
        covers(text, chunks)
        assert all(one.over_limit or one.size <= 40 for one in chunks)
