"""Snapshots: one contract over SQLite and PostgreSQL, and every way in which a database can fail, provoked for real."""

import asyncio
import bz2
import ctypes
import multiprocessing
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from hypothesis import HealthCheck, given, settings

from playground import InputError
from playground.asking.questions import Question
from playground.giving import contents, snapshot_database, snapshots
from playground.giving.contents import Contents
from playground.giving.snapshots import Limits, Saved, Store, from_environment, place
from playground.limits import (
    MAX_SAVED_BYTES_AN_HOUR,
    MAX_SENDER_BYTES_AN_HOUR,
    MAX_SNAPSHOT_BYTES,
    MAX_SNAPSHOTS_BYTES,
    SNAPSHOT_DAYS,
)
from tests import postgres
from tests.serving import serving, traces
from tests.test_contents import all_contents
from tests.wire import Visitor

ROOT = Path(__file__).resolve().parents[1]
DAY = 86_400.0
ASKED = (Question("Where is it?", ((0, 4), (10, 12))),)
ONE = Contents("Some text of a person.", "notes.txt", ASKED, {"strategy": "fixed", "size": "300"})
NOW = 1_800_000_000.0
GONE = "There is no such snapshot"


TABLES = ("snapshots", "snapshot_blobs")


class Clock:
    """A clock that stands still until it is moved, in seconds since 1970."""

    now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Cluster]:
    if postgres.programs() is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    with postgres.cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind; PLAYGROUND_TEST_POSTGRES names one for tests alone, whose tables are dropped."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/data/snapshots.sqlite3"
    found = os.environ.get("PLAYGROUND_TEST_POSTGRES") or request.getfixturevalue("server").url()
    with execute(found) as connection:
        snapshot_database._METADATA.drop_all(connection)
    return str(found)


@contextmanager
def execute(url: str) -> Iterator[sqlalchemy.Connection]:
    """A connection beside the store's, committed at the end."""
    engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    with engine.begin() as connection:
        yield connection


@contextmanager
def writing(url: str) -> Iterator[None]:
    """Somebody else is writing meanwhile."""
    with snapshot_database.transaction(snapshot_database.connect(url, 5), writes=True):
        yield


def numbers(url: str) -> tuple[int, int]:
    """How many snapshots there are, and how many blobs."""
    with execute(url) as connection:
        counts = [connection.execute(sqlalchemy.text(f"SELECT count(*) FROM {name}")).scalar_one() for name in TABLES]
    return counts[0], counts[1]


def snapshot(number: int) -> Contents:
    """One that no compressor makes small: 2,300 bytes or so."""
    return Contents(os.urandom(2_000).hex(), f"{number}.txt")


# --- the contract ----------------------------------------------------------------------------------------------------


@given(wanted=all_contents())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_everything_comes_back(url: str, wanted: Contents) -> None:
    store = Store(url)
    assert store.load(store.save(wanted).id) == wanted


def test_id_and_key_are_long_random_and_kept_apart(url: str, clock: Clock) -> None:
    store = Store(url, clock=clock)
    saved = [store.save(ONE) for _ in range(20)]
    words = {one.id for one in saved} | {one.key for one in saved}
    assert len(words) == 40
    assert all(re.fullmatch(r"[\w-]{24,}", word, re.ASCII) for word in words)
    assert saved[0].expires == datetime.fromtimestamp(NOW + SNAPSHOT_DAYS * DAY, UTC)
    with execute(url) as connection:
        stored = str(connection.execute(sqlalchemy.text("SELECT * FROM snapshots")).all())
    assert all(one.id in stored and one.key not in stored for one in saved)


def test_nothing_lists(clock: Clock) -> None:
    public = {name for name in vars(Store) if not name.startswith("_")}
    assert public == {"save", "load", "delete"}


def test_equal_contents_are_kept_once_and_go_with_the_last(url: str) -> None:
    store = Store(url)
    first, second, other = store.save(ONE), store.save(ONE), store.save(Contents("Another."))
    assert numbers(url) == (3, 2)
    assert store.delete(first.id, first.key)
    assert numbers(url) == (2, 2)
    assert store.load(second.id) == ONE
    assert store.delete(second.id, second.key)
    assert numbers(url) == (1, 1)
    assert store.load(other.id).text == "Another."


