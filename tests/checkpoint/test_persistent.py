"""The dictionary that is written to a file."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.memory import PersistentDict


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
