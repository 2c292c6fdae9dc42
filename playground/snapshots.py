"""Snapshots, kept on the server under an address nobody can guess. This module reads the clock and the environment.

A snapshot is a text with its name, questions and settings. Its compressed bytes are kept once, under their SHA-256,
however often they are saved; who has the id can read it, who has the key too can delete it, and nobody can list. The
database is a file of SQLite that needs no setting up, or PostgreSQL:

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
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from playground import contents
from playground.contents import Contents as Snapshot
from playground.errors import InputError
from playground.limits import MAX_SNAPSHOT_BYTES, MAX_SNAPSHOTS_BYTES, SNAPSHOT_DAYS

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["Limits", "Saved", "Snapshot", "Store", "from_environment", "place"]

_ID_BYTES, _KEY_BYTES = 18, 24  # 144 and 192 bits, from the system's source of randomness
_ID, _KEY = re.compile(r"[A-Za-z0-9_-]{24}"), re.compile(r"[A-Za-z0-9_-]{32}")  # as base64url
_AT_ONCE = 200  # expired snapshots that one save removes
_ROW_BYTES = 512  # counted for a snapshot beside its contents, so that rows without bytes of their own have a limit
_GONE = "There is no such snapshot: it has expired, was deleted, or its address is not complete."


@dataclass(frozen=True)
class Limits:
    """What a store takes: bytes are compressed ones, `days` is how long a snapshot is kept."""

    one: int = MAX_SNAPSHOT_BYTES
    all: int = MAX_SNAPSHOTS_BYTES
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
        self._patience = patience
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    def save(self, snapshot: Snapshot) -> Saved:
        """Keep a snapshot for `Limits.days`. Raises InputError if it is too large or there is no room."""
        data = contents.compress(snapshot)
        if len(data) > self._limits.one:
            raise InputError(
                f"The snapshot has {len(data):,} bytes, compressed; at most {self._limits.one:,} can be saved."
            )
        from playground import snapshot_database as database

        digest, now = sha256(data).hexdigest(), self._clock()
        saved = Saved(
            secrets.token_urlsafe(_ID_BYTES),
            secrets.token_urlsafe(_KEY_BYTES),
            datetime.fromtimestamp(now + self._limits.days * 86_400, UTC),
        )
        with database.transaction(self._connected(), writes=True) as connection:
            _remove_expired(connection, now, _AT_ONCE)
            _keep(connection, digest, data)
            row = {"id": saved.id, "key_hash": _hash(saved.key), "digest": digest}
            connection.execute(database.SNAPSHOTS.insert(), row | {"expires": saved.expires.timestamp()})
            if _used(connection) > self._limits.all:
                _remove_expired(connection, now)
                if _used(connection) > self._limits.all:  # the transaction is undone
                    raise InputError("The server has no room for more snapshots now; older ones expire day by day.")
        return saved

    def load(self, id: str) -> Snapshot:
        """The snapshot of an id. Raises InputError if there is none (any more) or it is damaged."""
        if not _is_like(_ID, id):
            raise InputError(_GONE)
        from playground import snapshot_database as database

        table, blobs = database.SNAPSHOTS, database.BLOBS
        wanted = blobs.select().join(table).where(table.c.id == id, table.c.expires > self._clock())
        try:
            with database.transaction(self._connected(), writes=False) as connection:
                row = connection.execute(wanted).one_or_none()
        except InputError as error:
            if database.no_tables(error.__cause__):
                raise InputError(_GONE) from None
            raise
        if row is None:
            raise InputError(_GONE)
        if sha256(row.data).hexdigest() != row.digest:
            raise InputError("The snapshot is damaged and cannot be shown.")
        return contents.expand(row.data)

    def delete(self, id: str, key: str) -> bool:
        """Delete a snapshot for good; False if there is none, or the key is not its own."""
        if not (_is_like(_ID, id) and _is_like(_KEY, key)):
            return False
        from playground import snapshot_database as database

        table = database.SNAPSHOTS
        with database.transaction(self._connected(), writes=True) as connection:
            row = connection.execute(table.select().where(table.c.id == id)).one_or_none()
            if row is None or not hmac.compare_digest(row.key_hash, _hash(key)):
                return False
            connection.execute(table.delete().where(table.c.id == id))
            _remove_unused(connection, [row.digest])
        return True

    def _connected(self) -> Engine:
        from playground import snapshot_database as database

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


def _keep(connection: Connection, digest: str, data: bytes) -> None:
    """Have the blob in the table, once; a damaged one under the same digest is mended."""
    from playground.snapshot_database import BLOBS

    known = connection.execute(BLOBS.select().where(BLOBS.c.digest == digest)).one_or_none()
    if known is None:
        connection.execute(BLOBS.insert(), {"digest": digest, "size": len(data), "data": data})
    elif known.data != data:
        connection.execute(BLOBS.update().where(BLOBS.c.digest == digest), {"size": len(data), "data": data})


def _used(connection: Connection) -> int:
    """Bytes of everything kept."""
    from sqlalchemy import func, select

    from playground.snapshot_database import BLOBS, SNAPSHOTS

    blobs = connection.execute(select(func.coalesce(func.sum(BLOBS.c.size), 0))).scalar_one()
    rows = connection.execute(select(func.count()).select_from(SNAPSHOTS)).scalar_one()
    return int(blobs) + _ROW_BYTES * int(rows)


def _remove_expired(connection: Connection, now: float, most: int | None = None) -> None:
    """Remove what has expired, `most` of it (the oldest first) or all, and the blobs nothing refers to any more."""
    from sqlalchemy import select

    from playground.snapshot_database import SNAPSHOTS

    columns = SNAPSHOTS.c
    rows = connection.execute(
        select(columns.id, columns.digest).where(columns.expires <= now).order_by(columns.expires).limit(most)
    ).all()
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        connection.execute(SNAPSHOTS.delete().where(columns.id.in_([row.id for row in some])))
        _remove_unused(connection, sorted({row.digest for row in some}))


def _remove_unused(connection: Connection, digests: list[str]) -> None:
    from sqlalchemy import exists

    from playground.snapshot_database import BLOBS, SNAPSHOTS

    used = exists().where(SNAPSHOTS.c.digest == BLOBS.c.digest)
    connection.execute(BLOBS.delete().where(BLOBS.c.digest.in_(digests), ~used))


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _is_like(pattern: re.Pattern[str], word: object) -> bool:
    return isinstance(word, str) and pattern.fullmatch(word) is not None
