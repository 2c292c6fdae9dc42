"""The command line: `python -m playground chunk FILE` and `measure FILE`, the engine of the page without the page.

This module reads the standard streams and files, and writes files. What it has to say goes to standard error, a
sentence a line, so that standard output holds chunks or numbers and nothing else.
"""

import os
import shutil
import sys
import time
import uuid
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, NamedTuple

from playground.checks import one_of
from playground.document import Document
from playground.errors import InputError
from playground.giving import export, settings_file
from playground.giving.command_options import STANDARD, parser
from playground.giving.formats import FORMATS
from playground.giving.rows import NOTHING, Extra
from playground.judging.report import Report, analyse
from playground.measuring.vocabulary import TokenizerUnavailable
from playground.settings import DEFAULTS, Settings
from playground.strategies import ALL_STRATEGIES, STRATEGIES
from playground.taking import loading
from playground.taking.converting import Converted, convert
from playground.words import count, percent

FAILED, INTERRUPTED, BROKEN_PIPE = 1, 130, 141  # exit statuses; the last two as of a program that the signal ends
_PATIENCE = 1.0  # seconds that a step may take without a word
_MOST_BYTES = loading.MAX_UPLOAD_MB * 10**6

# --- reading ---------------------------------------------------------------------------------------------------------


def _read(file: str) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input, and its name for people."""
    name = "standard input" if file == STANDARD else loading.printable(file)
    try:
        if file == STANDARD:
            if sys.stdin is None:
                raise InputError("standard input is closed.")
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be read: {_why(error)}.") from error
    if len(data) > _MOST_BYTES:
        raise InputError(f"{name} has more than {loading.MAX_UPLOAD_MB} MB ({_MOST_BYTES:,} bytes), the most there is.")
    return data, name


def settings_of(options: Namespace) -> Settings:
    """The settings of the file, or the defaults, with what the command line says. Raises InputError."""
    own = {name: value for name, value in vars(options).items() if name in DEFAULTS}
    if options.settings is None:
        settings = Settings(**own)
    else:
        data, name = _read(options.settings)
        try:
            settings = replace(settings_file.read(loading.decode(data, name).text), **own)
        except InputError as error:
            raise InputError(f"{name}: {error}") from error
    one_of("strategy", settings.strategy, tuple(STRATEGIES))  # chunks of one's own cannot be brought here
    return settings


class _Found(NamedTuple):
    """A report on the text of a file, its name, and what it became if it is a document."""

    report: Report
    name: str
    converted: Converted | None

    @property
    def pages(self) -> Converted | None:
        """The document, if its pages are known."""
        return self.converted if self.converted and self.converted.pages else None


def _analysed(options: Namespace) -> _Found:
    """The report on the text under the settings; remarks and progress are said."""
    settings = settings_of(options)
    data, name = _read(options.file)
    converted = None if options.encoding else convert(data, name, _Progress("read", options))
    loaded = converted or loading.decode(data, name, options.encoding)
    for remark in loaded.remarks:
        _say(remark, options)
    document = Document(loaded.text)
    needs = "sentence_rule" in ALL_STRATEGIES[settings.strategy].options
    if needs or options.command == "measure" or _format(options) == "html":  # the one long step, some seconds a MB
        seen = _Progress("found the sentences of", options)
        document.sentences(settings.sentence_rule, settings.language, seen)
    return _Found(analyse(document, settings), name, converted)


class _Progress:
    """Says how far a long step is: a line at each tenth, none for a step that is done within a second."""

    def __init__(self, what: str, options: Namespace) -> None:
        self._what, self._options = what, options
        self._began, self._said = time.monotonic(), 0

    def __call__(self, done: int, total: int, noun: str = "characters") -> None:
        tenth = 10 * done // max(total, 1)
        if tenth > self._said and time.monotonic() - self._began > _PATIENCE:
            self._said = tenth
            _say(f"{self._what} {done:,} of {total:,} {noun}", self._options)


# --- writing ---------------------------------------------------------------------------------------------------------


def _write(found: _Found, form: str, file: IO[bytes]) -> None:
    """The chunks in one of FORMATS."""
    extra = Extra(pages=found.pages.pages_of(found.report.spans.starts)) if found.pages else NOTHING
    source = Path(found.name).name
    if form == "jsonl":  # a line at a time: a long text need not be held twice
        file.writelines(line.encode() for line in export.lines(found.report, source, extra))
    else:
        file.write(FORMATS[form].make(found.report, source, extra))


def _format(options: Namespace) -> str:
    """The format that is asked for, or that the name of the file says."""
    if options.format or options.out == STANDARD:
        return options.format or next(iter(FORMATS))
    for name, one in FORMATS.items():
        if options.out.lower().endswith(one.ends):
            return name
    known = ", ".join(end for one in FORMATS.values() for end in one.ends)
    raise InputError(
        f"{loading.printable(options.out)} does not say a format: let --out end in {known}, or give "
        f"--format {' or '.join(FORMATS)}."
    )


@contextmanager
def _opened(out: str, *inputs: str | None) -> Iterator[IO[bytes]]:
    """A file to write to, which takes its place when all is written; or standard output."""
    if out == STANDARD:
        if sys.stdout is None:
            raise InputError("standard output is closed.")
        name = "standard output"
    else:
        name = loading.printable(out)
        if any(_is_same(out, one) for one in inputs if one not in (None, STANDARD)):
            raise InputError(f"--out {name} would write over a file that is read.")
    try:
        if out == STANDARD:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with _replacing(Path(os.path.realpath(out))) as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        if out == STANDARD:
            _let_go()
        raise InputError(f"{name} cannot be written: {_why(error)}.") from error


def _is_same(out: str, one: str | None) -> bool:
    return one is not None and os.path.exists(out) and os.path.exists(one) and os.path.samefile(out, one)


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """A new file beside `path` that replaces it at the end; a device or a pipe is written to as it is."""
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a folder is refused here
            yield file
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    part = path.with_name(f".{uuid.uuid4().hex}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _let_go() -> None:
    """Send what standard output still holds nowhere, so that Python does not stumble over it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- commands --------------------------------------------------------------------------------------------------------


