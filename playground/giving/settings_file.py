"""Settings <-> a TOML file: what a team keeps beside its pipeline."""

import re
import tomllib
from dataclasses import fields

from playground.errors import InputError
from playground.halves import has_half
from playground.settings import Settings, effective

NAMES = tuple(field.name for field in fields(Settings))
LONGEST = 100_000  # characters of a file; one with every setting has about a thousand
_LONGEST_VALUE = 4_000  # characters of a value as Python writes it: a title of 300 may need ten for each of its own
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def write(settings: Settings) -> str:
    """A TOML document with every setting: first those that shape the chunks, then those without effect.

    All are written, so that a default that changes one day changes no file. Raises InputError for a title with half a
    character (a lone surrogate), which TOML cannot hold.
    """
    if has_half(settings.title):
        raise InputError(f"title must have no half characters (surrogates) to be written, not {settings.title!r:.80}.")
    used = effective(settings)
    lines = {name: f"{name} = {value(getattr(settings, name))}" for name in NAMES}
    first = [line for name, line in lines.items() if name in used]
    others = [line for name, line in lines.items() if name not in used]
    head = [
        "# Settings of the chunking playground, for: python -m playground chunk FILE --settings THIS_FILE",
        f"# Sizes (chunk_size, chunk_overlap, merge_under, min_tail) are in {settings.unit}.",
    ]
    parts = [
        *head,
        *first,
        *(["", "# Without effect on the chunks with the settings above:", *others] if others else ()),
    ]
    return "".join(f"{line}\n" for line in parts)


def read(text: str) -> Settings:
    """The settings of a TOML document; what it leaves out has its default.

    Raises InputError for what is no TOML, for a key that is no setting (with those that are), and naming key, rule and
    value for a value that cannot be used.
    """
    if len(text) > LONGEST:
        raise InputError(f"A settings file has at most {LONGEST:,} characters, not {len(text):,}.")
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise InputError(f"The settings are not TOML: {why.rstrip('.')}.") from error
    for name, given in values.items():
        if name not in NAMES:
            raise InputError(f"{name!r:.80} is no setting; the settings are {', '.join(NAMES)}.")
        if _is_too_long(given):
            raise InputError(f"{name} has a value longer than that of any setting.")
    return Settings(**values)


def value(setting: str | int) -> str:
    """A value of a setting as TOML has it."""
    if isinstance(setting, str):
        return _quoted(setting)
    return str(setting).lower()  # true, false, or a whole number


def _quoted(text: str) -> str:
    """A TOML basic string: quotes, backslashes and control characters escaped, all else as it stands."""
    return '"' + _ESCAPED.sub(lambda found: _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}"), text) + '"'


def _is_too_long(value: object) -> bool:
    """Whether a sentence cannot show the value; Python writes no whole number of thousands of digits either."""
    try:
        return len(repr(value)) > _LONGEST_VALUE
    except ValueError:
        return True
