"""Whole values on their way to the store: named by their content, sent once, a growing one as its growth."""

from __future__ import annotations

import hashlib
import threading

from hypothesis import given
from hypothesis import strategies as st

from stepgraph.debugger.blobs import MAX_VALUE_BYTES, Blobs, common_prefix
from stepgraph.debugger.shelf import Shelf
from stepgraph.protocol.worker_frames import MAX_CHUNK_BYTES, Blob


def test_a_value_is_named_by_its_content_and_sent_once() -> None:
    """Whoever keeps it again gets the same name, and nothing travels."""
    sent: list[Blob] = []
    blobs = Blobs(sent.append)

    first, second = blobs.keep(b"text"), blobs.keep(b"text")

    name = hashlib.sha256(b"text").hexdigest()
    assert (first, second) == (name, name)
    assert sent == [Blob(ref=name, parent=None, keep=0, data=b"text", last=True, json=False)]


def test_a_large_value_travels_in_pieces() -> None:
    """The last one says that it is."""
    sent: list[Blob] = []
    data = b"x" * (2 * MAX_CHUNK_BYTES + 1)

    Blobs(sent.append).keep(data, json=True)

    assert [(len(piece.data), piece.last, piece.json) for piece in sent] == [
        (MAX_CHUNK_BYTES, False, True),
        (MAX_CHUNK_BYTES, False, True),
        (1, True, True),
    ]


def test_a_value_that_extends_the_last_under_its_name_is_sent_as_its_tail() -> None:
    """Its parent is named, and how much of that one counts."""
    sent: list[Blob] = []
    blobs = Blobs(sent.append)
    first = blobs.keep(b"[" + b"1, " * 1000 + b"1]", stem="log")

    blobs.keep(b"[" + b"1, " * 1000 + b"1, 2]", stem="log")
    blobs.keep(b"[" + b"1, " * 1000 + b"1, 2]", stem="other")

    assert [(piece.parent, piece.keep, piece.data) for piece in sent[1:]] == [(first, 3002, b", 2]")]


def test_what_is_too_large_is_not_kept() -> None:
    """Only its preview is."""
    sent: list[Blob] = []

    assert Blobs(sent.append).keep(b"x" * (MAX_VALUE_BYTES + 1)) is None
    assert sent == []


@given(values=st.lists(st.lists(st.sampled_from([b"a", b"b" * 900, b"c" * 2000])), max_size=12))
def test_every_value_is_put_together_again(values: list[list[bytes]]) -> None:
    """However one follows from the other."""
    shelf = Shelf()
    blobs = Blobs(shelf.keep)

    for parts in values:
        data = b"".join(parts)
        ref = blobs.keep(data, stem="one")
        assert ref is not None
        assert shelf.value(ref) == data


@given(first=st.binary(), second=st.binary(), shared=st.binary())
def test_the_common_prefix_is_the_longest(first: bytes, second: bytes, shared: bytes) -> None:
    """Up to there both are equal, and the next byte differs or one of them ends."""
    one, two = shared + first, shared + second

    length = common_prefix(one, two)

    assert one[:length] == two[:length]
    assert one[length : length + 1] != two[length : length + 1] or length in {len(one), len(two)}


def test_what_was_kept_long_ago_is_forgotten_as_a_beginning() -> None:
    """A graph may have more and larger values than a process should remember."""
    sent: list[Blob] = []
    blobs = Blobs(sent.append)
    large = b"x" * 10 * MAX_CHUNK_BYTES
    for name in "abcdefg":
        blobs.keep(name.encode() + large, stem=name)
    sent.clear()

    blobs.keep(b"g" + large + b"more", stem="g")
    blobs.keep(b"a" + large + b"more", stem="a")

    assert [piece.parent is None for piece in sent if piece.last] == [False, True]


def test_a_value_that_two_threads_keep_at_once_is_sent_once_and_in_one_piece_after_the_other() -> None:
    """Graphs inside a superstep keep values side by side, and both are given its name when all of it was sent."""
    sent: list[Blob] = []
    complete: list[bool] = []
    first_sends, go_on = threading.Event(), threading.Event()

    def send(blob: Blob) -> None:
        first_sends.set()
        go_on.wait()
        sent.append(blob)

    blobs = Blobs(send)

    def keep() -> None:
        blobs.keep(b"x" * (2 * MAX_CHUNK_BYTES + 1))
        complete.append(sent[-1].last)

    threads = [threading.Thread(target=keep), threading.Thread(target=keep)]
    threads[0].start()
    first_sends.wait()
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join()

    assert [blob.last for blob in sent] == [False, False, True]
    assert complete == [True, True]
