"""The address of the page: it says every choice, and when it changes by itself (Back, Forward) it is read again."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

import streamlit as st

from playground.giving import share
from playground.giving.shared_text import PARAMETER
from playground.limits import MAX_ADDRESS_CHARACTERS
from playground.panels import links, session, source
from playground.panels.session import Choices, Overlap
from playground.strategies import ALL_STRATEGIES, YOURS

_OTHERS = ("tab", "sample", PARAMETER, links.SNAPSHOT)  # names in the address that giving/share.py does not know
_KEY = "address"
_LOOKS = "address_looks"  # there after the browser's Back or Forward, until its address has been looked at again


@dataclass(frozen=True)
class _Address:
    """What the page knows of its address."""

    wanted: dict[str, str] = field(default_factory=dict)  # what the choices were when it was last written or read
    seen: dict[str, str] = field(default_factory=dict)  # what the browser has, as far as is known


def follow(tabs: Collection[str], samples: Collection[str], has_own: bool) -> None:
    """At the first run, and when the address has changed by itself: take the choices from it."""
    address = dict(st.query_params)
    store = session.current()
    if _KEY not in st.session_state:
        _read(store, address, tabs, samples, has_own)
        store.touched = False
        named = (*share.NAMES.values(), *share.PLAN_NAMES.values(), *share.READING_NAMES.values(), *_OTHERS)
        repeated = [name for name in named if name in address and len(st.query_params.get_all(name)) > 1]
        store.remarks += tuple(f"The address says {name} more than once; the last one counts." for name in repeated)
        return
    # A run that a control brought about may come from before the browser has heard of our last change.
    if not store.touched and address != _known().seen:
        _read(store, address, tabs, samples, has_own)
        # It stays as it is: written out in full it would be a new step, and Back would lead here again.
        st.session_state[_KEY] = _Address(_written_out(store), address)
        st.session_state[_LOOKS] = 0
    store.touched = False


def _read(
    store: Choices, address: dict[str, str], tabs: Collection[str], samples: Collection[str], has_own: bool
) -> None:
    """Set the whole store from what an address says; what it does not say has its default."""
    address = share.unescaped(address)
    name_remarks = share.remark_on_names(address, _OTHERS)
    address, link_remarks = links.opened(address)
    has_own = has_own or source.linked() is not None
    settings, remarks = share.read(address)
    store.plan, plan_remarks = share.read_plan(address)
    store.reading, reading_remarks = share.read_reading(address)
    remarks += plan_remarks + reading_remarks + name_remarks + link_remarks
    store.base = replace(settings, chunk_overlap=0)
    if any(name in address for name in share.NAMES.values()):
        known = store.overlaps[settings.strategy]
        if known.of(settings.chunk_size) != settings.chunk_overlap:  # else it is meant as it was: as so many %, say
            first = ALL_STRATEGIES[settings.strategy].first_percent
            store.overlaps[settings.strategy] = Overlap.exactly(settings.chunk_overlap, settings.chunk_size, first)
    else:
        store.overlaps = session.first_overlaps()
    store.tab = address.get("tab", "")
    if store.tab and store.tab not in tabs:
        remarks += (share.remark("tab", store.tab, "the first one"),)
        store.tab = ""
    # An address without a sample is that of one's own text; it is kept while a sample is looked at.
    store.sample = address.get("sample", "" if has_own else next(iter(samples)))
    if store.sample and store.sample not in samples:
        remarks += (share.remark("sample", store.sample, "the first one"),)
        store.sample = next(iter(samples))
    store.remarks = remarks


def mirror() -> None:
    """Write the choices into the address, if they have changed since it was written or read."""
    wanted = _written_out(session.current())
    if wanted != _known().wanted:
        st.query_params.from_dict(wanted)
        st.session_state[_KEY] = _Address(wanted, wanted)
    if _LOOKS in st.session_state:
        _look_again()


@st.fragment(run_every=1.0)
def _look_again() -> None:
    """After a Back, see once what the browser has: an address that we wrote before may have reached it only then."""
    st.session_state[_LOOKS] = looks = st.session_state.get(_LOOKS, 0) + 1
    if looks > 1:  # the first look is part of the run that has read the address
        del st.session_state[_LOOKS]
        st.rerun()


def _known() -> _Address:
    known: _Address = st.session_state.setdefault(_KEY, _Address())
    return known


def of_setting(*, with_chunks: bool = False) -> dict[str, str]:
    """The parameters that say all that is chosen, without a text; `with_chunks`: those of one's own are at hand."""
    store = session.current()
    own = store.settings
    if store.base.strategy == YOURS.name and not with_chunks:
        own = replace(own, strategy=store.before_yours)
    found = {name: value for name, value in _written_out(store).items() if name not in (PARAMETER, links.SNAPSHOT)}
    return found | share.write(own)


def _written_out(store: Choices) -> dict[str, str]:
    others = {"tab": store.tab, "sample": store.sample}
    found = (
        share.write(store.settings)
        | share.write_plan(store.plan)
        | share.write_reading(store.reading)
        | {name: value for name, value in others.items() if value}
    )
    name, value = store.link
    # What names the text comes first: of an address that is cut off the choices are lost, not the text without a word.
    with_text = ({name: value} if name else {}) | found
    # With its text it may have become longer than servers take: then the text is in this session alone.
    return with_text if len(urlencode(with_text)) < MAX_ADDRESS_CHARACTERS else found