def test_only_the_own_key_deletes_and_only_once(url: str) -> None:
    store = Store(url)
    first, second = store.save(ONE), store.save(ONE)
    assert not store.delete(first.id, second.key)
    assert not store.delete(first.id, first.key[:-1])
    assert not store.delete(first.id, first.id)
    assert not store.delete(second.key, first.key)
    assert store.load(first.id) == ONE
    assert store.delete(first.id, first.key)
    assert not store.delete(first.id, first.key)
    with pytest.raises(InputError, match=GONE):
        store.load(first.id)


def test_before_anything_is_saved_there_is_nothing(url: str) -> None:
    store = Store(url)
    with pytest.raises(InputError, match=GONE):
        store.load("a" * 24)
    assert not store.delete("a" * 24, "a" * 32)


def test_expired_ones_are_not_served_and_go_when_another_is_saved(url: str, clock: Clock) -> None:
    store = Store(url, clock=clock)
    saved = store.save(ONE)
    clock.now += SNAPSHOT_DAYS * DAY - 1
    assert store.load(saved.id) == ONE
    clock.now += 1
    with pytest.raises(InputError, match=GONE):
        store.load(saved.id)
    assert numbers(url) == (1, 1)
    store.save(Contents("Another."))
    assert numbers(url) == (1, 1)


def test_expired_ones_go_when_another_is_deleted(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "_AT_ONCE", 3)
    store = Store(url, clock=clock)
    for number in range(5):
        store.save(snapshot(number))
    clock.now += DAY
    saved = store.save(ONE)
    clock.now += (SNAPSHOT_DAYS - 1) * DAY
    assert store.delete(saved.id, saved.key)
    assert numbers(url) == (2, 2)
    assert not store.delete(saved.id, saved.key)
    assert numbers(url) == (0, 0)


def test_expired_ones_go_when_a_process_first_reads(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "_AT_ONCE", 3)
    before = Store(url, clock=clock)
    for number in range(5):
        expired = before.save(snapshot(number))
    clock.now += DAY
    saved = before.save(ONE)
    clock.now += (SNAPSHOT_DAYS - 1) * DAY
    store = Store(url, clock=clock)
    with pytest.raises(InputError, match=GONE):
        store.load(expired.id)
    assert numbers(url) == (3, 3)
    assert store.load(saved.id) == ONE
    assert numbers(url) == (3, 3), "once"
    assert Store(url, clock=clock).load(saved.id) == ONE
    assert numbers(url) == (1, 1)


def test_reading_goes_on_where_nothing_can_be_erased(url: str, clock: Clock) -> None:
    store = Store(url, clock=clock)
    store.save(snapshot(0))
    clock.now += DAY
    saved = store.save(ONE)
    clock.now += (SNAPSHOT_DAYS - 1) * DAY
    with writing(url):
        assert Store(url, clock=clock, patience=0.05).load(saved.id) == ONE
    assert numbers(url) == (2, 2)


def test_saving_again_what_has_just_expired_keeps_the_new_one(url: str, clock: Clock) -> None:
    store = Store(url, Limits(all=1_500), clock=clock)
    store.save(ONE)
    clock.now += SNAPSHOT_DAYS * DAY
    saved = store.save(ONE)
    assert store.load(saved.id) == ONE
    assert numbers(url) == (1, 1)


def test_one_save_removes_so_many_expired_ones(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "_AT_ONCE", 3)
    store = Store(url, clock=clock)
    for number in range(8):
        store.save(snapshot(number))
    clock.now += SNAPSHOT_DAYS * DAY
    for left in (5, 2, 0):
        saved = store.save(ONE)
        assert numbers(url)[1] == left + 1
    assert store.load(saved.id) == ONE


def test_without_room_all_expired_ones_go(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "_AT_ONCE", 1)
    large = Contents(os.urandom(8_000).hex())
    store = Store(url, Limits(all=12_000), clock=clock)
    for number in range(4):
        store.save(snapshot(number))
    with pytest.raises(InputError, match="no room"):
        store.save(large)
    assert numbers(url) == (4, 4)
    clock.now += SNAPSHOT_DAYS * DAY
    assert store.load(store.save(large).id) == large
    assert numbers(url) == (1, 1)


