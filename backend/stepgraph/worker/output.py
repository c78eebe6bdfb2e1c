"""Printed text: split by the task that printed it, and kept as a head and a tail."""

from __future__ import annotations

import io
import threading
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple, TextIO, TypeAlias

from stepgraph.debugger.exact_json import clean
from stepgraph.protocol.events import TaskOutput

StreamName: TypeAlias = Literal["stdout", "stderr"]
HEAD_CHARACTERS = 64 * 1024
TAIL_CHARACTERS = 64 * 1024
_UNOWNED_CHARACTERS = 1024 * 1024


class Printer(NamedTuple):
    """The task that is printing."""

    ns: str
    step: int
    task: str
    node: str


class _Kept:
    """What one task printed to one stream: a head that is told as it comes, a tail that is told at the end."""

    __slots__ = ("fresh", "head_left", "printer", "stream", "tail", "tail_size", "total_after_head")

    def __init__(self, printer: Printer, stream: StreamName) -> None:
        self.printer = printer
        self.stream = stream
        self.head_left = HEAD_CHARACTERS
        self.fresh: list[str] = []
        self.tail: deque[str] = deque()
        self.tail_size = 0
        self.total_after_head = 0

    def add(self, text: str) -> None:
        if self.head_left:
            head, text = text[: self.head_left], text[self.head_left :]
            self.head_left -= len(head)
            self.fresh.append(head)
        if not text:
            return
        self.total_after_head += len(text)
        text = text[-TAIL_CHARACTERS:]
        self.tail.append(text)
        self.tail_size += len(text)
        while self.tail_size - len(self.tail[0]) >= TAIL_CHARACTERS:
            self.tail_size -= len(self.tail.popleft())

    def take_fresh(self) -> str:
        text = "".join(self.fresh)
        self.fresh.clear()
        return text

    def take_tail(self) -> tuple[str, int]:
        text = "".join(self.tail)[-TAIL_CHARACTERS:]
        return text, self.total_after_head - len(text)


class PrintedText:
    """Gathers what tasks print, and tells it as events."""

    def __init__(self, tell: Callable[[TaskOutput], None], expect: Callable[[], None] = lambda: None) -> None:
        self._tell = tell
        self._expect = expect
        # Held while telling, so that a task's text is told before its end.
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, StreamName], _Kept] = {}
        self.run = ""

    def add(self, printer: Printer, stream: StreamName, text: str) -> None:
        """Take what a task printed."""
        with self._lock:
            kept = self._kept.get((printer.task, stream))
            if kept is None:
                kept = self._kept[printer.task, stream] = _Kept(printer, stream)
            was_told = not kept.fresh
            kept.add(text)
        if was_told and kept.fresh:
            self._expect()

    def tell_fresh(self) -> None:
        """Tell what was printed since the last time."""
        if not self._kept:
            return
        with self._lock:
            for kept in self._kept.values():
                self._tell_text(kept, kept.take_fresh(), cut=0)

    def end(self, task: str) -> None:
        """Tell the rest of what a task printed, or of all tasks when none is named."""
        if not self._kept:
            return
        with self._lock:
            for key in [key for key in self._kept if not task or key[0] == task]:
                kept = self._kept.pop(key)
                self._tell_text(kept, kept.take_fresh(), cut=0)
                tail, cut = kept.take_tail()
                self._tell_text(kept, tail, cut=cut)

    def _tell_text(self, kept: _Kept, text: str, *, cut: int) -> None:
        if not text and not cut:
            return
        ns, step, task, node = kept.printer
        self._tell(
            TaskOutput(
                run=self.run, ns=ns, step=step, task=task, node=node, stream=kept.stream, text=clean(text), cut=cut
            )
        )


class _Bytes(io.RawIOBase):
    """The bytes side of a split stream, for code that writes to ``sys.stdout.buffer``."""

    def __init__(self, owner: SplitStream) -> None:
        self._owner = owner

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        content = bytes(data)  # type: ignore[call-overload]  # whatever holds bytes
        self._owner.write(content.decode("utf-8", errors="replace"))
        return len(content)


class SplitStream(io.TextIOBase):
    """Stands in for ``sys.stdout`` or ``sys.stderr``: a task's text goes to the task, the rest where it went before."""

    def __init__(
        self,
        name: StreamName,
        real: TextIO,
        *,
        printed: PrintedText,
        who: Callable[[], Printer | None],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._name: StreamName = name
        self._check = check
        self._real = real
        self._printed = printed
        self._who = who
        self._unowned_left = _UNOWNED_CHARACTERS
        self.buffer = _Bytes(self)

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the base declares it as a variable
        """Say what a text stream is expected to say."""
        return "utf-8"

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        """Return the process's own descriptor: what a child process writes there belongs to no task."""
        return self._real.fileno()

    def write(self, text: str) -> int:
        """Take printed text."""
        printer = self._who()
        if printer is not None:
            self._printed.add(printer, self._name, text)
        elif self._unowned_left > 0:
            # The server drains this pipe and keeps little of it.
            self._real.write(clean(text[: self._unowned_left]))
            self._unowned_left -= len(text)
        self._check()
        return len(text)

    def flush(self) -> None:
        """Pass on what belongs to no task; the rest is passed on in time by itself."""
        self._real.flush()
