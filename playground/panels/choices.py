"""Changes of what is chosen: settings, the model and the plan, how questions are answered. All are callbacks."""

from collections.abc import Mapping
from dataclasses import replace

from playground import Settings
from playground.asking.reading import MOST_K
from playground.panels import session
from playground.settings import LARGEST_SIZE, LONGEST_TITLE
from playground.strategies import ALL_STRATEGIES, STRATEGIES, YOURS


def set_strategy(name: str) -> None:
    """Choose a strategy; its own overlap comes with it."""
    store = session.touched()
    store.base = replace(store.base, strategy=name)
    _fit_overlap(store)


def set_size(size: int) -> None:
    """Choose a size; an exact overlap that no longer fits becomes half of it, with a remark."""
    store = session.touched()
    store.base = replace(store.base, chunk_size=_within(size))
    _fit_overlap(store)


def set_percent(percent: int) -> None:
    """Choose the overlap as a percentage of the size."""
    store = session.touched()
    store.overlap.percent, store.overlap.exact = percent, False
    _fit_overlap(store)


def set_exact(exact: bool) -> None:
    """Switch between a percentage and a number; the number stays as it is, the percentage comes as near as it can."""
    store = session.touched()
    overlap = store.overlap
    number = overlap.of(store.size)
    if not exact:
        overlap.percent = min(session.MOST_PERCENT, (200 * number + store.size) // (2 * store.size))
        if number > store.size * session.MOST_PERCENT // 100:
            store.remarks = (
                f"The overlap was {number:,}; as a percentage of the size it ends at {session.MOST_PERCENT} %.",
            )
    overlap.number, overlap.exact = number, exact
    _fit_overlap(store)


def set_number(number: int) -> None:
    """Choose the overlap as a number in the unit."""
    store = session.touched()
    store.overlap.number, store.overlap.exact = max(int(number), 0), True
    _fit_overlap(store)


def set_option(name: str, value: object) -> None:
    """Choose an option of a strategy."""
    store = session.touched()
    store.base = replace(store.base, **{name: value})  # type: ignore[arg-type]


def apply(changes: Mapping[str, object]) -> None:
    """Change settings by field, the overlap as a number in the unit among them; with a unit comes a size."""
    store = session.touched()
    if "unit" in changes:
        _convert_to(store, str(changes["unit"]), int(str(changes["chunk_size"])))
    store.base = replace(store.base, **{name: value for name, value in changes.items() if name != "chunk_overlap"})  # type: ignore[arg-type]
    if "chunk_overlap" in changes:
        number = int(str(changes["chunk_overlap"]))
        store.overlaps[store.base.strategy] = session.Overlap.exactly(number, store.size)
    _fit_overlap(store)


def take(settings: Settings) -> None:
    """Choose all of a setting."""
    store = session.touched()
    _convert_to(store, settings.unit, settings.chunk_size)
    # Not the vocabulary: where the chosen one cannot be had, settings on the page carry what counts instead of it.
    store.base = replace(settings, chunk_overlap=0, vocabulary=store.base.vocabulary)
    first = ALL_STRATEGIES[settings.strategy].first_percent
    store.overlaps[settings.strategy] = session.Overlap.exactly(settings.chunk_overlap, settings.chunk_size, first)


def take_yours() -> None:
    """Choose the chunks that came with the text."""
    store = session.touched(keep_remarks=True)
    if store.base.strategy != YOURS.name:
        store.before_yours = store.base.strategy
    store.base = replace(store.base, strategy=YOURS.name)


def leave_yours() -> None:
    """Where no chunks came with the text, choose the strategy that was chosen before they came."""
    store = session.current()
    if store.base.strategy == YOURS.name:
        store.base = replace(store.base, strategy=store.before_yours)
        _fit_overlap(store)
        store.remarks = (
            *store.remarks,
            f"There are no chunks of yours on this text; {STRATEGIES[store.base.strategy].label} splits it.",
        )


def reads() -> int:
    """How many texts are read for a question: as many chunks as the plan says, up to MOST_K."""
    return min(session.current().plan.top_k, MOST_K)


def set_reading(name: str, value: object) -> None:
    """Choose one thing of how questions are answered."""
    store = session.touched(keep_remarks=True)
    store.reading = replace(store.reading, **{name: value})  # type: ignore[arg-type]


def set_plan(name: str, value: object) -> None:
    """Choose one thing of the plan: the model, or what the bill assumes."""
    store = session.touched()
    store.plan = replace(store.plan, **{name: value})  # type: ignore[arg-type]


def set_title(title: str) -> None:
    """Choose the title ahead of every chunk: what is typed, as one line without spaces around it."""
    line = " ".join(title.split())
    store = session.touched()
    if len(line) > LONGEST_TITLE:
        store.remarks = (f"The title has {len(line):,} characters; its first {LONGEST_TITLE} are used.",)
    store.base = replace(store.base, title=line[:LONGEST_TITLE].rstrip())


def drop_title() -> bool:
    """Choose no title; whether there was one."""
    store = session.touched(keep_remarks=True)
    had = bool(store.base.title)
    store.base = replace(store.base, title="")
    return had


def set_unit(unit: str, totals: Mapping[str, int], estimated: bool) -> None:
    """Choose the unit; size and overlaps become about as long as they were on this text.

    totals: what the whole text has in the unit left and in the one chosen, 0 if it is blank; estimated: its tokens by
    the rule of four. Back in a unit that was left with nothing changed since, they are what they were: rounding does
    not add up, and a count that comes later changes nothing.
    """
    store = session.touched()
    old, amounts = store.base.unit, session.Amounts.of(store)
    before, after = totals[old], totals[unit]
    counted = {name: total for name, total in totals.items() if not (estimated and name == "tokens")}
    other_text = any(store.alike_on.get(name, total) != total for name, total in counted.items())
    if other_text or store.alike.get(old) != amounts:
        store.alike, store.alike_on = {}, {}
    ratio = after / before if before and after else 1.0
    new = store.alike.get(unit, amounts.times(ratio))
    store.alike |= {old: amounts, unit: new}
    store.alike_on |= counted
    new.put(store, unit)
    _fit_overlap(store)
    said = f"The size is now {new.size:,} {unit}; this text is blank, so nothing says how long that is."
    if before and after:
        said = (
            f"The size is now {new.size:,} {unit}, about as long on this text as {amounts.size:,} {old} "
            f"(it has {before:,} {old} and {after:,} {unit}{', at four characters a token' if estimated else ''})."
        )
    store.remarks = (said, *store.remarks)


def overlap_in_tokens(size: int) -> int:
    """The overlap that `set_tokens` would bring."""
    store = session.current()
    return min(session.converted(store.overlap.of(store.size), size / store.size, 0), size - 1)


def set_tokens(size: int) -> None:
    """Choose a size in tokens; the overlap stays the same share of the size."""
    store = session.touched()
    replace(session.Amounts.of(store).times(size / store.size), size=_within(size)).put(store, "tokens")
    _fit_overlap(store)


def _convert_to(store: session.Choices, unit: str, size: int) -> None:
    """To another unit with a size: what is not said anew keeps its share of the size."""
    if unit != store.base.unit:
        session.Amounts.of(store).times(size / store.size).put(store, unit)


def _within(size: int) -> int:
    return min(max(int(size), 1), LARGEST_SIZE)


def _fit_overlap(store: session.Choices) -> None:
    """An exact overlap that does not fit the size becomes half of it, and it is said."""
    overlap = store.overlap
    if overlap.exact and overlap.number >= store.size:
        fitting = store.size // 2
        store.remarks = (
            f"An overlap of {overlap.number:,} does not fit a size of {store.size:,}: it must be smaller. "
            f"The page uses {fitting:,}.",
        )
        overlap.number = fitting
