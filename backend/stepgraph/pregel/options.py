"""What a caller may say about one run, and what becomes of a run's events for the caller."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import is_dataclass
from inspect import isclass
from typing import Any, Literal, TypedDict

from pydantic import BaseModel

from stepgraph.constants import INTERRUPT, ROOT
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.gate import Gate
from stepgraph.pregel.program import Program, Reader
from stepgraph.pregel.run import Nodes, Observe, Run
from stepgraph.pregel.streams import Chunk
from stepgraph.runtime import RunControl
from stepgraph.types import Durability, GraphOutput, StreamMode
from stepgraph.warnings import LangGraphDeprecatedSinceV10


class RunOptions(TypedDict, total=False):
    """What a caller may say about a run besides its input and config."""

    context: Any  # of the class that the graph declares
    output_keys: str | Sequence[str] | None
    interrupt_before: Nodes | None
    interrupt_after: Nodes | None
    durability: Durability | None
    checkpoint_during: bool | None  # given up: whether checkpoints are saved before the end
    subgraphs: bool
    control: RunControl | None
    print_mode: StreamMode | Sequence[StreamMode]
    version: Literal["v1", "v2"]
    debug: bool | None


class TraceOptions(RunOptions, total=False):
    """What a debugger may say as well: who is told the facts, who is asked between phases, and where it is saved."""

    observe: Observe | None
    gate: Gate | None
    saver: Any  # a saver of any class


def output_reader(program: Program, keys: str | Sequence[str] | None, default: Reader) -> Reader:
    """Return what the caller wants to see of the state; a single name means the bare value of that channel."""
    if keys is None:
        return default
    names = (keys,) if isinstance(keys, str) else tuple(keys)
    for name in names:
        if name not in program.channels:
            raise ValueError(f"Key {name} not in channels")
    bare = keys if isinstance(keys, str) else ROOT if names == (ROOT,) else None
    unstable = tuple(name for name in names if name in program.unstable)
    return Reader(slot=-1, keys=names, key_set=frozenset(names), bare=bare, unstable=unstable)


def asked_durability(options: RunOptions) -> Durability | None:
    """Return when the caller wants checkpoints to be saved, None if it said nothing."""
    during, asked = options.get("checkpoint_during"), options.get("durability")
    if during is None:
        return asked
    text = "`checkpoint_during` is deprecated and will be removed. Please use `durability` instead."
    warnings.warn(LangGraphDeprecatedSinceV10(text), stacklevel=5)
    if asked is not None:
        raise ValueError(
            "Cannot use both `checkpoint_during` and `durability` parameters. Please use `durability` instead."
        )
    return "async" if during else "exit"


def made_context(context_schema: Any, context: Any) -> Any:
    """Return the context as the graph declares it: of a dict, an object of its class is made."""
    is_made = isclass(context_schema) and (issubclass(context_schema, BaseModel) or is_dataclass(context_schema))
    return context_schema(**context) if is_made and isinstance(context, dict) else context


def inherited_durability(caller: LiveScope | None) -> Durability:
    """Return when a run is saved whose caller did not say: as the run around it."""
    return "async" if caller is None or caller.family is None else caller.family.durability


def mode_set(modes: object) -> list[str]:
    """Return the modes that are asked for, one or several."""
    return [modes] if isinstance(modes, str) else list(modes)  # type: ignore[call-overload]  # a sequence of names


def result_of(run: Run, *, version: Literal["v1", "v2"], mapper: Callable[[Any], Any] | None) -> Any:
    """Return what `invoke` gives back: the last values, with the questions that wait."""
    streams = run.streams
    values = None if streams.output is None else streams.output.result()
    asked = streams.interrupts
    if version == "v2":
        return GraphOutput(value=_mapped(values, mapper), interrupts=tuple(asked))
    if not asked:
        return values
    return {**values, INTERRUPT: asked} if isinstance(values, dict) else {INTERRUPT: asked}


def with_debug(options: RunOptions, *, is_on: bool) -> RunOptions:
    """Return the options under which updates and values are printed, if the graph or the caller asks to debug."""
    return {**options, "print_mode": ["updates", "values"]} if is_on or options.get("debug") else options


# How a terminal is told to write, as the reference tells it.
_BOLD, _YELLOW, _PLAIN = "\033[1m", "\033[1;30;33m", "\033[0m"


class Shape:
    """How the events of one `stream` call look to its caller."""

    def __init__(self, modes: object, options: RunOptions, *, output: Any, state: Any) -> None:
        self._modes = frozenset(mode_set(modes))
        self._printed: Collection[str] = frozenset(mode_set(options.get("print_mode", ())))
        self._is_labelled = isinstance(modes, list)
        self._with_ns = options.get("subgraphs", False)
        self._is_v2 = options.get("version") == "v2"
        self._output_mapper = output
        self._state_mapper = state

    def of(self, chunk: Chunk) -> tuple[object, ...]:
        """Return the event as the caller sees it, in a tuple that is empty when it is only printed."""
        ns, mode, payload = chunk
        if mode in self._printed:
            place = f"{_YELLOW}[graph={ns}]{_PLAIN} " if self._with_ns and ns else ""
            sys.stdout.write(f"{_BOLD}[{mode}]{_PLAIN} {place}{payload!r}\n")
        if mode not in self._modes:
            return ()
        if self._is_v2:
            return (self._part(ns, mode, payload),)
        if self._is_labelled:
            return ((ns, mode, payload) if self._with_ns else (mode, payload),)
        return ((ns, payload) if self._with_ns else payload,)

    def _part(self, ns: tuple[str, ...], mode: str, payload: Any) -> dict[str, Any]:
        part = {"type": mode, "ns": ns, "data": payload}
        if mode == "values":
            asked = payload.pop(INTERRUPT, ()) if isinstance(payload, dict) else ()
            return {**part, "data": _mapped(payload, self._output_mapper), "interrupts": asked}
        state = payload["payload"] if mode == "debug" else payload
        if mode in ("checkpoints", "debug") and "values" in state:
            state["values"] = _mapped(state["values"], self._state_mapper)
        return part


def _mapped(values: Any, mapper: Callable[[Any], Any] | None) -> Any:
    return mapper(values) if mapper is not None and isinstance(values, dict) else values
