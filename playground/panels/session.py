"""What the person has chosen: one store that the controls write, the address mirrors and the page reads.

Widgets lose their state when they are hidden, so none of them is the truth: callbacks write the store, and every
widget shows what the store holds. What changes it is in choices.py (settings) and looking.py (what is looked at).
"""

from dataclasses import dataclass, field, replace

import streamlit as st

from playground import Settings
from playground.asking.passages import Pair
from playground.asking.questions import Question
from playground.asking.reading import Reading
from playground.judging.compare import Row, Terms
from playground.judging.plan import Plan
from playground.settings import LARGEST_SIZE
from playground.strategies import ALL_STRATEGIES, STRATEGIES

MOST_PERCENT = 50
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
        overlaps = tuple(converted(number, ratio, 0) for number in self.overlaps)
        others = tuple(converted(number, ratio, 0) for number in self.others)
        return Amounts(converted(self.size, ratio, 1), overlaps, others)

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
    are_typed: bool = False  # whether the person has typed the sizes
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
class Draft:
    """A question that is being typed.

    part: a further passage of its answer, beside those that are marked; another: whether one is asked for. near: what
    is most like a passage that is not in the text. waiting: the text (its digest) and the places of a passage, of which
    one is to be chosen. open_on: the text on which the form stays open although there are questions.
    """

    question: str = ""
    passage: str = ""
    part: str = ""
    another: bool = False
    near: str = ""
    waiting: tuple[str, list[Pair]] | None = None
    open_on: str = ""

    def places_in(self, digest: str) -> list[Pair]:
        """The places in this text of which one is to be chosen."""
        return self.waiting[1] if self.waiting and self.waiting[0] == digest else []


@dataclass(frozen=True)
class LeftOut:
    """Questions that were left out of the table, to be put back.

    asked: the list they were left out of, which is of one text; before: all that were in it, in their order; looked:
    the row of the one that was looked at.
    """

    asked: list[Question]
    before: tuple[Question, ...]
    looked: int


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
    marked: tuple[str, tuple[Pair, ...]] | None = None  # the text (its digest) and its passages that are marked
    marks: int = 0  # how often one was
    draft: Draft = field(default_factory=Draft)
    left_out: LeftOut | None = None  # until the next change of the questions, or another text
    equal_budget: bool = False  # whether comparisons hold the tokens of a question, not its chunks
    map: MapChoice = field(default_factory=MapChoice)
    pinned: Settings | None = None  # what the present setting is held against
    form: str = "jsonl"  # of the file to take away
    library: str = "playground"  # whose code is shown
    trail: list[Tried] = field(default_factory=list)
    trail_axes: tuple[str, str] = ("tokens", "sentences")
    before_yours: str = "recursive"  # the strategy before one's own chunks came
    selected: int = 1  # number of the chunk that is outlined
    sample: str = ""  # name of the sample on the page, "" for the person's own text
    tab: str = ""
    remarks: tuple[str, ...] = ()  # shown until the next change
    said: tuple[str, tuple[str, ...]] = ("", ())  # the same of a form or table: its place, the sentences
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
        store.remarks, store.said = (), ("", ())
    return store


def leave() -> None:
    """The callback of what changes no choice: the run that follows is the person's, not the browser's Back."""
    touched(keep_remarks=True)


def converted(number: int, ratio: float, least: int) -> int:
    """A number of one unit in another, as near as a whole number can be, at least ``least`` and at most the largest."""
    return max(min(round(number * ratio), LARGEST_SIZE), least)
