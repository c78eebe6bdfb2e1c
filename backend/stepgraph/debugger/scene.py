"""What a run's events are made with."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stepgraph.debugger.outlet import Outlet
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.tracebacks import Tracebacks
from stepgraph.pregel.program import Program


@dataclass(frozen=True, slots=True)
class ChannelFacts:
    """What is known of a channel of the root graph before any run: its class and its annotated type."""

    kind: str
    type: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What a run's events are made with: where they go, how values are shown, and which graph it is."""

    outlet: Outlet
    previews: Previews
    tracebacks: Tracebacks
    channels: Mapping[str, ChannelFacts]
    take_unstorable: Callable[[str], dict[str, str]] = lambda _checkpoint: {}
    """Returns, per channel, what a checkpoint could not keep."""
    take_output: Callable[[str], None] = lambda _task: None
    """Tells the text that a task printed, before the task's own end is told; "" for whatever is waiting."""
    clock_s: Callable[[], float] = time.perf_counter
    inner: Mapping[str, Program] = field(default_factory=dict)
    """The graphs inside of nodes that the picture lists, by the paths that lead to them."""


@dataclass(frozen=True, slots=True)
class RunTold:
    """A run as its events name it."""

    run: str
    thread: str
    kind: str
    input: object
    context: object
