"""Commands: what a client may ask. Validated here, at the edge; unknown fields are refused.

A reply says accepted or refused. What happened comes as events, to every client.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from stepgraph.protocol.shape import Until

Identifier: TypeAlias = Annotated[str, Field(min_length=1, max_length=128)]


class Command(BaseModel):
    """The base of commands."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)


class DocumentOpen(Command):
    """Open a file inside the served folder, a shipped example, or an earlier session. Runs nothing.

    Exactly one of the three is given. The reply's ``session`` is what the socket follows from now on.
    """

    type: Literal["document.open"]
    path: str | None = Field(default=None, max_length=4096)
    example: Identifier | None = None
    session: Identifier | None = None
    graph: Identifier | None = None


class DocumentTrust(Command):
    """Allow this document, as it is now, to be imported and run."""

    type: Literal["document.trust"]


class RunStart(Command):
    """Start a run with an input, on the session's thread or on the one named."""

    type: Literal["run.start"]
    input: JsonValue
    context: JsonValue = None
    recursion_limit: int | None = Field(default=None, ge=1, le=10_000_000)
    thread: Identifier | None = None
    until: Until = "end"


class RunStep(Command):
    """Go on to the next committed, aborted or paused superstep of the root."""

    type: Literal["run.step"]


class RunStepPhase(Command):
    """Go on to the next phase, or inside apply to the next channel."""

    type: Literal["run.stepPhase"]


class RunContinue(Command):
    """Go on to the end; resumes a paused, stopped or failed run from its last checkpoint."""

    type: Literal["run.continue"]


class RunPause(Command):
    """Pause before the next phase. A running node is not frozen: the pause waits for it."""

    type: Literal["run.pause"]


class RunStop(Command):
    """End the run: politely, then by ending the worker. The run can go on from its last checkpoint."""

    type: Literal["run.stop"]


class RunRestart(Command):
    """Start a new thread with the same input."""

    type: Literal["run.restart"]
    until: Until = "superstep"


class RunFork(Command):
    """Go on from an earlier checkpoint as a second child of it; what is due there runs again."""

    type: Literal["run.fork"]
    checkpoint: Identifier
    until: Until = "superstep"


class StateEdit(Command):
    """Edit state at a checkpoint, which makes a fork.

    ``node``: the values pass through the reducers and that node's writers. ``raw``: each value replaces its
    channel's, versions of those channels only. The reply to ``state.preview`` tells what would be due.
    """

    type: Literal["state.edit"]
    checkpoint: Identifier
    how: Literal["node", "raw"]
    node: Identifier | None = None
    values: JsonValue


class StatePreview(Command):
    """What an edit would make due. Changes nothing."""

    type: Literal["state.preview"]
    checkpoint: Identifier
    how: Literal["node", "raw"]
    node: Identifier | None = None
    values: JsonValue


AnyCommand: TypeAlias = Annotated[
    DocumentOpen
    | DocumentTrust
    | RunStart
    | RunStep
    | RunStepPhase
    | RunContinue
    | RunPause
    | RunStop
    | RunRestart
    | RunFork
    | StateEdit
    | StatePreview,
    Field(discriminator="type"),
]
