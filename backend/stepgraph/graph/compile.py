"""From what a builder was told to a program that runs: channels, triggers, readers and writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

from stepgraph.channels import (
    BaseChannel,
    DeltaChannel,
    EphemeralValue,
    LastValueAfterFinish,
    NamedBarrierValue,
    NamedBarrierValueAfterFinish,
    Topic,
)
from stepgraph.constants import BRANCH_CHANNEL_PREFIX, END, JOIN_CHANNEL_PREFIX, PULL, ROOT, START, TAG_HIDDEN, TASKS
from stepgraph.graph.branches import BranchSpec, branch_destinations
from stepgraph.graph.compiled import CompiledStateGraph
from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.inputs import input_mapper
from stepgraph.graph.message_ids import with_message_ids
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.graph.state_writes import command_gotos, state_writes
from stepgraph.pregel.actions import Action
from stepgraph.pregel.assemble import Readers, assemble
from stepgraph.pregel.called import calls_tasks, named_values
from stepgraph.pregel.inside import program_inside
from stepgraph.pregel.program import BranchProgram, ChannelPair, NodeProgram, Program, Reader
from stepgraph.pregel.updates import update_pairs
from stepgraph.types import RetryPolicy, Send

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
    executor: Any,
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
        executor=executor,
    )


def make_program(builder: GraphDefinition, name: str) -> Program:
    """Return the compiled form of a builder's containers."""
    compiler = _Compiler(builder)
    nodes = {START: compiler.start_node()}
    nodes.update((key, compiler.node(key, spec)) for key, spec in builder.nodes.items())
    # Of a state without keys everything is shown that there is: also what only wires the graph.
    shown = list(builder.channels or compiler.channels)
    state = compiler.readers.reader(shown)
    output = compiler.readers.reader([key for key in builder.schemas[builder.output_schema] if key in builder.channels])
    return assemble(
        name,
        nodes,
        compiler.channels,
        builder.managed,
        readable=shown,
        input_channel=START,
        output=output,
        stream=state,
        view_count=len(compiler.readers),
        update_pairs=_identifying(update_pairs, builder.channels),
    )


