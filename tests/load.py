"""python -m tests.load [--sessions 50] [--seconds 60]: many visitors at once, on a server of their own.

Each pastes a text of its own of 20 kB and then, until the time is over, changes size and overlap, opens every tab and
takes files away. What must hold: no error, no dropped session, no word of one visitor's text in what another receives,
and memory that comes back when all have gone. Exits with 1 where one does not hold.
Resident memory is read from /proc (elsewhere from ps) four times a second.
"""

import argparse
import asyncio
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from statistics import median, quantiles

import websockets

from tests.bench import build_text
from tests.serving import ROOT, TTL, Server, serving, traces
from tests.wire import Visitor, WireError

TEXT_BYTES = 20_000
TABS = ("Table", "Sizes", "Damage", "Compare", "Questions", "Cost", "Take away", "Read")
FILE = "download_file"
MARK = re.compile(rb"zq[0-9a-f]{12}qz")  # one in every paragraph of a visitor's text
SAMPLED = 0.25  # seconds between two looks at the server's memory
MOST_KEPT = 1 / 3  # of the memory that the visitors of the first wave added may stay after the second one
LEAST_KEPT = 10e6  # bytes that may stay in any case
COMES_BACK = 60.0  # seconds within which it must
WAVES = 2


@dataclass
class Found:
    """What all visitors saw. Memory is resident memory of the server, in bytes."""

    seconds: dict[str, list[float]] = field(default_factory=dict)  # kind of action -> seconds of each
    faults: list[str] = field(default_factory=list)
    strangers: Counter[str] = field(default_factory=Counter)  # "visitor 3 received text of visitor 5" -> messages
    received: int = 0  # bytes
    own_messages: int = 0  # messages with a visitor's own text: the search finds what is there
    before: int = 0
    peak: int = 0
    after: list[int] = field(default_factory=list)  # when a wave of visitors has gone and their sessions have expired
    cpu: float = 0.0  # CPU seconds of the server a second, while the visitors act

    @property
    def comes_back(self) -> bool:
        """Whether memory is after the last wave what it was after the first, when caches with bounds are filled."""
        return self.after[-1] - self.after[0] <= max(MOST_KEPT * (self.peak - self.before), LEAST_KEPT)

    @property
    def holds(self) -> bool:
        """Whether all that must hold does."""
        return not self.faults and not self.strangers and self.own_messages > 0 and self.comes_back


# --- the visitors ---------------------------------------------------------------------------------------------------


def mark_of(number: int) -> str:
    """The word that only this visitor's text has."""
    return f"zq{random.Random(f'visitor {number}').getrandbits(48):012x}qz"


def text_of(number: int) -> str:
    """20 kB of English prose, in an order and with digits of its own, the visitor's word in every paragraph."""
    names = ("prose", "abbreviations", "specification", "chat")
    documents = [(ROOT / "samples" / f"{name}.txt").read_text(encoding="utf-8") for name in names]
    paragraphs = build_text(documents, TEXT_BYTES, seed=number + 1).split("\n\n")
    marked = "\n\n".join(f"{paragraph} Note {mark_of(number)}." for paragraph in paragraphs)
    return marked[:TEXT_BYTES].rpartition("\n\n")[0]


@dataclass
class Ear:
    """Counts messages with the visitor's own text, and those with another's."""

    number: int
    marks: dict[bytes, int]  # word -> the visitor whose text has it
    found: Found

    def __call__(self, data: bytes) -> None:
        """Look through one message or file."""
        self.found.received += len(data)
        whose = {self.marks.get(word, -1) for word in set(MARK.findall(data))}
        self.found.own_messages += self.number in whose
        for other in whose - {self.number}:
            self.found.strangers[f"visitor {self.number} received text of visitor {other}"] += 1


async def visit(visitor: Visitor, number: int, text: str, found: Found, until: float, pause: float) -> None:
    """One visitor, from the first look at the page to the closed tab. `until` is a time of time.monotonic()."""
    rng = random.Random(number)
    try:
        async with visitor:
            _note(found, "first look", await visitor.open())
            await _paste(visitor, text, found)
            while time.monotonic() < until:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
                await _act(visitor, rng, found)
    except (WireError, OSError, TimeoutError, websockets.WebSocketException) as error:
        found.faults.append(f"visitor {number}: {type(error).__name__} {error}")
    found.faults += [f"visitor {number}: {fault}" for fault in visitor.faults]


async def _paste(visitor: Visitor, text: str, found: Found) -> None:
    await visitor.press("paste")
    await visitor.write("pasted", text)
    _note(found, "paste", await visitor.press("FormSubmitter:paste_form-Split this text"))
    if not any(said.startswith(f"Pasted text: {len(text):,} characters") for said in visitor.texts.values()):
        raise WireError("the text that was pasted is not on the page")


async def _act(visitor: Visitor, rng: random.Random, found: Found) -> None:
    """One of the things that visitors do; sizes twice as often."""
    kind = rng.choice(("size", "size", "overlap", "tab", "export"))
    if kind == "size":
        _note(found, kind, await visitor.count("size", rng.randrange(100, 2_000, 10)))
    elif kind == "overlap":
        _note(found, kind, await visitor.slide("percent", rng.randrange(0, 50)))
    elif kind == "tab":
        _note(found, kind, await visitor.choose("tab", rng.choice(TABS)))
    else:
        _note(found, "tab", await visitor.choose("tab", "Take away"))
        _note(found, kind, (await visitor.download(FILE))[1])


def _note(found: Found, kind: str, seconds: float) -> None:
    found.seconds.setdefault(kind, []).append(seconds)


