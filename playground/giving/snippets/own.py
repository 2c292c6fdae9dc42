"""The recipe with this package: the very chunks."""

from dataclasses import fields
from typing import Any

from playground.giving.snippets.recipe import Recipe, Step, Value, literal
from playground.settings import DEFAULTS, Settings

INSTALL = "pip install -r requirements.txt  # in the folder of the playground, which must be on PYTHONPATH"


def chunks_of(text: str, settings: Any) -> Any:
    from playground import chunk

    return chunk(text, settings)


def embedded(chunks: Any) -> list[str]:
    return [piece.embedded for piece in chunks]


def contents(chunks: Any) -> list[str]:
    return [piece.text for piece in chunks]


def recipe(settings: Settings) -> Recipe:
    """The steps whose chunks are those of these settings, with what differs from the defaults."""
    changed = {field.name: getattr(settings, field.name) for field in fields(settings)}
    written = [f"{name}={literal(value)}" for name, value in changed.items() if value != DEFAULTS[name]]
    block = f"settings = Settings({', '.join(written)})"
    if len(block) > 100:
        block = "settings = Settings(\n" + "".join(f"    {one},\n" for one in written) + ")"
    value = Value("settings", lambda: settings, (block,), ("from playground import Settings",))
    return Recipe((Step(chunks_of, {"settings": value}),), INSTALL, (), (Step(embedded),), (Step(contents),))
