"""What the README says is compared with what the package holds."""

import json
import re
from pathlib import Path

from playground import Document, InputError, Settings, analyse, chunk, limits
from playground.asking.questions import read
from playground.asking.reading import Reader, Reading
from playground.asking.verdicts import HIT, judge, sent
from playground.judging.metrics import overhead_limit
from playground.judging.models import MARGIN
from playground.judging.plan import Plan
from playground.limits import MAX_CHUNKS, MAX_STORED_CHARACTERS
from playground.panels import presets
from playground.settings import DEFAULTS, UNITS
from playground.sizing import length_of
from playground.strategies import LANGUAGES, OPTIONS, STRATEGIES
from playground.taking.loading import MAX_PASTE_CHARACTERS, MAX_UPLOAD_MB

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALLOWED = {"requirements.txt", "README.md", "app.py", "playground", "samples", "tests"}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose header row begins with `heading`."""
    table = README[README.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


def test_the_table_of_strategies_is_the_registry() -> None:
    assert [(label, name.strip("`")) for label, name, _ in rows("strategy")] == [
        (row.label, row.name) for row in STRATEGIES.values()
    ]


def test_the_table_of_options_names_every_field_and_value() -> None:
    table = {name.strip("`"): values for name, values, _ in rows("option")}
    assert set(table) == set(DEFAULTS) - {"strategy"}
    for name, option in OPTIONS.items():
        if name != "language":
            wanted = [str(value) for value in option.choices] or ["0"]
            assert re.findall(r"`([^`]+)`", table[name]) == wanted
    assert re.findall(r"`([^`]+)`", table["unit"]) == list(UNITS)
    assert f"{len(LANGUAGES)} codes, default `{DEFAULTS['language']}`" in table["language"]
    assert f"default {DEFAULTS['chunk_size']}" in table["chunk_size"]


def test_the_example_runs_as_it_stands() -> None:
    start = README.index("    from playground import")
    code = "\n".join(line[4:] for line in README[start:].split("\n\nThis is")[0].splitlines())
    text = (ROOT / "samples" / "chunking.txt").read_text(encoding="utf-8")
    printed: list[tuple[int, int, int, str]] = []
    exec(code, {"text": text, "print": lambda *values: printed.append(values)})
    assert printed == [(c.index, c.start, c.end, c.text) for c in chunk(text, Settings(chunk_overlap=45))]
    assert issubclass(InputError, ValueError)


def test_the_limits_and_shares_are_the_program_s() -> None:
    assert f"up to {MAX_UPLOAD_MB} MB; up to {MAX_PASTE_CHARACTERS:,} characters pasted" in README
    assert f"at most {MAX_CHUNKS:,} chunks and {MAX_STORED_CHARACTERS:,} characters" in " ".join(README.split())
    for percent, tends_to in re.findall(r"(\d+) % at (\d+) %", README):
        assert f"{100 * overhead_limit(100, int(tends_to)):.0f}" == percent


def test_the_margin_and_the_corpus_are_the_program_s() -> None:
    assert f"±{100 * MARGIN:.0f} % in English prose" in README
    assert f"{Plan().corpus} million characters by default" in README


def test_the_sentence_sets_are_as_large_as_it_says() -> None:
    items = [json.loads(line) for line in (ROOT / "tests/data/sentences.jsonl").read_text("utf-8").splitlines()]
    later = (ROOT / "tests/data/sentences_heldout.jsonl").read_text("utf-8").splitlines()
    languages = {item["lang"] for item in items}
    assert f"{len(items)} hand-marked tricky texts in {len(languages)} languages" in " ".join(README.split())
    assert f"{len(later)} further texts" in README


def test_the_commands_name_files_that_are_there() -> None:
    for name in re.findall(r"(?:-r |python3 |streamlit run )([\w./-]+\.(?:txt|py))", README):
        assert (ROOT / name).exists(), name
    assert (ROOT / re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)[0]).exists()


def test_the_top_level_holds_nothing_else() -> None:
    assert {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - {"__pycache__"} == ALLOWED


def test_the_limits_of_sharing_are_the_program_s() -> None:
    said = " ".join(README.split())
    assert f"Above {limits.MAX_ADDRESS_CHARACTERS:,} the link is refused" in said
    assert f"what is unpacked stops at {limits.MAX_SHARED_AT_ONCE:,} characters" in said
    each, hour, every = (
        limits.MAX_SNAPSHOT_BYTES / 1e6, limits.MAX_SAVED_BYTES_AN_HOUR / 1e6, limits.MAX_SNAPSHOTS_BYTES / 1e9,
    )  # fmt: skip
    assert f"at most {each:.0f} MB each, {limits.MAX_SAVES} a visit, {hour:.0f} MB an hour and {every:.0f} GB" in said
    assert f"one address saves up to {limits.MAX_SENDER_BYTES_AN_HOUR / 1e6:.0f} MB an hour" in said
    assert f"for {limits.SNAPSHOT_DAYS} days" in said


def test_the_story_of_the_stove_handbook_is_told_as_it_is() -> None:
    text = (ROOT / "samples" / "stove.md").read_text("utf-8")
    asked, _ = read(text, (ROOT / "samples" / "stove.questions.jsonl").read_text("utf-8"))
    document = Document(text)
    for name, preset in presets.PRESETS.items():
        report = analyse(document, Settings(unit="words", pack=True, **preset))  # type: ignore[arg-type]
        reader = Reader(report, Reading())
        found = [judge(one, reader.reads, reader.retrieve(one.text, presets.K), text) for one in asked]
        words = sent(found, length_of(document, "words", "estimate")).mean()
        (row,) = [line for line in README.splitlines() if re.match(rf"\| {re.escape(name)}(:| \|)", line)]
        hits = sum(one.outcome == HIT for one in found)
        assert row.split("|")[2:5] == [f" {len(report)} ", f" {hits} of {len(asked)} ", f" {words:.0f} "]
