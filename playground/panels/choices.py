"""What the person has chosen: one store that the controls write, the address mirrors and the page reads.

Widgets lose their state when they are hidden, so none of them is the truth: callbacks write the store, and a widget
that comes back is filled from it. The address is written out in full after each change; when it changes by itself
(Back, Forward) it is read again.
"""

from dataclasses import asdict, dataclass, field

import streamlit as st

from playground import Settings, share
from playground.settings import LARGEST_SIZE
from playground.strategies import OPTIONS, STRATEGIES

MOST_PERCENT = 50
SLIDER_LEAST, SLIDER_MOST, SLIDER_STEP = 10, 4000, 10  # characters; the number beside it takes any size
_STORE = "choices"


@dataclass
class Overlap:
    """A strategy's overlap: a percentage of the size, or where `exact` a number in the unit."""

    percent: int = 0
    number: int = 0
    exact: bool = False

    def of(self, size: int) -> int:
        """The overlap at this size, in whole-number arithmetic."""
        return self.number if self.exact else size * self.percent // 100


@dataclass
class Choices:
    """The state behind the controls. `settings` is always valid."""

    values: dict[str, object]  # the fields of Settings but chunk_overlap
    overlaps: dict[str, Overlap] = field(
        default_factory=lambda: {name: Overlap(row.first_percent) for name, row in STRATEGIES.items()}
    )
    selected: int = 1  # number of the chunk that is outlined
    sample: str = ""  # name of the sample on the page, "" for the person's own text
    tab: str = ""
    remarks: tuple[str, ...] = ()  # shown until the next change
    written: dict[str, str] | None = None  # the address as this page left it
    touched: bool = False  # whether a control brought this run about
    refill: bool = False  # whether the controls must be filled from here at the next run

    @property
    def overlap(self) -> Overlap:
        """The overlap of the strategy chosen."""
        return self.overlaps[str(self.values["strategy"])]

    @property
    def size(self) -> int:
        """The size, in the unit."""
        return int(str(self.values["chunk_size"]))

    @property
    def settings(self) -> Settings:
        """The settings that the controls say."""
        return Settings(**self.values, chunk_overlap=self.overlap.of(self.size))  # type: ignore[arg-type]


def current() -> Choices:
    """This session's choices."""
    store: Choices = st.session_state[_STORE]
    return store


def touched(*, keep_remarks: bool = False) -> Choices:
    """This session's choices, in a callback: what was said about the last change is done with."""
    store = current()
    store.touched = True
    if not keep_remarks:
        store.remarks = ()
    return store


def follow_address() -> None:
    """At the first run, and when the address has changed by itself: take the choices from it."""
    address = dict(st.query_params)
    repeated = [name for name in address if len(st.query_params.get_all(name)) > 1]
    if _STORE not in st.session_state:
        store = st.session_state[_STORE] = _from_address(address, None)
        store.remarks += tuple(f"The address says {name} more than once; the last one counts." for name in repeated)
    else:
        store = current()
        moved = store.written is not None and address != store.written and not store.touched
        if moved:
            st.session_state[_STORE] = _from_address(address, store)
        if moved or store.refill:
            for key in [*OPTIONS, *_KEYS]:
                st.session_state.pop(key, None)
        current().touched = current().refill = False


_KEYS = ("strategy", "size", "size_slider", "percent", "overlap", "exact")


def _from_address(address: dict[str, str], before: Choices | None) -> Choices:
    settings, remarks = share.read(address)
    values = asdict(settings)
    overlap = values.pop("chunk_overlap")
    store = Choices(values, tab=address.get("tab", ""), sample=address.get("sample", ""), remarks=remarks)
    if before is not None:
        store.overlaps, store.selected = before.overlaps, before.selected
        store.sample = (store.sample or before.sample) if before.sample else ""  # Back never takes one's own text away
    if any(name in address for name in share.NAMES.values()):
        store.overlaps[settings.strategy] = _overlap(overlap, settings.chunk_size)
    return store


def _overlap(number: int, size: int) -> Overlap:
    """A percentage where one gives exactly this number, else the number itself."""
    for percent in range(MOST_PERCENT + 1):
        if size * percent // 100 == number:
            return Overlap(percent, number)
    return Overlap(0, number, exact=True)


def mirror_in_address() -> None:
    """Write the choices into the address, if it says something else."""
    store = current()
    address = share.write(store.settings)
    if store.tab:
        address["tab"] = store.tab
    if store.sample:
        address["sample"] = store.sample
    if dict(st.query_params) != address:
        st.query_params.from_dict(address)
    store.written = address


# --- callbacks of the controls -----------------------------------------------------------------------------------


def set_strategy(name: str) -> None:
    """Choose a strategy; its own overlap comes with it."""
    store = touched()
    store.values["strategy"] = name
    st.session_state["strategy"] = name
    _fit_overlap(store)


def set_size(size: int) -> None:
    """Choose a size; an exact overlap that no longer fits becomes half of it, with a remark."""
    store = touched()
    store.values["chunk_size"] = min(max(int(size), 1), LARGEST_SIZE)
    st.session_state["size"] = store.size
    st.session_state["size_slider"] = min(max(store.size, SLIDER_LEAST), SLIDER_MOST)  # hidden where that differs
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
    overlap.number, overlap.exact = number, exact
    _fit_overlap(store)


def set_number(number: int) -> None:
    """Choose the overlap as a number in the unit."""
    store = touched()
    store.overlap.number, store.overlap.exact = max(int(number), 0), True
    _fit_overlap(store)


def set_option(name: str, value: object) -> None:
    """Choose an option of a strategy."""
    touched().values[name] = value
    st.session_state[name] = value


def select(number: int) -> None:
    """Choose the chunk that is outlined, by its number from 1."""
    touched(keep_remarks=True).selected = number


def keep_selected(chunks: int) -> None:
    """Keep the chosen chunk among the `chunks` there are now."""
    store = current()
    store.selected = min(max(store.selected, 1), chunks)


def _fit_overlap(store: Choices) -> None:
    """Keep the overlap below the size, and the controls showing what is used."""
    overlap = store.overlap
    if overlap.of(store.size) >= store.size:
        fitting = store.size // 2
        store.remarks = (
            f"An overlap of {overlap.number:,} does not fit a size of {store.size:,}: it must be smaller. "
            f"The page uses {fitting:,}, half of the size.",
        )
        overlap.number, overlap.exact = fitting, True
    overlap.number = overlap.of(store.size)
    st.session_state["percent"] = overlap.percent
    st.session_state["exact"] = overlap.exact
    st.session_state["overlap"] = overlap.number
