"""The tables of the snapshots, the queries on them, the engine that reaches them, and its errors in one sentence each.

This file alone imports SQLAlchemy, and it is imported only when a snapshot is saved, read or deleted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EDQUOT, ENOSPC, EROFS
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    exists,
    func,
    select,
    text,
)
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError, TimeoutError
from sqlalchemy.pool import NullPool, QueuePool

from playground.errors import InputError

__all__ = [
    "BLOBS", "ROW_BYTES", "SNAPSHOTS", "Connection", "Engine", "blob", "connect", "has_expired", "insert", "keep",
    "key_hash", "no_tables", "remove", "remove_expired", "transaction", "used", "used_by_those_that_expire",
]  # fmt: skip

_METADATA = MetaData()
# The size stands ahead of the data, so that sizes are added up without reading what they are of.
BLOBS = Table(
    "snapshot_blobs",
    _METADATA,
    Column("digest", String(64), primary_key=True),
    Column("size", Integer, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)
SNAPSHOTS = Table(
    "snapshots",
    _METADATA,
    Column("id", String(64), primary_key=True),
    Column("key_hash", String(64), nullable=False),
    Column("digest", String(64), ForeignKey(BLOBS.c.digest), nullable=False, index=True),
    Column("expires", Float(53), nullable=False, index=True),  # seconds since 1970
)
ROW_BYTES = 512  # counted for a snapshot beside its contents, so that rows without bytes of their own have a limit
_TOGETHER = 200  # snapshots that one statement removes
_LOCK = 0x63_68_75_6E_6B_73  # of PostgreSQL's advisory locks, for those who write here; any number will do

_FULL = "Nothing was saved: the disk on which the server keeps snapshots is full."
_BUSY = "The server's store of snapshots is busy; please try again in a moment."
_DAMAGED = "The server's store of snapshots is damaged and cannot be used."
_FORBIDDEN = "The server may not write to its store of snapshots."
_AWAY = "The server's store of snapshots cannot be reached now; please try again later."
_OTHER = "The server's store of snapshots failed; please try again later."
# Names of SQLite's errors by their beginning, and SQLSTATE of PostgreSQL by theirs.
_SENTENCES = (
    (("SQLITE_FULL", "53100"), _FULL),
    (("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "57014", "40", "53"), _BUSY),
    (("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002"), _DAMAGED),
    (("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH", "42501", "25006"), _FORBIDDEN),
    (("SQLITE_CANTOPEN", "SQLITE_IOERR", "08", "28", "3D000", "57P"), _AWAY),
)


def connect(url: str | Path, patience: float) -> Engine:
    """An engine for SQLite or PostgreSQL that waits `patience` seconds for others. Raises InputError for other URLs.

    Its errors, which may be logged, show no parameters: those are ids, hashes of keys, and texts.
    """
    if isinstance(url, Path):
        return _sqlite(URL.create("sqlite", database=str(url)), patience)
    try:
        parsed = make_url(url)
        if parsed.drivername in {"postgres", "postgresql"}:
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.drivername == "postgresql+psycopg":
            return _postgres(parsed, patience)
    except ModuleNotFoundError:
        raise InputError("The server keeps snapshots in PostgreSQL, but psycopg is not installed there.") from None
    except (SQLAlchemyError, ValueError):  # the URL is not repeated: it may hold a password
        raise InputError("The server's setting PLAYGROUND_DATABASE is no address of a database.") from None
    if parsed.drivername != "sqlite" or parsed.database in {None, "", ":memory:"}:
        raise InputError("The server's setting PLAYGROUND_DATABASE must name PostgreSQL or a file of SQLite.")
    return _sqlite(parsed, patience)


def _sqlite(url: URL, patience: float) -> Engine:
    # No pool: a connection that is kept would go on writing to a file that has been deleted or replaced.
    engine = create_engine(url, hide_parameters=True, poolclass=NullPool, connect_args={"timeout": patience})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted text is overwritten
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _turn_to_wal(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _turn_to_wal(connection: Any) -> None:
    """Readers then need not wait for a writer. Where somebody is at work it is left to the next connection."""
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except Exception as error:
        if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise


def _postgres(url: URL, patience: float) -> Engine:
    milliseconds = max(int(1000 * patience), 1)
    options = f"-c lock_timeout={milliseconds} -c statement_timeout={milliseconds + 30_000}"
    waits = {"connect_timeout": max(round(patience), 2), "options": options}
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_pre_ping": True, "pool_timeout": patience}
    return create_engine(url, hide_parameters=True, connect_args=waits, **pool)


@contextmanager
def transaction(engine: Engine, writes: bool) -> Iterator[Connection]:
    """One transaction; those that write come one after another, and find the tables made. Raises InputError.

    Whatever goes wrong, the next transaction connects anew, so that a database that is back is found.
    """
    try:
        if engine.dialect.name == "sqlite":
            _make_file(Path(str(engine.url.database)))
        with engine.connect().execution_options(writes=writes) as connection, connection.begin():
            if writes:
                if engine.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                _METADATA.create_all(connection)  # those that are not there
            yield connection
    except (SQLAlchemyError, OSError) as error:
        engine.dispose()
        raise InputError(_sentence(error)) from error


# --- queries: times are seconds since 1970 ---------------------------------------------------------------------------


def insert(connection: Connection, id: str, key_hash: str, digest: str, expires: float) -> None:
    """A snapshot of the blob that is kept under `digest`."""
    row = {"id": id, "key_hash": key_hash, "digest": digest, "expires": expires}
    connection.execute(SNAPSHOTS.insert(), row)


def keep(connection: Connection, digest: str, data: bytes) -> None:
    """Have the blob in the table, once; a damaged one under the same digest is mended."""
    known = connection.execute(BLOBS.select().where(BLOBS.c.digest == digest)).one_or_none()
    if known is None:
        connection.execute(BLOBS.insert(), {"digest": digest, "size": len(data), "data": data})
    elif known.data != data:
        connection.execute(BLOBS.update().where(BLOBS.c.digest == digest), {"size": len(data), "data": data})


def blob(connection: Connection, id: str, now: float) -> tuple[str, bytes] | None:
    """Digest and data of a snapshot that has not expired; None if there is none."""
    wanted = select(BLOBS.c.digest, BLOBS.c.data).join(SNAPSHOTS)
    row = connection.execute(wanted.where(SNAPSHOTS.c.id == id, SNAPSHOTS.c.expires > now)).one_or_none()
    return None if row is None else (row.digest, row.data)


def key_hash(connection: Connection, id: str) -> str | None:
    """What a snapshot's key is checked against; None if there is no such snapshot."""
    return connection.execute(select(SNAPSHOTS.c.key_hash).where(SNAPSHOTS.c.id == id)).scalar_one_or_none()


