"""Frames between the server and a worker: msgpack, behind a 4-byte big-endian length, at most 16 MB each.

The server treats the worker as hostile: a frame that does not decode ends it. What belongs together (events, and the
checkpoint that they produced) travels in one `Batch` and is stored in one transaction.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from stepgraph.protocol.document import Drawing, Finding, TextChange
from stepgraph.protocol.events import AnyEvent, Due, GraphCompiled
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import Shape, Until

MAX_FRAME_BYTES = 16 * 1024 * 1024
MAX_CHUNK_BYTES = 1024 * 1024


class WorkerFrame(Shape, frozen=True, tag_field="frame"):
    """The base of frames in both directions."""


# Server to worker.


class Load(WorkerFrame, frozen=True, tag="load"):
    """Import the document and compile its graph. Answered by a Batch with graph.compiled or graph.rejected, then Done.

    ``known_graph`` is the identity of the thread's last graph.compiled, if any: the same one is not told again.
    ``trusted_hash`` is of the content that a person allowed to run: when the file holds something else by now, it is
    rejected and nothing of it runs.
    """

    id: int
    path: str
    graph: str | None
    known_graph: str | None
    trusted_hash: str | None = None


class Begin(WorkerFrame, frozen=True, tag="begin"):
    """Start a run in the background. ``input`` and ``context`` are JSON text; input None goes on from ``checkpoint``.

    ``checkpoint`` None: from the thread's tip. ``kind`` is told in run.started. ``answers``: a JSON object of answers
    by the questions' ids, for a run that goes on.
    """

    id: int
    run: str
    thread: str
    kind: Literal["input", "resume", "fork"]
    input: str | None
    context: str | None
    recursion_limit: int | None
    checkpoint: str | None
    until: Until
    max_steps: int | None = None
    answers: str | None = None


class Go(WorkerFrame, frozen=True, tag="go"):
    """Let a paused run go on, or change how far a running one goes. ``answers``: as for `Begin`, for one that asks."""

    id: int
    until: Until
    answers: str | None = None


class Hold(WorkerFrame, frozen=True, tag="hold"):
    """Pause before the next phase."""

    id: int


class Halt(WorkerFrame, frozen=True, tag="halt"):
    """End the run at the next phase; the server kills the worker when that takes more than a second."""

    id: int


class Edit(WorkerFrame, frozen=True, tag="edit"):
    """Edit state (``dry`` false) or tell what the edit would make due (``dry`` true). ``values`` is JSON text."""

    id: int
    run: str
    thread: str
    checkpoint: str
    how: Literal["node", "raw"]
    node: str | None
    values: str
    dry: bool


class Credit(WorkerFrame, frozen=True, tag="credit"):
    """The server stored that many batches; the worker may have `CREDIT_BATCHES` under way."""

    batches: int


class Tell(WorkerFrame, frozen=True, tag="tell"):
    """The answer to an AskStore: the checkpoints asked for, newest first."""

    id: int
    checkpoints: tuple[StoredCheckpoint, ...]


class Quit(WorkerFrame, frozen=True, tag="quit"):
    """End the process."""


# Worker to server.


class Blob(Shape, frozen=True):
    """A piece of a stored value: the parent's bytes (if any) cut to ``keep``, then ``data``, then later chunks.

    ``ref`` is the SHA-256 of the whole. ``last`` says that the value is complete with this piece.
    """

    ref: str
    parent: str | None
    keep: int
    data: bytes
    last: bool
    json: bool


class ChannelValue(Shape, frozen=True):
    """One channel's checkpoint form: the codec's bytes inline, or behind a blob's ref above 1 KB."""

    channel: str
    data: bytes | None
    ref: str | None


class CheckpointRow(Shape, frozen=True):
    """A checkpoint as a delta of its parent."""

    thread: str
    ns: str
    id: str
    parent: str | None
    step: int
    source: Literal["input", "loop", "update", "fork"]
    ts: str
    values: tuple[ChannelValue, ...]
    cleared: tuple[str, ...]
    versions: dict[str, int]
    seen: dict[str, dict[str, int]]
    updated: tuple[str, ...] | None
    metadata: str


class PendingWrite(Shape, frozen=True):
    """One pending write. Negative indexes are the engine's special channels and overwrite."""

    index: int
    channel: str
    data: bytes


