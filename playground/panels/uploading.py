"""A dialog that takes one file: its field, what is said of a file that cannot be used, and how it is closed."""

from collections.abc import Callable

import streamlit as st

from playground import InputError
from playground.limits import MAX_UPLOAD_MB
from playground.panels import keyed, session
from playground.panels.frame import plain


def take(name: str, what: str, explained: str, use: Callable[[bytes, str], None]) -> None:
    """Draw the field of this name; `use` puts the bytes and the name of a file on the page, and the dialog is done.

    what: the files that are asked for, in words; explained: the help beside them. Where `use` raises InputError, it is
    said, and the dialog stays.
    """
    file = st.file_uploader(
        f"{what}, up to {MAX_UPLOAD_MB} MB",
        key=keyed.control(name, None),
        max_upload_size=MAX_UPLOAD_MB,
        help=explained,
    )
    if file is None:
        return
    try:
        use(file.getvalue(), file.name)
    except InputError as error:
        st.error(plain(f"{error} The text on the page stays."))
        return
    st.rerun()


def closed(name: str) -> Callable[[], None]:
    """The callback of a dialog that is closed: opened again, it begins without the file that its field had, also if
    that is asked for before any other run."""

    def leave() -> None:
        session.leave()
        keyed.gone(name)

    return leave
