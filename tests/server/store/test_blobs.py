"""Values by hash: a value that grows is stored as its growth, and each is read exactly or not at all."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from stepgraph.protocol.worker_frames import MAX_CHUNK_BYTES, Blob
from stepgraph.server.store import blobs
from stepgraph.server.store.blobs import BlobPieces, DamagedValue, WholeBlob, find_value, get_blob, put_blobs
from stepgraph.server.store.tables import blobs as table
from tests.support.stores import SESSION, open_log


def ref_of(data: bytes) -> str:
    """A value's name."""
    return sha256(data).hexdigest()


def whole(data: bytes) -> WholeBlob:
    """A value that extends no other."""
    return WholeBlob(ref_of(data), None, 0, data, is_json=True)


def extending(parent: bytes, keep: int, tail: bytes) -> WholeBlob:
    """A value that begins like another."""
    return WholeBlob(ref_of(parent[:keep] + tail), ref_of(parent), keep, tail, is_json=True)


@settings(max_examples=60)
@given(
    growths=st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 30), st.binary(min_size=1, max_size=30)), max_size=25
    ),
    whole_after=st.sampled_from([0, 50, 10**6]),
)
def test_every_value_is_read_as_it_was(growths: list[tuple[int, int, bytes]], whole_after: int) -> None:
    """However values extend each other, and however often one is written whole, each is put together exactly."""
    values = [b"[]"]
    with pytest.MonkeyPatch.context() as patched, open_log() as (connection, _):
        patched.setattr(blobs, "MIN_TAIL_BYTES", whole_after)
        put_blobs(connection, SESSION.id, [whole(values[0])])
        for place, kept, tail in growths:
            parent = values[place % len(values)]
            keep = kept % (len(parent) + 1)
            put_blobs(connection, SESSION.id, [extending(parent, keep, tail)])
            values.append(parent[:keep] + tail)
        read = [get_blob(connection, SESSION.id, ref_of(value)) for value in values]

    assert read == values


def test_a_growing_list_costs_its_growth() -> None:
    """A thousand messages take a few times their own size, not a thousand times."""
    value = b"["
    with open_log() as (connection, _):
        put_blobs(connection, SESSION.id, [whole(value)])
        for number in range(1000):
            tail = b'"message %d",' % number * 8
            put_blobs(connection, SESSION.id, [extending(value, len(value), tail)])
            value += tail
        stored = connection.scalar(select(func.sum(func.length(table.c.data)))) or 0
        read = get_blob(connection, SESSION.id, ref_of(value))

    assert read == value
    assert stored < 5 * len(value)


def test_pieces_become_a_value_when_the_last_one_is_there() -> None:
    """A long value travels in several batches."""
    data = b"x" * 10
    pieces = BlobPieces()

    first = pieces.take([Blob(ref_of(data), None, 0, data[:6], last=False, json=True)])
    second = pieces.take([Blob(ref_of(data), None, 0, data[6:], last=True, json=True)])

    assert (first, second) == ([], [whole(data)])


BAD_PIECES = {
    "too large": Blob("0" * 64, None, 0, b"x" * (MAX_CHUNK_BYTES + 1), last=True, json=True),
    "no hash": Blob("../../etc/passwd", None, 0, b"x", last=True, json=True),
    "no hash as parent": Blob("0" * 64, "parent", 0, b"x", last=True, json=True),
    "a negative place": Blob("0" * 64, None, -1, b"x", last=True, json=True),
}


@pytest.mark.parametrize("case", BAD_PIECES)
def test_a_piece_that_is_never_sent_is_refused(case: str) -> None:
    """What only a hostile worker sends is not stored."""
    with pytest.raises(ValueError, match="a value's piece"):
        BlobPieces().take([BAD_PIECES[case]])


def test_open_pieces_are_bounded() -> None:
    """Values that are begun and never ended do not fill the server's memory."""
    pieces = BlobPieces()
    piece = Blob("0" * 64, None, 0, b"x" * MAX_CHUNK_BYTES, last=False, json=True)

    with pytest.raises(ValueError, match="larger than agreed"):
        pieces.take([piece] * 100)


def test_a_value_that_extends_an_unknown_one_is_refused() -> None:
    """Nothing is stored that could not be read."""
    with open_log() as (connection, _), pytest.raises(DamagedValue, match="not stored"):
        put_blobs(connection, SESSION.id, [extending(b"unknown", 3, b"x")])


def test_a_damaged_value_is_not_shown() -> None:
    """A flipped bit on the disk, or a name that lies, is told and never shown as the value."""
    data = b'"hello"'
    with open_log() as (connection, _):
        put_blobs(connection, SESSION.id, [whole(data)])
        connection.execute(update(table).values(data=b'"hellO"'))

        with pytest.raises(DamagedValue, match="damaged"):
            find_value(connection, ref_of(data))


def test_a_value_is_found_by_its_name_alone() -> None:
    """The page knows the ref and asks for nothing else."""
    with open_log() as (connection, _):
        put_blobs(connection, SESSION.id, [whole(b'"hello"')])

        assert find_value(connection, ref_of(b'"hello"')) == (b'"hello"', True)
        assert find_value(connection, ref_of(b"another")) is None
