"""The command line: the chunks of `chunk`, one sentence for what is wrong, and files that are whole or not there."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playground import Document, Settings, analyse, chunk
from playground.giving import command, export, report_page, settings_file
from playground.giving.command import BROKEN_PIPE, FAILED, INTERRUPTED, main
from playground.giving.command_options import parser
from playground.giving.formats import FORMATS
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.settings import DEFAULTS
from playground.strategies import STRATEGIES
from playground.taking.loading import MAX_UPLOAD_MB

ROOT = Path(__file__).resolve().parents[1]
HANDBOOK = ROOT / "samples" / "handbook.md"
TEXT = HANDBOOK.read_text(encoding="utf-8")


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "playground", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, timeout=60, check=False, **options)


def rows_of(lines: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.splitlines()]


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence that a command which fails says."""
    assert main(arguments) == FAILED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(".\n")
    assert said.err.count("\n") == 1
    return said.err


def test_the_chunks_are_those_of_chunk(tmp_path: Path) -> None:
    settings = Settings(strategy="structure", chunk_size=60, unit="tokens", title='A "handbook"')
    (tmp_path / "s.toml").write_text(settings_file.write(settings), encoding="utf-8")
    done = run("chunk", str(HANDBOOK), "--settings", str(tmp_path / "s.toml"))
    assert done.returncode == 0
    rows, chunks = rows_of(done.stdout), chunk(TEXT, settings)
    assert [(r["index"], r["start"], r["end"], r["text"], r["context"]) for r in rows] == [
        (c.index, c.start, c.end, c.text, c.context) for c in chunks
    ]
    assert [row["tokens"] for row in rows] == [c.size for c in chunks]
    assert [row["characters"] for row in rows] == [len(c.embedded) for c in chunks]
    assert [row["words"] for row in rows] == [len(c.embedded.split()) for c in chunks]
    assert {row["digest"] for row in rows} == {Document(TEXT).digest}
    assert {row["source"] for row in rows} == {HANDBOOK.name}, "not where it lies"
    assert chunk(TEXT, Settings(**rows[0]["settings"])) == chunks
    assert done.stderr.decode() == f"found {len(chunks)} chunks in {HANDBOOK}\n"


def test_standard_input_is_read_and_remarks_are_said() -> None:
    done = run("chunk", "-", "--tokens", "estimate", "--chunk-size", "1_000", input=b"One.\r\nTwo.")
    assert [row["text"] for row in rows_of(done.stdout)] == ["One.\nTwo."]
    assert "CRLF" in done.stderr.decode().splitlines()[0]
    assert done.stderr.decode().splitlines()[1] == "found 1 chunk in standard input"
    assert run("chunk", "-", "--quiet", input=b"One.\r\nTwo.").stderr == b""


def test_the_line_goes_ahead_of_the_file(tmp_path: Path) -> None:
    file, out = tmp_path / "s.toml", tmp_path / "o.jsonl"
    file.write_text('strategy = "sentence"\npack = true\nchunk_size = 90\ncontext = false\n', encoding="utf-8")
    line = ["chunk", str(HANDBOOK), "--settings", str(file), "--out", str(out)]
    assert main([*line, "--chunk-size", "200", "--no-pack", "--context"]) == 0
    wanted = Settings(strategy="sentence", chunk_size=200)
    assert chunk(TEXT, Settings(**rows_of(out.read_bytes())[0]["settings"])) == chunk(TEXT, wanted)
    assert [row["text"] for row in rows_of(out.read_bytes())] == [one.text for one in chunk(TEXT, wanted)]


def test_every_setting_is_an_argument() -> None:
    flags = [part for name, value in DEFAULTS.items() for part in flag(name, value)]
    options = vars(parser().parse_args(["chunk", "x", *flags]))
    assert {name: options[name] for name in DEFAULTS} == DEFAULTS
    assert not set(vars(parser().parse_args(["chunk", "x"]))) & set(DEFAULTS), "what is not given is not there"


def flag(name: str, value: object) -> list[str]:
    words = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{words}" if value else f"--no-{words}"]
    return [f"--{words}", str(value)]


