"""Sending one node's function to an executor, waiting for it, and taking what comes back."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Any

from stepgraph.errors import ExecutorError, RaisedElsewhere
from stepgraph.pregel.actions import Action, drained
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.elsewhere import UNSENDABLE, Outcome, Parcel, preparations, run_here, run_parcel, unsendable
from stepgraph.pregel.parcels import Unsendable, pack, unpack
from stepgraph.pregel.tasks import Task
from stepgraph.scope import current_scope


class Withdrawn(BaseException):
    """A task was taken back from its executor; nobody sees it but the driver."""


class Errand:
    """One call on its way to an executor and back."""

    def __init__(self, call: Future[Outcome]) -> None:
        self._call = call
        self._back: Future[None] = Future()
        """Done when the call is; who does not want to wait any longer cancels it, which an executor cannot refuse."""
        call.add_done_callback(self._come_back)

    def wait(self) -> Outcome:
        """Return how the call ended; raises what the executor raises, and CancelledError when it was taken back."""
        try:
            self._back.result()
            return self._call.result()
        except BaseException:
            self._call.cancel()
            raise

    def withdraw(self, *, even_begun: bool) -> None:
        """Take the call back if it has not begun; with `even_begun` let nobody wait for one that has."""
        self._call.cancel()
        if even_begun:
            self._back.cancel()

    def _come_back(self, _call: Future[Outcome]) -> None:
        if self._back.set_running_or_notify_cancel():
            self._back.set_result(None)


def withdraw(task: Task, *, even_begun: bool) -> None:
    """Take a task back from its executor, if it has not begun there; with `even_begun` leave one that has behind."""
    # First the mark, then the look: who sends it at this moment does the two in the other order.
    task.recalled = "in any case" if even_begun else "if queued"
    if task.errand is not None:
        task.errand.withdraw(even_begun=even_begun)


class Sender:
    """Sends one node's function to an executor, and takes what comes back."""

    def __init__(self, node: str, action: Action, executor: Executor) -> None:
        self._node = node
        self._executor = executor
        self._source = action.source
        self._is_generator = action.is_generator
        self._function = drained(action.source) if action.is_generator else action.source
        # Threads share everything, so that nothing has to be packed for them.
        self._is_near = isinstance(executor, ThreadPoolExecutor)
        if not self._is_near:
            self._packed("function", action.source)

    def call(self, value: object) -> Any:
        """Send the value, wait, and return what the function returned or raise what it raised."""
        task = _this_task()
        try:
            outcome = self._sent(task, value).wait()
        except CancelledError as error:
            if task.recalled:
                task.is_withdrawn = True
                raise Withdrawn from None
            raise self._failed(error) from error
        except ExecutorError:
            raise
        except Exception as error:
            raise self._failed(error) from error
        return self._taken(task, outcome)

    async def acall(self, value: object) -> Any:
        """Do as `call` does, without a thread that waits; who is cancelled takes its call back if it can."""
        task = _this_task()
        future = self._begun(value)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            awaiting = asyncio.current_task()
            if awaiting is None or awaiting.cancelling():
                raise
            raise self._failed(error) from error
        except Exception as error:
            raise self._failed(error) from error
        return self._taken(task, outcome)

    def _sent(self, task: Task, value: object) -> Errand:
        if _recalled(task):
            raise CancelledError
        errand = task.errand = Errand(self._begun(value))
        # It may have been withdrawn before anybody could see the errand.
        recalled = _recalled(task)
        if recalled:
            errand.withdraw(even_begun=recalled == "in any case")
        return errand

    def _begun(self, value: object) -> Future[Outcome]:
        if self._is_near:
            return self._submit(run_here, self._node, self._function, value)
        return self._submit(run_parcel, self._node, self._parcel(value), preparations())

    def _submit(self, *call: Any) -> Future[Outcome]:
        try:
            return self._executor.submit(*call)
        except Exception as error:
            raise self._failed(error) from error

    def _parcel(self, value: object) -> Parcel:
        # The function is packed anew each time, because a method's object may have changed.
        return Parcel(self._packed("function", self._source), self._packed("input", value), self._is_generator)

    def _packed(self, part: str, value: object) -> bytes:
        try:
            return pack(value)
        except Unsendable as fault:
            raise self._refused(*unsendable(self._node, part, fault)) from None

    def _refused(self, code: str, sentence: str, field: str) -> ExecutorError:
        return ExecutorError(code, sentence, node=self._node, field=field)

    def _failed(self, error: BaseException) -> ExecutorError:
        """Return the refusal of a task that the executor itself has lost."""
        said = str(error).rstrip(".") or "the call was cancelled"
        return self._refused(
            "executor.failed",
            f"Node {self._node!r} did not end: its executor, a {type(self._executor).__name__}, failed with "
            f"{type(error).__name__}: {said}. What had ended is kept where the graph has a checkpointer: compile it "
            "with an executor that works, and go on with invoke(None, config).",
            "",
        )

    def _taken(self, task: Task, outcome: Outcome) -> Any:
        """Return what the function returned, or raise what it raised or what was refused there."""
        task.worker = outcome.worker
        if outcome.kind == "refused":
            raise self._refused(*outcome.content)
        content = outcome.content if self._is_near else self._unpacked(outcome)
        if outcome.kind == "returned":
            return content
        if not self._is_near:
            content.__cause__ = RaisedElsewhere(f"on {outcome.worker}:\n{outcome.trace}", outcome.places)
        raise content

    def _unpacked(self, outcome: Outcome) -> Any:
        try:
            return unpack(outcome.content)
        except Exception as error:
            text = (
                f"What node {self._node!r} returned on {outcome.worker} cannot be made from its bytes here: "
                f"{type(error).__name__}: {error}. Its classes must be importable here, under the same names."
            )
            raise self._refused(UNSENDABLE, text, "") from error


def _recalled(task: Task) -> str:
    """Look anew: another thread may have marked it."""
    return task.recalled


def _this_task() -> Task:
    scope = current_scope.get()
    assert isinstance(scope, LiveScope)
    return scope.task