# --- the run --------------------------------------------------------------------------------------------------------


async def run(server: Server, sessions: int, seconds: float, pause: float) -> Found:
    """Let visitors come, act and go, in two waves of half the time each.

    The memory before is that after one visitor who did everything and has gone, so that what the program loads once
    counts for nobody. After all have gone, a visitor looks in now and then: only then does the server let go of
    sessions that are over.
    """
    found = Found()
    await _everything(server)
    found.before = await _settled(server)
    over = asyncio.Event()
    watch = asyncio.create_task(_watch(server, found, over))
    for wave in range(WAVES):
        numbers = range(wave * sessions, (wave + 1) * sessions)
        await _wave(server, found, numbers, seconds / WAVES, pause)
        found.after.append(await _settled(server))
    over.set()
    await watch
    read_log(server, found)
    return found


async def _wave(server: Server, found: Found, numbers: range, seconds: float, pause: float) -> None:
    """Visitors with these numbers; they do not all come in the same instant."""
    texts = [text_of(number) for number in numbers]  # ahead: making them would hold up those who listen
    marks = {mark_of(number).encode(): number for number in range(numbers.stop)}
    began, cpu = time.monotonic(), server.cpu()
    coming = min(seconds / 4, len(numbers) * 0.2) / len(numbers)
    visits = []
    for place, (number, text) in enumerate(zip(numbers, texts, strict=True)):
        visitor = Visitor(server.address, Ear(number, marks, found))
        visits.append(_later(coming * place, visit(visitor, number, text, found, began + seconds, pause)))
    await asyncio.gather(*visits)
    found.cpu = (server.cpu() - cpu) / (time.monotonic() - began)


async def _later(seconds: float, coming: Coroutine[None, None, None]) -> None:
    await asyncio.sleep(seconds)
    await coming


async def _everything(server: Server) -> None:
    """One visitor who opens every tab and takes every file."""
    async with Visitor(server.address, lambda data: None) as visitor:
        await visitor.open()
        await _paste(visitor, text_of(-1), Found())
        for tab in TABS:
            await visitor.choose("tab", tab)
            if tab == "Take away":
                await visitor.download(FILE)


async def _watch(server: Server, found: Found, over: asyncio.Event) -> None:
    while not over.is_set():
        found.peak = max(found.peak, server.memory())
        await asyncio.sleep(SAMPLED)


async def _settled(server: Server) -> int:
    """The lowest memory that is seen from when sessions have expired until it has not fallen for a while."""
    began = fell = time.monotonic()
    lowest = server.memory()
    while time.monotonic() < min(began + COMES_BACK, max(fell + 2 * TTL, began + 3 * TTL)):
        async with Visitor(server.address, lambda data: None) as visitor:
            await visitor.open()
        await asyncio.sleep(SAMPLED)
        if (now := server.memory()) < lowest - 1e6:
            lowest, fell = now, time.monotonic()
    return lowest


def read_log(server: Server, found: Found) -> None:
    """Note what the log of the server says that it must not."""
    log = server.log.read_text(errors="replace")
    if server.process.poll() is not None:
        found.faults.append("the server has ended")
    if said := traces(log):
        found.faults.append(f"the server's log: {said[:2_000]}")
    if MARK.search(log.encode()):
        found.faults.append("text of a visitor is in the server's log")


# --- what is printed ------------------------------------------------------------------------------------------------


def table(found: Found) -> list[str]:
    """Seconds of each kind of action, from sending to the end of the run."""
    reruns = [one for kind, each in found.seconds.items() if kind not in {"export", "first look"} for one in each]
    lines = [f"{'':<12}{'number':>8}{'median s':>10}{'95 % s':>10}{'most s':>10}"]
    for kind, each in (*found.seconds.items(), ("all reruns", reruns)):
        if each:
            high = quantiles(each, n=20, method="inclusive")[-1] if len(each) > 1 else each[0]
            lines.append(f"{kind:<12}{len(each):>8,}{median(each):>10.3f}{high:>10.3f}{max(each):>10.3f}")
    return lines


def summary(found: Found, sessions: int) -> list[str]:
    """Errors, strangers' text and memory."""
    after = " and ".join(f"{one / 1e6:.0f}" for one in found.after)
    return [
        f"errors: {len(found.faults)}",
        *found.faults[:10],
        f"messages with another visitor's text: {sum(found.strangers.values())} "
        f"(with their own: {found.own_messages:,}; received: {found.received / 1e6:,.0f} MB)",
        *found.strangers,
        f"server: {found.cpu:.2f} CPU seconds a second",
        f"resident memory of the server, MB: before {found.before / 1e6:.0f}, at most {found.peak / 1e6:.0f} "
        f"({(found.peak - found.before) / 1e6 / sessions:.2f} a session), after the waves have gone and expired "
        f"{after}: {'it has come back' if found.comes_back else 'it HAS NOT COME BACK'}",
    ]


def main(arguments: list[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50, help="visitors at once (default 50)")
    parser.add_argument("--seconds", type=float, default=60, help="how long they act (default 60)")
    parser.add_argument("--pause", type=float, default=3, help="seconds between two actions, on average (default 3)")
    chosen = parser.parse_args(arguments)
    with serving() as server:
        found = asyncio.run(run(server, chosen.sessions, chosen.seconds, chosen.pause))
    what = f"a text of {TEXT_BYTES / 1e3:.0f} kB each, an action every {chosen.pause:g} s"
    print(f"{chosen.sessions} sessions, {chosen.seconds:.0f} s, {what}")
    print(*table(found), *summary(found, chosen.sessions), sep="\n")
    return 0 if found.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
