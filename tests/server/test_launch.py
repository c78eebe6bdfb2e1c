"""Launch codes and tokens: a code is good once and for a minute, a token is kept only as a hash, guessing is slow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.server.launch import Launch
from stepgraph.server.refusals import Refusal
from stepgraph.server.settings import Outside
from stepgraph.server.store.store import Store

DAY_MS = 24 * 60 * 60 * 1000


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def seconds(self) -> float:
        return self.now_s

    def milliseconds(self) -> int:
        return int(self.now_s * 1000)


@pytest.fixture
def clock() -> Clock:
    """A clock at some time."""
    return Clock()


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A history of its own."""
    opened = Store(tmp_path / "history.sqlite")
    yield opened
    opened.close()


def launch_of(store: Store, clock: Clock) -> Launch:
    """The launch of a server that has started now."""
    return Launch(store, Outside(now_ms=clock.milliseconds), clock_s=clock.seconds)


async def refused(launch: Launch, code: str) -> str:
    """The refusal's code."""
    with pytest.raises(Refusal) as refusal:
        await launch.redeem(code)
    return refusal.value.problem.code


async def test_a_code_is_good_once(store: Store, clock: Clock) -> None:
    """Who reads the address later finds it used."""
    launch = launch_of(store, clock)
    code = launch.new_code()

    token = await launch.redeem(code)

    assert launch.knows(token)
    assert await refused(launch, code) == "launch.code"


async def test_a_code_is_good_for_a_minute(store: Store, clock: Clock) -> None:
    """An address that lies around opens nothing."""
    launch = launch_of(store, clock)
    early, late = launch.new_code(), launch.new_code()
    clock.now_s += 59
    await launch.redeem(early)
    clock.now_s += 2

    assert await refused(launch, late) == "launch.code"


@pytest.mark.parametrize("guess", ["", "x", "\ud800", "x" * 100_000])
async def test_a_guess_opens_nothing(store: Store, clock: Clock, guess: str) -> None:
    """Whatever is sent in place of a code is refused."""
    launch = launch_of(store, clock)
    launch.new_code()

    assert await refused(launch, guess) == "launch.code"


async def test_guessing_codes_is_slow(store: Store, clock: Clock) -> None:
    """Five tries, then one a second; whoever has a code that is right is not kept out by those who guess."""
    launch = launch_of(store, clock)
    guesses = [await refused(launch, "guess") for _ in range(7)]
    token = await launch.redeem(launch.new_code())
    clock.now_s += 1
    later = [await refused(launch, "guess") for _ in range(2)]

    assert guesses == ["launch.code"] * 5 + ["launch.too_many"] * 2
    assert (later, launch.knows(token)) == (["launch.code", "launch.too_many"], True)


async def test_codes_that_are_right_are_not_slowed_down(store: Store, clock: Clock) -> None:
    """Many windows may be opened at once."""
    launch = launch_of(store, clock)

    tokens = {await launch.redeem(launch.new_code()) for _ in range(20)}

    assert len(tokens) == 20


async def test_a_token_is_known_to_the_next_server(store: Store, clock: Clock) -> None:
    """A page that was open stays open over a restart."""
    first = launch_of(store, clock)
    token = await first.redeem(first.new_code())
    second = launch_of(store, clock)
    before = second.knows(token)
    await second.open()

    assert (before, second.knows(token)) == (False, True)


async def test_an_old_token_is_forgotten(store: Store, clock: Clock) -> None:
    """After a month a page asks for a fresh address."""
    first = launch_of(store, clock)
    token = await first.redeem(first.new_code())
    clock.now_s += 31 * DAY_MS / 1000
    second = launch_of(store, clock)
    await second.open()

    assert not second.knows(token)


async def test_a_token_is_nowhere_on_the_disk(store: Store, clock: Clock) -> None:
    """What is kept tells nobody a token that would be accepted."""
    launch = launch_of(store, clock)
    code = launch.new_code()
    token = await launch.redeem(code)
    content = b"".join(path.read_bytes() for path in store.path.parent.iterdir())

    assert (token.encode() in content, code.encode() in content) == (False, False)