class WritesRow(Shape, frozen=True):
    """Pending writes of one task on a checkpoint."""

    thread: str
    ns: str
    checkpoint: str
    task: str
    path: str
    writes: tuple[PendingWrite, ...]


class StoredCheckpoint(Shape, frozen=True):
    """A checkpoint put together again by the server: all values and versions, and its pending writes."""

    thread: str
    ns: str
    id: str
    parent: str | None
    step: int
    source: Literal["input", "loop", "update", "fork"]
    ts: str
    values: dict[str, bytes]
    versions: dict[str, int]
    seen: dict[str, dict[str, int]]
    updated: tuple[str, ...] | None
    metadata: str
    writes: tuple[WritesRow, ...]


class Batch(WorkerFrame, frozen=True, tag="batch"):
    """What happened since the last batch, in order; one transaction. Blobs come before what names them."""

    blobs: tuple[Blob, ...]
    events: tuple[AnyEvent, ...]
    checkpoints: tuple[CheckpointRow, ...]
    writes: tuple[WritesRow, ...]


class AskStore(WorkerFrame, frozen=True, tag="askStore"):
    """Ask for one checkpoint (``checkpoint`` None: the newest) or, with ``limit``, for several, newest first."""

    id: int
    thread: str
    ns: str
    checkpoint: str | None
    limit: int | None
    before: str | None


class Done(WorkerFrame, frozen=True, tag="done"):
    """A frame of the server's was carried out (``problem`` None) or refused."""

    id: int
    problem: Problem | None
    next: tuple[Due, ...] | None = None
    dropped: tuple[Due, ...] | None = None


class Waits(WorkerFrame, frozen=True, tag="waits"):
    """A pause waits for these nodes; empty when it no longer waits."""

    nodes: tuple[str, ...]


class Beat(WorkerFrame, frozen=True, tag="beat"):
    """Each second from a thread of its own. Silence means busy inside C code, not death."""


# The reader process (opens what nobody trusts yet): one Read in, one Outline out, then it ends.


class Read(WorkerFrame, frozen=True, tag="read"):
    """Parse a document without importing it."""

    id: int
    path: str


class Outline(WorkerFrame, frozen=True, tag="outline"):
    """What a parse tells: the text, its hash, problems with lines, and names that look like graphs."""

    id: int
    text: str
    source_hash: str
    problems: tuple[Problem, ...]
    candidates: tuple[str, ...]


# The editor process: reads and edits a document's text, and imports nothing of the user's.


class Study(WorkerFrame, frozen=True, tag="study"):
    """Read a text as graphs. Answered by `Studied`, then `Found`. ``compiled``: the newest compiled graph, if any."""

    id: int
    path: str
    text: str
    graph: str | None
    source_hash: str
    compiled: GraphCompiled | None


class Studied(WorkerFrame, frozen=True, tag="studied"):
    """The drawing, or why there is none."""

    id: int
    drawing: Drawing | None
    fault: Problem | None


class Found(WorkerFrame, frozen=True, tag="found"):
    """What the rules found in a studied text; it is skipped when a newer text is already waiting."""

    id: int
    findings: tuple[Finding, ...]


class Draw(WorkerFrame, frozen=True, tag="draw"):
    """Turn a gesture (JSON text) into changes of a text. Answered by `Drawn`."""

    id: int
    path: str
    text: str
    graph: str | None
    gesture: str


class Drawn(WorkerFrame, frozen=True, tag="drawn"):
    """The changes, and the drawing that they make; or why the gesture is refused (``problem``)."""

    id: int
    title: str
    changes: tuple[TextChange, ...]
    select: tuple[str, ...]
    drawing: Drawing | None
    problem: Problem | None


CREDIT_BATCHES = 64

ToWorker: TypeAlias = Load | Begin | Go | Hold | Halt | Edit | Credit | Tell | Quit | Read | Study | Draw
FromWorker: TypeAlias = Batch | AskStore | Done | Waits | Beat | Outline | Studied | Found | Drawn

to_worker = msgspec.msgpack.Decoder(ToWorker)
from_worker = msgspec.msgpack.Decoder(FromWorker)
encoder = msgspec.msgpack.Encoder()
