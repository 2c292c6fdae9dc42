"""The load test itself: what it must notice, and a small run of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

from tests import load
from tests.load import Ear, Found
from tests.serving import Server, serving, traces


def test_a_text_has_its_size_and_only_its_own_word() -> None:
    texts = [load.text_of(number) for number in range(3)]
    for number, text in enumerate(texts):
        assert 0.9 < len(text.encode()) / load.TEXT_BYTES < 1.1
        assert set(load.MARK.findall(text.encode())) == {load.mark_of(number).encode()}
        assert all(load.mark_of(number) in paragraph for paragraph in text.split("\n\n"))


def test_text_of_a_stranger_is_noticed_and_one_s_own_is_counted() -> None:
    found = Found()
    hear = Ear(0, {load.mark_of(number).encode(): number for number in range(2)}, found)
    hear(f"\x00{load.mark_of(0)}\xff".encode())
    hear(b"nothing")
    assert (found.own_messages, found.strangers) == (1, {})
    hear(f"{load.mark_of(0)} {load.mark_of(1)}{load.mark_of(1)}".encode())
    assert dict(found.strangers) == {"visitor 0 received text of visitor 1": 1}
    assert not found.holds


def test_what_must_hold() -> None:
    good = Found(own_messages=1, before=200_000_000, peak=500_000_000, after=[250_000_000, 340_000_000])
    assert good.holds
    assert not replace(good, faults=["one"]).holds
    assert not replace(good, own_messages=0).holds
    assert not replace(good, after=[250_000_000, 360_000_000]).holds


def test_the_table_names_each_kind_and_all_reruns() -> None:
    found = Found(seconds={"first look": [9.0], "size": [0.1, 0.2, 0.3], "export": [5.0]})
    rows = {line[:12].strip(): line[12:].split() for line in load.table(found)[1:]}
    assert rows["size"] == ["3", "0.200", "0.290", "0.300"]
    assert rows["all reruns"] == rows["size"]
    assert rows["export"] == ["1", "5.000", "5.000", "5.000"]


def test_a_traceback_and_a_visitor_s_text_in_the_log_are_noticed(tmp_path: Path) -> None:
    class Process:
        def poll(self) -> None:
            return None

    log, found = tmp_path / "log.txt", Found()
    log.write_text(f"started\nTraceback (most recent call last)\n{load.mark_of(1)}")
    load.read_log(Server("", Process(), log), found)  # type: ignore[arg-type]
    assert len(found.faults) == 2


def test_three_visitors_at_once() -> None:
    with serving() as server:
        found = asyncio.run(load.run(server, sessions=3, seconds=10, pause=0.4))
    assert found.faults == []
    assert found.strangers == {}
    assert found.comes_back, load.summary(found, 3)
    assert {"size", "overlap", "tab", "export"} <= set(found.seconds)
    assert found.own_messages >= 3 * 3  # the text, its numbers and its chunks
    assert found.holds


def test_a_traceback_counts_but_that_of_a_session_being_closed() -> None:
    closing = (
        "Exception in thread ScriptRunner.scriptThread:\nTraceback (most recent call last):\n"
        '  File "/x/threading.py", line 1045, in _bootstrap_inner\n    self.run()\n'
        '  File "/x/streamlit/runtime/state/session_state.py", line 1425, in _remove_stale_widgets\n'
        "    for key in self._old_state:\nRuntimeError: dictionary changed size during iteration\n"
    )
    ours = closing.replace("_remove_stale_widgets", "main").replace(
        "streamlit/runtime/state/session_state.py", "app.py"
    )
    assert traces(f"started\n{closing}stopping\n") == ""
    assert traces(f"started\n{ours}").startswith("Traceback")
    assert traces(f"{closing}Traceback of another kind").startswith("Traceback of")