def used(connection: Connection) -> int:
    """Bytes of everything kept."""
    blobs = connection.execute(select(func.coalesce(func.sum(BLOBS.c.size), 0))).scalar_one()
    rows = connection.execute(select(func.count()).select_from(SNAPSHOTS)).scalar_one()
    return int(blobs) + ROW_BYTES * int(rows)


def used_by_those_that_expire(connection: Connection, after: float, until: float) -> int:
    """Bytes of the snapshots that expire later than `after` and not later than `until`; a blob counts once."""
    those = (SNAPSHOTS.c.expires > after, SNAPSHOTS.c.expires <= until)
    digests = select(SNAPSHOTS.c.digest).where(*those)
    blobs = connection.execute(select(func.coalesce(func.sum(BLOBS.c.size), 0)).where(BLOBS.c.digest.in_(digests)))
    rows = connection.execute(select(func.count()).select_from(SNAPSHOTS).where(*those))
    return int(blobs.scalar_one()) + ROW_BYTES * int(rows.scalar_one())


def has_expired(connection: Connection, now: float) -> bool:
    """Whether there is a snapshot to remove."""
    return bool(connection.execute(select(exists().where(SNAPSHOTS.c.expires <= now))).scalar_one())


def remove_expired(connection: Connection, now: float, most: int | None = None) -> None:
    """Remove what has expired, `most` of it (the oldest first) or all."""
    columns = SNAPSHOTS.c
    ids = connection.execute(select(columns.id).where(columns.expires <= now).order_by(columns.expires).limit(most))
    remove(connection, list(ids.scalars()))


def remove(connection: Connection, ids: list[str]) -> None:
    """Remove snapshots, and the blobs nothing refers to any more."""
    for first in range(0, len(ids), _TOGETHER):
        these = SNAPSHOTS.c.id.in_(ids[first : first + _TOGETHER])
        digests = connection.execute(select(SNAPSHOTS.c.digest).where(these).distinct()).scalars().all()
        connection.execute(SNAPSHOTS.delete().where(these))
        still = exists().where(SNAPSHOTS.c.digest == BLOBS.c.digest)
        connection.execute(BLOBS.delete().where(BLOBS.c.digest.in_(digests), ~still))


# --- errors ----------------------------------------------------------------------------------------------------------


def no_tables(error: BaseException | None) -> bool:
    """Whether the cause of a failure is that nothing has been saved yet."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return getattr(cause, "sqlstate", None) == "42P01" or "no such table" in str(cause)


def _make_file(path: Path) -> None:
    """An empty file that others on the machine may not read."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return {ENOSPC: _FULL, EDQUOT: _FULL, EACCES: _FORBIDDEN, EROFS: _FORBIDDEN}.get(error.errno or 0, _AWAY)
    if not isinstance(error, DBAPIError):
        return _BUSY if isinstance(error, TimeoutError) else _OTHER
    cause = error.orig
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    if code is None:  # a connection to PostgreSQL that was never made, or that broke
        return _AWAY
    return next((sentence for beginnings, sentence in _SENTENCES if code.startswith(beginnings)), _OTHER)