def _chunk(options: Namespace) -> None:
    form = _format(options)
    with _opened(options.out, options.file, options.settings) as file:
        found = _analysed(options)
        _write(found, form, file)
    where = "" if options.out == STANDARD else f", written to {loading.printable(options.out)}"
    _say(f"found {count(len(found.report), 'chunk')} in {found.name}{where}", options)


def _measure(options: Namespace) -> None:
    with _opened(STANDARD) as file:
        for label, value in _numbers(_analysed(options).report):
            file.write(f"{label:<24}{value}\n".encode())


def _numbers(report: Report) -> Iterator[tuple[str, str]]:
    """The main numbers of the page, with their units."""
    facts, unit = report.facts, report.settings.unit
    sizes, storage = facts.sizes, report.storage
    yield "chunks", f"{len(report):,}"
    yield "average size", f"{sizes.average:,} {unit} (smallest {sizes.smallest:,}, largest {sizes.largest:,})"
    yield "average tokens", f"{report.average(report.tokens):,} ({report.settings.vocabulary})"
    yield "storage overhead", f"{percent(storage.overhead)} ({storage.stored:,} characters stored)"
    yield "overlap got", f"{report.overlap.average:,} {unit} on average (asked: {report.overlap_asked:,} {unit})"
    yield "cuts inside a sentence", f"{facts.cuts_inside:,} of {count(facts.cuts, 'cut')}"
    yield "over the size", count(facts.over_limit, "chunk")
    yield "in no chunk", count(report.proof.missing, "visible character")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 1 after one sentence on standard error (2: wrong usage)."""
    try:
        options = parser().parse_args(arguments)
        {"chunk": _chunk, "measure": _measure}[options.command](options)
    except (InputError, TokenizerUnavailable) as error:
        _say(str(error))
        return FAILED
    except BrokenPipeError:  # whoever read the chunks has read enough
        _let_go()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _say(sentence: str, options: Namespace | None = None) -> None:
    if sys.stderr is not None and not (options and options.quiet):  # print(file=None) would write among the chunks
        print(sentence, file=sys.stderr)


def _why(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
