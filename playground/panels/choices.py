"""What the person has chosen: one store that the controls write, the address mirrors and the page reads.

Widgets lose their state when they are hidden, so none of them is the truth: callbacks write the store, and every
widget shows what the store holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from playground import Settings
from playground.asking.reading import MOST_K, Reading
from playground.judging.compare import Row, Terms
from playground.judging.damage import KINDS
from playground.judging.plan import Plan
from playground.settings import LARGEST_SIZE, LONGEST_TITLE
from playground.strategies import ALL_STRATEGIES, STRATEGIES, YOURS

MOST_PERCENT = 50
SLIDER_LEAST, SLIDER_MOST, SLIDER_STEP = 10, 4000, 10  # in any unit; the number beside it takes any size
OTHERS = ("merge_under", "min_tail")  # options that count in the unit
_STORE = "choices"


@dataclass
class Overlap:
    """A strategy's overlap: a percentage of the size, or where `exact` a number in the unit."""

    percent: int = 0
    number: int = 0
    exact: bool = False

    @classmethod
    def exactly(cls, number: int, size: int, first: int = 0) -> "Overlap":
        """A percentage where one gives exactly this number, `first` if that does, else the number itself."""
        for percent in (first, *range(MOST_PERCENT + 1)):
            if size * percent // 100 == number:
                return cls(percent, number)
        return cls(0, number, exact=True)

    def of(self, size: int) -> int:
        """The overlap at this size, in whole-number arithmetic; always below the size."""
        return min(self.number, size - 1) if self.exact else size * self.percent // 100


def first_overlaps() -> dict[str, Overlap]:
    """The overlap of each strategy before anything is chosen."""
    return {name: Overlap(row.first_percent) for name, row in ALL_STRATEGIES.items()}


@dataclass(frozen=True)
class Amounts:
    """All that is counted in the unit: the size, every strategy's overlap number, and what is merged or joined."""

    size: int
    overlaps: tuple[int, ...]
    others: tuple[int, ...]  # of the options OTHERS

    @classmethod
    def of(cls, store: "Choices") -> "Amounts":
        """Those that are chosen."""
        overlaps = tuple(overlap.number for overlap in store.overlaps.values())
        return cls(store.size, overlaps, tuple(getattr(store.base, name) for name in OTHERS))

    def times(self, ratio: float) -> "Amounts":
        """About as many in another unit."""
        overlaps = tuple(_converted(number, ratio, 0) for number in self.overlaps)
        others = tuple(_converted(number, ratio, 0) for number in self.others)
        return Amounts(_converted(self.size, ratio, 1), overlaps, others)

    def put(self, store: "Choices", unit: str) -> None:
        """Choose them, in this unit."""
        for overlap, number in zip(store.overlaps.values(), self.overlaps, strict=True):
            overlap.number = number
        others = dict(zip(OTHERS, self.others, strict=True))
        store.base = replace(store.base, unit=unit, chunk_size=self.size, **others)  # type: ignore[arg-type]


@dataclass
class MapChoice:
    """What the map of settings holds, and whether it is being computed."""

    sizes: tuple[int, ...] = (128, 256, 512, 1024)
    percents: tuple[int, ...] = (0, 10, 25)
    strategies: tuple[str, ...] = tuple(STRATEGIES)
    measure: str = "sentences"
    running: bool = False
    running_on: tuple[str, str] = ("", "")  # the text (its digest) and the unit that it is computed for


@dataclass
class Tried:
    """A setting tried on a text, with its measures; `name` is what the person calls it."""

    digest: str
    row: Row
    terms: Terms
    name: str = ""


@dataclass(frozen=True)
class Answered:
    """A setting tried on questions: words sent for each, and the share of answers that came back whole."""

    about: object  # the text and its questions
    settings: Settings
    reading: Reading
    k: int
    words: float
    whole: float


