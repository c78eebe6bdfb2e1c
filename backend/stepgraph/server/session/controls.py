"""What a person does with a run: start, step, pause, stop, fork, edit. Each is done, or refused with a sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Literal

from stepgraph.protocol.commands import (
    AnyCommand,
    DocumentTrust,
    InterruptAnswer,
    RunContinue,
    RunFork,
    RunPause,
    RunRestart,
    RunStart,
    RunStep,
    RunStepPhase,
    RunStop,
    StateEdit,
    StatePreview,
)
from stepgraph.protocol.events import RunStopped
from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.shape import Until
from stepgraph.protocol.worker_frames import Begin, Done, Edit, Go, Halt, Hold
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.questions import require_open
from stepgraph.server.session.session import Session
from stepgraph.server.session.worker_link import WorkerLink

START_S = 1.0
"""How long Stop waits for a process that is about to start."""
HALT_S = 1.0
INTERRUPT_S = 0.5

DONE = Accepted()

_UNTIL: dict[str, Until] = {"run.step": "superstep", "run.stepPhase": "phase", "run.continue": "end"}


class Controls:
    """Carries out one command after the other; Pause and Stop do not wait for their turn."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lane = asyncio.Lock()
        self._stops = 0

    @property
    def stops(self) -> int:
        """How often Stop was asked for."""
        return self._stops

    async def carry_out(self, command: AnyCommand, *, stops: int) -> Accepted:
        """Do what a page asked when Stop had been asked for `stops` times. Raises Refusal."""
        match command:
            case RunPause():
                return await self._pause()
            case RunStop():
                return await self._stop()
        async with self._lane:
            if stops != self._stops:
                raise Refusal("command.stopped", "Stop came before this could begin.")
            return await self._in_turn(command)

    async def start(self, command: RunStart, *, max_steps: int | None = None) -> Accepted:
        """Start a run with an input; with ``max_steps`` it pauses after so many supersteps. Raises Refusal."""
        async with self._lane:
            return await self._start(command, max_steps=max_steps)

    async def _start(self, command: RunStart, *, max_steps: int | None = None) -> Accepted:
        session = self._session
        if session.has_run:
            raise Refusal("run.under_way", "A run is under way: stop it before you start another, or use Restart.")
        await session.require_trust()
        if command.thread is not None and command.thread != session.row.thread:
            await session.move_to(command.thread)
        context = None if command.context is None else _json(command.context)
        await session.change(input=_json(command.input), context=context, recursion_limit=command.recursion_limit)
        return await self._begin("input", until=command.until, max_steps=max_steps)

    async def load(self) -> None:
        """Load the document, if it is trusted. Raises Refusal."""
        async with self._lane:
            await self._session.ready_worker()

    async def rest(self) -> None:
        """End the worker of a session that nobody looks at; the next command that needs one starts another."""
        async with self._lane:
            if not self._session.has_run and not self._session.audience.pages:
                await self._session.keeper.end()

    async def start_over(self) -> None:
        """End a worker that has loaded something older; the next command that needs one starts another."""
        async with self._lane:
            if not self._session.has_run:
                await self._session.keeper.end()

    async def close(self) -> None:
        """End a run politely, since the server ends."""
        if self._session.has_run:
            await self._end_run()

    async def _in_turn(self, command: AnyCommand) -> Accepted:
        match command:
            case RunStart():
                return await self._start(command)
            case RunStep() | RunStepPhase() | RunContinue() | InterruptAnswer():
                return await self._go_on(command)
            case RunRestart() | RunFork():
                return await self._begin_elsewhere(command)
            case StateEdit():
                return await self._edit(command)
            case StatePreview():
                return await self._preview(command)
            case DocumentTrust():
                await self._session.grant_trust()
                await self._session.ready_worker()
                return DONE
        raise Refusal("command.misplaced", f"{command.type} is not about the session that is open.")

    async def _go_on(self, command: RunStep | RunStepPhase | RunContinue | InterruptAnswer) -> Accepted:
        session = self._session
        answers: str | None = None
        if isinstance(command, InterruptAnswer):
            require_open(command.answers, session.picture)
            until, answers = command.until, _json(command.answers)
        else:
            until = _UNTIL[command.type]
        if session.has_run:
            await self._link().request(partial(Go, until=until, answers=answers))
            return DONE
        if session.picture.run.status in {"none", "finished"}:
            raise Refusal("run.not_paused", "There is no run to go on with: start one with an input.")
        return await self._begin("resume", until=until, answers=answers)

    async def _begin(
        self,
        kind: Literal["input", "resume", "fork"],
        *,
        until: Until,
        checkpoint: str | None = None,
        max_steps: int | None = None,
        answers: str | None = None,
    ) -> Accepted:
        session = self._session
        link = await session.ready_worker()
        session.begin_run()
        try:
            await link.request(
                partial(
                    Begin,
                    run=session.outside.new_id(),
                    thread=session.row.thread,
                    kind=kind,
                    input=session.row.input if kind == "input" else None,
                    context=session.row.context,
                    recursion_limit=session.row.recursion_limit,
                    checkpoint=checkpoint,
                    until=until,
                    max_steps=max_steps,
                    answers=answers,
                )
            )
        except Refusal:
            session.end_run()
            raise
        return DONE

    async def _begin_elsewhere(self, command: RunRestart | RunFork) -> Accepted:
        if isinstance(command, RunFork):
            await self._leave_run(command.checkpoint)
            return await self._begin("fork", until=command.until, checkpoint=command.checkpoint)
        return await self._restart(command)

    async def _restart(self, command: RunRestart) -> Accepted:
        session = self._session
        if session.row.input is None:
            raise Refusal("run.no_input", "There is nothing to restart yet: start a run with an input.")
        await session.require_trust()
        if session.has_run:
            await self._end_run()
        await session.move_to(session.outside.new_id())
        return await self._begin("input", until=command.until)

    async def _edit(self, command: StateEdit) -> Accepted:
        # Tried first: an edit that is refused must not have ended the run that is held.
        await self._try_edit(command)
        await self._leave_run(command.checkpoint)
        link = await self._session.ready_worker()
        await link.request(self._edit_frame(command, run=self._session.outside.new_id(), dry=False))
        return DONE

    async def _preview(self, command: StatePreview) -> Accepted:
        done = await self._try_edit(command)
        return Accepted(next=done.next, dropped=done.dropped)

    async def _try_edit(self, command: StateEdit | StatePreview) -> Done:
        session = self._session
        await self._require_checkpoint(command.checkpoint)
        # A paused run keeps its worker, even when the file has changed meanwhile.
        link = self._link() if session.has_run else await session.ready_worker()
        return await link.request(self._edit_frame(command, run=session.picture.run.run, dry=True))

    def _edit_frame(self, command: StateEdit | StatePreview, *, run: str, dry: bool) -> Callable[[int], Edit]:
        return partial(
            Edit,
            run=run,
            thread=self._session.row.thread,
            checkpoint=command.checkpoint,
            how=command.how,
            node=command.node,
            values=_json(command.values),
            dry=dry,
        )

    async def _leave_run(self, checkpoint: str) -> None:
        """Make way for history to go on from another place."""
        await self._require_checkpoint(checkpoint)
        await self._session.require_trust()
        if self._session.has_run:
            await self._end_run()

    async def _require_checkpoint(self, checkpoint: str) -> None:
        session = self._session
        if session.has_run and session.picture.run.status != "paused":
            raise Refusal("run.running", "The run is at work: pause or stop it first.")
        if not await session.has_checkpoint(checkpoint):
            raise Refusal("checkpoint.unknown", "This thread has no such checkpoint.")

    # Pause and stop.

    async def _pause(self) -> Accepted:
        if not self._session.has_run:
            raise Refusal("run.not_running", "No run is at work, so there is nothing to pause.")
        await self._link().request(Hold)
        return DONE

    async def _stop(self) -> Accepted:
        # What waits for its turn was asked before, and is not to begin after it.
        self._stops += 1
        session = self._session
        if session.has_run:
            await self._end_run()
        elif session.state == "loading" and await _is_set(session.keeper.has_started, within_s=START_S):
            await self._end_loading(self._link())
        elif session.picture.run.status in {"running", "paused"}:
            # An edit leaves a run that waits, and no worker has it.
            run = session.picture.run
            await session.recorder.record([RunStopped(run.run, "", reason="asked", step=run.step, phase=run.phase)])
        else:
            raise Refusal("run.not_running", "No run is at work, so there is nothing to stop.")
        return DONE

    async def _end_run(self) -> None:
        """End the run: politely, then as Ctrl-C does, then with its process."""
        session, link = self._session, self._link()
        session.is_stopping = True
        try:
            link.send(Halt)
            if await _is_set(session.run_ended, within_s=HALT_S):
                return
            link.interrupt()
            if await _is_set(session.run_ended, within_s=INTERRUPT_S):
                return
            link.kill()
            await session.run_ended.wait()
        finally:
            session.is_stopping = False

    async def _end_loading(self, link: WorkerLink) -> None:
        session = self._session
        session.is_stopping = True
        try:
            link.interrupt()
            await _is_set(link.gone, within_s=INTERRUPT_S)
            if session.state == "loading":
                link.kill()
                await link.gone.wait()
        finally:
            session.is_stopping = False

    def _link(self) -> WorkerLink:
        link = self._session.keeper.link
        if link is None:
            raise Refusal("worker.gone", "The process that runs the graph has ended. Try again.")
        return link


async def _is_set(event: asyncio.Event, *, within_s: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), within_s)
    except TimeoutError:
        return False
    return True


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
