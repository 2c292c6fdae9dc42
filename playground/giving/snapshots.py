"""Snapshots, kept on the server under an address nobody can guess. This module reads the clock and the environment.

A snapshot is a text with its name, questions and settings. Its compressed bytes are kept once, under their SHA-256,
however often they are saved; who has the id can read it, who has the key too can delete it, and nobody can list. What
has expired is erased when another is saved or deleted, and when a process first reads. The database is a file of
SQLite that needs no setting up, or PostgreSQL:

    PLAYGROUND_SNAPSHOTS   off: no snapshots
    PLAYGROUND_DATA        the folder of the file; else the usual one for data of programs
    PLAYGROUND_DATABASE    postgresql+psycopg://user:password@host/name, instead of the file (needs psycopg)
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from playground.errors import InputError
from playground.giving import contents
from playground.giving.contents import Contents
from playground.giving.senders import Senders
from playground.limits import (
    MAX_SAVED_BYTES_AN_HOUR,
    MAX_SENDER_BYTES_AN_HOUR,
    MAX_SNAPSHOT_BYTES,
    MAX_SNAPSHOTS_BYTES,
    SNAPSHOT_DAYS,
)

if TYPE_CHECKING:
    from playground.giving.snapshot_database import Connection, Engine

__all__ = ["Limits", "Saved", "Store", "from_environment", "place"]

_ID_BYTES, _KEY_BYTES = 18, 24  # 144 and 192 bits, from the system's source of randomness
_ID, _KEY = re.compile(r"[A-Za-z0-9_-]{24}"), re.compile(r"[A-Za-z0-9_-]{32}")  # as base64url
_AT_ONCE = 200  # expired snapshots that one call removes
_HOUR, _DAY = 3_600, 86_400  # seconds
_GONE = "There is no such snapshot: it has expired, was deleted, or its address is not complete."


@dataclass(frozen=True)
class Limits:
    """What a store takes: bytes are compressed ones, of one snapshot, of all, and of those that are saved in an hour.

    `sender` is what of the hour's one sender may have; `days` is how long a snapshot is kept.
    """

    one: int = MAX_SNAPSHOT_BYTES
    all: int = MAX_SNAPSHOTS_BYTES
    hour: int = MAX_SAVED_BYTES_AN_HOUR
    sender: int = MAX_SENDER_BYTES_AN_HOUR
    days: float = SNAPSHOT_DAYS


@dataclass(frozen=True)
class Saved:
    """What to hand to whoever saved: the id for the address, the key for deleting, and when it expires (UTC)."""

    id: str
    key: str
    expires: datetime


class Store:
    """Snapshots in one database; one object serves every thread. All methods raise InputError if it cannot be used."""

    def __init__(
        self,
        url: str | Path,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
        patience: float = 5.0,
    ) -> None:
        """`url` as SQLAlchemy writes it, or the path of a file of SQLite.

        `clock` gives seconds since 1970; others at work in the database are waited for `patience` seconds.
        """
        self._url = url
        self._limits = limits or Limits()
        self._clock = clock
        self._senders = Senders(self._limits.sender, clock)
        self._patience = patience
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._erased = False  # whether this object has looked for what has expired

    def save(self, snapshot: Contents, sender: str = "") -> Saved:
        """Keep a snapshot for `Limits.days`. Raises InputError if it is too large or there is no room.

        `sender` is the network of whoever saves, by `senders.network_of`; an unknown one shares the room of all.
        """
        data = contents.compress(snapshot)
        if len(data) > self._limits.one:
            raise InputError(
                f"The snapshot has {len(data):,} bytes, compressed; at most {self._limits.one:,} can be saved."
            )
        from playground.giving import snapshot_database as database

        digest, now = sha256(data).hexdigest(), self._clock()
        saved = Saved(
            secrets.token_urlsafe(_ID_BYTES),
            secrets.token_urlsafe(_KEY_BYTES),
            datetime.fromtimestamp(now + self._limits.days * _DAY, UTC),
        )
        counted = self._senders.counting(sender, len(data) + database.ROW_BYTES)
        with counted, database.transaction(self._connected(), writes=True) as connection:
            database.remove_expired(connection, now, _AT_ONCE)
            database.keep(connection, digest, data)
            database.insert(connection, saved.id, _hash(saved.key), digest, saved.expires.timestamp())
            self._refuse_too_much(connection, now, saved.expires.timestamp())
        self._erased = True
        return saved

    def load(self, id: str) -> Contents:
        """The snapshot of an id. Raises InputError if there is none (any more) or it is damaged."""
        if not _is_like(_ID, id):
            raise InputError(_GONE)
        from playground.giving import snapshot_database as database

        self._senders.forget()
        now = self._clock()
        try:
            with database.transaction(self._connected(), writes=False) as connection:
                row = database.blob(connection, id, now)
                expired = not self._erased and database.has_expired(connection, now)
        except InputError as error:
            if database.no_tables(error.__cause__):
                raise InputError(_GONE) from None
            raise
        self._erased = True
        if expired:
            self._erase(now)
        if row is None:
            raise InputError(_GONE)
        digest, data = row
        if sha256(data).hexdigest() != digest:
            raise InputError("The snapshot is damaged and cannot be shown.")
        return contents.expand(data)

    def delete(self, id: str, key: str) -> bool:
        """Delete a snapshot for good; False if there is none, or the key is not its own."""
        if not (_is_like(_ID, id) and _is_like(_KEY, key)):
            return False
        from playground.giving import snapshot_database as database

        self._senders.forget()
        with database.transaction(self._connected(), writes=True) as connection:
            known = database.key_hash(connection, id)
            found = known is not None and hmac.compare_digest(known, _hash(key))
            if found:
                database.remove(connection, [id])
            database.remove_expired(connection, self._clock(), _AT_ONCE)
        self._erased = True
        return found

    def _refuse_too_much(self, connection: Connection, now: float, expires: float) -> None:
        """Raise InputError, which undoes the transaction, if there is too much with the one that it saves."""
        from playground.giving import snapshot_database as database

        if database.used(connection) > self._limits.all:
            database.remove_expired(connection, now)
            if database.used(connection) > self._limits.all:
                raise InputError("The server has no room for more snapshots now; older ones expire day by day.")
        # When others were saved is told from when they expire. Those that the server was set to keep for longer count
        # in an hour later on.
        if database.used_by_those_that_expire(connection, expires - _HOUR, expires) > self._limits.hour:
            raise InputError(
                f"The server has saved as many snapshots as it does in an hour ({self._limits.hour:,} bytes, "
                "compressed); please try again later."
            )

    def _erase(self, now: float) -> None:
        """Remove what has expired. Reading goes on where that cannot be done: at the next writing it is done again."""
        from playground.giving import snapshot_database as database

        with suppress(InputError), database.transaction(self._connected(), writes=True) as connection:
            database.remove_expired(connection, now, _AT_ONCE)

    def _connected(self) -> Engine:
        from playground.giving import snapshot_database as database

        with self._lock:
            if self._engine is None:
                self._engine = database.connect(self._url, self._patience)
            return self._engine


def from_environment(environment: Mapping[str, str] = os.environ) -> Store | None:
    """The store that the server's settings name; None if they say that there is none."""
    if environment.get("PLAYGROUND_SNAPSHOTS", "").strip().lower() in {"off", "0", "no", "false"}:
        return None
    return Store(environment.get("PLAYGROUND_DATABASE") or place(environment) / "snapshots.sqlite3")


def place(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for the file: PLAYGROUND_DATA, else where the platform keeps programs' data. It need not be there."""
    if named := environment.get("PLAYGROUND_DATA"):
        return Path(named)
    home = Path(environment.get("HOME") or os.path.expanduser("~"))
    usual = {"win32": home / "AppData" / "Local", "darwin": home / "Library" / "Application Support"}
    named = environment.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return (Path(named) if named else usual.get(sys.platform, home / ".local" / "share")) / "chunking-playground"


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _is_like(pattern: re.Pattern[str], word: object) -> bool:
    return isinstance(word, str) and pattern.fullmatch(word) is not None
