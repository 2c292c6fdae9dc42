"""The table of libraries: how each is asked for the chunks of settings."""

from collections.abc import Callable

from playground.checks import one_of
from playground.giving.snippets import chonkie, langchain, llamaindex, own
from playground.giving.snippets.recipe import Recipe
from playground.settings import Settings

RECIPES: dict[str, Callable[[Settings], Recipe]] = {
    "playground": own.recipe,
    "langchain": langchain.recipe,
    "llamaindex": llamaindex.recipe,
    "chonkie": chonkie.recipe,
}
LIBRARIES = tuple(RECIPES)


def recipe_of(settings: Settings, library: str) -> Recipe:
    """The steps of the program. Raises InputError for another name."""
    one_of("library", library, LIBRARIES)
    return RECIPES[library](settings)
