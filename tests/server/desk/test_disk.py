"""The file: written in one step, never over what nobody read, and left as it was when something goes wrong."""

from __future__ import annotations

import errno
import os
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from stepgraph.server.desk import disk as disk_module
from stepgraph.server.desk.disk import Changed, Disk, SaveFailed

OLD = b"a = 1\n"
NEW = b"a = 2\n"


def hash_of(content: bytes) -> str:
    """The hash that a read tells."""
    return sha256(content).hexdigest()


def full(_file: int, _content: bytes) -> None:
    """A disk that is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def half(file: int, content: bytes) -> None:
    """A disk that becomes full."""
    os.write(file, content[:3])
    full(file, content)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A document."""
    found = tmp_path / "survey.py"
    found.write_bytes(OLD)
    return found


def test_a_file_is_replaced_and_keeps_its_mode(path: Path) -> None:
    """A script stays one."""
    path.chmod(0o750)

    Disk(path).save(NEW, over=hash_of(OLD))

    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (NEW, 0o750)
    assert [found.name for found in path.parent.iterdir()] == ["survey.py"]


def test_a_file_that_changed_is_not_written_over(path: Path) -> None:
    """What it holds is told."""
    path.write_bytes(b"theirs = 1\n")

    with pytest.raises(Changed) as changed:
        Disk(path).save(NEW, over=hash_of(OLD))

    assert changed.value.found is not None
    assert (changed.value.found.text, path.read_bytes()) == ("theirs = 1\n", b"theirs = 1\n")


def test_a_file_that_is_gone_is_not_made_again(path: Path) -> None:
    """Unless that is asked for."""
    path.unlink()

    with pytest.raises(Changed) as changed:
        Disk(path).save(NEW, over=hash_of(OLD))
    Disk(path).save(NEW, over=None)

    assert (changed.value.found, path.read_bytes()) == (None, NEW)


@pytest.mark.parametrize("write", [full, half])
def test_a_full_disk_leaves_the_file_as_it_was(path: Path, write: disk_module.Writer) -> None:
    """And nothing beside it; the sentence says what it is and that nothing is lost."""
    with pytest.raises(SaveFailed) as failed:
        Disk(path, write=write).save(NEW, over=hash_of(OLD))

    problem = failed.value.problem
    assert (path.read_bytes(), [found.name for found in path.parent.iterdir()]) == (OLD, ["survey.py"])
    assert problem.code == "document.not_saved"
    assert problem.sentence == (
        "survey.py could not be saved: No space left on device. Your edits are kept here; save again."
    )


def test_a_folder_that_is_gone_is_told(path: Path) -> None:
    """It is not made again."""
    path.unlink()
    path.parent.rmdir()

    with pytest.raises(SaveFailed):
        Disk(path).save(NEW, over=None)


def test_a_file_that_may_not_be_written_is_only_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the folder would let it be replaced."""
    # The tests may run as root, who may write everywhere.
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)

    found = Disk(path).read()

    assert found is not None
    assert (found.text, found.read_only) == ("a = 1\n", "You may not write to survey.py.")


def test_a_file_that_is_too_large_is_not_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says how large is too large."""
    monkeypatch.setattr(disk_module, "MAX_DOCUMENT_BYTES", 5)

    found = Disk(path).read()

    assert found is not None
    assert (found.text, found.read_only) == ("", "survey.py is larger than 5 bytes, which no graph file is.")


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_an_error(tmp_path: Path, kind: str) -> None:
    """Nobody waits for it."""
    path = tmp_path / "survey.py"
    if kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)

    with pytest.raises(OSError, match=r"is not a file|Is a directory"):
        Disk(path).read()


def test_there_may_be_no_file(tmp_path: Path) -> None:
    """That is no error."""
    assert Disk(tmp_path / "survey.py").read() is None
