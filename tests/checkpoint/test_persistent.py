"""The dictionary that is written to a file."""

from __future__ import annotations

import pickle
import time
from functools import partial
from pathlib import Path

import pytest

from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.ids import CheckpointIds
from stepgraph.checkpoint.memory import InMemorySaver, PersistentDict
from tests.checkpoint.test_contract import delta
from tests.checkpoint.test_memory import config, loop


def test_entries_come_back_from_the_file(tmp_path: Path) -> None:
    """Keys of several parts too; a with-block ends with writing."""
    name = str(tmp_path / "kept")
    with PersistentDict(list, filename=name) as kept:
        kept["thread", ""] = {"x": [1, None]}
        kept["new"].append(1)

    found = PersistentDict(list, filename=name)
    found.load()

    assert dict(found) == {("thread", ""): {"x": [1, None]}, "new": [1]}


def test_a_file_that_is_not_there_adds_nothing(tmp_path: Path) -> None:
    """As at the first start."""
    kept = PersistentDict(filename=str(tmp_path / "kept"))

    kept.load()

    assert dict(kept) == {}


def test_the_old_file_stays_when_something_cannot_be_stored(tmp_path: Path) -> None:
    """And the entry is named."""
    kept = PersistentDict(filename=str(tmp_path / "kept"))
    kept["x"] = 1
    kept.close()
    kept["y"] = object()

    with pytest.raises(CannotStore):
        kept.sync()

    again = PersistentDict(filename=str(tmp_path / "kept"))
    again.load()
    assert dict(again) == {"x": 1}


def test_a_pickle_is_not_read(tmp_path: Path) -> None:
    """Reading one runs what it says."""

    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (exec, ("raise SystemExit('it ran')",))

    (tmp_path / "kept").write_bytes(pickle.dumps(Trap()))

    with pytest.raises(ValueError, match=r"\S"):
        PersistentDict(filename=str(tmp_path / "kept")).load()


def test_a_saver_keeps_its_threads_where_its_factory_says(tmp_path: Path) -> None:
    """In a file, for example, from which another saver goes on: the last state, the history and what is pending."""
    factory = partial(PersistentDict, filename=str(tmp_path / "threads"))
    with InMemorySaver(factory=factory) as saver:
        loop(saver, 40).invoke({"n": 0, "big": "b"}, config(), interrupt_before=["a"])
        loop(saver, 40).invoke(None, config())
        left = list(saver.list(config()))

    again = InMemorySaver(factory=factory)
    again.storage.load()  # type: ignore[attr-defined]  # what this factory makes can be loaded

    assert (len(left), list(again.list(config()))) == (42, left)
    assert loop(again, 50).invoke({"n": 45}, config()) == {"x": [], "n": 50, "big": "b"}
    assert loop(again, 50).get_state(config()).config["configurable"]["checkpoint_id"] > left[0].checkpoint["id"]


def test_a_thread_from_a_file_goes_on_although_its_clock_was_ahead(tmp_path: Path) -> None:
    """Else the latest checkpoint would stay the one in the file."""
    ahead = CheckpointIds(time_ns=lambda: time.time_ns() + 60 * 10**9).new(0)
    factory = partial(PersistentDict, filename=str(tmp_path / "threads"))
    with InMemorySaver(factory=factory) as saver:
        saver.put_delta(delta(0, parent=None)._replace(id=ahead))
    again = InMemorySaver(factory=factory)
    again.storage.load()  # type: ignore[attr-defined]  # what this factory makes can be loaded

    loop(again, 2).invoke({"n": 0}, config())

    assert loop(again, 2).get_state(config()).values["n"] == 2


async def test_leaving_a_saver_leaves_what_its_factory_made(tmp_path: Path) -> None:
    """Awaited as well; one that made nothing of its own keeps everything."""
    name = tmp_path / "threads"
    async with InMemorySaver(factory=partial(PersistentDict, filename=str(name))) as saver:
        loop(saver, 1).invoke({"n": 0}, config())
    with InMemorySaver() as plain:
        loop(plain, 1).invoke({"n": 0}, config())

    assert (name.exists(), saver.get_tuple(config()), plain.get_tuple(config()) is not None) == (True, None, True)
