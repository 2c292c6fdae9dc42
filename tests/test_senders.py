"""Who counts as one sender, and how much of an hour one has."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground import InputError
from playground.giving import senders
from playground.giving.senders import Senders, network_of
from playground.limits import MAX_SENDER_BYTES_AN_HOUR


class Clock:
    """One that stands still until it is moved, in seconds."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


# --- who -------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_an_ipv6_address_counts_by_its_first_64_bits(network: int, one: int, other: int) -> None:
    network |= 0x2001 << 48  # none of IPv4's
    first, second = (str(IPv6Address((network << 64) + rest)) for rest in (one, other))
    assert network_of(first) == network_of(second) == f"{IPv6Address(network << 64)}/64"
    assert network_of(first) != network_of(str(IPv6Address((network ^ 1) << 64)))


@given(st.ip_addresses(v=4).filter(lambda address: not address.is_loopback))
def test_an_ipv4_address_counts_as_it_is_however_it_is_written(address: IPv4Address) -> None:
    assert network_of(str(address)) == network_of(f"::ffff:{address}") == str(address)


@pytest.mark.parametrize("address", [None, "", "127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "unix:", "a" * 99])
def test_the_machine_itself_and_what_is_no_address_are_nobody(address: str | None) -> None:
    assert network_of(address) == ""


def test_a_private_address_is_a_visitor_s_unless_it_passes_on_others() -> None:
    """In a container the proxy's address is seen until the server is told to trust it: else all are one sender."""
    for proxy in ("172.18.0.2", "10.0.0.7", "fd00::1", "100.64.0.1"):
        assert network_of(proxy) != ""
        assert network_of(proxy, ["192.0.2.1"]) == ""
        assert network_of(proxy, ["192.0.2.1", f"1.1.1.1, {proxy}"]) != "", "a visitor whom a trusted proxy named"


def test_a_visitor_whom_a_proxy_named_is_known_by_either_way_to_write_the_address() -> None:
    """A socket for both families writes an IPv4 address as one of IPv6; a proxy does not."""
    assert network_of("::ffff:192.168.0.9", ["192.168.0.9"]) == "192.168.0.9"
    assert network_of("::ffff:192.168.0.9", ["192.168.0.8"]) == ""


def test_who_comes_from_outside_does_not_hide_behind_a_header() -> None:
    assert network_of("8.8.8.8", ["9.9.9.9"]) == "8.8.8.8"
    assert network_of("2600::1", ["9.9.9.9", "x"]) == "2600::/64"


# --- how much --------------------------------------------------------------------------------------------------------


def save(counted: Senders, network: str, size: int) -> bool:
    """Whether it may be saved."""
    with suppress(InputError), counted.counting(network, size):
        return True
    return False


@given(st.lists(st.tuples(st.integers(0, 1_500), st.sampled_from("ABC"), st.integers(1, 60)), max_size=40))
def test_no_more_than_so_many_bytes_in_any_hour(savings: list[tuple[int, str, int]]) -> None:
    clock = Clock()
    counted = Senders(100, clock)
    done: list[tuple[float, str, int]] = []
    for pause, network, size in savings:
        clock.now += pause
        before = sum(n for when, who, n in done if who == network and when > clock.now - 3_600)
        assert save(counted, network, size) == (before + size <= 100)
        if before + size <= 100:
            done.append((clock.now, network, size))
    assert len(counted._saved) == len([one for one in done if one[0] > clock.now - 3_600])


def test_what_fails_is_not_counted_and_what_is_under_way_is() -> None:
    counted = Senders(100, Clock())
    with suppress(KeyError), counted.counting("A", 60):
        assert not save(counted, "A", 60)
        assert save(counted, "A", 40)
        raise KeyError
    assert save(counted, "A", 60)
    assert not save(counted, "A", 1)


def test_one_that_is_not_known_has_no_bound_and_leaves_nothing() -> None:
    counted = Senders(100, Clock())
    assert all(save(counted, "", 60) for _ in range(5))
    assert not counted._saved


def test_memory_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(senders, "_MOST", 10)
    counted = Senders(1, Clock())
    with counted.counting("first", 1):
        assert all(save(counted, str(number), 1) for number in range(30))
    assert len(counted._saved) == 10


def test_two_processes_know_one_address_by_different_digests() -> None:
    counted = [Senders(100, Clock()) for _ in range(2)]
    assert all(save(one, "192.0.2.1", 1) for one in counted)
    (first,), (second,) = (one._saved for one in counted)
    assert first[1] != second[1]


def test_threads_together_save_no_more() -> None:
    counted = Senders(100, Clock())
    with ThreadPoolExecutor(8) as executor:
        assert sum(executor.map(lambda _: save(counted, "A", 1), range(400))) == 100


def test_the_readme_says_how_much_it_is() -> None:
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf-8")
    assert f"one address saves up to {MAX_SENDER_BYTES_AN_HOUR / 1e6:.0f} MB" in readme