def test_one_that_is_too_large_is_refused_before_anything_is_touched(tmp_path: Path) -> None:
    size = len(contents.compress(ONE))
    Store(tmp_path / "a.sqlite3", Limits(one=size)).save(ONE)
    with pytest.raises(InputError, match=f"has {size} bytes, compressed; at most {size - 1} can be saved"):
        Store(tmp_path / "none" / "b.sqlite3", Limits(one=size - 1)).save(ONE)
    assert not (tmp_path / "none").exists()
    each = (MAX_SNAPSHOT_BYTES, MAX_SNAPSHOTS_BYTES, MAX_SAVED_BYTES_AN_HOUR, MAX_SENDER_BYTES_AN_HOUR, SNAPSHOT_DAYS)
    assert Limits() == Limits(*each)
    assert 10 * Limits().one <= Limits().hour <= Limits().all / 10
    assert 4 * Limits().one < Limits().sender <= Limits().hour / 4


def test_beyond_the_room_for_all_nothing_is_saved(url: str, clock: Clock) -> None:
    store = Store(url, Limits(all=7_000), clock=clock)
    saved = [store.save(snapshot(number)) for number in range(2)]
    before = numbers(url)
    with pytest.raises(InputError, match="no room for more snapshots"):
        store.save(snapshot(2))
    assert numbers(url) == before == (2, 2)
    assert store.delete(saved[0].id, saved[0].key)
    store.save(snapshot(3))
    assert numbers(url) == (2, 2)


def test_rows_that_share_a_blob_count_too(url: str) -> None:
    size = len(contents.compress(ONE))
    store = Store(url, Limits(all=size + 5 * snapshot_database.ROW_BYTES))
    for _ in range(5):
        store.save(ONE)
    with pytest.raises(InputError, match="no room"):
        store.save(ONE)
    assert numbers(url) == (5, 1)


def test_an_hour_has_room_for_so_many_bytes(url: str, clock: Clock) -> None:
    """Every visit is a store of its own here; what is refused leaves nothing behind."""
    some = [snapshot(number) for number in range(5)]
    each = [len(contents.compress(one)) + snapshot_database.ROW_BYTES for one in some]
    limits = Limits(hour=sum(each[:3]))
    clock.now += 0.123_456_7  # not a whole microsecond: the moment of expiring is rounded
    for one in some[:3]:
        Store(url, limits, clock).save(one)
        clock.now += 1_000
    with pytest.raises(InputError, match=f"as it does in an hour \\({limits.hour:,} bytes, compressed\\); please try"):
        Store(url, limits, clock).save(Contents("a"))
    assert numbers(url) == (3, 3)
    clock.now += 601  # the first is an hour old
    room = Limits(hour=sum(each[1:4]))
    with pytest.raises(InputError, match="in an hour"):
        Store(url, Limits(hour=room.hour - 1), clock).save(some[3])
    saved = Store(url, room, clock).save(some[3])
    with pytest.raises(InputError, match="in an hour"):
        Store(url, room, clock).save(Contents("a"))
    assert Store(url, room, clock).delete(saved.id, saved.key)
    Store(url, room, clock).save(Contents("a"))
    clock.now += 3_600
    Store(url, Limits(hour=each[4]), clock).save(some[4])
    assert numbers(url) == (5, 5)


def test_one_sender_has_a_part_of_the_hour_and_leaves_the_rest_to_others(url: str, clock: Clock) -> None:
    some = [snapshot(number) for number in range(6)]
    each = [len(contents.compress(one)) + snapshot_database.ROW_BYTES for one in some]
    store = Store(url, Limits(hour=sum(each), sender=sum(each[:2])), clock)
    saved = [store.save(one, "192.0.2.1") for one in some[:2]]
    with pytest.raises(InputError, match="Your address has saved as much as one may in an hour"):
        store.save(Contents("a"), "192.0.2.1")
    assert numbers(url) == (2, 2)
    assert store.delete(saved[0].id, saved[0].key)
    with pytest.raises(InputError, match="Your address has"):
        store.save(Contents("a"), "192.0.2.1")
    store.save(some[2], "192.0.2.2")
    for one in some[3:]:
        store.save(one)  # it is not known from whom: more than one sender may
    clock.now += 3_600
    store.save(some[0], "192.0.2.1")


