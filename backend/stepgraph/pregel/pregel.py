"""The graph as its callers see it: run, stream, look at, change. Every method only says what is to be driven how."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any

from stepgraph.constants import CONF, CONFIG_KEY_CHECKPOINTER, INTERRUPT
from stepgraph.pregel.configs import ensure_config
from stepgraph.pregel.drive_async import AsyncDriver
from stepgraph.pregel.drive_plain import PlainDriver
from stepgraph.pregel.gate import Gate
from stepgraph.pregel.outside import REAL_WORLD, Outside
from stepgraph.pregel.output import Output
from stepgraph.pregel.program import Program, Reader
from stepgraph.pregel.run import Observe, Request, Run
from stepgraph.pregel.streams import Streams
from stepgraph.scope import RunnableConfig
from stepgraph.types import Durability


class Pregel:
    """A program with what it was compiled with."""

    def __init__(
        self,
        program: Program,
        *,
        checkpointer: Any = None,  # a saver of any class, or a choice
        cache: Any = None,
        store: Any = None,
        interrupt_before_nodes: Any = (),
        interrupt_after_nodes: Any = (),
        debug: bool = False,
        transformers: Any = None,
        context_schema: Any = None,
        config: RunnableConfig | None = None,
        outside: Outside = REAL_WORLD,
    ) -> None:
        self.program = program
        self.name = program.name
        self.checkpointer = checkpointer
        self.cache = cache
        self.store = store
        self.interrupt_before_nodes = interrupt_before_nodes
        self.interrupt_after_nodes = interrupt_after_nodes
        self.debug = debug
        self.stream_mode = "updates"
        self.context_schema = context_schema
        self.config = config
        self.outside = outside

    def get_name(self) -> str:
        """Return the name under which the graph was compiled."""
        return self.name

    @property
    def has_async_nodes(self) -> bool:
        """Whether some code of the graph can only be awaited, so that the graph must be run with `ainvoke`."""
        return any(
            callee.func is None
            for node in self.program.nodes.values()
            for callee in (node.action, *(branch.path for branch in node.branches))
        )

    def trace(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        context: Any = None,
        observe: Observe | None = None,
        gate: Gate | None = None,
        saver: Any = None,
        interrupt_before: Any = None,
        interrupt_after: Any = None,
    ) -> Any:
        """Run like `invoke`, telling every fact to `observe` and asking `gate` between the phases."""
        run = self._run(
            input,
            config,
            context=context,
            observe=observe,
            gate=gate,
            saver=saver,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
        )
        for _ in PlainDriver(run).chunks():
            pass
        return _result(run)

    async def atrace(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        context: Any = None,
        observe: Observe | None = None,
        gate: Gate | None = None,
        saver: Any = None,
        interrupt_before: Any = None,
        interrupt_after: Any = None,
    ) -> Any:
        """Run like `ainvoke`, telling every fact to `observe` and asking `gate` between the phases."""
        run = self._run(
            input,
            config,
            context=context,
            observe=observe,
            gate=gate,
            saver=saver,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
        )
        async for _ in AsyncDriver(run).chunks():
            pass
        return _result(run)

    def invoke(self, input: Any, config: RunnableConfig | None = None, *, stream_mode: Any = "values", **options: Any) -> Any:
        """Run the graph and return its output; with another stream mode, the list of its events."""
        if stream_mode != "values":
            return list(self.stream(input, config, stream_mode=stream_mode, **self._invoked(options)))
        run = self._run(input, config, **options)
        for _ in PlainDriver(run).chunks():
            pass
        return _result(run)

    async def ainvoke(
        self, input: Any, config: RunnableConfig | None = None, *, stream_mode: Any = "values", **options: Any
    ) -> Any:
        """Run the graph and return its output; with another stream mode, the list of its events."""
        if stream_mode != "values":
            events = self.astream(input, config, stream_mode=stream_mode, **self._invoked(options))
            return [event async for event in events]
        run = self._run(input, config, **options)
        async for _ in AsyncDriver(run).chunks():
            pass
        return _result(run)

    def stream(
        self, input: Any, config: RunnableConfig | None = None, *, stream_mode: Any = None, **options: Any
    ) -> Iterator[Any]:
        """Run the graph, yielding its events in the modes that are asked for."""
        modes = self.stream_mode if stream_mode is None else stream_mode
        run = self._run(input, config, modes=modes, **options)
        for chunk in PlainDriver(run).chunks():
            yield _shaped(chunk, modes)

    async def astream(
        self, input: Any, config: RunnableConfig | None = None, *, stream_mode: Any = None, **options: Any
    ) -> AsyncIterator[Any]:
        """Run the graph, yielding its events in the modes that are asked for."""
        modes = self.stream_mode if stream_mode is None else stream_mode
        run = self._run(input, config, modes=modes, **options)
        async for chunk in AsyncDriver(run).chunks():
            yield _shaped(chunk, modes)

    def _invoked(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"output_keys": list(self.program.output.keys), **options}

    def _run(
        self,
        input: Any,
        config: RunnableConfig | None,
        *,
        context: Any = None,
        modes: Any = None,
        output_keys: Any = None,
        interrupt_before: Any = None,
        interrupt_after: Any = None,
        durability: Durability | None = None,
        observe: Observe | None = None,
        gate: Gate | None = None,
        saver: Any = None,
    ) -> Run:
        merged = ensure_config(self.config, config)
        if merged["recursion_limit"] < 1:
            raise ValueError("recursion_limit must be at least 1")
        saver = saver if saver is not None else self._saver(merged)
        reader = self.program.output if modes is None else self.program.stream
        streams = Streams(
            [modes] if isinstance(modes, str) else modes or (),
            reader=reader,
            tasks_reader=self.program.stream,
            now_iso=self.outside.now_iso,
            output=Output(reader) if modes is None else None,
        )
        return Run(
            self.program,
            Request(
                input=input,
                config=merged,
                streams=streams,
                saver=saver,
                context=context,
                interrupt_before=interrupt_before or self.interrupt_before_nodes,
                interrupt_after=interrupt_after or self.interrupt_after_nodes,
                durability=durability or "async",
                observe=observe,
                gate=gate,
                outside=self.outside,
            ),
        )

    def _saver(self, config: RunnableConfig) -> Any:
        if self.checkpointer is False:
            return None
        if self.checkpointer is True:
            raise RuntimeError("checkpointer=True cannot be used for root graphs.")
        return self.checkpointer


def _result(run: Run) -> Any:
    streams = run.request.streams
    output = None if streams.output is None else streams.output.result()
    if streams.interrupts:
        return {**output, INTERRUPT: streams.interrupts} if isinstance(output, dict) else {INTERRUPT: streams.interrupts}
    return output


def _shaped(chunk: Any, modes: Any) -> Any:
    _ns, mode, payload = chunk
    return (mode, payload) if isinstance(modes, list) else payload