@dataclass
class Choices:
    """The state behind the controls. `settings` is always valid."""

    base: Settings = field(default_factory=Settings)  # without overlap, which each strategy has of its own
    overlaps: dict[str, Overlap] = field(default_factory=first_overlaps)
    plan: Plan = field(default_factory=Plan)  # the embedding model, and what the bill assumes
    all_findings: bool = False  # whether more than the gravest are shown
    only_unread: bool = False  # whether the table shows only what the model does not read whole
    kind: str = "sentences"  # of damage that is looked at
    view: str = "Side by side"  # of the comparisons
    reading: Reading = field(default_factory=Reading)  # how questions are answered
    asked: int = 0  # number of the question that is looked at
    answered: list[Answered] = field(default_factory=list)  # settings tried on questions
    marked: tuple[str, int, int] | None = None  # the text (its digest) and the passage of it that is marked
    equal_budget: bool = False  # whether comparisons hold the tokens of a question, not its chunks
    map: MapChoice = field(default_factory=MapChoice)
    pinned: Settings | None = None  # what the present setting is held against
    form: str = "csv"  # of the file to take away
    library: str = "playground"  # whose code is shown
    trail: list[Tried] = field(default_factory=list)
    trail_axes: tuple[str, str] = ("tokens", "sentences")
    before_yours: str = "recursive"  # the strategy before one's own chunks came
    selected: int = 1  # number of the chunk that is outlined
    sample: str = ""  # name of the sample on the page, "" for the person's own text
    tab: str = ""
    remarks: tuple[str, ...] = ()  # shown until the next change
    link: tuple[str, str] = ("", "")  # the parameter of the address that holds or names a text, name and value
    touched: bool = False  # whether a control brought this run about
    shown: dict[str, object] = field(default_factory=dict)  # control -> the value it shows
    versions: dict[str, int] = field(default_factory=dict)  # control -> how often its value was set for it
    first_tabs: dict[str, str] = field(default_factory=dict)  # key of the tabs -> the one that was open first
    alike: dict[str, "Amounts"] = field(default_factory=dict)  # unit -> what is one length in all of these units
    alike_on: dict[str, int] = field(default_factory=dict)  # unit -> what the text has in it where they are alike

    @property
    def overlap(self) -> Overlap:
        """The overlap of the strategy chosen."""
        return self.overlaps[self.base.strategy]

    @property
    def size(self) -> int:
        """The size, in the unit."""
        return self.base.chunk_size

    @property
    def settings(self) -> Settings:
        """The settings that the controls say."""
        return replace(self.base, chunk_overlap=self.overlap.of(self.size))


def current() -> Choices:
    """This session's choices."""
    if _STORE not in st.session_state:
        st.session_state[_STORE] = Choices()
    store: Choices = st.session_state[_STORE]
    return store


def touched(*, keep_remarks: bool = False) -> Choices:
    """This session's choices, in a callback: what was said about the last change is done with."""
    store = current()
    store.touched = True
    if not keep_remarks:
        store.remarks = ()
    return store


def leave() -> None:
    """The callback of what changes no choice: the run that follows is the person's, not the browser's Back."""
    touched(keep_remarks=True)


# --- controls ----------------------------------------------------------------------------------------------------


def control(name: str, value: object) -> str:
    """The key of a control that is to show `value`, which must be given to it as well.

    A control that shows something else gets a new key: two controls may set one another (the size has a number and a
    slider), and a quick second press is sent before the browser has heard of the first; it would bring the other
    control's old value back. Under an old key it is not heard. The value goes with the control at every run, never by
    the session state, which tells the browser once: it may not draw that run.
    """
    store = current()
    if store.shown.get(name, value) != value:
        store.versions[name] = store.versions.get(name, 0) + 1
    store.shown[name] = value
    return _key(name)


def gone(name: str) -> None:
    """Say that a control is not on the page in this run: when it is drawn again it begins with what it is given."""
    store = current()
    store.versions[name] = store.versions.get(name, 0) + 1


def on_change(name: str, write: Callable[[Any], None]) -> Callable[[], None]:
    """The callback of a control: gives `write` its value.

    Streamlit also calls back for a control that the browser has not heard of yet; it reports what it shows, and
    nothing was changed.
    """

    def changed() -> None:
        store = touched(keep_remarks=True)
        value = st.session_state[_key(name)]
        if value != store.shown.get(name):
            store.shown[name] = value
            write(value)

    return changed


def state(name: str) -> Any:
    """The state of a chart or table, in its callback."""
    return st.session_state[_key(name)]


def _key(name: str) -> str:
    version = current().versions.get(name, 0)
    return f"{name}-v{version}" if version else name