class _Compiler:
    """Looks at the builder's edges once, so that compiling costs as much as there are nodes and edges."""

    def __init__(self, builder: GraphDefinition) -> None:
        self._builder = builder
        self.channels = _channels(builder)
        self.readers = Readers(self.channels, builder.managed)
        self._schema_readers: dict[Any, Reader] = {}
        self._ignored = partial(_ignored_keys, builder.channels)
        self._state_writes = _writer({**builder.channels, **builder.managed})
        self._edges: dict[str, list[ChannelPair]] = {}
        self._joins: dict[str, list[ChannelPair]] = {}
        self._join_triggers: dict[str, list[str]] = {}
        for start, end in builder.edges:
            if end != END:
                self._edges.setdefault(start, []).append((f"{BRANCH_CHANNEL_PREFIX}{end}", None))
        for starts, end in builder.waiting_edges:
            if end != END:
                self._join_triggers.setdefault(end, []).append(_join_channel(starts, end))
                for start in dict.fromkeys(starts):
                    self._joins.setdefault(start, []).append((_join_channel(starts, end), start))

    def node(self, key: str, spec: StateNodeSpec) -> NodeProgram:
        """Return a node of the user's."""
        triggers = (f"{BRANCH_CHANNEL_PREFIX}{key}", *self._join_triggers.get(key, ()))
        return NodeProgram(
            name=key,
            triggers=triggers,
            sorted_triggers=triggers if len(triggers) == 1 else tuple(sorted(triggers)),
            pull_path=(PULL, key),
            reader=self._reader(spec.input_schema),
            action=spec.action,
            state_writes=self._state_writes,
            gotos=_goto_writes,
            ignored=self._ignored,
            static_writes=self._static_writes(key),
            branches=self._branches(key, spec.input_schema),
            metadata=spec.metadata or {},
            retry_policies=_policies(spec.retry_policy),
            cache_policy=spec.cache_policy,
            timeout=spec.timeout,
            handler=spec.error_handler_node,
            is_async=spec.action.is_async,
            calls=calls_tasks(named_values(spec.action.source)),
            is_deferred=spec.defer,
            nested=program_inside(spec.action),
            trace_policy=spec.trace_policy,
        )

    def start_node(self) -> NodeProgram:
        """Return the hidden node that takes the input to the state."""
        builder = self._builder
        schema = builder.schemas[builder.input_schema]
        keys = {key: builder.channels[key] for key in schema if key in builder.channels}
        return NodeProgram(
            name=START,
            triggers=(START,),
            sorted_triggers=(START,),
            pull_path=(PULL, START),
            reader=self.readers.bare(START),
            action=_PASS_ON,
            state_writes=_writer(keys),
            gotos=_goto_writes,
            ignored=partial(_ignored_keys, keys),
            static_writes=self._static_writes(START),
            branches=self._branches(START, builder.state_schema),
            tags=(TAG_HIDDEN,),
            is_hidden=True,
        )

    def _reader(self, schema: Any) -> Reader:
        if schema not in self._schema_readers:
            keys = list(self._builder.schemas[schema])
            self._schema_readers[schema] = self.readers.reader(keys, input_mapper(schema), identity=schema)
        return self._schema_readers[schema]

    def _static_writes(self, source: str) -> tuple[tuple[str, tuple[ChannelPair, ...]], ...]:
        edges, joins = self._edges.get(source), self._joins.get(source)
        by_edge = (("edge", tuple(edges)),) if edges else ()
        return (*by_edge, ("join", tuple(joins))) if joins else by_edge

    def _branches(self, source: str, own_schema: Any) -> tuple[BranchProgram, ...]:
        if source not in self._builder.branches:
            return ()
        return tuple(
            BranchProgram(
                name=name,
                path=branch.path,
                reader=self._reader(branch.input_schema or own_schema),
                merges=branch.input_schema is None,
                destinations=_branch_writer(branch),
            )
            for name, branch in self._builder.branches[source].items()
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


def _policies(given: RetryPolicy | Sequence[RetryPolicy] | None) -> tuple[RetryPolicy, ...]:
    if given is None:
        return ()
    return (given,) if isinstance(given, RetryPolicy) else tuple(given)


def _given(value: Any) -> Any:
    return value


_PASS_ON = Action(START, _given, None, (), False, _given)


def _identifying(
    writes_of: Callable[[Any], Sequence[ChannelPair]], keys: Mapping[str, Any]
) -> Callable[[Any], Sequence[ChannelPair]]:
    deltas = frozenset(key for key, channel in keys.items() if isinstance(channel, DeltaChannel))
    return with_message_ids(writes_of, deltas) if deltas else writes_of


def _writer(keys: Mapping[str, Any]) -> Callable[[Any], Sequence[ChannelPair]]:
    """Return what makes state writes of a result, with a short way for the commonest of results."""
    if list(keys) == [ROOT]:
        return _identifying(partial(state_writes, schema_keys=keys), keys)

    def writes(result: Any) -> Sequence[ChannelPair]:
        if type(result) is dict and result.keys() <= keys.keys():
            return list(result.items())
        return state_writes(result, keys)

    return _identifying(writes, keys)


def _goto_writes(result: Any) -> list[ChannelPair]:
    return [_destination_write(target) for target in command_gotos(result)]


def _destination_write(target: str | Send) -> ChannelPair:
    return (TASKS, target) if isinstance(target, Send) else (f"{BRANCH_CHANNEL_PREFIX}{target}", None)


def _ignored_keys(keys: Mapping[str, Any], result: Any) -> tuple[str, ...]:
    """Return the keys of a returned dict that no channel takes."""
    return tuple(key for key in result if key not in keys) if isinstance(result, dict) else ()


def _join_channel(starts: Iterable[str], end: str) -> str:
    return f"{JOIN_CHANNEL_PREFIX}{'+'.join(starts)}:{end}"


def _branch_writer(branch: BranchSpec) -> Callable[[Any], Sequence[ChannelPair]]:
    """Return what makes writes of a router's answer; those of names, which most answers are, are kept."""

    def made(answer: Any) -> tuple[ChannelPair, ...]:
        return tuple([_destination_write(target) for target in branch_destinations(answer, branch)])

    of_name = lru_cache(maxsize=64)(made)
    return lambda answer: of_name(answer) if type(answer) is str else made(answer)
