"""Commands: what a client may ask. Validated here, at the edge; unknown fields are refused.

A reply says accepted or refused. What happened comes as events, to every client.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from stepgraph.protocol.gestures import AnyGesture, Name, TextEdit
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


class DocumentCreate(Command):
    """Make a file in the served folder, from a template or a text, and open it. Never writes over a file.

    A text that the file of this name already holds opens that file: so a file may be dropped on the page.
    """

    type: Literal["document.create"]
    path: str = Field(min_length=1, max_length=4096)
    template: Identifier | None = None
    text: str | None = Field(default=None, max_length=2_000_000)


class DocumentEdit(Command):
    """Edit the document by a gesture; ``dry`` only tells the diff. Refused unless ``revision`` is the newest."""

    type: Literal["document.edit"]
    revision: int = Field(ge=0)
    graph: Name | None = None
    gesture: AnyGesture
    dry: bool = False


class DocumentType(Command):
    """Edit the document by typing: ascending changes of the text at ``revision``, which has to be the newest.

    ``author`` names this typing in the frame that tells of it. ``joins``: one Undo takes it and the typing before back.
    """

    type: Literal["document.type"]
    author: Identifier
    joins: bool = False
    revision: int = Field(ge=0)
    changes: Annotated[tuple[TextEdit, ...], Field(min_length=1, max_length=10_000)]


class DocumentUndo(Command):
    """Take the last change of the text back."""

    type: Literal["document.undo"]
    revision: int = Field(ge=0)


class DocumentRedo(Command):
    """Make the change again that was taken back last."""

    type: Literal["document.redo"]
    revision: int = Field(ge=0)


class DocumentSave(Command):
    """Write the text to the file."""

    type: Literal["document.save"]


class DocumentAutosave(Command):
    """Whether edits are written to the file as they are made."""

    type: Literal["document.autosave"]
    on: bool


class DocumentResolve(Command):
    """End a conflict: write what is here over the file (``mine``), or take what the file holds (``disk``)."""

    type: Literal["document.resolve"]
    keep: Literal["mine", "disk"]


class DocumentDiff(Command):
    """Tell what the last change did, or all changes since the file was opened here, as a unified diff."""

    type: Literal["document.diff"]
    since: Literal["last", "opened"] = "last"


class Placed(Command):
    """Where a box is put; None lets the layout place it again."""

    name: Name
    x: float | None = Field(default=None, allow_inf_nan=False, ge=-1e7, le=1e7)
    y: float | None = Field(default=None, allow_inf_nan=False, ge=-1e7, le=1e7)


class DocumentArrange(Command):
    """Put boxes of a graph somewhere. Kept beside the file, never in it. ``reset``: forget all other places."""

    type: Literal["document.arrange"]
    graph: Name
    boxes: Annotated[tuple[Placed, ...], Field(max_length=10_000)]
    reset: bool = False


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


class InterruptAnswer(Command):
    """Answer questions that wait, by their ids, and let the run go on; those that are left out stay open.

    Every node that asks runs again from its start: a question with an answer gets it, another one is asked again.
    """

    type: Literal["interrupt.answer"]
    answers: Annotated[dict[Identifier, JsonValue], Field(min_length=1, max_length=10_000)]
    until: Until = "superstep"


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
    | DocumentCreate
    | DocumentEdit
    | DocumentType
    | DocumentUndo
    | DocumentRedo
    | DocumentSave
    | DocumentAutosave
    | DocumentResolve
    | DocumentDiff
    | DocumentArrange
    | RunStart
    | RunStep
    | RunStepPhase
    | RunContinue
    | InterruptAnswer
    | RunPause
    | RunStop
    | RunRestart
    | RunFork
    | StateEdit
    | StatePreview,
    Field(discriminator="type"),
]
