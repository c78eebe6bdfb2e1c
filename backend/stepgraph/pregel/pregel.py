"""The graph as its callers see it: run it, stream it. Every method only says what is to be driven how."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from copy import copy
from functools import partial
from typing import Any, Self, Unpack, cast

from stepgraph.constants import CHECKPOINT_NS, CONF
from stepgraph.pregel.batches import Configs, run_batch, run_batch_async
from stepgraph.pregel.cache_keys import namespaces_of
from stepgraph.pregel.chains import begin_chain
from stepgraph.pregel.composing import Composable, join_runnables
from stepgraph.pregel.configs import at_root, calling_task, ensure_config, merged_config
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.describe import GraphDescription
from stepgraph.pregel.describing import describe_program
from stepgraph.pregel.draw_channels import draw_channels
from stepgraph.pregel.drawing import Drawing
from stepgraph.pregel.drive_async import AsyncDriver
from stepgraph.pregel.drive_plain import PlainDriver
from stepgraph.pregel.executors import Executors, on_executors
from stepgraph.pregel.inside import graph_inside, graphs_inside
from stepgraph.pregel.langchain import listening, unheard
from stepgraph.pregel.nesting import without_task_ids
from stepgraph.pregel.options import (
    RunOptions,
    Shape,
    TraceOptions,
    asked_durability,
    inherited_durability,
    made_context,
    mode_set,
    output_reader,
    result_of,
    with_debug,
)
from stepgraph.pregel.output import Output
from stepgraph.pregel.outside import REAL_WORLD, Outside
from stepgraph.pregel.program import NodeProgram, Program, Reader
from stepgraph.pregel.raw import RawParts, declared_context, raw_program
from stepgraph.pregel.run import Request, Run
from stepgraph.pregel.schemas import Schemas
from stepgraph.pregel.streams import Streams
from stepgraph.pregel.threads import Threads
from stepgraph.runtime import handed_runtime
from stepgraph.scope import RunnableConfig

Mapper = Callable[[Any], Any]


class Pregel(Schemas, Composable, Threads):
    """A program with what it was compiled with."""

    def __init__(
        self,
        program: Program | None = None,
        *,
        cache: Any = None,
        store: Any = None,
        interrupt_before_nodes: Any = (),
        interrupt_after_nodes: Any = (),
        debug: bool = False,
        transformers: Any = None,
        context_schema: Any = None,
        output_mapper: Mapper | None = None,
        state_mapper: Mapper | None = None,
        stream_mode: Any = "values",
        step_timeout: float | None = None,
        config: RunnableConfig | None = None,
        checkpointer: Any = None,
        outside: Outside = REAL_WORLD,
        executor: Executors | None = None,
        **parts: Unpack[RawParts],
    ) -> None:
        """Take a program that was compiled, or the nodes and channels of which one is made."""
        if program is None:
            program = raw_program(parts, interrupts=[*_named(interrupt_before_nodes), *_named(interrupt_after_nodes)])
        if executor is not None:
            program = on_executors(program, executor)
        super().__init__(program, checkpointer=checkpointer, config=config, outside=outside)
        join_runnables(Pregel)
        self.name = program.name
        self.cache = cache
        self.store = store
        self.interrupt_before_nodes = interrupt_before_nodes
        self.interrupt_after_nodes = interrupt_after_nodes
        self.debug = debug
        self.transformers = transformers
        self.stream_mode = stream_mode
        self.step_timeout = step_timeout
        self.context_schema = declared_context(context_schema, parts)
        self._output_mapper = output_mapper
        self._state_mapper = state_mapper

    @property
    def channels(self) -> dict[str, Any]:
        """Channels and managed values by name."""
        return {**self.program.channels, **self.program.managed}

    @property
    def nodes(self) -> Mapping[str, NodeProgram]:
        """The nodes by name."""
        return self.program.nodes

    @property
    def trigger_to_nodes(self) -> Mapping[str, tuple[str, ...]]:
        """Which nodes a channel wakes."""
        return self.program.wakes

    @property
    def input_channels(self) -> str | list[str]:
        """The channel that takes the input, or those that take it by name."""
        taken = self.program.input_channel
        return taken if isinstance(taken, str) else list(taken)

    @property
    def output_channels(self) -> str | list[str]:
        """The keys of the output, or the one channel that is the whole output."""
        reader = self.program.output
        return list(reader.keys) if reader.bare is None else reader.bare

    @property
    def stream_channels(self) -> str | list[str]:
        """The keys that streams and snapshots show, or the one channel that is the whole state."""
        reader = self.program.stream
        return list(reader.keys) if reader.bare is None else reader.bare

    def describe(self) -> GraphDescription:
        """Return what the graph is made of: nodes, channels, managed values and edges."""
        before, after = self.interrupt_before_nodes, self.interrupt_after_nodes
        return describe_program(self.program, interrupt_before=before, interrupt_after=after)

    def get_graph(self, config: RunnableConfig | None = None, *, xray: int | bool = False) -> Drawing:
        """Return the drawing that the reference's callers know; `xray` opens graphs inside, as deep as it says."""
        found = self._drawing()
        if xray:
            deeper = xray if xray is True else xray - 1
            for name, node in self.program.nodes.items():
                inside = graph_inside(node.action)
                if inside is not None:
                    found.open_node(name, inside.get_graph(config, xray=deeper))
        return found

    async def aget_graph(self, config: RunnableConfig | None = None, *, xray: int | bool = False) -> Drawing:
        """Return the drawing that the reference's callers know; `xray` opens graphs inside, as deep as it says."""
        return self.get_graph(config, xray=xray)

    def get_subgraphs(self, *, namespace: str | None = None, recurse: bool = False) -> Iterator[tuple[str, Pregel]]:
        """Yield the graphs inside of nodes by namespace; those below them too, with `recurse`."""
        return graphs_inside(self.program.nodes, namespace, recurse=recurse)

    async def aget_subgraphs(
        self, *, namespace: str | None = None, recurse: bool = False
    ) -> AsyncIterator[tuple[str, Pregel]]:
        """Yield the graphs inside of nodes by namespace; those below them too, with `recurse`."""
        for found in graphs_inside(self.program.nodes, namespace, recurse=recurse):
            yield found

    def _drawing(self) -> Drawing:
        return draw_channels(self.program)

    def copy(self, update: Mapping[str, Any] | None = None) -> Self:
        """Return the same graph with some of its attributes replaced."""
        copied = copy(self)
        vars(copied).update(update or {})
        return copied

    def with_config(self, config: RunnableConfig | None = None, **entries: Any) -> Self:
        """Return the same graph with a config that calls are merged over."""
        bound = copy(self)
        bound.config = merged_config(self.config, config, cast(RunnableConfig, entries))
        return bound

    @property
    def has_async_nodes(self) -> bool:
        """Whether some code of the graph can only be awaited, so that the graph must be run with `ainvoke`."""
        return any(
            callee.func is None
            for node in self.program.nodes.values()
            for callee in (node.action, *(branch.path for branch in node.branches))
        )

    def trace(self, input: Any, config: RunnableConfig | None = None, **options: Unpack[TraceOptions]) -> Any:
        """Run like `invoke`; `observe` is told every fact, `gate` is asked between phases, `saver` is used."""
        run = self._run(input, config, None, options)
        told = self._shape((), options)
        for chunk in PlainDriver(run).chunks():
            told.of(chunk)
        return self._result(run, options)

    async def atrace(self, input: Any, config: RunnableConfig | None = None, **options: Unpack[TraceOptions]) -> Any:
        """Run like `ainvoke`; `observe` is told every fact, `gate` is asked between phases."""
        run = self._run(input, config, None, options)
        told = self._shape((), options)
        async for chunk in AsyncDriver(run).chunks():
            told.of(chunk)
        return self._result(run, options)

    def invoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        stream_mode: Any = "values",
        **options: Unpack[RunOptions],
    ) -> Any:
        """Run the graph and return its output; with another stream mode, the list of its events."""
        options = with_debug(options, is_on=self.debug)
        if stream_mode != "values":
            return list(self.stream(input, config, **self._collected(stream_mode, options)))
        return self.trace(input, config, **options)

    async def ainvoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        stream_mode: Any = "values",
        **options: Unpack[RunOptions],
    ) -> Any:
        """Run the graph and return its output; with another stream mode, the list of its events."""
        options = with_debug(options, is_on=self.debug)
        if stream_mode != "values":
            events = self.astream(input, config, **self._collected(stream_mode, options))
            return [event async for event in events]
        return await self.atrace(input, config, **options)

    def stream(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        stream_mode: Any = None,
        **options: Unpack[RunOptions],
    ) -> Iterator[Any]:
        """Run the graph, yielding its events in the modes that are asked for."""
        options = with_debug(options, is_on=self.debug)
        modes = self._modes(config) if stream_mode is None else stream_mode
        shape = self._shape(modes, options)
        for chunk in PlainDriver(self._run(input, config, modes, options)).chunks():
            yield from shape.of(chunk)

    async def astream(
        self,
        input: Any,
        config: RunnableConfig | None = None,
        *,
        stream_mode: Any = None,
        **options: Unpack[RunOptions],
    ) -> AsyncIterator[Any]:
        """Run the graph, yielding its events in the modes that are asked for."""
        options = with_debug(options, is_on=self.debug)
        modes = self._modes(config) if stream_mode is None else stream_mode
        shape = self._shape(modes, options)
        # Closed with this one, so that whoever stops listening waits until the tasks have stopped too.
        async with aclosing(AsyncDriver(self._run(input, config, modes, options)).chunks()) as chunks:
            async for chunk in chunks:
                for event in shape.of(chunk):
                    yield event

    def batch(
        self, inputs: Sequence[Any], config: Configs = None, *, return_exceptions: bool = False, **options: Any
    ) -> list[Any]:
        """Run the graph once for each input, side by side; return the outputs in the order of the inputs."""
        return run_batch(partial(self.invoke, **options), inputs, config, keeps_errors=return_exceptions)

    async def abatch(
        self, inputs: Sequence[Any], config: Configs = None, *, return_exceptions: bool = False, **options: Any
    ) -> list[Any]:
        """Run the graph once for each input, side by side; return the outputs in the order of the inputs."""
        return await run_batch_async(partial(self.ainvoke, **options), inputs, config, keeps_errors=return_exceptions)

    def clear_cache(self, nodes: Sequence[str] | None = None) -> None:
        """Forget what the cache keeps of these nodes, of all nodes without names."""
        self._require_cache().clear(namespaces_of(self.program.nodes, nodes))

    async def aclear_cache(self, nodes: Sequence[str] | None = None) -> None:
        """Forget what the cache keeps of these nodes, of all nodes without names."""
        await self._require_cache().aclear(namespaces_of(self.program.nodes, nodes))

    def _require_cache(self) -> Any:
        if self.cache is None:
            raise ValueError("No cache is set for this graph. Cannot clear cache.")
        return self.cache

    def _modes(self, config: RunnableConfig | None) -> Any:
        """Return what is streamed where nobody said it: the values, to a node that calls the graph with its config."""
        return "values" if config and calling_task(config) is not None else self.stream_mode

    def _nested_config(self, config: RunnableConfig, caller: LiveScope) -> RunnableConfig:
        """Return the config under which this graph runs inside a task; with a state of its own, the same every time."""
        ns = caller.nested_ns()
        own_ns = without_task_ids(ns) if self.checkpointer is True else ns
        return {**config, CONF: {**config[CONF], CHECKPOINT_NS: own_ns}}

    def _shape(self, modes: Any, options: RunOptions) -> Shape:
        return Shape(modes, options, output=self._output_mapper, state=self._state_mapper)

    def _result(self, run: Run, options: RunOptions) -> Any:
        return result_of(run, version=options.get("version", "v1"), mapper=self._output_mapper)

    def _collected(self, stream_mode: Any, options: RunOptions) -> Any:
        reader = self.program.output
        keys = list(reader.keys) if reader.bare is None else reader.bare
        return {"output_keys": keys, **options, "stream_mode": stream_mode}

    def _streams(self, modes: Any, asked: Any, reader: Reader, caller: LiveScope | None) -> Streams:
        return Streams(
            {*mode_set(() if modes is None else modes), *mode_set(asked.get("print_mode", ()))},
            reader=reader,
            tasks_reader=self.program.stream,
            now_iso=self.outside.now_iso,
            output=Output(reader) if modes is None else None,
            caller=None if caller is None or caller.family is None else caller.family.streams,
            shares=asked.get("subgraphs", False),
        )

    def _run(self, input: Any, config: RunnableConfig | None, modes: Any, options: TraceOptions | RunOptions) -> Run:
        """Return a run that is ready to be driven; without modes it keeps only its last values."""
        asked: Any = options
        merged = ensure_config(self.config, config)
        if merged["recursion_limit"] < 1:
            raise ValueError("recursion_limit must be at least 1")
        default = self.program.output if modes is None else self.program.stream
        reader = output_reader(self.program, asked.get("output_keys"), default)
        caller = calling_task(merged)
        merged = unheard(at_root(merged)) if caller is None else self._nested_config(merged, caller)
        given_saver = asked.get("saver")
        saver = given_saver if given_saver is not None else self._saver(merged, caller)
        if saver is not None and not merged[CONF]:
            raise ValueError(
                "Checkpointer requires one or more of the following 'configurable' keys: thread_id, checkpoint_ns, "
                "checkpoint_id"
            )
        durability = asked_durability(asked)
        if saver is None and durability is not None:
            warnings.warn("`durability` has no effect when no checkpointer is present.", stacklevel=4)
        streams = self._streams(modes, asked, reader, caller)
        chain = None
        if merged.get("callbacks"):
            run_id = merged.get("run_id") if caller is None else None
            chain = begin_chain(merged, input, name=merged.get("run_name") or self.name, run_id=run_id)
            merged = chain.config_inside(merged)
        return Run(
            self.program,
            Request(
                input=input,
                config=listening(merged, streams) if streams.hears_models else merged,
                streams=streams,
                saver=saver,
                context=made_context(self.context_schema, asked.get("context")),
                store=self.store,
                cache=self.cache,
                step_timeout=self.step_timeout,
                control=asked.get("control") or handed_runtime(merged[CONF]).control,
                interrupt_before=asked.get("interrupt_before") or self.interrupt_before_nodes,
                interrupt_after=asked.get("interrupt_after") or self.interrupt_after_nodes,
                durability=durability or inherited_durability(caller),
                observe=asked.get("observe"),
                gate=asked.get("gate"),
                outside=self.outside,
                caller=caller,
                chain=chain,
            ),
        )


def _named(nodes: Any) -> Sequence[str]:
    """Return the nodes that a list of breakpoints names one by one."""
    return () if nodes in (None, "*") else nodes
