"""From what a builder was told to a program that runs: channels, triggers, readers and writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from stepgraph.channels import (
    BaseChannel,
    EphemeralValue,
    LastValueAfterFinish,
    NamedBarrierValue,
    NamedBarrierValueAfterFinish,
    Topic,
)
from stepgraph.constants import BRANCH_CHANNEL_PREFIX, END, JOIN_CHANNEL_PREFIX, PULL, ROOT, START, TAG_HIDDEN, TASKS
from stepgraph.graph.actions import Action
from stepgraph.graph.branches import BranchSpec, branch_destinations
from stepgraph.graph.compiled import CompiledStateGraph
from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.inputs import input_mapper
from stepgraph.graph.state_writes import command_gotos, state_writes, update_pairs
from stepgraph.pregel.assemble import Readers, assemble
from stepgraph.pregel.program import BranchProgram, ChannelPair, NodeProgram, Program, Reader
from stepgraph.types import Send

Channels: TypeAlias = dict[str, BaseChannel[Any, Any, Any]]


def compile_graph(
    builder: GraphDefinition,
    *,
    checkpointer: Any,
    cache: Any,
    store: Any,
    interrupt_before: Any,
    interrupt_after: Any,
    debug: bool,
    name: str | None,
    transformers: Any,
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the graph that `builder` describes, ready to run; later changes to the builder do not reach it."""
    return CompiledStateGraph(
        builder,
        make_program(builder, name or "LangGraph"),
        checkpointer=checkpointer,
        cache=cache,
        store=store,
        interrupt_before_nodes=interrupt_before,
        interrupt_after_nodes=interrupt_after,
        debug=debug,
        transformers=transformers,
    )


def make_program(builder: GraphDefinition, name: str) -> Program:
    """Return the compiled form of a builder's containers."""
    channels = _channels(builder)
    readers = Readers(channels, builder.managed)
    mappers: dict[Any, Callable[[Any], Any] | None] = {}

    def reader_of(schema: Any) -> Reader:
        if schema not in mappers:
            mappers[schema] = input_mapper(schema)
        return readers.reader(list(builder.schemas[schema]), mappers[schema], identity=schema)

    nodes = {START: _start_node(builder, readers, reader_of)}
    for key, spec in builder.nodes.items():
        joins = [_join_channel(starts, end) for starts, end in builder.waiting_edges if end == key]
        triggers = (f"{BRANCH_CHANNEL_PREFIX}{key}", *joins)
        nodes[key] = NodeProgram(
            name=key,
            triggers=triggers,
            sorted_triggers=tuple(sorted(triggers)),
            pull_path=(PULL, key),
            reader=reader_of(spec.input_schema),
            action=spec.action,
            state_writes=_writer({**builder.channels, **builder.managed}),
            gotos=_goto_writes,
            ignored=partial(_ignored_keys, builder.channels),
            static_writes=_static_writes(builder, key),
            branches=_branches(builder, key, reader_of),
            metadata=spec.metadata or {},
            is_deferred=spec.defer,
        )
    state_reader = readers.reader(list(builder.channels))
    output = readers.reader([key for key in builder.schemas[builder.output_schema] if key in builder.channels])
    return assemble(
        name,
        nodes,
        channels,
        builder.managed,
        readable=list(builder.channels),
        input_channel=START,
        output=output,
        stream=state_reader,
        view_count=len(readers),
        update_pairs=update_pairs,
    )


def _channels(builder: GraphDefinition) -> Channels:
    """Return the channels in the order in which everybody lists them: state, input, packets, then wiring."""
    channels: Channels = dict(builder.channels)
    channels[START] = EphemeralValue(builder.input_schema)
    channels[TASKS] = Topic(Send, accumulate=False)
    for key, spec in builder.nodes.items():
        channels[f"{BRANCH_CHANNEL_PREFIX}{key}"] = (
            LastValueAfterFinish(Any) if spec.defer else EphemeralValue(Any, guard=False)
        )
    for starts, end in builder.waiting_edges:
        if end != END:
            barrier = NamedBarrierValueAfterFinish if builder.nodes[end].defer else NamedBarrierValue
            channels[_join_channel(starts, end)] = barrier(str, set(starts))
    for key, channel in channels.items():
        channel.key = key
    return channels


def _start_node(builder: GraphDefinition, readers: Readers, reader_of: Callable[[Any], Reader]) -> NodeProgram:
    keys = [key for key in builder.schemas[builder.input_schema] if key in builder.channels]
    return NodeProgram(
        name=START,
        triggers=(START,),
        sorted_triggers=(START,),
        pull_path=(PULL, START),
        reader=readers.bare(START),
        action=_PASS_ON,
        state_writes=_writer(dict.fromkeys(keys)),
        gotos=_goto_writes,
        ignored=partial(_ignored_keys, dict.fromkeys(keys)),
        static_writes=_static_writes(builder, START),
        branches=_branches(builder, START, reader_of),
        tags=(TAG_HIDDEN,),
        is_hidden=True,
    )


def _given(value: Any) -> Any:
    return value


_PASS_ON = Action(START, _given, None, (), False, _given)


def _writer(keys: Mapping[str, Any]) -> Callable[[Any], Sequence[ChannelPair]]:
    """Return what makes state writes of a result, with a short way for the commonest of results."""
    if list(keys) == [ROOT]:
        return partial(state_writes, schema_keys=keys)

    def writes(result: Any) -> Sequence[ChannelPair]:
        if type(result) is dict:
            return [pair for pair in result.items() if pair[0] in keys]
        return state_writes(result, keys)

    return writes


def _goto_writes(result: Any) -> list[ChannelPair]:
    return [_destination_write(target) for target in command_gotos(result)]


def _destination_write(target: str | Send) -> ChannelPair:
    return (TASKS, target) if isinstance(target, Send) else (f"{BRANCH_CHANNEL_PREFIX}{target}", None)


def _ignored_keys(keys: Mapping[str, Any], result: Any) -> tuple[str, ...]:
    """Return the keys of a returned dict that no channel takes."""
    return tuple(key for key in result if key not in keys) if isinstance(result, dict) else ()


def _static_writes(builder: GraphDefinition, source: str) -> tuple[tuple[str, tuple[ChannelPair, ...]], ...]:
    edges = tuple(
        (f"{BRANCH_CHANNEL_PREFIX}{end}", None) for start, end in builder.edges if start == source and end != END
    )
    joins = tuple(
        (_join_channel(starts, end), source) for starts, end in builder.waiting_edges if source in starts and end != END
    )
    return tuple((via, pairs) for via, pairs in (("edge", edges), ("join", joins)) if pairs)


def _join_channel(starts: Iterable[str], end: str) -> str:
    return f"{JOIN_CHANNEL_PREFIX}{'+'.join(starts)}:{end}"


def _branches(builder: GraphDefinition, source: str, reader_of: Callable[[Any], Reader]) -> tuple[BranchProgram, ...]:
    declared = builder.branches[source].items() if source in builder.branches else ()
    own_schema = builder.nodes[source].input_schema if source in builder.nodes else builder.state_schema
    return tuple(
        BranchProgram(
            name=name,
            path=branch.path,
            reader=reader_of(branch.input_schema or own_schema),
            merges=branch.input_schema is None,
            destinations=partial(_branch_writes, branch),
        )
        for name, branch in declared
    )


def _branch_writes(branch: BranchSpec, answer: Any) -> list[ChannelPair]:
    return [_destination_write(target) for target in branch_destinations(answer, branch)]
