"""A file of the network: fetched within a limit of time, checked, and kept where tiktoken keeps such files.

This module reads the network, the clock and the environment, and writes one file. tiktoken would fetch it by itself,
but waits for an answer without a limit of time. It keeps its files in TIKTOKEN_CACHE_DIR, DATA_GYM_CACHE_DIR or the
folder for temporary files, so that each is fetched once per machine.
"""

import hashlib
import os
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Generic, TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

_TIME_LIMIT = 20.0  # seconds from asking for a file to its last byte
_RETRY_AFTER = 60.0  # seconds from the beginning of an attempt that failed to the next one
_SIZE_LIMIT = 16_000_000  # bytes of a file; that of o200k_base has 3.6 million
_BLOCK = 1 << 16  # bytes read at most between two looks at the clock
_PAUSE = 0.05  # seconds between two looks at an attempt by those who wait for it

Loaded = TypeVar("Loaded")


class AttemptFailed(Exception):  # noqa: N818 - says how far it came
    """What was to be fetched and loaded is not going to be there; the message is one plain sentence."""


class _NotFetched(Exception):  # noqa: N818 - says how far it came
    """Why a file was not fetched; the message is the end of a sentence."""


class Attempt(Generic[Loaded]):
    """One attempt to fetch a file and load what is in it, in a thread of its own.

    The thread keeps to the time limit where it can. Looking up an address and reading the headers of an answer have
    none, so whoever asks looks at the clock too: an attempt without its file after the limit has failed, and its thread
    is left to end when it will.
    """

    def __init__(self, what: str, url: str, sha256: str, load: Callable[[], Loaded]) -> None:
        """`what` begins the sentences that say why it failed; `load` is called once the file is on this machine."""
        self._what = what
        self._began = time.monotonic()
        self._limit = _TIME_LIMIT
        self._fetched = False
        self._failure: str | None = None
        self.loaded: Loaded | None = None
        self.over = threading.Event()
        threading.Thread(target=self._run, args=(url, sha256, load), name=f"fetch {url}", daemon=True).start()

    def _run(self, url: str, sha256: str, load: Callable[[], Loaded]) -> None:
        """Fetch and load. Sets what came of it before `over`."""
        try:
            _fetch(url, sha256, self._began + self._limit)
            self._fetched = True
            self.loaded = load()
        except TimeoutError:
            self._failure = self._too_late()
        except _NotFetched as error:
            # What is met after the limit is not told: those who asked by then were given another reason.
            self._failure = self._too_late() if self._is_over_time() else self._not_fetched(str(error))
        except BaseException:  # a panic inside tiktoken is no Exception
            self._failure = f"{self._what} could not be loaded."
        finally:
            self.over.set()

    def _is_over_time(self) -> bool:
        return time.monotonic() >= self._began + self._limit

    def _not_fetched(self, why: str) -> str:
        return f"{self._what} could not be fetched: {why}."

    def _too_late(self) -> str:
        return self._not_fetched(f"it did not arrive within {self._limit:g} seconds")

    def failure(self) -> str | None:
        """Why it failed; None while it is running and after it succeeded."""
        if self._failure is None and not self._fetched and self._is_over_time():
            return self._too_late()
        return self._failure

    def is_forgotten(self) -> bool:
        """Whether it failed and it is time to try again."""
        return self.failure() is not None and time.monotonic() >= self._began + _RETRY_AFTER

    def wait(self) -> Loaded:
        """What was loaded, as soon as it is there. Raises AttemptFailed as soon as it is not going to be."""
        while self.loaded is None:
            why = self.failure()
            if why is not None:
                raise AttemptFailed(why)
            self.over.wait(_PAUSE)
        return self.loaded


def _fetch(url: str, sha256: str, deadline: float) -> None:
    """Put the file of this URL and hash where tiktoken looks for it, unless it is there.

    deadline: by time.monotonic(). Raises _NotFetched, and TimeoutError if the file has not arrived by then.
    """
    try:
        path = _kept_at(url)
        if path.is_file() and _sha256(path.read_bytes()) == sha256:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not by tempfile, whose files are closed to other users: one cache may serve them all.
        beside = path.with_name(f"{path.name}.{uuid.uuid4()}.tmp")
        try:
            with beside.open("xb") as file:  # before the request: what cannot be kept is not asked for
                file.write(_download(url, sha256, deadline))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except TimeoutError:
        raise
    except OSError as error:
        raise _NotFetched("the folder it is kept in cannot be used") from error


def _kept_at(url: str) -> Path:
    """The file that tiktoken keeps of a URL, by the rule of tiktoken.load. Raises _NotFetched if it keeps none."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder == "":
        # tiktoken would fetch the file by itself, every time and without a limit.
        raise _NotFetched("the cache of tiktoken, in which it is kept, is turned off")
    if folder is None:
        folder = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    return Path(folder) / hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()


def _download(url: str, sha256: str, deadline: float) -> bytes:
    """What is at a URL, its hash checked. Raises _NotFetched, or TimeoutError after the deadline."""
    try:
        data = _read(url, deadline)
    except HTTPError as error:
        error.close()
        raise _NotFetched(f"the server answered {error.code}") from error
    except (OSError, HTTPException) as error:
        # urllib wraps a timeout while connecting, and not one while reading.
        if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
            raise TimeoutError from error
        raise _NotFetched("its server could not be reached") from error
    if _sha256(data) != sha256:
        raise _NotFetched("what arrived is something else")
    return data


def _read(url: str, deadline: float) -> bytes:
    """What is at a URL. Raises TimeoutError after the deadline, and what urllib raises.

    More than the size limit is cut off: too large is wrong as well.
    """
    data = bytearray()
    with urlopen(url, timeout=max(0.001, deadline - time.monotonic())) as answer:
        # read1 returns what is there; read would wait for a whole block of a slow server.
        while len(data) <= _SIZE_LIMIT and (block := answer.read1(_BLOCK)):
            if time.monotonic() >= deadline:
                raise TimeoutError
            data += block
    return bytes(data)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
