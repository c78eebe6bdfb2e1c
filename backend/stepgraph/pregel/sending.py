"""Sending one node's function to an executor, waiting for it, and taking what comes back."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from stepgraph.errors import ExecutorError, RaisedElsewhere
from stepgraph.pregel.actions import Action, drained
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.elsewhere import UNSENDABLE, Outcome, Parcel, preparations, run_here, run_parcel, unsendable
from stepgraph.pregel.errands import Errand, recalled, withdrawn
from stepgraph.pregel.parcels import Unsendable, pack, said, unpack
from stepgraph.pregel.tasks import Task
from stepgraph.scope import current_scope

# Python 3.14 has them; there they are a kind of threads.
_INTERPRETERS: Any = getattr(concurrent.futures, "InterpreterPoolExecutor", ())


class Place:
    """An executor that is there, or is made when the first task needs it."""

    def __init__(self, given: Executor | Callable[[], Executor]) -> None:
        self._given = given
        self._made = given if isinstance(given, Executor) else None
        self._lock = threading.Lock()

    @property
    def is_far(self) -> bool:
        """Whether it is known that what is sent has to be packed."""
        return self._made is not None and not _shares_objects(self._made)

    def executor(self) -> Executor:
        """Return the executor, making it if it is not there."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def give_up(self, broken: Executor) -> None:
        """Let the next task have a new executor, if this one was made by a function."""
        with self._lock:
            if self._made is broken and broken is not self._given:
                self._made = None

    def _make(self) -> Executor:
        assert not isinstance(self._given, Executor)
        made: object = self._given()
        if isinstance(made, Executor):
            return made
        name = getattr(self._given, "__name__", "the function")
        raise TypeError(f"{name} was to make an executor, and made a {type(made).__name__}.")


class Sender:
    """Sends one node's function to an executor, and takes what comes back."""

    def __init__(self, node: str, action: Action, place: Place) -> None:
        self._node = node
        self._place = place
        self._source = action.source
        self._is_generator = action.is_generator
        self._function = drained(action.source) if action.is_generator else action.source
        if place.is_far:
            self._packed("function", action.source)

    def call(self, value: object) -> Any:
        """Send the value, wait, and return what the function returned or raise what it raised."""
        task = _this_task()
        if recalled(task):
            raise withdrawn(task)
        executor = self._place.executor()
        errand = task.errand = Errand(self._begun(executor, value))
        # It may have been withdrawn before anybody could see the errand.
        how = recalled(task)
        if how:
            errand.withdraw(even_begun=how == "in any case")
        try:
            outcome = errand.wait()
        except CancelledError as error:
            if recalled(task):
                raise withdrawn(task) from None
            raise self._failed(executor, error) from error
        except Exception as error:
            raise self._failed(executor, error) from error
        return self._taken(task, outcome)

    async def acall(self, value: object) -> Any:
        """Do as `call` does, without a thread that waits; who is cancelled takes its call back if it can."""
        task = _this_task()
        executor = self._place.executor()
        future = self._begun(executor, value)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            awaiting = asyncio.current_task()
            if awaiting is None or awaiting.cancelling():
                raise
            raise self._failed(executor, error) from error
        except Exception as error:
            raise self._failed(executor, error) from error
        return self._taken(task, outcome)

    def _begun(self, executor: Executor, value: object) -> Future[Outcome]:
        call: tuple[Any, ...]
        if _shares_objects(executor):
            call = (run_here, copy_context(), self._node, self._function, value)
        else:
            call = (run_parcel, self._node, self._parcel(value), preparations())
        try:
            return executor.submit(*call)
        except Exception as error:
            self._place.give_up(executor)
            raise self._failed(executor, error) from error

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

    def _failed(self, executor: Executor, error: BaseException) -> ExecutorError:
        """Return the refusal of a task that the executor itself has lost."""
        if isinstance(error, BrokenExecutor):
            self._place.give_up(executor)
        why = said(error).rstrip(".") or "the call was cancelled"
        return self._refused(
            "executor.failed",
            f"Node {self._node!r} did not end: its executor, a {type(executor).__name__}, failed with "
            f"{type(error).__name__}: {why}. What had ended is kept where the graph has a checkpointer: go on with "
            "invoke(None, config), with an executor that works.",
            "",
        )

    def _taken(self, task: Task, outcome: Outcome) -> Any:
        """Return what the function returned, or raise what it raised or what was refused there."""
        task.worker = outcome.worker
        if outcome.kind == "refused":
            raise self._refused(*outcome.content)
        content = self._unpacked(outcome) if outcome.is_packed else outcome.content
        if outcome.kind == "returned":
            return content
        if outcome.is_packed:
            content.__cause__ = RaisedElsewhere(f"on {outcome.worker}:\n{outcome.trace}", outcome.places)
        raise content

    def _unpacked(self, outcome: Outcome) -> Any:
        try:
            return unpack(outcome.content)
        except Exception as error:
            text = (
                f"What node {self._node!r} returned on {outcome.worker} cannot be made from its bytes here: "
                f"{type(error).__name__}: {said(error)}. Its classes must be importable here, under the same names."
            )
            raise self._refused(UNSENDABLE, text, "") from error


def _shares_objects(executor: Executor) -> bool:
    """Tell whether an executor is given the objects themselves: threads are, unless each has an interpreter."""
    return isinstance(executor, ThreadPoolExecutor) and not isinstance(executor, _INTERPRETERS)


def _this_task() -> Task:
    scope = current_scope.get()
    assert isinstance(scope, LiveScope)
    return scope.task