# --- changes -----------------------------------------------------------------------------------------------------


def set_strategy(name: str) -> None:
    """Choose a strategy; its own overlap comes with it."""
    store = touched()
    store.base = replace(store.base, strategy=name)
    _fit_overlap(store)


def set_size(size: int) -> None:
    """Choose a size; an exact overlap that no longer fits becomes half of it, with a remark."""
    store = touched()
    store.base = replace(store.base, chunk_size=_within(size))
    _fit_overlap(store)


def set_percent(percent: int) -> None:
    """Choose the overlap as a percentage of the size."""
    store = touched()
    store.overlap.percent, store.overlap.exact = percent, False
    _fit_overlap(store)


def set_exact(exact: bool) -> None:
    """Switch between a percentage and a number; the number stays as it is, the percentage comes as near as it can."""
    store = touched()
    overlap = store.overlap
    number = overlap.of(store.size)
    if not exact:
        overlap.percent = min(MOST_PERCENT, (200 * number + store.size) // (2 * store.size))
        if number > store.size * MOST_PERCENT // 100:
            store.remarks = (f"The overlap was {number:,}; as a percentage of the size it ends at {MOST_PERCENT} %.",)
    overlap.number, overlap.exact = number, exact
    _fit_overlap(store)


def set_number(number: int) -> None:
    """Choose the overlap as a number in the unit."""
    store = touched()
    store.overlap.number, store.overlap.exact = max(int(number), 0), True
    _fit_overlap(store)


def set_option(name: str, value: object) -> None:
    """Choose an option of a strategy."""
    store = touched()
    store.base = replace(store.base, **{name: value})  # type: ignore[arg-type]


def apply(changes: Mapping[str, object]) -> None:
    """Change settings by field, the overlap as a number in the unit among them; with a unit comes a size."""
    store = touched()
    if "unit" in changes:
        _convert_to(store, str(changes["unit"]), int(str(changes["chunk_size"])))
    store.base = replace(store.base, **{name: value for name, value in changes.items() if name != "chunk_overlap"})  # type: ignore[arg-type]
    if "chunk_overlap" in changes:
        number = int(str(changes["chunk_overlap"]))
        store.overlaps[store.base.strategy] = Overlap.exactly(number, store.size)
    _fit_overlap(store)


def take(settings: Settings) -> None:
    """Choose all of a setting."""
    store = touched()
    _convert_to(store, settings.unit, settings.chunk_size)
    # Not the vocabulary: where the chosen one cannot be had, settings on the page carry what counts instead of it.
    store.base = replace(settings, chunk_overlap=0, vocabulary=store.base.vocabulary)
    first = ALL_STRATEGIES[settings.strategy].first_percent
    store.overlaps[settings.strategy] = Overlap.exactly(settings.chunk_overlap, settings.chunk_size, first)


def take_yours() -> None:
    """Choose the chunks that came with the text."""
    store = touched(keep_remarks=True)
    if store.base.strategy != YOURS.name:
        store.before_yours = store.base.strategy
    store.base = replace(store.base, strategy=YOURS.name)


def leave_yours() -> None:
    """Where no chunks came with the text, choose the strategy that was chosen before they came."""
    store = current()
    if store.base.strategy == YOURS.name:
        store.base = replace(store.base, strategy=store.before_yours)
        _fit_overlap(store)
        store.remarks = (
            *store.remarks,
            f"There are no chunks of yours on this text; {STRATEGIES[store.base.strategy].label} splits it.",
        )


def mark(digest: str, start: int, end: int) -> None:
    """Mark a passage of a text as an answer to be asked for."""
    touched(keep_remarks=True).marked = (digest, start, end)


def unmark() -> None:
    """Mark nothing."""
    touched(keep_remarks=True).marked = None


def reads() -> int:
    """How many texts are read for a question: as many chunks as the plan says, up to MOST_K."""
    return min(current().plan.top_k, MOST_K)


def set_reading(name: str, value: object) -> None:
    """Choose one thing of how questions are answered."""
    store = touched(keep_remarks=True)
    store.reading = replace(store.reading, **{name: value})  # type: ignore[arg-type]


def look_at_question(number: int, chunk: int) -> None:
    """Look at one of the questions, by its row, and at the chunk of this number, which holds its answer."""
    touched(keep_remarks=True).asked = number
    current().shown["verdicts"] = number
    select(chunk)


def looked_at(questions: int) -> int:
    """The row of the question that is looked at, of so many."""
    return min(current().asked, questions - 1)


def look_at(number: int) -> None:
    """Go to a chunk in the text, by its number."""
    select(number)
    current().tab = "Read"


def show_all_findings(every: bool) -> None:
    """Show all findings, or only the gravest."""
    touched(keep_remarks=True).all_findings = every


def picked(name: str, number: int | None, value: object = None) -> None:
    """A chart or table of this name says that its chunk `number` was clicked, or that none is any more.

    `value` is what `control` is given for it while that chunk is chosen: the number, if nothing else.
    """
    touched(keep_remarks=True)
    if number is not None:
        current().shown[name] = number if value is None else value
        select(number)


def set_only_unread(only: bool) -> None:
    """Whether the table shows only the chunks that the embedding model does not read whole."""
    touched(keep_remarks=True).only_unread = only


def show_unread() -> None:
    """Go to the table of the chunks that the embedding model does not read whole."""
    set_only_unread(True)
    current().tab = "Table"


def set_form(name: str) -> None:
    """Choose the kind of file to take away."""
    touched(keep_remarks=True).form = name


def set_library(name: str) -> None:
    """Choose whose code is shown."""
    touched(keep_remarks=True).library = name


def set_kind(kind: str) -> None:
    """Choose the kind of damage that is looked at."""
    store = touched(keep_remarks=True)
    store.kind = kind if kind in KINDS else store.kind


def set_plan(name: str, value: object) -> None:
    """Choose one thing of the plan: the model, or what the bill assumes."""
    store = touched()
    store.plan = replace(store.plan, **{name: value})  # type: ignore[arg-type]


def set_title(title: str) -> None:
    """Choose the title ahead of every chunk: what is typed, as one line without spaces around it."""
    line = " ".join(title.split())
    store = touched()
    if len(line) > LONGEST_TITLE:
        store.remarks = (f"The title has {len(line):,} characters; its first {LONGEST_TITLE} are used.",)
    store.base = replace(store.base, title=line[:LONGEST_TITLE].rstrip())


def set_unit(unit: str, totals: Mapping[str, int], estimated: bool) -> None:
    """Choose the unit; size and overlaps become about as long as they were on this text.

    totals: what the whole text has in the unit left and in the one chosen, 0 if it is blank; estimated: its tokens by
    the rule of four. Back in a unit that was left with nothing changed since, they are what they were: rounding does
    not add up, and a count that comes later changes nothing.
    """
    store = touched()
    old, amounts = store.base.unit, Amounts.of(store)
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
    store = current()
    return min(_converted(store.overlap.of(store.size), size / store.size, 0), size - 1)


def set_tokens(size: int) -> None:
    """Choose a size in tokens; the overlap stays the same share of the size."""
    store = touched()
    replace(Amounts.of(store).times(size / store.size), size=_within(size)).put(store, "tokens")
    _fit_overlap(store)


def _converted(number: int, ratio: float, least: int) -> int:
    return max(min(round(number * ratio), LARGEST_SIZE), least)


def _convert_to(store: Choices, unit: str, size: int) -> None:
    """To another unit with a size: what is not said anew keeps its share of the size."""
    if unit != store.base.unit:
        Amounts.of(store).times(size / store.size).put(store, unit)


def _within(size: int) -> int:
    return min(max(int(size), 1), LARGEST_SIZE)


def select(number: int) -> None:
    """Choose the chunk that is outlined, by its number from 1."""
    touched(keep_remarks=True).selected = number


def keep_selected(chunks: int) -> None:
    """Keep the chosen chunk among the `chunks` there are now."""
    store = current()
    store.selected = min(max(store.selected, 1), chunks)


def _fit_overlap(store: Choices) -> None:
    """An exact overlap that does not fit the size becomes half of it, and it is said."""
    overlap = store.overlap
    if overlap.exact and overlap.number >= store.size:
        fitting = store.size // 2
        store.remarks = (
            f"An overlap of {overlap.number:,} does not fit a size of {store.size:,}: it must be smaller. "
            f"The page uses {fitting:,}.",
        )
        overlap.number = fitting
