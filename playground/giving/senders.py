"""Who saves, as far as it must be known so that nobody fills the store of snapshots alone: bytes an hour by address.

What was saved is counted in the memory of this process, under a digest of the address with a key that was drawn when
the process began. So no address stands in the clear here, in the database, in a backup or in a log; a digest tells
nothing to whoever lacks the key, though there are few enough addresses to try them all; and it is dropped when it is an
hour old and the store is next used. The price: each copy of the page counts for itself, and anew when it is started
again. For an address that a proxy keeps at one copy that is the same; a network of IPv6 may reach them all, and save so
much at each.
"""

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from ipaddress import IPv6Address, IPv6Network, ip_address

from playground.errors import InputError

__all__ = ["Senders", "network_of"]

_HOUR = 3_600  # seconds
_IPV6_PREFIX = 64  # bits: a household or a machine has at least such a network, and changes addresses in it at will
_MOST = 100_000  # savings that are remembered; the oldest is forgotten first


def network_of(address: str | None, forwarded: Iterable[str] = ()) -> str:
    """What counts as one sender: an IPv4 address, or 64 bits of an IPv6 one; "" if it cannot be told.

    `address` is that of the visitor, or of a proxy that the server was not told to trust; `forwarded` are the values of
    X-Forwarded-For, which in itself proves nothing. An address of a private network that sends them, but is not in
    them, is taken for such a proxy: everybody would be one sender. The same goes for the machine itself.
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    named = {name.strip() for value in forwarded for name in value.split(",")}
    if found.is_loopback or (named and not named & {address, str(found)} and not found.is_global):
        return ""
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), _IPV6_PREFIX), strict=False))
    return str(found)


class Senders:
    """Bytes that each sender has saved within an hour; one object serves every thread."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        """`most` is what one may save in an hour, in bytes; `clock` gives seconds."""
        self._most = most
        self._clock = clock
        self._key = secrets.token_bytes(32)
        self._saved: deque[tuple[float, bytes, int]] = deque(maxlen=_MOST)  # when, who, bytes
        self._lock = threading.Lock()

    @contextmanager
    def counting(self, network: str, size: int) -> Iterator[None]:
        """Count `size` bytes while they are saved, and for an hour if they are. Raises InputError if they are too many.

        What is deleted again counts too. A sender that is not known ("") has no bound here.
        """
        self.forget()
        entry = (self._clock(), blake2b(network.encode(), key=self._key, digest_size=16).digest(), size)
        if network:
            self._add(entry)
        try:
            yield
        except BaseException:
            with self._lock, suppress(ValueError):
                self._saved.remove(entry)
            raise

    def forget(self) -> None:
        """Drop what is an hour old."""
        now = self._clock()
        with self._lock:
            while self._saved and self._saved[0][0] <= now - _HOUR:
                self._saved.popleft()

    def _add(self, entry: tuple[float, bytes, int]) -> None:
        with self._lock:
            before = sum(size for _, who, size in self._saved if who == entry[1])
            if before + entry[2] > self._most:
                raise InputError(
                    f"Your address has saved as much as one may in an hour ({self._most:,} bytes, compressed); "
                    "please try again later."
                )
            self._saved.append(entry)
