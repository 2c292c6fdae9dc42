"""The command line: `python -m playground chunk FILE` and `measure FILE`, the engine of the page without the page.

This module reads the standard streams and files, and writes files. What it has to say goes to standard error, a
sentence a line, so that standard output holds chunks or numbers and nothing else.
"""

import json
import os
import shutil
import sys
import uuid
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO

from playground import loading, measure, settings_file
from playground.command_options import FORMATS, STANDARD, parser
from playground.contexts import InContext
from playground.document import Document
from playground.errors import InputError
from playground.report import Report, analyse
from playground.settings import DEFAULTS, Settings
from playground.vocabulary import TokenizerUnavailable
from playground.words import count, percent

FAILED, INTERRUPTED, BROKEN_PIPE = 1, 130, 141  # exit statuses; the last two as of a program that the signal ends
_MOST_BYTES = loading.MAX_UPLOAD_MB * 2**20

# --- reading ---------------------------------------------------------------------------------------------------------


def _read(file: str) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input, and its name for people."""
    name = "standard input" if file == STANDARD else _printable(file)
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


def _settings(options: Namespace) -> Settings:
    """Those of the file, or the defaults, with what the command line says."""
    own = {name: value for name, value in vars(options).items() if name in DEFAULTS}
    if options.settings is None:
        return Settings(**own)
    data, name = _read(options.settings)
    try:
        settings = settings_file.read(loading.decode(data, name).text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    return replace(settings, **own)


def _report(options: Namespace) -> tuple[Report, str]:
    """The report on the text under the settings, and the name of the text; remarks are said."""
    settings = _settings(options)
    data, name = _read(options.file)
    loaded = loading.decode(data, name, options.encoding)
    for remark in loaded.remarks:
        _say(remark, options)
    return analyse(Document(loaded.text), settings), name


# --- writing ---------------------------------------------------------------------------------------------------------


def _write(report: Report, source: str, file: IO[bytes]) -> None:
    """One JSON object a chunk, a line each; characters, words and tokens are of what is embedded, context and text."""
    starts, ends = report.spans.starts, report.spans.ends
    words = measure.length_of(report.document, "words", report.settings.vocabulary)
    counts = (InContext(words, report.contexts).of(starts, ends).tolist(), report.tokens.tolist())
    same = {"source": source, "digest": report.document.digest, "settings": asdict(report.settings)}
    for one, words_of, tokens_of in zip(report, *counts, strict=True):
        row = {
            "index": one.index, "start": one.start, "end": one.end, "characters": len(one.embedded),
            "words": words_of, "tokens": tokens_of, "context": one.context, "text": one.text, **same,
        }  # fmt: skip
        file.write(json.dumps(row).encode() + b"\n")


def _format(options: Namespace) -> str:
    """The format that is asked for, or that the name of the file says."""
    if options.format or options.out == STANDARD:
        return options.format or next(iter(FORMATS))
    for name, ends in FORMATS.items():
        if options.out.lower().endswith(ends):
            return name
    known = ", ".join(end for ends in FORMATS.values() for end in ends)
    raise InputError(
        f"{_printable(options.out)} does not say a format: let --out end in {known}, or give "
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
        name = _printable(out)
        if any(one not in (None, STANDARD) and os.path.exists(out) and os.path.samefile(out, one) for one in inputs):
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
    _format(options)
    with _opened(options.out, options.file, options.settings) as file:
        report, name = _report(options)
        _write(report, name, file)
    where = "" if options.out == STANDARD else f", written to {_printable(options.out)}"
    _say(f"found {count(len(report), 'chunk')} in {name}{where}", options)


def _measure(options: Namespace) -> None:
    with _opened(STANDARD) as file:
        report, _ = _report(options)
        for label, value in _numbers(report):
            file.write(f"{label:<24}{value}\n".encode())


def _numbers(report: Report) -> Iterator[tuple[str, str]]:
    """The main numbers of the page, with their units."""
    facts, unit = report.facts, report.settings.unit
    sizes, storage = facts.sizes, report.storage
    yield "chunks", f"{len(report):,}"
    yield "average size", f"{sizes.average:,} {unit} (smallest {sizes.smallest:,}, largest {sizes.largest:,})"
    yield "average tokens", f"{report.average(report.tokens):,} ({report.settings.vocabulary})"
    yield "storage overhead", f"{percent(storage.overhead)} ({storage.stored:,} characters stored)"
    yield "overlap got", f"{report.overlap.average:,} {unit} on average (asked: {report.overlap_asked:,})"
    yield "cuts inside a sentence", f"{facts.cuts_inside:,} of {facts.cuts:,}"
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


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "\ufffd" for character in name)