def test_what_could_not_be_saved_is_not_counted_for_its_sender(url: str, clock: Clock) -> None:
    size = len(contents.compress(ONE)) + snapshot_database.ROW_BYTES
    store = Store(url, Limits(hour=size, sender=size), clock)
    first = store.save(Contents("a"))
    for _ in range(3):
        with pytest.raises(InputError, match="The server has saved as many"):
            store.save(ONE, "192.0.2.1")
    assert store.delete(first.id, first.key)
    store.save(ONE, "192.0.2.1")


def test_nothing_of_a_sender_is_in_the_database_and_it_is_forgotten_after_an_hour(url: str, clock: Clock) -> None:
    store = Store(url, clock=clock)
    saved = store.save(ONE, "192.0.2.1")
    with execute(url) as connection:
        stored = "".join(str(connection.execute(sqlalchemy.text(f"SELECT * FROM {name}")).all()) for name in TABLES)
    (entry,) = store._senders._saved
    assert "192.0.2.1" not in f"{stored}{entry}"
    assert entry[1].hex() not in stored
    clock.now += 3_599
    store.load(saved.id)
    assert len(store._senders._saved) == 1
    clock.now += 1
    store.load(saved.id)
    assert not store._senders._saved
    store.save(ONE, "192.0.2.1")
    clock.now += 3_600
    store.delete(saved.id, saved.key)
    assert not store._senders._saved


def test_equal_contents_count_once_in_an_hour_but_their_rows_count(url: str, clock: Clock) -> None:
    size = len(contents.compress(ONE))
    store = Store(url, Limits(hour=size + 5 * snapshot_database.ROW_BYTES), clock)
    for _ in range(5):
        store.save(ONE)
    with pytest.raises(InputError, match="in an hour"):
        store.save(ONE)
    assert numbers(url) == (5, 1)


def test_those_that_are_kept_for_longer_do_not_stop_saving(url: str, clock: Clock) -> None:
    """The server kept snapshots for 30 days and keeps them for 7 now."""
    Store(url, clock=clock).save(snapshot(0))
    store = Store(url, Limits(hour=len(contents.compress(ONE)) + snapshot_database.ROW_BYTES, days=7), clock)
    clock.now += 1
    store.save(ONE)
    with pytest.raises(InputError, match="in an hour"):
        store.save(ONE)


@pytest.mark.parametrize("word", ["' OR '1'='1", "a" * 23, "a" * 25, "", "é" * 24, "a" * 23 + "\n", "%" * 24, None, 5])
def test_a_malformed_id_never_reaches_the_database(word: Any) -> None:
    store = Store("no database at all")
    with pytest.raises(InputError, match=GONE):
        store.load(word)
    assert not store.delete(word, "a" * 32)
    assert not store.delete("a" * 24, word)


def test_texts_full_of_sql_are_texts(url: str) -> None:
    store = Store(url)
    bad = "'; DROP TABLE snapshots; --\x00 :id %(id)s ?"
    saved = store.save(Contents(bad, bad, (Question(bad, ((0, 1),)),), {bad: bad}))
    assert store.load(saved.id).settings == {bad: bad}


def test_a_damaged_blob_is_not_shown_and_mended_when_it_is_saved_again(url: str) -> None:
    store = Store(url)
    saved = store.save(ONE)
    for data in (contents.compress(Contents("Not what was saved.")), b"", b"BZh9"):
        with execute(url) as connection:
            connection.execute(snapshot_database.BLOBS.update(), {"data": data})
        with pytest.raises(InputError, match="damaged and cannot be shown"):
            store.load(saved.id)
    store.save(ONE)
    assert store.load(saved.id) == ONE
    assert numbers(url) == (2, 1)


def test_a_blob_that_expands_without_end_is_refused(url: str) -> None:
    bomb = bz2.compress(b"\0" * 30_000_000)
    digest = sha256(bomb).hexdigest()
    store = Store(url)
    saved = store.save(ONE)
    with execute(url) as connection:
        connection.execute(snapshot_database.BLOBS.insert(), {"data": bomb, "size": len(bomb), "digest": digest})
        connection.execute(snapshot_database.SNAPSHOTS.update(), {"digest": digest})
    with pytest.raises(InputError, match="too long"):
        store.load(saved.id)


