"""What runs on an executor: one plain function with one value, without the surroundings of a task."""

from __future__ import annotations

import importlib
import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any, Literal, NamedTuple, NoReturn

from stepgraph.errors import ExecutorError, GraphBubbleUp
from stepgraph.pregel.actions import drained
from stepgraph.pregel.parcels import Unsendable, pack, said, unpack
from stepgraph.scope import TaskScope, current_scope

NEEDS_CONTEXT = "executor.needs_context"
NOT_LOADED = "executor.not_loaded"
UNSENDABLE = "executor.unsendable"

_FUNCTION = "Give it a function that a module defines under its own name, no lambda and none inside another"
_VALUE = "Keep plain data in the state, give the node an input_schema without the field"


class Outcome(NamedTuple):
    """How a call ended: with a value, an error, or a refusal, which is a code, a sentence and a field.

    `is_packed` says that value or error are bytes; then `places` and `trace` tell where an error was raised.
    """

    kind: Literal["returned", "raised", "refused"]
    worker: str
    content: Any
    places: tuple[tuple[str, int, str], ...] = ()
    trace: str = ""
    is_packed: bool = False


class Parcel(NamedTuple):
    """A function and its value in bytes, and whether the function yields its result in pieces."""

    function: bytes
    value: bytes
    is_generator: bool


class Preparation(NamedTuple):
    """A function, by module and name, that another process calls with `args` before it loads anything of the user's."""

    module: str
    function: str
    args: tuple[Any, ...] = ()


_preparations: list[Preparation] = []


def prepare_with(*steps: Preparation) -> None:
    """From now on, let other processes do this before they load a node's function."""
    _preparations[:] = steps


def preparations() -> tuple[Preparation, ...]:
    """Return what another process has to do before it loads a node's function."""
    return tuple(_preparations)


class AwayScope(TaskScope):
    """The surroundings of a function that runs on an executor: there are none, and whoever asks is told so."""

    __setattr__ = object.__setattr__

    def __init__(self, node: str) -> None:
        self._node = node

    def _refuse(self, what: str) -> NoReturn:
        raise ExecutorError(NEEDS_CONTEXT, needs_context(self._node, f"asks for {what}"), node=self._node)

    @property
    def config(self) -> Any:
        """Refused: the config stays with the run."""
        self._refuse("its config")

    @property
    def runtime(self) -> Any:
        """Refused: the runtime stays with the run."""
        self._refuse("its runtime, store or stream writer")

    @property
    def ask(self) -> Any:
        """Refused: only the run can pause."""
        self._refuse("an answer with interrupt()")

    @property
    def call(self) -> Any:
        """Refused: only the run starts tasks."""
        self._refuse("a task of its own")


def needs_context(node: str, why: str) -> str:
    """Return the refusal of a node that needs the run's surroundings."""
    return (
        f"Node {node!r} cannot run on the executor, because it {why}: that exists only where the run is. "
        "Pass the executor for the other nodes alone, as compile(executor={'name': executor}), or take the need out."
    )


def unsendable(node: str, part: str, fault: Unsendable) -> tuple[str, str, str]:
    """Return the refusal of a value that cannot travel, as code, sentence and field."""
    where = f"the field {fault.field!r} of its {part}" if fault.field else f"its {part}"
    text = (
        f"Node {node!r} cannot run on the executor, because {where} cannot be pickled: it is a {fault.held} ({fault}). "
        f"{_FUNCTION if part == 'function' else _VALUE}, or run this node here."
    )
    return UNSENDABLE, text, fault.field


def run_here(context: Context, node: str, function: Callable[[Any], Any], value: object) -> Outcome:
    """Call the function in this thread, in the context of the task; never raises."""
    return context.run(_call, f"thread {threading.current_thread().name}", node, function, value)


def run_parcel(node: str, parcel: Parcel, before: tuple[Preparation, ...]) -> Outcome:
    """Call the function of a parcel with its value, in another process; never raises, and returns bytes only."""
    return copy_context().run(_call_parcel, node, parcel, before)


def _call_parcel(node: str, parcel: Parcel, before: tuple[Preparation, ...]) -> Outcome:
    # A process that was forked has the context of the task that needed it first.
    current_scope.set(None)
    worker = worker_name()
    try:
        for step in before:
            getattr(importlib.import_module(step.module), step.function)(*step.args)
        source: Any = unpack(parcel.function)
        value = unpack(parcel.value)
    except Exception as error:  # noqa: BLE001  importing the user's modules may raise anything
        text = (
            f"Node {node!r} could not be loaded on {worker}: {type(error).__name__}: {said(error).rstrip('.')}. "
            "What its function and input are made of must be importable there, under the same names. Importing it must "
            "start no cluster of its own: give compile(executor=…) a function that makes the executor."
        )
        return Outcome("refused", worker, (NOT_LOADED, text, ""))
    function = drained(source) if parcel.is_generator else source
    outcome = copy_context().run(_call, worker, node, function, value)
    return outcome if outcome.kind == "refused" else _packed(node, outcome)


def _call(worker: str, node: str, function: Callable[[Any], Any], value: object) -> Outcome:
    current_scope.set(AwayScope(node))
    try:
        return Outcome("returned", worker, function(value))
    except ExecutorError as error:
        return Outcome("refused", worker, (error.code, str(error), error.field))
    except GraphBubbleUp as error:
        why = f"raised {type(error).__name__}, which asks something of the run"
        return Outcome("refused", worker, (NEEDS_CONTEXT, needs_context(node, why), ""))
    except BaseException as error:  # noqa: BLE001  it is raised again where the run is
        places = tuple((frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in _frames(error))
        return Outcome("raised", worker, error, places, "".join(traceback.format_exception(error)))


def _frames(error: BaseException) -> list[Any]:
    # The first frame is this module's.
    return list(traceback.walk_tb(error.__traceback__))[1:]


def _packed(node: str, outcome: Outcome) -> Outcome:
    """Return the outcome in bytes that are known to become a value again, or the refusal of what they hold."""
    try:
        content = pack(outcome.content)
        if outcome.kind == "raised":
            # An error is made anew from its parts, which its class may do in a way of its own.
            unpack(content)
    except Unsendable as fault:
        refusal = unsendable(node, "result", fault) if outcome.kind == "returned" else _lost(node, outcome, fault)
        return Outcome("refused", outcome.worker, refusal, outcome.places, outcome.trace)
    except Exception as fault:  # noqa: BLE001  a class's own way of being made anew may raise anything
        return Outcome("refused", outcome.worker, _lost(node, outcome, fault), outcome.places, outcome.trace)
    return outcome._replace(content=content, is_packed=True)


def _lost(node: str, outcome: Outcome, fault: Exception) -> tuple[str, str, str]:
    """Return the refusal of an error that cannot travel."""
    raised = outcome.content
    text = (
        f"Node {node!r} raised {type(raised).__name__} on {outcome.worker}: {said(raised)}. The error itself cannot "
        f"travel ({type(fault).__name__}: {said(fault)}), so retry policies and handlers see this one."
    )
    return UNSENDABLE, text, ""


def worker_name() -> str:
    """Return what this process is called where its work is told: a Dask worker by its address."""
    get_worker = getattr(sys.modules.get("distributed"), "get_worker", None)
    if get_worker is not None:
        # It raises where Dask is imported, but this is none of its workers.
        with suppress(ValueError):
            return f"Dask worker {get_worker().address}"
    return f"process {os.getpid()} on {socket.gethostname()}"