@pytest.mark.parametrize("name", ["chunk", "measure"])
def test_help_names_every_setting(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert all(f"--{field.replace('_', '-')} " in text or f"--{field}," in text for field in DEFAULTS)
    assert "pysbd: careful" in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt"], ("nowhere.txt cannot be read", "No such file")),
        (["samples"], ("samples cannot be read", "directory")),
        (["a\0b"], ("cannot be read",)),
        (["tests/page.png"], ("not a text file", "PNG")),
        (["README.md", "--settings", "nowhere.toml"], ("nowhere.toml cannot be read",)),
        (["README.md", "--settings", "README.md"], ("README.md: The settings are not TOML",)),
        (["README.md", "--chunk-size", "0"], ("chunk_size must be", "not 0")),
        (["README.md", "--chunk-size", "many"], ("chunk_size must be", "'many'")),
        (["README.md", "--chunk-overlap", "300"], ("chunk_overlap must be smaller",)),
        (["README.md", "--strategy", "semantic"], ("strategy must be one of", "'recursive'")),
        (["README.md", "--title", "x" * 290, "--chunk-size", "100"], ("title takes",)),
        (["README.md", "--encoding", "klingon"], ("'klingon' is not known",)),
        (["README.md", "--out", "chunks.docx"], ("chunks.docx does not say a format", ".jsonl")),
        (["README.md", "--out", "samples", "--format", "jsonl"], ("samples cannot be written", "directory")),
        (["README.md", "--out", "no/such/folder.jsonl"], ("no/such/folder.jsonl cannot be written",)),
        (["README.md", "--out", "README.md/x.jsonl"], ("cannot be written",)),
        (["README.md", "--out", "./README.md", "--format", "jsonl"], ("would write over a file that is read",)),
    ],
    ids=range(17),
)
def test_what_is_wrong_is_said_in_one_sentence(
    arguments: list[str], said: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    before = sorted(path.name for path in ROOT.iterdir())
    message = failed(capsys, "chunk", *arguments)
    assert all(part in message for part in said), message
    assert sorted(path.name for path in ROOT.iterdir()) == before, "nothing is left behind"


@pytest.mark.parametrize("strategy", ["foo", "yours"])
@pytest.mark.parametrize("in_file", [False, True])
def test_a_strategy_that_is_refused_is_not_offered(
    strategy: str, in_file: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'strategy = "{strategy}"\n', encoding="utf-8")
    message = failed(
        capsys, "chunk", str(HANDBOOK), *(["--settings", str(file)] if in_file else ["--strategy", strategy])
    )
    offered, refused = message.split(", not ")
    assert all(repr(name) in offered for name in STRATEGIES)
    assert "yours" not in offered
    assert refused.strip() == f"{strategy!r}."


def test_more_than_the_most_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "big.txt").write_bytes(b"word " * (MAX_UPLOAD_MB * 10**6 // 5 + 1))
    assert f"more than {MAX_UPLOAD_MB} MB" in failed(capsys, "chunk", str(tmp_path / "big.txt"))


def test_a_vocabulary_that_cannot_be_had_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unavailable(*_: object) -> None:
        raise TokenizerUnavailable("The vocabulary cannot be had.")

    monkeypatch.setattr(command, "analyse", unavailable)
    assert failed(capsys, "chunk", str(HANDBOOK)) == "The vocabulary cannot be had.\n"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, link = tmp_path / "o.jsonl", tmp_path / "link.jsonl"
    out.write_bytes(b"the old ones")
    out.chmod(0o640)
    link.symlink_to(out)

    def breaks(found: object, form: str, file: Any) -> None:
        file.write(b"half a row")
        file.flush()
        assert out.read_bytes() == b"the old ones"
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "_write", breaks)
        assert main(["chunk", str(HANDBOOK), "--out", str(link)]) == INTERRUPTED
    assert out.read_bytes() == b"the old ones"
    assert main(["chunk", str(HANDBOOK), "--out", str(link)]) == 0
    assert link.is_symlink()
    assert len(rows_of(out.read_bytes())) == len(chunk(TEXT))
    assert out.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.jsonl", "o.jsonl"]


def test_a_device_is_written_to() -> None:
    assert main(["chunk", str(HANDBOOK), "--out", os.devnull, "--format", "jsonl"]) == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_device_is_said() -> None:
    with Path("/dev/full").open("wb") as full:
        line = [sys.executable, "-m", "playground", "chunk", str(HANDBOOK), "--quiet"]
        done = subprocess.run(line, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == FAILED
    assert done.stderr == b"standard output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("A short sentence. " * 20_000, encoding="utf-8")
    line = [sys.executable, "-m", "playground", "chunk", str(tmp_path / "long.txt"), "--tokens", "estimate"]
    with subprocess.Popen(
        [*line, "--sentence-rule", "punctuation"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["index"] == 0
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == BROKEN_PIPE


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """A job in the background of a shell ignores them, and so would what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
def test_an_interrupt_is_quiet(tmp_path: Path, hears_interrupts: None) -> None:
    (tmp_path / "long.txt").write_bytes(b"\r\n".join(b"Sentence %d opens. And it ends." % n for n in range(60_000)))
    line = [sys.executable, "-m", "playground", "chunk", str(tmp_path / "long.txt")]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert b"CRLF" in process.stderr.readline(), "it has read the text; careful sentences take seconds"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == INTERRUPTED
        assert process.stderr.read() == b""


def test_closed_streams_are_no_fault(tmp_path: Path) -> None:
    line = f"{sys.executable} -m playground chunk {HANDBOOK}"
    done = subprocess.run(f"{line} 2>&-", shell=True, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert len(rows_of(done.stdout)) == len(chunk(TEXT)), "what is said does not stand among the chunks"
    done = subprocess.run(f"{line} >&-", shell=True, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (FAILED, b"standard output is closed.\n")


def test_an_empty_text_has_no_chunks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "e.txt").touch()
    assert main(["chunk", str(tmp_path / "e.txt"), "--out", str(tmp_path / "e.jsonl")]) == 0
    assert (tmp_path / "e.jsonl").read_bytes() == b""
    assert "found 0 chunks" in capsys.readouterr().err
    assert main(["measure", str(tmp_path / "e.txt")]) == 0


def test_measure_says_the_numbers_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(HANDBOOK), "--strategy", "fixed", "--chunk-overlap", "45"]) == 0
    report = analyse(Document(TEXT), Settings(strategy="fixed", chunk_overlap=45))
    lines = {line[:24].strip(): line[24:] for line in capsys.readouterr().out.splitlines()}
    numbers = {label: value.split()[0] for label, value in lines.items()}
    assert numbers["chunks"] == str(len(report))
    assert numbers["average size"] == str(report.facts.sizes.average)
    assert numbers["average tokens"] == str(report.average(report.tokens))
    assert numbers["overlap got"] == "45"
    assert lines["cuts inside a sentence"] == f"{report.facts.cuts_inside} of {report.facts.cuts} cuts"


def test_it_starts_without_the_page() -> None:
    code = "import sys, playground.giving.command as c; print(*{'streamlit', 'altair', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60, check=True)
    assert done.stdout.strip() == b""


@pytest.mark.parametrize("form", FORMATS)
def test_every_export_of_the_page_is_a_format(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"chunks{FORMATS[form].ends[0]}"
    assert main(["chunk", str(HANDBOOK), "--chunk-size", "200", "--out", str(out)]) == 0
    report = analyse(Document(TEXT), Settings(chunk_size=200))
    wanted = {
        "jsonl": export.jsonl, "csv": export.csv, "parquet": export.parquet, "zip": export.archive,
        "html": lambda report, name: report_page.html(report, name).encode(),
    }[form](report, HANDBOOK.name)  # fmt: skip
    assert out.read_bytes() == wanted


def test_a_document_is_converted_and_its_pages_are_known(tmp_path: Path) -> None:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    for words in ("The pump runs all day.", "The valve is oiled."):
        pdf.add_page()
        pdf.multi_cell(0, 8, words)
    file, out = tmp_path / "manual.pdf", tmp_path / "o.jsonl"
    file.write_bytes(bytes(pdf.output()))
    assert main(["chunk", str(file), "--strategy", "sentence", "--out", str(out)]) == 0
    assert [row["page"] for row in rows_of(out.read_bytes())] == [1, 2]


def test_progress_is_said_of_what_takes_long(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(command, "_PATIENCE", -1.0)
        assert main(["chunk", str(HANDBOOK), "--out", str(tmp_path / "o.jsonl")]) == 0
    said = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"found the sentences of [\d,]+ of [\d,]+ characters", said[0])
    assert said[-1].startswith("found ")
