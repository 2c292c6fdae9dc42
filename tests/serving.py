"""The page on a server of its own, for tests that are no browser's: where it is, its memory, its time and its log."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TTL = 1  # seconds for which the server keeps the session of a closed tab; its own default is 120
TRIM = {"MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072"}  # as the README tells a host to set


# Streamlit 1.67 may tidy the widgets of a session while it is being closed from another thread: its own code alone is
# in the trace, the session is gone already, and nothing of it was lost. Everything else counts.
_CLOSING = re.compile(
    r"Exception in thread ScriptRunner\.scriptThread:\nTraceback \(most recent call last\):\n(?:  .*\n)*"
    r"  File \"[^\"]*streamlit/runtime/state/session_state\.py\", line \d+, in _remove_stale_widgets\n(?:  .*\n)*"
    r"RuntimeError: dictionary changed size during iteration\n"
)


def traces(log: str) -> str:
    """What a server's log says from its first traceback on; "" if it has none but that of a session being closed."""
    rest = _CLOSING.sub("", log)
    return rest[rest.index("Traceback") :] if "Traceback" in rest else ""


@dataclass(frozen=True)
class Server:
    """One that runs."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    def memory(self) -> int:
        """Resident memory, in bytes: VmRSS of Linux, elsewhere what ps says."""
        status = Path(f"/proc/{self.process.pid}/status")
        if status.exists():
            said = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
            return int(said[1]) * 1024 if said else 0
        by_ps = subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)])
        return int(by_ps) * 1024

    def cpu(self) -> float:
        """CPU time so far, in seconds; 0 where there is no /proc."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        words = stat.read_text().rpartition(")")[2].split()
        ticks = int(words[11]) + int(words[12])  # in the program and in the system for it
        return ticks / int(os.sysconf("SC_CLK_TCK"))


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def serving(base: str = "", environment: dict[str, str] | None = None) -> Iterator[Server]:
    """The page on a server of its own, with an empty folder for its data; `base` is the path that it is under."""
    with tempfile.TemporaryDirectory() as folder:
        port, log = free_port(), Path(folder) / "log.txt"
        options = {"port": port, "address": "127.0.0.1", "headless": "true", "disconnectedSessionTTL": TTL}
        options["baseUrlPath"] = base
        command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
        command += [f"--server.{name}={value}" for name, value in options.items()]
        settings = TRIM | os.environ | {"PLAYGROUND_DATA": folder} | (environment or {})
        with log.open("wb") as out:
            process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=settings)
        try:
            server = Server(f"http://127.0.0.1:{port}/{base}".rstrip("/"), process, log)
            _wait_for(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_for(server: Server) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            with urllib.request.urlopen(f"{server.address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)  # between two questions, not for a time
    raise RuntimeError(f"The server does not answer: {server.log.read_text()[-2_000:]}")