# --- errors that are logged ------------------------------------------------------------------------------------------


def logged(act: Callable[[], object]) -> str:
    """What a log says of the failure of `act`, with its causes."""
    with pytest.raises(InputError) as caught:
        act()
    return "".join(traceback.format_exception(caught.value))


@contextmanager
def changed(url: str, *statements: str) -> Iterator[None]:
    """The first half of the statements is run before, the second half after."""
    half = len(statements) // 2
    with execute(url) as connection:
        for statement in statements[:half]:
            connection.execute(sqlalchemy.text(statement))
    try:
        yield
    finally:
        with execute(url) as connection:
            for statement in statements[half:]:
                connection.execute(sqlalchemy.text(statement))


def test_a_logged_error_shows_no_text_and_nothing_that_opens_one(url: str) -> None:
    store = Store(url)
    saved = store.save(ONE)
    other = Contents("Another text of a person.")
    data = contents.compress(other)
    renamed = "ALTER TABLE snapshot_blobs RENAME TO away", "ALTER TABLE away RENAME TO snapshot_blobs"
    view = "CREATE VIEW snapshot_blobs AS SELECT digest, size, data FROM away LIMIT 9"  # nothing can be inserted
    with changed(url, renamed[0], view, "DROP VIEW snapshot_blobs", renamed[1]):
        said = logged(lambda: store.save(other))
        assert "INSERT INTO snapshot_blobs" in said
    column = "ALTER TABLE snapshots RENAME COLUMN"
    with changed(url, f"{column} key_hash TO away", f"{column} away TO key_hash"):
        with_key = logged(lambda: store.save(other))
        assert "INSERT INTO snapshots" in with_key
        with_id = logged(lambda: store.delete(saved.id, saved.key))
        assert "WHERE snapshots.id" in with_id
    for words in (said, with_key, with_id):
        assert "parameters hidden" in words
        assert not any(secret in words for secret in (saved.id, saved.key, "BZh9", sha256(data).hexdigest()))
        assert not re.search(r"\b[0-9a-f]{64}\b", words), "no hash of a key"


# --- many at once ----------------------------------------------------------------------------------------------------


def work(url: str, worker: int) -> list[str]:
    """Save, read, and delete every other one; some contents are shared by all workers. The ids that are left."""
    store = Store(url, patience=60)
    left = []
    for number in range(8):
        wanted = Contents(f"shared {number // 4}") if number % 2 else Contents(f"{worker} {number}")
        saved = store.save(wanted)
        assert store.load(saved.id) == wanted
        if number % 4 < 2:
            assert store.delete(saved.id, saved.key)
        else:
            left.append(saved.id)
    return left


@pytest.mark.parametrize("processes", [False, True], ids=["threads", "processes"])
def test_many_at_once_lose_nothing(url: str, processes: bool) -> None:
    """The database is empty: they also race to make its tables."""
    pool: Executor
    pool = ProcessPoolExecutor(3, multiprocessing.get_context("spawn")) if processes else ThreadPoolExecutor(8)
    with pool as executor:
        left = [one for ids in executor.map(work, [url] * 8, range(8)) for one in ids]
    store = Store(url)
    assert len({store.load(one).text for one in left}) == 8 * 2 + 2
    assert numbers(url) == (len(left), 8 * 2 + 2) == (32, 18)


READY: Any = None  # in a process of the test below: a barrier


def get_ready(barrier: Any) -> None:
    """Once in each process."""
    global READY
    READY = barrier


def save_when_all_are_ready(url: str) -> Saved:
    """In one of four processes that begin in the same moment."""
    store = Store(url, patience=60)
    store._connected()
    READY.wait(60)
    return store.save(ONE)


