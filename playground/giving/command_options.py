"""The arguments of the command line, those for settings made from the fields and the table of strategies."""

from argparse import SUPPRESS, ArgumentParser, BooleanOptionalAction, RawDescriptionHelpFormatter
from typing import Any

from playground.giving import settings_file
from playground.giving.formats import FORMATS
from playground.settings import DEFAULTS, UNITS, VOCABULARIES
from playground.strategies import OPTIONS, STRATEGIES

STANDARD = "-"  # standard input or output

_EXAMPLES = """examples:
  python -m playground chunk report.md --settings settings.toml --out chunks.jsonl
  python -m playground chunk - --strategy sentence --pack --chunk-size 200 --unit words < report.txt
  python -m playground measure report.md --strategy fixed --chunk-overlap 45 --tokens estimate"""
_LOOK: dict[str, Any] = {"epilog": _EXAMPLES, "formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False}
_CHOICES: dict[str, tuple[object, ...]] = {
    "strategy": tuple(STRATEGIES),
    "unit": UNITS,
    "vocabulary": VOCABULARIES,
    **{name: tuple(option.choices) for name, option in OPTIONS.items() if name != "language"},
}
_DEFAULTS: dict[str, Any] = DEFAULTS
_HELP = {
    "strategy": "; ".join(f"{row.name}: {row.summary}" for row in STRATEGIES.values()) + ".",
    "chunk_size": "The most a chunk may have, in the unit.",
    "chunk_overlap": "What neighbours may share, in the unit; less than the size.",
    "unit": "What size and overlap count.",
    "vocabulary": "Whose tokens count; estimate (four characters a token) needs no vocabulary.",
    "title": "One line that stands ahead of every chunk when it is embedded.",
    "context": "Whether the title, and with structure the headings, stand ahead of chunks.",
}
_FLAGS = {"vocabulary": ("--vocabulary", "--tokens")}


def parser() -> ArgumentParser:
    """The arguments of both commands; what is a setting is named by its field and is there only if it is given."""
    made = ArgumentParser(
        prog="python -m playground",
        description="Split a text into chunks as the page does, or measure the split.",
        **_LOOK,
    )
    commands = made.add_subparsers(dest="command", required=True, metavar="{chunk,measure}")
    chunks = commands.add_parser("chunk", help="write the chunks of a text", **_LOOK)
    _add_input(chunks)
    chunks.add_argument(
        "--out", default=STANDARD, help="file for the chunks, replaced as a whole or not at all; else standard output"
    )
    chunks.add_argument("--format", choices=list(FORMATS), help="format of the chunks, if the name of --out says none")
    add_settings(chunks)
    numbers = commands.add_parser("measure", help="print what the split costs and what it cuts", **_LOOK)
    _add_input(numbers)
    add_settings(numbers)
    return made


def _add_input(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="the text: plain text, PDF, DOCX, HTML or EPUB; - is standard input"
    )
    parser.add_argument("--encoding", help="of FILE, if it is not found out rightly")
    parser.add_argument("--quiet", action="store_true", help="say nothing but what went wrong")


def add_settings(parser: ArgumentParser) -> None:
    """An argument for each setting and one for a file of them: what command.settings_of reads."""
    parser.add_argument("--settings", metavar="FILE.toml", help="a file of settings in TOML")
    group = parser.add_argument_group("settings", "What is given here goes ahead of what the settings file says.")
    for name, default in _DEFAULTS.items():
        users = [row.name for row in STRATEGIES.values() if name in row.options]
        words = _HELP.get(name) or f"{OPTIONS[name].help}{_choices(name)} For {', '.join(users)}."
        words = f"{words} Default: {settings_file.value(default)}.".replace("%", "%%")
        flags = _FLAGS.get(name) or (f"--{name.replace('_', '-')}",)
        if isinstance(default, bool):
            group.add_argument(*flags, action=BooleanOptionalAction, default=SUPPRESS, help=words)
            continue
        choices = ",".join(map(str, _CHOICES.get(name, ())))
        shown = f"{{{choices}}}" if choices else "N" if isinstance(default, int) else "TEXT"
        group.add_argument(
            *flags, dest=name, type=_whole if isinstance(default, int) else str, metavar=shown, default=SUPPRESS,
            help=words,
        )  # fmt: skip


def _choices(name: str) -> str:
    """What the values of an option mean, where their names do not say it."""
    pairs = [(str(value), label) for value, label in OPTIONS[name].choices.items() if str(value) != label]
    told = ", ".join(f"{value}: {label}" for value, label in pairs if value not in {"True", "False"})
    return f" ({told})." if told else ""


def _whole(word: str) -> int | str:
    """A whole number; any other word as it stands, which the settings refuse with their own sentence."""
    try:
        return int(word)
    except ValueError:
        return word
