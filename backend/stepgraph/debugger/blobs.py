"""Whole values, named by the hash of their bytes, cut into pieces, and sent once; a growing one costs its growth."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass

from stepgraph.protocol.worker_frames import MAX_CHUNK_BYTES, Blob

MAX_VALUE_BYTES = 16 * 1024 * 1024
"""Of a larger value only the preview is kept."""
_MIN_SHARED_BYTES = 1024
_MAX_CHAIN = 200
_REMEMBERED = 4096
_MAX_STEM_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Stem:
    """What was kept last under one name, which the next value may extend; `chain` counts its ancestors."""

    data: bytes
    ref: str
    chain: int


class Blobs:
    """Keeps values under their hashes and tells each piece to `send`."""

    def __init__(self, send: Callable[[Blob], None]) -> None:
        self._send = send
        self._stems: dict[str, _Stem] = {}
        self._stem_bytes = 0
        self._sent: dict[str, None] = {}
        # Graphs that run side by side inside a superstep keep values in threads of their own: none may name a value
        # of which another still sends pieces.
        self._lock = threading.Lock()

    def keep(self, data: bytes, *, json: bool = False, stem: str | None = None) -> str | None:
        """Return the ref of `data`, or None when it is too large to be kept.

        With a `stem`, data that extends what was kept last under that name is sent as its parent and a tail.
        """
        if len(data) > MAX_VALUE_BYTES:
            return None
        with self._lock:
            return self._keep(data, json=json, stem=stem)

    def _keep(self, data: bytes, *, json: bool, stem: str | None) -> str:
        ref = hashlib.sha256(data).hexdigest()
        last = None if stem is None else self._stems.get(stem)
        keep = 0 if last is None or last.ref == ref else _shared(last, data)
        if ref not in self._sent:
            self._send_pieces(data, Blob(ref, last.ref if keep and last else None, keep, b"", last=False, json=json))
            self._remember(ref)
        if stem is not None and (last is None or last.ref != ref):
            self._plant(stem, _Stem(data, ref, last.chain + 1 if keep and last else 0))
        return ref

    def _plant(self, name: str, stem: _Stem) -> None:
        """Remember what was kept last under a name; what was not touched for longest makes way."""
        last = self._stems.pop(name, None)
        self._stems[name] = stem
        self._stem_bytes += len(stem.data) - (0 if last is None else len(last.data))
        while self._stem_bytes > _MAX_STEM_BYTES:
            oldest = next(iter(self._stems))
            self._stem_bytes -= len(self._stems.pop(oldest).data)

    def _send_pieces(self, data: bytes, head: Blob) -> None:
        start = head.keep
        while True:
            end = start + MAX_CHUNK_BYTES
            self._send(Blob(head.ref, head.parent, head.keep, data[start:end], last=end >= len(data), json=head.json))
            if end >= len(data):
                return
            start = end

    def _remember(self, ref: str) -> None:
        self._sent[ref] = None
        if len(self._sent) > _REMEMBERED:
            del self._sent[next(iter(self._sent))]


def _shared(last: _Stem, data: bytes) -> int:
    """Return how many leading bytes are worth sharing with what was kept last, 0 for none."""
    if last.chain >= _MAX_CHAIN:
        # Whoever reads a value follows the whole chain, so it must come to an end.
        return 0
    shared = common_prefix(last.data, data)
    return shared if shared >= _MIN_SHARED_BYTES and shared * 2 >= len(last.data) else 0


def common_prefix(first: bytes, second: bytes) -> int:
    """Return the length of the longest common prefix, found by halving: comparing slices is fast, bytes are not."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
