"""What the comparisons are about: the callbacks of the tab Compare, which write the choices."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from playground import Settings
from playground.judging.compare import Row, Terms
from playground.limits import MAX_TRIED
from playground.panels import choices, keyed, session, source
from playground.panels.cache import Asking
from playground.panels.session import MOST_PERCENT, Tried
from playground.settings import LARGEST_SIZE
from playground.strategies import STRATEGIES

Picked = TypeVar("Picked")


def on_pick(name: str, key: str, known: Mapping[int, Picked], take: Callable[[Picked], None]) -> Callable[[], None]:
    """The callback of a chart of this name, drawn under this key: takes what stands for the number clicked in it.

    The chart is drawn anew without the pick.
    """

    def hear(state: Any) -> None:
        picks = state["selection"].get("load") or []
        session.leave()
        found = known.get(int(picks[0]["number"])) if picks else None
        if found is not None:
            keyed.gone(name)
            take(found)

    return keyed.heard(key, hear)


def set_view(view: str) -> None:
    """Choose the kind of comparison."""
    session.touched(keep_remarks=True).view = view


def set_equal_budget(on: bool) -> None:
    """Hold the tokens of a question, or its number of chunks."""
    session.touched(keep_remarks=True).equal_budget = on


def run_map(on: bool, digest: str = "", unit: str = "") -> None:
    """Begin to compute the map of a text in a unit, or stop."""
    chosen = session.touched(keep_remarks=True).map
    chosen.running, chosen.running_on = on, (digest, unit)


def set_map_strategies(names: list[str]) -> None:
    """Choose the strategies of the map."""
    session.touched(keep_remarks=True).map.strategies = tuple(name for name in STRATEGIES if name in names)


def set_map_measure(name: str) -> None:
    """Choose what the map is coloured by."""
    session.touched(keep_remarks=True).map.measure = name


def set_map_numbers(name: str, text: str) -> None:
    """Choose the sizes or the overlaps of the map, as they are typed; what is no such number is said and left out."""
    store = session.touched()
    least, most, field_name = {
        "map_sizes": (1, LARGEST_SIZE, "sizes"), "map_percents": (0, MOST_PERCENT, "percents"),
    }[name]  # fmt: skip
    words = text.replace(";", ",").replace(",", " ").replace("%", " ").split()
    numbers = {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 9}
    good = tuple(sorted(number for number in numbers if least <= number <= most))
    if len(good) < len(set(words)):
        store.remarks = (f"Of “{text[:60]}” only whole numbers from {least:,} to {most:,} are used.",)
    setattr(store.map, field_name, good)
    store.map.are_typed |= field_name == "sizes"


def asking() -> Asking:
    """The questions that settings are compared by, and how they are answered."""
    return Asking(tuple(source.questions()), session.current().reading, choices.reads())


def run_all(digest: str, unit: str) -> None:
    """Go to the map of settings, coloured by the answers that come back whole, and compute it.

    Of sizes that nobody has typed those around the present one are taken.
    """
    run_map(True, digest, unit)
    store = session.current()
    if not store.map.are_typed:
        store.map.sizes = sizes_around(store.size, source.total(unit))
    store.tab, store.view, store.map.measure = "Compare", "Map", "whole"


def sizes_around(size: int, total: int) -> tuple[int, ...]:
    """Half of a size, the size, twice and four times it; at most that of the whole text, but for the size itself."""
    return tuple(sorted({size, *(one for one in (size // 2, 2 * size, 4 * size) if 0 < one < total)}))


def pin(settings: Settings | None) -> None:
    """Keep a setting, to hold others against it; None: keep none."""
    session.touched(keep_remarks=True).pinned = settings


def set_trail_axis(at: int, name: str) -> None:
    """Choose what the dots of the trail say from left to right (0) or from bottom to top (1)."""
    store = session.touched(keep_remarks=True)
    store.trail_axes = (name, store.trail_axes[1]) if at == 0 else (store.trail_axes[0], name)


def name_tried(own: list[Tried], edited: Mapping[int, Mapping[str, str]]) -> None:
    """Call settings of the trail by the names typed, by their rows in the table."""
    session.touched(keep_remarks=True)
    for row, values in edited.items():
        if int(row) < len(own) and "name" in values:
            own[int(row)].name = str(values["name"] or "")[:60]


def try_out(digest: str, settings: Settings, terms: Terms, measured: Callable[[], Row]) -> None:
    """Keep a setting on the trail: once, with its name, as the last one tried; measured anew under other terms."""
    store = session.current()
    known = next((one for one in store.trail if one.digest == digest and one.row.settings == settings), None)
    if known is not None and known is store.trail[-1] and known.terms == terms:
        return
    if known is not None:
        store.trail.remove(known)
    if known is None or known.terms != terms:
        known = Tried(digest, measured(), terms, known.name if known else "")
    store.trail.append(known)
    del store.trail[:-MAX_TRIED]