def test_copies_that_begin_on_an_empty_database_in_the_same_moment_lose_nothing(url: str) -> None:
    """They make its tables and save the same contents at once; what one has saved is read and deleted by another."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(4, get_ready, (context.Barrier(4),)) as pool:
        for _ in range(5):
            saved = pool.map(save_when_all_are_ready, [url] * 4, chunksize=1)
            assert numbers(url) == (4, 1)
            store = Store(url)
            assert [store.load(one.id) for one in saved] == [ONE] * 4
            assert all(store.delete(one.id, one.key) for one in saved)
            assert numbers(url) == (0, 0)
            with execute(url) as connection:
                snapshot_database._METADATA.drop_all(connection)


SAVED = "Saved on this server"


def shared(visitor: Visitor) -> list[str]:
    """The links to snapshots that a visitor sees."""
    return [value for value in visitor.fields.values() if "snapshot=" in value]


async def share_between(first: str, second: str) -> None:
    """What is saved at one copy of the page is opened at the other; both save at once; the database is empty."""
    through_proxy = {"X-Forwarded-For": "192.0.2.1"}
    async with Visitor(first, headers=through_proxy) as one, Visitor(second, headers=through_proxy) as other:
        for visitor in (one, other):
            await visitor.open()
            await visitor.press("upload_open")
            await visitor.upload("upload", "mine.txt", b"The pump runs all day.")
            await visitor.press("share")
            await visitor.choose("share_way", SAVED)
        await asyncio.gather(one.press("save_snapshot"), other.press("save_snapshot"))
        for visitor, elsewhere in ((one, second), (other, first)):
            (link,) = shared(visitor)
            async with Visitor(elsewhere) as reader:
                await reader.open(link.partition("?")[2])
                assert any(text.startswith("mine.txt: 22 characters") for text in reader.texts.values())
                assert reader.faults == []
            assert visitor.faults == []
        await delete_elsewhere(one, other)


async def delete_elsewhere(visitor: Visitor, elsewhere: Visitor) -> None:
    """By the key that whoever saved was shown."""
    (link,) = shared(visitor)
    (key,) = (value for name, value in visitor.fields.items() if name.startswith("key_"))
    await elsewhere.write("delete_link", link)
    await elsewhere.write("delete_key", key)
    await elsewhere.press("delete_other")
    async with Visitor(visitor.address) as reader:
        await reader.open(link.partition("?")[2])
        assert any(note.startswith(GONE) for note in reader.notes.values())


def test_two_copies_of_the_page_share_their_snapshots(url: str) -> None:
    """As the README has them behind a proxy: under a path, with one database, which is empty."""
    settings = {"PLAYGROUND_DATABASE": url}
    with serving("chunks", settings) as first, serving("chunks", settings) as second:
        asyncio.run(share_between(first.address, second.address))
        assert traces(first.log.read_text()) == traces(second.log.read_text()) == ""
    assert numbers(url) == (1, 1)


def test_one_store_serves_many_threads(url: str) -> None:
    store = Store(url, patience=60)
    with ThreadPoolExecutor(8) as executor:
        saved = list(executor.map(lambda number: store.save(Contents(str(number))), range(40)))
        assert [one.text for one in executor.map(lambda one: store.load(one.id), saved)] == [str(n) for n in range(40)]


# --- what can go wrong: SQLite ---------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "snapshots.sqlite3"


def test_the_file_needs_no_setting_up_and_is_its_owner_s(file: Path) -> None:
    Store(file).save(ONE)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_locked_database_is_busy_and_readers_still_read(file: Path) -> None:
    store = Store(file, patience=0.05)
    saved = store.save(ONE)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for act in (lambda: store.save(ONE), lambda: store.delete(saved.id, saved.key)):
            with pytest.raises(InputError, match="is busy"):
                act()
        assert store.load(saved.id) == ONE
        other.execute("ROLLBACK")
    assert store.delete(saved.id, saved.key)


def test_a_lock_while_the_first_file_is_made_is_waited_for(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="is busy"):
            Store(file, patience=0.05).save(ONE)
        other.execute("ROLLBACK")
    assert Store(file).save(ONE)


def test_a_corrupt_database_says_so_and_a_good_one_is_used_again(file: Path) -> None:
    store = Store(file)
    saved = store.save(ONE)
    good = file.read_bytes()
    for bad in (b"not a database at all" * 400, good[:100] + b"\xff" * (len(good) - 100)):
        file.write_bytes(bad)
        for act in (lambda: store.load(saved.id), lambda: store.save(ONE), lambda: store.delete(saved.id, saved.key)):
            with pytest.raises(InputError, match="is damaged"):
                act()
    file.write_bytes(good)
    assert store.load(saved.id) == ONE


def test_a_vanished_database_begins_anew_and_one_that_is_back_is_used(file: Path, tmp_path: Path) -> None:
    store = Store(file)
    saved = store.save(ONE)
    file.parent.rename(tmp_path / "away")
    with pytest.raises(InputError, match=GONE):
        store.load(saved.id)
    other = store.save(ONE)
    assert store.load(other.id) == ONE
    shutil.rmtree(file.parent)
    (tmp_path / "away").rename(file.parent)
    assert store.load(saved.id) == ONE


def test_a_place_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for where in (tmp_path / "file" / "a.sqlite3", tmp_path):
        store = Store(where)
        for act in (lambda: store.save(ONE), lambda: store.load("a" * 24)):  # noqa: B023 - called here
            with pytest.raises(InputError, match="cannot be reached"):
                act()


NOBODY = 65_534


def as_nobody(file: Path) -> list[str]:
    """What a user of the machine without rights is told: run in a child process."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    said = []
    for where in (file, file.parent / "new" / "a.sqlite3"):
        try:
            Store(where).save(ONE)
        except InputError as error:
            said.append(str(error))
    return said


