"""Share: a link with the setting alone, with the text in it, or to a snapshot kept on this server."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import streamlit as st

from playground import InputError
from playground.giving.contents import Contents
from playground.giving.senders import network_of
from playground.giving.shared_text import PARAMETER, refuse_long
from playground.giving.shared_text import address as whole_address
from playground.giving.snapshots import Saved
from playground.limits import MAX_NAME_CHARACTERS, MAX_SAVES, MAX_SHARED_AT_ONCE, SNAPSHOT_DAYS
from playground.panels import address, cache, links, session, source
from playground.panels.copy_field import copy_field
from playground.panels.frame import plain
from playground.strategies import YOURS
from playground.words import count

SETTING, TEXT, SAVED = "The setting only", "With the text and the questions, in the link", "Saved on this server"
# Those saved in this visit; what is to be said of them once, and what went wrong.
_MINE, _NOTE, _FAULT = "my_snapshots", "snapshot_note", "snapshot_fault"
_WHEN = "%d %B %Y, %H:%M"


@dataclass(frozen=True)
class _Mine:
    """A snapshot saved in this visit: of which text, its link, what deletes it, when (UTC), and what it holds."""

    name: str
    link: str
    saved: Saved
    when: datetime
    holds: object


def button() -> None:
    """Draw the button that opens the dialog."""
    if st.button("Share", icon=":material/share:", key="share", on_click=session.leave):
        _dialog()


@st.dialog("Share", width="large")
def _dialog() -> None:
    off = cache.snapshots() is None
    ways = {
        SETTING: "Whoever opens it sees this setting on the same sample, or on a text of their own.",
        TEXT: "Nothing is kept on the server. Only short texts fit; whoever has the link has the text.",
        SAVED: f"Text, questions, chunks and setting, kept for {SNAPSHOT_DAYS} days under an address nobody can guess.",
    }
    offered = [way for way in ways if way != SAVED or not off]
    way = st.radio("What travels", offered, captions=[ways[name] for name in offered], key="share_way")
    if off:
        st.caption("Snapshots are switched off on this server.")
    try:
        {SETTING: _setting, TEXT: _text, SAVED: _snapshot}[way]()
    except InputError as error:
        st.error(plain(str(error)))


def _page() -> str:
    return f"{(st.context.url or '').rstrip('/')}/"


def _show(link: str, key: str) -> None:
    copy_field(key=f"link_{key}", label=f"Link, {count(len(link), 'character')}.", name="the link", value=link)


def _setting() -> None:
    _say_chunks_stay("")
    _show(whole_address(_page(), address.of_setting()), "setting")
    if not session.current().sample:
        st.caption("Your text is not in it: whoever opens it needs the text too.")


def _say_chunks_stay(why: str) -> None:
    if session.current().base.strategy == YOURS.name:
        st.warning(f"The chunks that you brought do not travel{why}: whoever opens it sees the text split by the page.")


def _text() -> None:
    text = source.current()
    if len(text.document) > MAX_SHARED_AT_ONCE:
        raise InputError(
            f"The text has {len(text.document):,} characters; only up to {MAX_SHARED_AT_ONCE:,} are tried for a link."
        )
    _show(_link_of_text(), "text")
    st.caption("The link is not signed or locked: who sees it, on the way too, can read the text.")


def _link_of_text() -> str:
    """The link with the text in it; without the chunks that the person brought if it is too long with them."""
    held = _held(with_chunks=True)
    try:
        return _packed(held)
    except InputError:
        if not held.chunks:
            raise
        link = _packed(_held(with_chunks=False))
        _say_chunks_stay(", since they do not fit in a link")
        return link


def _packed(held: Contents) -> str:
    packed = cache.packed(source.current().document, held)
    link = whole_address(_page(), {PARAMETER: packed, **_without_sample(with_chunks=bool(held.chunks))})
    refuse_long(link)
    return link


def _held(*, with_chunks: bool) -> Contents:
    """The text of the page with all that belongs to it."""
    text, given = source.current(), source.current().document.given
    with_chunks = with_chunks and given is not None
    name = text.name.removesuffix(source.WITH_YOURS)
    return Contents(
        text.document.text,
        (f"{name}, with chunks" if with_chunks and name != text.name else name)[:MAX_NAME_CHARACTERS],
        tuple(source.questions()),
        pages=text.converted.pages if text.converted else (),
        chunks=tuple(given) if given is not None and with_chunks else (),
        ahead=text.document.ahead if with_chunks else (),
    )


def _without_sample(*, with_chunks: bool) -> dict[str, str]:
    return {name: value for name, value in address.of_setting(with_chunks=with_chunks).items() if name != "sample"}


def _snapshot() -> None:
    mine = _saved_here()
    if len(mine) >= MAX_SAVES:
        st.caption(f"{MAX_SAVES} snapshots are saved from this visit; delete one to save another.")
    else:
        known = any(one.holds == _what() for one in mine)
        st.button(
            "Save a snapshot",
            key="save_snapshot",
            type="secondary" if known else "primary",
            icon=":material/save:",
            on_click=_save,
        )
    if fault := st.session_state.pop(_FAULT, ""):
        st.error(plain(fault))
    if note := st.session_state.pop(_NOTE, ""):
        st.info(plain(note))
    for one in mine:
        _card(one)
    with st.expander("Delete a snapshot by its key", icon=":material/delete:"):
        _delete_other()


def _saved_here() -> list[_Mine]:
    mine: list[_Mine] = st.session_state.setdefault(_MINE, [])
    return mine


def _what() -> object:
    """What a snapshot of the page would hold, to be compared."""
    text = source.current()
    return text.document.key, text.name, tuple(source.questions()), address.of_setting(with_chunks=True)


def _save() -> None:
    """The callback: save the text of the page, or say in one sentence why not; those saved before stay in sight."""
    session.leave()
    store, mine, holds = cache.snapshots(), _saved_here(), _what()
    if any(one.holds == holds for one in mine):
        st.session_state[_NOTE] = "This text is saved with this setting already: its link is below."
        return
    try:
        if store is not None:
            held = _held(with_chunks=True)
            held = replace(held, settings=_without_sample(with_chunks=bool(held.chunks)))
            saved = store.save(held, _sender())
            link = whole_address(_page(), {links.SNAPSHOT: saved.id})
            mine.insert(0, _Mine(held.name, link, saved, datetime.now(UTC), holds))
    except InputError as error:
        st.session_state[_FAULT] = str(error)


def _sender() -> str:
    """Who saves. The server beneath Streamlit reads X-Forwarded-For where it trusts the proxy that sent it."""
    return network_of(st.context.ip_address, st.context.headers.get_all("X-Forwarded-For"))


def _card(one: _Mine) -> None:
    own = one.saved.id.encode().hex()  # the key of a component may hold no "__", which an id may
    with st.container(border=True):
        st.text(one.name)
        st.caption(
            f"Saved {one.when:{_WHEN}} UTC, kept until {one.saved.expires:{_WHEN}} UTC. Whoever has the link sees the "
            "text."
        )
        _show(one.link, own)
        copy_field(
            key=f"key_{own}",
            label="Key that deletes it, from any visit. Keep this key: it is shown only in this visit.",
            name="the key",
            value=one.saved.key,
        )
        st.button(
            "Delete it now", key=f"delete_{one.saved.id}", on_click=_delete_mine, args=(one.saved.id, one.saved.key)
        )


def _delete_other() -> None:
    link = st.text_input("Its link, or the id in it", key="delete_link", max_chars=500)
    key = st.text_input("Its key", key="delete_key", max_chars=100)
    pressed = st.button("Delete", key="delete_other", on_click=session.leave)
    if pressed:
        ident = link.strip().rpartition(f"{links.SNAPSHOT}=")[2].split("&")[0]
        if _delete(ident, key.strip()):
            st.success("It is deleted.")
        else:
            st.error("There is no such snapshot, or the key is not its own.")


def _delete_mine(ident: str, key: str) -> None:
    try:
        if not _delete(ident, key):
            st.session_state[_MINE] = [one for one in _saved_here() if one.saved.id != ident]
            st.session_state[_NOTE] = "It was gone already: it had expired, or was deleted elsewhere."
    except InputError as error:
        st.session_state[_FAULT] = str(error)


def _delete(ident: str, key: str) -> bool:
    session.leave()
    store = cache.snapshots()
    done = store is not None and store.delete(ident, key)
    if done:
        st.session_state[_MINE] = [one for one in _saved_here() if one.saved.id != ident]
    return done
