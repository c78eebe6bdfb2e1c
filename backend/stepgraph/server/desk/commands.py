"""The commands about a document, each as an act of its desk."""

from __future__ import annotations

from typing import TypeAlias

from stepgraph.protocol.commands import (
    AnyCommand,
    DocumentArrange,
    DocumentAutosave,
    DocumentDiff,
    DocumentEdit,
    DocumentRedo,
    DocumentResolve,
    DocumentSave,
    DocumentTrust,
    DocumentType,
    DocumentUndo,
    RunContinue,
    RunFork,
    RunRestart,
    RunStart,
    RunStep,
    RunStepPhase,
    StateEdit,
    StatePreview,
)
from stepgraph.protocol.frames import Accepted
from stepgraph.server.desk.desk import Desk

DeskCommand: TypeAlias = (
    DocumentEdit
    | DocumentType
    | DocumentUndo
    | DocumentRedo
    | DocumentSave
    | DocumentAutosave
    | DocumentResolve
    | DocumentDiff
    | DocumentArrange
)

_STARTS = (DocumentTrust, RunStart, RunRestart, RunFork, StateEdit)
_GOES_ON = (RunStep, RunStepPhase, RunContinue, StatePreview)


def needs_file(command: AnyCommand, *, has_run: bool) -> bool:
    """Say whether a command reads the file, so that what is not saved has to be written first."""
    return isinstance(command, _STARTS) or (isinstance(command, _GOES_ON) and not has_run)


async def carry_out(desk: Desk, command: DeskCommand, *, graph: str | None) -> Accepted:
    """Do what a page asks of a document. ``graph`` is its session's. Raises Refusal."""
    match command:
        case DocumentEdit():
            return await desk.edit(command, graph=graph)
        case DocumentType():
            return await desk.type(command)
        case DocumentUndo():
            return await desk.undo(command.revision)
        case DocumentRedo():
            return await desk.redo(command.revision)
        case _:
            return await _beside_the_text(desk, command)


_Beside: TypeAlias = DocumentSave | DocumentAutosave | DocumentResolve | DocumentDiff | DocumentArrange


async def _beside_the_text(desk: Desk, command: _Beside) -> Accepted:
    match command:
        case DocumentDiff():
            return await desk.diff(since_opened=command.since == "opened")
        case DocumentArrange():
            return await desk.arrange(command)
        case DocumentSave():
            return await desk.file.save()
        case DocumentAutosave():
            return await desk.file.set_autosave(on=command.on)
        case DocumentResolve():
            return await (desk.file.keep_mine() if command.keep == "mine" else desk.file.take_theirs())