@pytest.mark.skipif(os.name != "posix", reason="needs the rights of POSIX")
def test_without_the_right_to_write_it_says_so(file: Path) -> None:
    # Not in pytest's own folder: only its user may enter that.
    folder = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    try:
        where = folder / "snapshots.sqlite3"
        Store(where).save(ONE)
        where.chmod(0o444)
        folder.chmod(0o555)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.apply(as_nobody, [where]) == [snapshot_database._FORBIDDEN] * 2
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of 400 kB at `folder`; skips where the tests may not mount one."""
    libc = ctypes.CDLL(None, use_errno=True)
    folder.mkdir()
    if libc.mount(b"tmpfs", str(folder).encode(), b"tmpfs", 0, b"size=400k") != 0:
        pytest.skip("needs the right to mount a file system")
    try:
        yield
    finally:
        libc.umount2(str(folder).encode(), 2)


def fill(store: Store) -> list[Saved]:
    """Save until it is refused for want of room on the disk; what was saved."""
    saved: list[Saved] = []

    def save_on() -> None:
        while len(saved) < 400:
            saved.append(store.save(snapshot(len(saved))))

    with pytest.raises(InputError, match="disk on which the server keeps snapshots is full"):
        save_on()
    return saved


@pytest.mark.skipif(sys.platform != "linux", reason="needs tmpfs")
def test_a_full_disk_says_so_and_loses_nothing(file: Path) -> None:
    with small_disk(file.parent):
        store = Store(file)
        saved = fill(store)
        assert all(store.load(one.id) for one in saved)
        assert len(saved) > 10


def test_a_full_database_says_so_loses_nothing_and_recovers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit of pages gives the same error as a full disk, on every machine."""
    store = Store(file)
    store.save(ONE)
    engine = store._connected()

    def small(connection: sqlite3.Connection, _: Any) -> None:
        connection.execute("PRAGMA max_page_count = 40")

    sqlalchemy.event.listen(engine, "connect", small)
    saved = fill(store)
    assert all(store.load(one.id) for one in saved)
    sqlalchemy.event.remove(engine, "connect", small)
    assert store.load(store.save(ONE).id) == ONE


# --- what can go wrong: PostgreSQL -----------------------------------------------------------------------------------


def test_a_server_that_is_away_says_so_and_is_found_when_it_is_back(server: postgres.Cluster) -> None:
    store = Store(server.url(), patience=2)
    saved = store.save(ONE)
    server.stop()
    try:
        for act in (lambda: store.load(saved.id), lambda: store.save(ONE), lambda: store.delete(saved.id, saved.key)):
            with pytest.raises(InputError, match="cannot be reached"):
                act()
    finally:
        server.start()
    assert store.load(saved.id) == ONE
    assert store.delete(saved.id, saved.key)


def test_a_server_that_was_restarted_meanwhile_is_not_noticed(server: postgres.Cluster) -> None:
    store = Store(server.url())
    saved = store.save(ONE)
    server.stop()
    server.start()
    assert store.load(saved.id) == ONE


