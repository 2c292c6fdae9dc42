"""A PostgreSQL of the tests' own: a cluster in a temporary folder, reached through a socket in it and stopped after."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_DEBIAN = "/usr/lib/postgresql"
USER = "postgres"  # of the database, and of the machine where the tests run as root, whom PostgreSQL refuses


@dataclass(frozen=True)
class Cluster:
    """A running server, or one that has been stopped for a while."""

    programs: Path
    folder: Path

    def url(self, user: str = USER) -> str:
        """As SQLAlchemy writes it."""
        return f"postgresql+psycopg://{user}@/postgres?host={self.folder}"

    def start(self) -> None:
        """Return when it answers."""
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self) -> None:
        """Break every connection, as a crash does."""
        self._run("pg_ctl", "-w", "-D", f"{self.folder}/data", "-m", "immediate", "stop")

    def make(self) -> None:
        """The files of an empty cluster."""
        self._run("initdb", "-D", f"{self.folder}/data", "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8")

    def _run(self, program: str, *arguments: str) -> None:
        as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
        command = [*as_user, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, timeout=120)


def programs() -> Path | None:
    """The folder of Debian's newest PostgreSQL; None if there is none."""
    found = [path.parent for path in Path(_DEBIAN).glob("*/bin/initdb")]
    return max(found, key=lambda path: float(path.parent.name), default=None)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs, and is stopped and removed at the end. Needs `programs()`."""
    where = programs()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="snapshots-"))  # in no folder that only root may enter
    server = Cluster(where, folder)
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        server.make()
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(folder)
