"""`stepgraph serve` and `stepgraph FILE`: an address on standard output, the page behind it, a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
from pathlib import Path

import httpx2
import pytest

from stepgraph.cli.browser import can_show_pages
from stepgraph.cli.command import Unusable
from stepgraph.cli.ports import DEFAULT_PORT, listen
from stepgraph.cli.target import Target, find_target
from tests.support.programs import children_of, ends, started, stepgraph

GRAPHS = Path(__file__).parents[1] / "server" / "graphs"
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/#c=([\w-]+)(?:&s=(\w+))?\n")


def first_child_of(pid: int) -> int:
    """Wait until a process has started another one."""
    while not (children := children_of(pid)):
        os.kill(pid, 0)
    return children[0]


@pytest.mark.slow
def test_the_address_stands_alone_on_standard_output(tmp_path: Path) -> None:
    """Programs read it from there; it names the session that a file was opened in."""
    with started("serve", str(GRAPHS / "counter.py"), "--port", "0", "--no-open", data=tmp_path) as process:
        assert process.stdout is not None
        address = ADDRESS.fullmatch(process.stdout.readline())
        assert address is not None
        launched = httpx2.post(f"http://127.0.0.1:{address[1]}/api/launch", json={"code": address[2]})
        token = {"Authorization": f"Bearer {launched.json()['token']}"}
        start = httpx2.get(f"http://127.0.0.1:{address[1]}/api/start", headers=token).json()
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)

    assert [recent["session"] for recent in start["recent"]] == [address[3]]
    assert (rest, errors, process.returncode) == ("", "", 0)


@pytest.mark.slow
def test_a_file_alone_is_served_too(tmp_path: Path) -> None:
    """`stepgraph FILE` serves it; on a machine without a screen it says that the address is to be opened."""
    with started(str(GRAPHS / "counter.py"), data=tmp_path) as process:
        assert process.stdout is not None
        address = ADDRESS.fullmatch(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)

    assert address is not None
    assert int(address[1]) >= DEFAULT_PORT
    assert "open the address above" in errors


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_server(tmp_path: Path, number: signal.Signals) -> None:
    """However the server ends, politely or not, the process of its graph ends with it."""
    with started("serve", str(GRAPHS / "counter.py"), "--port", "0", "--no-open", data=tmp_path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        guard = first_child_of(process.pid)
        worker = first_child_of(guard)
        process.send_signal(number)
        process.wait(timeout=60)

        assert (ends(guard), ends(worker)) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["nothing.py"], "There is no file nothing.py"),
        (["serve", "--example", "nothing"], "There is no example nothing"),
        (["serve", "--port", "99999"], "port"),
        (["serve", "--data", "/dev/null/x"], "data folder"),
    ],
)
def test_what_cannot_be_served_ends_with_2_and_one_message(tmp_path: Path, arguments: list[str], part: str) -> None:
    """The message names what is wrong; there is no traceback of ours."""
    done = stepgraph(*arguments, data=tmp_path)

    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)
    assert part in done.stderr


def test_a_port_that_was_asked_for_is_taken_or_refused() -> None:
    """No other port is taken in its place, since somebody relies on it."""
    with listen(0) as other:
        port = other.getsockname()[1]

        with pytest.raises(Unusable, match=f"Port {port} is in use"):
            listen(port)


def test_without_a_wish_the_first_free_port_is_taken() -> None:
    """A second server takes the next one."""
    with listen(None) as first, listen(None) as second:
        ports = (first.getsockname()[1], second.getsockname()[1])

    assert DEFAULT_PORT <= ports[0] < ports[1]


def test_the_server_listens_on_this_machine_only() -> None:
    """Nobody on the network reaches it."""
    with listen(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


def test_small_answers_are_not_held_back() -> None:
    """Connections are made without the delay that gathers small pieces."""
    with listen(0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"BROWSER": "firefox"}, "linux", True),
        ({}, "darwin", True),
    ],
)
def test_a_browser_is_expected_where_there_is_a_screen(
    environment: dict[str, str], platform: str, expected: bool
) -> None:
    """A browser in the terminal could not show the page, and would take the terminal."""
    assert can_show_pages(environment, platform=platform) is expected


def test_a_target_is_a_file_and_perhaps_a_name(tmp_path: Path) -> None:
    """What follows the last colon is a name, unless it belongs to the file's own."""
    plain, odd = tmp_path / "graph.py", tmp_path / "a:b.py"
    for path in (plain, odd):
        path.write_text("", encoding="utf-8")

    assert find_target(str(plain)) == Target(plain, None)
    assert find_target(f"{plain}:main") == Target(plain, "main")
    assert find_target(f"{plain}:") == Target(plain, None)
    assert find_target(str(odd)) == Target(odd, None)
    assert find_target(f"{odd}:main") == Target(odd, "main")


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    """The reason is the system's."""
    path = tmp_path / "graph.py"
    if sys.platform == "linux":
        # One of the system's own files that nobody reads; root may read every other.
        path.symlink_to("/proc/sys/vm/compact_memory")
    else:
        path.touch(mode=0)

    with pytest.raises(Unusable, match="cannot be read"):
        find_target(str(path))
