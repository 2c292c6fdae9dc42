"""Settings <-> the address of the page: `?strategy=recursive&size=300&overlap=45&...&v=1`."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import TypeVar

from playground.asking.reading import Reading
from playground.errors import InputError
from playground.judging.plan import Plan
from playground.settings import DEFAULTS, Settings

VERSION = "1"  # of the meaning of an address; a link says every setting, so a changed default breaks no old one
SHORT = {"chunk_size": "size", "chunk_overlap": "overlap"}
NAMES = {field.name: SHORT.get(field.name, field.name) for field in fields(Settings)}
PLAN_NAMES = {field.name: field.name for field in fields(Plan)}
READING_NAMES = {field.name: field.name for field in fields(Reading)}
LONGEST_SHOWN = 40  # characters of a wrong value that a remark repeats
MOST_SHOWN = 5  # names that a remark repeats
_ESCAPED = "amp;"  # ahead of a name: the "&" of an address that was taken out of HTML
# What Streamlit, hosts, mail and search engines add to addresses: nobody who follows a link chose it.
_OF_OTHERS = {
    "embed", "embed_options", "staticappid", "logs", "ref", "ref_src", "fbclid", "gclid", "dclid", "gbraid", "wbraid",
    "msclkid", "ttclid", "twclid", "yclid", "igsh", "igshid", "li_fat_id", "mc_cid", "mc_eid", "gad_source", "srsltid",
}  # fmt: skip
_OF_OTHERS_BEGIN = ("utm_", "mtm_", "hsa_", "_")


def write(settings: Settings) -> dict[str, str]:
    """The query parameters that say `settings`: every one, and the version."""
    return {name: _word(getattr(settings, field)) for field, name in NAMES.items()} | {"v": VERSION}


def write_plan(plan: Plan) -> dict[str, str]:
    """The query parameters that say `plan`."""
    return {name: _word(getattr(plan, field)) for field, name in PLAN_NAMES.items()}


def write_reading(reading: Reading) -> dict[str, str]:
    """The query parameters that say `reading`."""
    return {name: _word(getattr(reading, field)) for field, name in READING_NAMES.items()}


def read_plan(parameters: Mapping[str, str]) -> tuple[Plan, tuple[str, ...]]:
    """The plan an address says, and one plain sentence for each value that could not be used."""
    return _read_each(Plan, PLAN_NAMES, parameters)


def read_reading(parameters: Mapping[str, str]) -> tuple[Reading, tuple[str, ...]]:
    """The reading an address says, and one plain sentence for each value that could not be used."""
    return _read_each(Reading, READING_NAMES, parameters)


Made = TypeVar("Made", Plan, Reading)


def _read_each(
    made: type[Made], names: Mapping[str, str], parameters: Mapping[str, str]
) -> tuple[Made, tuple[str, ...]]:
    """What an address says of it; each value is one that can be used beside any other."""
    defaults = {field.name: field.default for field in fields(made)}
    chosen: dict[str, object] = {}
    remarks: list[str] = []
    for field, name in names.items():
        if name not in parameters:
            continue
        value = _value(parameters[name], defaults[field])
        try:
            made(**{field: value})  # type: ignore[arg-type]
            chosen[field] = value
        except InputError:
            remarks.append(remark(name, parameters[name], _word(defaults[field])))
    return made(**chosen), tuple(remarks)  # type: ignore[arg-type]


def read(parameters: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """The settings an address says, and one plain sentence for each value that could not be used.

    What is missing or wrong has its default. Parameters that are no settings are passed over.
    """
    chosen: dict[str, object] = {}
    remarks: list[str] = []
    for field, name in NAMES.items():
        if name not in parameters:
            continue
        value = _value(parameters[name], DEFAULTS[field])
        # The overlap alone: whether it fits the size is asked once both are known.
        beside = {"chunk_size": value + 1} if field == "chunk_overlap" and type(value) is int and value >= 0 else {}
        try:
            Settings(**{field: value, **beside})  # type: ignore[arg-type]
            chosen[field] = value
        except InputError:
            remarks.append(remark(name, parameters[name], _word(DEFAULTS[field]) or "none"))
    if parameters.get("v", VERSION) != VERSION:
        remarks.append(remark("v", parameters["v"], f"the meaning of version {VERSION}"))
    try:
        return Settings(**chosen), tuple(remarks)  # type: ignore[arg-type]
    except InputError:
        overlap = chosen.pop("chunk_overlap", 0)
        size = chosen.get("chunk_size", DEFAULTS["chunk_size"])
        remarks.append(f"The address asks for an overlap of {overlap} with a size of {size}; the page uses no overlap.")
        return Settings(**chosen), tuple(remarks)  # type: ignore[arg-type]


def unescaped(parameters: Mapping[str, str]) -> dict[str, str]:
    """The parameters with `amp;` off their names; a name that is there without it too keeps its value."""
    found: dict[str, str] = {}
    for name in sorted(parameters, key=lambda name: name.startswith(_ESCAPED)):
        bare = name
        while bare.startswith(_ESCAPED):
            bare = bare.removeprefix(_ESCAPED)
        found.setdefault(bare, parameters[name])
    return found


def remark_on_names(names: Collection[str], others: Collection[str]) -> tuple[str, ...]:
    """One sentence for the names that are neither those of this module, nor `others`, nor added on the way."""
    known = {"v", *NAMES.values(), *PLAN_NAMES.values(), *READING_NAMES.values(), *others}
    strange = [name for name in names if name not in known and not _is_of_others(name.lower())]
    if not strange:
        return ()
    quoted = [f"“{_short(name)}”" for name in strange[:MOST_SHOWN]]
    if len(strange) == 1:
        return (f"{quoted[0]} is not a setting of this page and is ignored.",)
    quoted += [f"{len(strange) - MOST_SHOWN:,} more"] if len(strange) > MOST_SHOWN else []
    return (f"{', '.join(quoted[:-1])} and {quoted[-1]} are not settings of this page and are ignored.",)


def _is_of_others(name: str) -> bool:
    return name in _OF_OTHERS or name.startswith(_OF_OTHERS_BEGIN)


def _word(value: object) -> str:
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(word: str, default: object) -> object:
    """The word of an address as a value of the default's type; as it stands if it is none (a check refuses it)."""
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(word, word)
    if isinstance(default, int) and word.isascii() and word.removeprefix("-").isdecimal() and len(word) < 20:
        return int(word)
    if isinstance(default, float):
        try:
            return float(word)
        except ValueError:
            return word
    return word


def remark(name: str, word: str, instead: str) -> str:
    """One sentence for a value of an address that cannot be used, and what is used instead."""
    return f"The address says {name}={_short(word)}, which cannot be used; the page takes {instead}."


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_SHOWN else word[:LONGEST_SHOWN] + "…"
