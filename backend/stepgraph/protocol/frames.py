"""Frames around commands and events on the browser's socket, and the shapes of HTTP.

The socket is at `SOCKET`. A message from the server is one frame or a JSON array of frames. From the client it is one
frame: first a `Hello`, then `Ask`s. Over HTTP the same token goes in ``Authorization: Bearer``; a refusal is a status
of 400 or more whose body is a `Problem`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from pydantic import Field

from stepgraph.protocol.commands import AnyCommand, Command, Identifier
from stepgraph.protocol.document import Arrangement, DocumentView, Drawing, Finding, TextChange
from stepgraph.protocol.events import AnyEvent, Due
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import Shape
from stepgraph.protocol.snapshot import Snapshot, StepEntry

SOCKET = "/api/socket"
CLOSE_NO_HELLO = 4400
"""The first frame is not a hello, or none came. The client may try again."""
CLOSE_TOKEN = 4401
"""Nobody knows the token: the page needs a fresh launch address. Trying again does not help."""
CLOSE_VERSION = 4406
"""The page speaks another version of the protocol: it has to be loaded again."""


class Hello(Command):
    """The client's first frame. ``epoch`` and ``seq`` are the last it has; without them it gets a snapshot."""

    frame: Literal["hello"]
    version: int
    token: str = Field(max_length=256)
    session: Identifier | None = None
    epoch: Identifier | None = None
    seq: int = Field(default=0, ge=0)


class Ask(Command):
    """One command. ``id`` is the client's own; the same id again gets the stored answer and does nothing."""

    frame: Literal["ask"]
    id: Identifier
    command: AnyCommand


ClientFrame: TypeAlias = Annotated[Hello | Ask, Field(discriminator="frame")]


class ServerFrame(Shape, frozen=True, tag_field="frame"):
    """The base of frames that the server sends."""


class SessionView(Shape, frozen=True):
    """The session that the socket follows. ``state``: what the person has to do next, if anything."""

    session: str
    document: str
    graph: str | None
    state: Literal["untrusted", "loading", "ready", "rejected"]
    thread: str
    example: str | None
    input: str | None
    """The last input as JSON text, for the input box after a reload."""


class Welcome(ServerFrame, frozen=True, tag="welcome"):
    """The answer to a hello, and again whenever the socket's session or its log changes."""

    version: int
    session: SessionView | None
    epoch: str | None
    seq: int


class EventFrame(ServerFrame, frozen=True, tag="event"):
    """One event of the session's log. seq starts at 1 and has no gaps."""

    epoch: str
    seq: int
    event: AnyEvent


class SnapshotFrame(ServerFrame, frozen=True, tag="snapshot"):
    """The picture at a seq, in place of the events up to it."""

    epoch: str
    seq: int
    snapshot: Snapshot


class Waiting(ServerFrame, frozen=True, tag="waiting"):
    """Progress of what takes long, and has no seq: a pause that waits for nodes, a worker that starts."""

    sentence: str | None


class DocumentFrame(ServerFrame, frozen=True, tag="document"):
    """The document now: when a page begins to follow, and whenever anything of it changes.

    With ``changes`` the text is that of revision ``base``, changed so; else ``text`` is all of it. Neither: the text
    did not change. ``author`` is what the typing command called itself, so that a page knows what it typed itself.
    """

    view: DocumentView
    text: str | None
    base: int | None
    changes: tuple[TextChange, ...] | None
    author: str | None
    cause: Literal["opened", "typed", "drawn", "undone", "redone", "outside", "saved"]


class DrawingFrame(ServerFrame, frozen=True, tag="drawing"):
    """The document's text at a revision as graphs; or why it cannot be read, while the last good drawing stays."""

    revision: int
    drawing: Drawing | None
    fault: Problem | None


class FindingsFrame(ServerFrame, frozen=True, tag="findings"):
    """What the rules found at a revision. A drawing comes first."""

    revision: int
    findings: tuple[Finding, ...]


class ArrangementFrame(ServerFrame, frozen=True, tag="arrangement"):
    """Where the boxes of the document's graphs were put."""

    graphs: tuple[Arrangement, ...]


class Heartbeat(ServerFrame, frozen=True, tag="heartbeat"):
    """Every ten seconds; a client that hears nothing for 25 s reconnects."""

    seq: int


class Accepted(Shape, frozen=True):
    """What a reply may carry: the opened session, what an edit of state would make due, what one of the text did."""

    session: str | None = None
    next: tuple[Due, ...] | None = None
    dropped: tuple[Due, ...] | None = None
    revision: int | None = None
    """The document's revision after an edit."""
    diff: str | None = None
    """What an edit does or would do to the text, as a unified diff."""
    title: str | None = None
    """What an edit is called in Undo."""
    select: tuple[str, ...] | None = None
    """The nodes that a person who drew this wants to see selected."""


class Reply(ServerFrame, frozen=True, tag="reply"):
    """Accepted (``ok``) or refused (``problem``); exactly one is set."""

    id: str
    ok: Accepted | None = None
    problem: Problem | None = None


AnyServerFrame: TypeAlias = (
    Welcome
    | EventFrame
    | SnapshotFrame
    | Waiting
    | DocumentFrame
    | DrawingFrame
    | FindingsFrame
    | ArrangementFrame
    | Heartbeat
    | Reply
)


class Example(Shape, frozen=True):
    """One shipped example."""

    id: str
    title: str
    summary: str


class RecentSession(Shape, frozen=True):
    """One earlier session on the start screen. ``when_ms`` is Unix time."""

    session: str
    document: str
    graph: str | None
    example: str | None
    status: str
    when_ms: int


class Template(Shape, frozen=True):
    """A graph file to begin with."""

    id: str
    title: str
    summary: str


class StartPage(Shape, frozen=True):
    """GET /api/start."""

    folder: str
    files: tuple[str, ...]
    """Python files and langgraph.json of the served folder, as relative paths, at most 500."""
    examples: tuple[Example, ...]
    recent: tuple[RecentSession, ...]
    templates: tuple[Template, ...] = ()


class Source(Shape, frozen=True):
    """GET /api/sessions/{session}/source: the document's text as it is on disk now."""

    path: str
    text: str
    source_hash: str
    problems: tuple[Problem, ...]


class Steps(Shape, frozen=True):
    """GET /api/sessions/{session}/steps?before=KEY&limit=N: older entries of the timeline, oldest first."""

    steps: tuple[StepEntry, ...]


class Moment(Shape, frozen=True):
    """GET /api/sessions/{session}/moments/{key}: the picture after that step, and the events of the step.

    Of an open step: the picture now, and its events so far.
    """

    epoch: str
    key: int
    snapshot: Snapshot
    events: tuple[EventFrame, ...]


class WholeValue(Shape, frozen=True):
    """GET /api/values/{ref}?offset=N: at most 262,144 characters of a value's text from there."""

    ref: str
    text: str
    offset: int
    characters: int
    json: bool
    """Whether the whole text is JSON, so that it can be edited."""


class Launch(Shape, frozen=True):
    """POST /api/launch {code} -> {token}; POST /api/launch/another -> {code}."""

    token: str | None = None
    code: str | None = None


encoder = msgspec.json.Encoder()
