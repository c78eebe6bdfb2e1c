"""The builder of a graph: nodes, edges, branches, and their defaults, in the reference's words."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Generic, Self

from typing_extensions import TypeVar

from stepgraph.constants import END, ERROR_HANDLER_PREFIX, NAMESPACE_END, NAMESPACE_SEPARATOR, START
from stepgraph.graph.branches import make_branch
from stepgraph.graph.compile import compile_graph
from stepgraph.graph.compiled import CompiledStateGraph
from stepgraph.graph.defaults import apply_defaults
from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.hints import read_hints
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.graph.validation import check_breakpoints, check_names, check_reads, check_structure, check_timeouts
from stepgraph.pregel.actions import function_name, make_action, node_name, own_name
from stepgraph.pregel.executors import Executors
from stepgraph.types import (
    All,
    CachePolicy,
    Checkpointer,
    RetryPolicy,
    TimeoutPolicy,
    TracePolicy,
    ensure_valid_checkpointer,
)
from stepgraph.warnings import LangGraphDeprecatedSinceV05, LangGraphDeprecatedSinceV10, LangGraphDeprecationWarning

# The reference's logger: a file that listens for changes after compiling listens there.
logger = logging.getLogger("langgraph.graph.state")

StateT = TypeVar("StateT", default=Any)
ContextT = TypeVar("ContextT", default=None)
InputT = TypeVar("InputT", default=Any)
OutputT = TypeVar("OutputT", default=Any)


class StateGraph(GraphDefinition, Generic[StateT, ContextT, InputT, OutputT]):
    """A graph whose nodes share one state; each node reads the state and returns an update of it.

    Every method returns the builder, and nothing runs before `compile`.
    """

    def __init__(
        self,
        state_schema: Any,
        context_schema: Any = None,
        *,
        input_schema: Any = None,
        output_schema: Any = None,
        **given_up: Any,
    ) -> None:
        super().__init__(
            state_schema,
            _replaced(context_schema, given_up, old="config_schema", new="context_schema"),
            input_schema=_replaced(input_schema, given_up, old="input", new="input_schema"),
            output_schema=_replaced(output_schema, given_up, old="output", new="output_schema"),
        )

    def set_node_defaults(
        self,
        *,
        retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None,
        cache_policy: CachePolicy | None = None,
        error_handler: Any = None,
        timeout: float | timedelta | TimeoutPolicy | None = None,
    ) -> Self:
        """Set how nodes are run that say nothing themselves; what is not given stays as it was."""
        defaults = self.node_defaults
        if retry_policy is not None:
            defaults.retry_policy = retry_policy
        if cache_policy is not None:
            defaults.cache_policy = cache_policy
        if error_handler is not None:
            defaults.error_handler = error_handler
        if timeout is not None:
            defaults.timeout = TimeoutPolicy.coerce(timeout)
        return self

    def add_node(
        self,
        node: Any,
        action: Any = None,
        *,
        defer: bool = False,
        metadata: dict[str, Any] | None = None,
        input_schema: Any = None,
        retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None,
        cache_policy: CachePolicy | None = None,
        error_handler: Any = None,
        destinations: Mapping[str, str] | Sequence[str] | None = None,
        timeout: float | timedelta | TimeoutPolicy | None = None,
        trace_policy: TracePolicy | None = None,
        **given_up: Any,
    ) -> Self:
        """Add a node under a name, or under the name of the function itself.

        What it reads is `input_schema`, else the hint of the function's first parameter, else the whole state.
        """
        retry_policy = _replaced(retry_policy, given_up, old="retry", new="retry_policy")
        input_schema = _replaced(input_schema, given_up, old="input", new="input_schema")
        limit = TimeoutPolicy.coerce(timeout)
        name, source = (node, action) if isinstance(node, str) else (node_name(node), node)
        if source is None:
            raise RuntimeError
        self._warn_if_compiled("a node")
        self._check_new_node(name)
        hints = read_hints(source)
        schema = input_schema or hints.input_schema or self.state_schema
        handler = None if error_handler is None else self._add_error_handler(name, error_handler, schema=schema)
        self.nodes[name] = StateNodeSpec(
            make_action(source, name=name),
            schema,
            metadata=metadata,
            defer=defer,
            retry_policy=retry_policy,
            cache_policy=cache_policy,
            timeout=limit,
            trace_policy=trace_policy,
            ends=hints.destinations if destinations is None else destinations,
            has_hinted_ends=destinations is None,
            error_handler_node=handler,
        )
        self.add_schema(schema)
        return self

    def add_edge(self, start_key: str | Sequence[str], end_key: str) -> Self:
        """Let `end_key` run after `start_key`, or once after all of several starts."""
        self._warn_if_compiled("an edge")
        if isinstance(start_key, str):
            _check_edge(start_key, end_key)
            self.edges.add((start_key, end_key))
            return self
        for start in start_key:
            if start == END:
                raise ValueError("END cannot be a start node")
            self._require_node(start)
        if end_key == START:
            raise ValueError("START cannot be an end node")
        if end_key != END:
            self._require_node(end_key)
        self.waiting_edges.add((tuple(start_key), end_key))
        return self

    def add_conditional_edges(
        self, source: str, path: Any, path_map: Mapping[Any, str] | Sequence[str] | None = None
    ) -> Self:
        """Let `path` decide after `source` which nodes run next; `path_map` says what its answers mean."""
        self._warn_if_compiled("an edge")
        branch = make_branch(path, path_map)
        if branch.path.name in self.branches[source]:
            raise ValueError(f"Branch with name `{own_name(path)}` already exists for node `{source}`")
        self.branches[source][branch.path.name] = branch
        if branch.input_schema is not None:
            self.add_schema(branch.input_schema)
        return self

    def add_sequence(self, nodes: Sequence[Any]) -> Self:
        """Add nodes, or pairs of name and node, each of which runs after the one before it."""
        if len(nodes) < 1:
            raise ValueError("Sequence requires at least one node.")
        previous: str | None = None
        for node in nodes:
            name, action = node if isinstance(node, tuple) and len(node) == 2 else (function_name(node), node)
            if name in self.nodes:
                raise ValueError(
                    f"Node names must be unique: node with the name '{name}' already exists. If you need to use two "
                    "different runnables/callables with the same name (for example, using `lambda`), please provide "
                    "them as tuples (name, runnable/callable)."
                )
            self.add_node(name, action)
            if previous is not None:
                self.add_edge(previous, name)
            previous = name
        return self

    def set_entry_point(self, key: str) -> Self:
        """Let the graph begin with the node `key`."""
        return self.add_edge(START, key)

    def set_finish_point(self, key: str) -> Self:
        """Say that a path of the graph ends with the node `key`."""
        return self.add_edge(key, END)

    def set_conditional_entry_point(self, path: Any, path_map: Mapping[Any, str] | Sequence[str] | None = None) -> Self:
        """Let `path` decide with which nodes the graph begins."""
        return self.add_conditional_edges(START, path, path_map)

    def validate(self, interrupt: Sequence[str] | None = None) -> Self:
        """Refuse a graph that cannot run: without a beginning, or with edges to nowhere."""
        check_structure(self, interrupt or ())
        self.compiled = True
        return self

    def compile(
        self,
        checkpointer: Checkpointer = None,
        *,
        cache: Any = None,
        store: Any = None,
        interrupt_before: All | list[str] | None = None,
        interrupt_after: All | list[str] | None = None,
        debug: bool = False,
        name: str | None = None,
        transformers: Sequence[Callable[[tuple[str, ...]], Any]] | None = None,
        executor: Executors | None = None,
    ) -> CompiledStateGraph[StateT, ContextT, InputT, OutputT]:
        """Return the graph as something that runs; later changes to the builder do not reach it.

        `executor` runs the functions of all nodes, or of those for which a mapping names one, in the way of
        `concurrent.futures`; it may be a function that makes one when it is needed. Raises ExecutorError for a node
        that cannot run there.
        """
        checkpointer = ensure_valid_checkpointer(checkpointer)
        before, after = interrupt_before or [], interrupt_after or []
        # The list before is not checked when every node is interrupted after; then the compiled graph refuses it.
        named = [] if after == "*" else ([] if before == "*" else before) + after
        self.validate(interrupt=named)
        apply_defaults(self.nodes, self.node_defaults, state_schema=self.state_schema)
        check_timeouts(self)
        check_names(self)
        check_reads(self)
        check_breakpoints(self, before)
        return compile_graph(
            self,
            checkpointer=checkpointer,
            cache=cache,
            store=store,
            interrupt_before=before,
            interrupt_after=after,
            debug=debug,
            name=name,
            transformers=transformers,
            executor=executor,
        )

    def _warn_if_compiled(self, what: str) -> None:
        if self.compiled:
            logger.warning(
                "Adding %s to a graph that has already been compiled. "
                "This will not be reflected in the compiled graph.",
                what,
            )

    def _check_new_node(self, name: str) -> None:
        if name in self.nodes:
            raise ValueError(f"Node `{name}` already present.")
        if name in (START, END):
            raise ValueError(f"Node `{name}` is reserved.")
        for character in (NAMESPACE_SEPARATOR, NAMESPACE_END):
            if character in name:
                raise ValueError(f"'{character}' is a reserved character and is not allowed in the node names.")

    def _add_error_handler(self, name: str, handler: Any, *, schema: Any) -> str:
        handler_name = f"{ERROR_HANDLER_PREFIX}{name}"
        if handler_name in self.nodes:
            raise ValueError(f"Auto-generated error handler node `{handler_name}` already exists.")
        action = make_action(handler, name=handler_name)
        self.nodes[handler_name] = StateNodeSpec(action, schema, is_error_handler=True)
        return handler_name

    def _require_node(self, name: str) -> None:
        if name not in self.nodes:
            raise ValueError(f"Need to add_node `{name}` first")


def _check_edge(start: str, end: str) -> None:
    if start == END:
        raise ValueError("END cannot be a start node")
    if end == START:
        raise ValueError("START cannot be an end node")


def _replaced(value: Any, given_up: Mapping[str, Any], *, old: str, new: str) -> Any:
    """Return `value`, or what was given under its old name with a warning."""
    if old not in given_up:
        return value
    since: type[LangGraphDeprecationWarning]
    since = LangGraphDeprecatedSinceV10 if old == "config_schema" else LangGraphDeprecatedSinceV05
    text = f"`{old}` is deprecated and will be removed. Please use `{new}` instead."
    warnings.warn(since(text), stacklevel=3)
    return given_up[old] if value is None else value