def test_a_lock_that_another_server_holds_is_busy(server: postgres.Cluster) -> None:
    store = Store(server.url(), patience=0.05)
    saved = Store(server.url()).save(ONE)
    lock = sqlalchemy.text("SELECT pg_advisory_xact_lock(:lock)")
    with execute(server.url()) as other:
        other.execute(lock, {"lock": snapshot_database._LOCK})
        with pytest.raises(InputError, match="is busy"):
            store.save(ONE)
        assert store.load(saved.id) == ONE
    assert store.delete(saved.id, saved.key)


def test_a_user_without_rights_is_told_so(server: postgres.Cluster) -> None:
    Store(server.url()).save(ONE)
    with execute(server.url()) as connection:
        connection.execute(sqlalchemy.text("DROP ROLE IF EXISTS reader"))
        connection.execute(sqlalchemy.text("CREATE ROLE reader LOGIN"))
    reader = Store(server.url("reader"))
    with pytest.raises(InputError, match="may not"):
        reader.save(ONE)
    with pytest.raises(InputError, match="may not"):
        reader.load("a" * 24)
    with pytest.raises(InputError, match="cannot be reached"):
        Store(server.url("nobody_of_that_name")).save(ONE)


def test_a_damaged_or_full_server_is_told_from_its_code() -> None:
    """PostgreSQL's codes for them, from its manual (Appendix A); a cluster cannot be filled in a test."""
    import psycopg.errors

    for error, sentence in (
        (psycopg.errors.DiskFull(), snapshot_database._FULL),
        (psycopg.errors.DataCorrupted(), snapshot_database._DAMAGED),
        (psycopg.errors.IndexCorrupted(), snapshot_database._DAMAGED),
        (psycopg.errors.TooManyConnections(), snapshot_database._BUSY),
        (psycopg.errors.DeadlockDetected(), snapshot_database._BUSY),
        (psycopg.errors.AdminShutdown(), snapshot_database._AWAY),
        (psycopg.errors.ReadOnlySqlTransaction(), snapshot_database._FORBIDDEN),
        (psycopg.errors.DivisionByZero(), snapshot_database._OTHER),
    ):
        wrapped = sqlalchemy.exc.DBAPIError("", {}, error)
        assert snapshot_database._sentence(wrapped) == sentence


# --- settings of the server ------------------------------------------------------------------------------------------


def test_the_environment_says_where_and_whether(tmp_path: Path) -> None:
    assert from_environment({"PLAYGROUND_SNAPSHOTS": " Off "}) is None
    assert place({"PLAYGROUND_DATA": "/srv/there"}) == Path("/srv/there")
    if sys.platform == "linux":
        assert place({"HOME": "/home/ada"}) == Path("/home/ada/.local/share/chunking-playground")
        assert place({"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}) == Path("/data/chunking-playground")
    odd = tmp_path / "a folder? with %41 & signs"
    store = from_environment({"PLAYGROUND_DATA": str(odd)})
    assert store
    assert store.load(store.save(ONE).id) == ONE
    assert (odd / "snapshots.sqlite3").exists()


def test_the_environment_names_a_database(url: str) -> None:
    short = url.replace("postgresql+psycopg:", "postgresql:")
    store = from_environment({"PLAYGROUND_DATABASE": short, "PLAYGROUND_DATA": "/nowhere/at/all"})
    assert store
    store.save(ONE)
    assert numbers(url) == (1, 1)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("no address: secret", "is no address"),
        ("postgresql+psycopg://user:secret@host:port/x", "is no address"),
        ("mysql://user:secret@host/x", "must name PostgreSQL or a file of SQLite"),
        ("sqlite://", "must name PostgreSQL or a file of SQLite"),
        ("sqlite:///:memory:", "must name PostgreSQL or a file of SQLite"),
        ("postgresql+psycopg://user:secret@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_a_wrong_setting_is_told_without_its_password(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        Store(url, patience=2).save(ONE)
    assert "secret" not in str(caught.value)


def test_without_psycopg_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match="psycopg is not installed"):
        Store("postgresql://host/name").save(ONE)


def test_the_package_does_not_load_sqlalchemy() -> None:
    code = "import sys, playground.giving.snapshots as s; s.from_environment({}); print('sqlalchemy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"
