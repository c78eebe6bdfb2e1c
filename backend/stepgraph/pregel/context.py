"""What the code of a task can reach: its config, the run's runtime, and the way to ask a question.

Made when it is asked for: most nodes take neither config nor runtime, and both cost more than a small superstep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from time import time
from typing import Any, cast

from stepgraph.constants import CONF, NAMESPACE_SEPARATOR
from stepgraph.pregel.actions import own_name
from stepgraph.pregel.chains import Chain, begin_chain, named_arguments
from stepgraph.pregel.langchain import hand_on, heard
from stepgraph.pregel.nesting import Family
from stepgraph.pregel.program import Callee, NodeProgram
from stepgraph.pregel.runnables import is_runnable
from stepgraph.pregel.tasks import Task
from stepgraph.runtime import (
    ExecutionInfo,
    RunControl,
    Runtime,
    handed_runtime,
    no_stream_writer,
    server_info_of,
)
from stepgraph.scope import RunnableConfig, TaskScope, current_scope

Ask = Callable[[Task, object, Any], object]
CallTask = Callable[[Task, NodeProgram, object], Any]


# By this tag the reference's callers know what a node does itself.
_FIRST_IN_NODE = "seq:step:1"
# So the reference calls a router that has no name.
_NAMELESS = "RunnableCallable"
# What names a run does not name what its tasks call.
_OF_THE_RUN = frozenset({"run_name", "run_id"})


class TaskScopes:
    """The surroundings that all tasks of a run share."""

    def __init__(
        self,
        config: RunnableConfig,
        context: object,
        *,
        store: object = None,
        control: RunControl | None = None,
        writer: Callable[[Any], None] = no_stream_writer,
        ask: Ask | None = None,
        call: CallTask | None = None,
        previous: Callable[[], object] | None = None,
        family: Family | None = None,
        caller: LiveScope | None = None,
    ) -> None:
        self.config = config
        self.family = family
        self.caller = caller
        self._context = context
        self._store = store
        self._control = control
        self._writer = writer
        self.ask = ask
        self.call = call
        self.previous = previous
        self.hands_on = bool(config.get("callbacks"))
        """Whether what a task calls of LangChain's wants to know of the task's config."""
        self.chains: dict[str, Chain] = {}
        """Of the tasks that call others, which are told inside of them."""

    @cached_property
    def runtime(self) -> Runtime[Any]:
        """What the run hands to every task."""
        configurable = self.config.get(CONF, {})
        inherited = handed_runtime(configurable) if self.caller is None else self.caller.runtime
        return inherited.merge(
            Runtime(
                context=self._context,
                # A graph that is called uses the store of the one that calls it, whatever it was compiled with.
                store=self._store if inherited.store is None else None,
                stream_writer=self._writer,
                server_info=server_info_of(configurable),
                control=self._control or inherited.control or RunControl(),
            )
        )

    def of(self, task: Task) -> LiveScope:
        """Return the surroundings of one task."""
        return LiveScope(self, task)


class LiveScope(TaskScope):
    """The surroundings of one task."""

    # The base is frozen and keeps its parts; here they are computed when they are asked for.
    __setattr__ = object.__setattr__
    _config: RunnableConfig | None = None
    _runtime: Runtime[Any] | None = None
    _attempt = 1
    chain: Chain | None = None
    """The task's node as callbacks see it: open until its writes are made and its routers have answered."""

    def __init__(self, shared: TaskScopes, task: Task) -> None:
        self._shared = shared
        self.task = task

    @property
    def family(self) -> Family | None:
        """What a run inside this task shares with the run of the task."""
        return self._shared.family

    def enter(self) -> None:
        """Make this the surroundings of what runs from here on in this context."""
        current_scope.set(self)
        if self._shared.hands_on or self._is_heard:
            hand_on(self.config)

    def begin_chain(self, callee: Callee, given: object) -> Chain | None:
        """Tell callbacks, where there are any, that the task's node or a router of it begins; None if nobody is told.

        The hidden node that takes the input is told where it has routers.
        """
        node = self.task.node
        if not self._shared.hands_on:
            return None
        if callee is node.action:
            return self._begin_node(callee, given) if node.branches or not node.is_hidden else None
        places = (place for place, branch in enumerate(node.branches) if branch.path is callee)
        place = next(places, None)
        return None if place is None or self.chain is None else self._begin_router(callee, given, place)

    def _begin_node(self, callee: Callee, given: object) -> Chain:
        task = self.task
        chains, config = self._shared.chains, task_config(self._shared.config, task)
        around = None if task.caller is None else chains.get(task.caller.id)
        if around is None:
            tag, policy = f"graph:step:{task.moment.step}", task.node.trace_policy
            chain = begin_chain(config, given, name=task.name, tag=tag, policy=policy)
        else:
            config = around.config_inside(config, tag=_FIRST_IN_NODE)
            chain = begin_chain(config, named_arguments(callee, given), name=task.name)
        if task.node.calls or task.is_called:
            chains[task.id] = chain
        self._take(chain.config_inside(config, tag=_FIRST_IN_NODE))
        # What an earlier attempt gave could not be written.
        self.close_chain(None)
        self.chain = chain
        chain.stays_open = True
        return chain

    def _begin_router(self, router: Any, given: object, place: int) -> Chain | None:
        config = task_config(self._shared.config, self.task)
        if self.chain is not None and not self.chain.is_over:
            # Before them come the node's own code, which the hidden node lacks, and its writes.
            config = self.chain.config_inside(config, tag=f"seq:step:{place + (2 if self.task.node.is_hidden else 3)}")
        if is_runnable(router.source):
            # It tells of itself.
            self._take(config)
            return None
        chain = begin_chain(config, given, name=own_name(router.source) or _NAMELESS)
        self._take(chain.config_inside(config))
        return chain

    def close_chain(self, error: BaseException | None) -> None:
        """Tell how the task ended, if anybody is told and was not yet."""
        if self.chain is not None:
            self.chain.close(error)

    def _take(self, config: RunnableConfig) -> None:
        self._config = heard(config, self.progress) if self._is_heard else config

    def nested_ns(self) -> str:
        """Return the namespace of the next graph that this task runs; from the second on they are numbered."""
        number, self.task.nested = self.task.nested, self.task.nested + 1
        return self.task.ns if number == 0 else f"{self.task.ns}{NAMESPACE_SEPARATOR}{number}"

    @property
    def config(self) -> RunnableConfig:
        """The task's config: the run's, with what identifies the task."""
        if self._config is None:
            self._take(task_config(self._shared.config, self.task))
        return cast(RunnableConfig, self._config)

    @property
    def _is_heard(self) -> bool:
        """Whether all that the task does is a sign of life by which its time to be silent begins anew."""
        limits = self.task.timeout or self.task.node.timeout
        return limits is not None and limits.idle_timeout is not None and limits.refresh_on == "auto"

    @property
    def runtime(self) -> Runtime[Any]:
        """The run's runtime, with where this task stands."""
        if self._runtime is None or self._attempt != self.task.attempt:
            self._attempt = self.task.attempt
            runtime = self._shared.runtime.override(execution_info=self._execution_info())
            if self._shared.previous is not None:
                runtime = runtime.override(previous=self._shared.previous())
            self._runtime = self._watched(runtime)
        return self._runtime

    def _watched(self, runtime: Runtime[Any]) -> Runtime[Any]:
        """Return the runtime through which the clocks of an attempt with limits hear that it is alive."""
        if self.task.watch is None:
            return runtime
        write = runtime.stream_writer

        def heard_write(event: Any) -> None:
            self.progress()
            write(event)

        return runtime.override(heartbeat=self.task.watch.beat, stream_writer=heard_write)

    def progress(self) -> None:
        """Take what a graph inside this task does for a sign of life, of this task and of those around it."""
        if self.task.watch is not None:
            self.task.watch.progress()
        if self._shared.caller is not None:
            self._shared.caller.progress()

    @property
    def ask(self) -> Callable[[object, Any], Any]:
        """The function that answers a question of the task or pauses it."""
        return self._ask

    def _ask(self, value: object, response_schema: Any) -> Any:
        if self._shared.ask is None:
            raise RuntimeError("interrupt() was called where no run can pause: outside of a graph's node.")
        return self._shared.ask(self.task, value, response_schema)

    def call(self, node: Any, given: object) -> Any:
        """Run a node as a task of its own below this one, and return its future."""
        if self._shared.call is None:
            raise RuntimeError("A task was called where none can run: outside of a graph's node.")
        return self._shared.call(self.task, node, given)

    def _execution_info(self) -> ExecutionInfo:
        configurable = self._shared.config.get(CONF, {})
        run_id = self._shared.config.get("run_id")
        return ExecutionInfo(
            checkpoint_id=self.task.moment.checkpoint_id,
            # A handler is told of the task that failed.
            checkpoint_ns=self.task.ns if self.task.outer_ns is None else self.task.outer_ns,
            task_id=self.task.id if self.task.handles is None else self.task.handles,
            thread_id=configurable.get("thread_id"),
            run_id=None if run_id is None else str(run_id),
            node_attempt=self.task.attempt,
            node_first_attempt_time=self._first_attempt_time(),
        )

    def _first_attempt_time(self) -> float:
        if self.task.first_attempt_time is None:
            # Asked for once, in the only attempt: what may be tried again has noted its time.
            self.task.first_attempt_time = time()
        return self.task.first_attempt_time

    def injected(self, name: str) -> object:
        """Return what the engine passes for a parameter that it fills by name."""
        if name == "config":
            return self.config
        runtime = self.runtime
        if name == "runtime":
            return runtime
        sources: Mapping[str, Callable[[], object]] = {
            "writer": lambda: runtime.stream_writer,
            "store": lambda: runtime.store,
            "previous": lambda: runtime.previous,
            "error": lambda: self.task.handled,
        }
        return sources[name]()


def task_config(config: RunnableConfig, task: Task) -> RunnableConfig:
    """Return the run's config with the metadata, tags and namespace of one task."""
    node = task.node
    metadata = {
        **config.get("metadata", {}),
        "langgraph_step": task.moment.step,
        "langgraph_node": task.name,
        "langgraph_triggers": task.triggers,
        "langgraph_path": task.path,
        "langgraph_checkpoint_ns": task.ns,
        **node.metadata,
    }
    kept: Any = {key: value for key, value in config.items() if key not in _OF_THE_RUN}
    told: Any = {
        **kept,
        "metadata": metadata,
        "tags": [*config.get("tags", []), *node.tags],
        "configurable": {
            **config.get("configurable", {}),
            "checkpoint_id": None,
            "checkpoint_ns": task.ns,
            "checkpoint_map": {
                **config.get("configurable", {}).get("checkpoint_map", {}),
                task.moment.ns: task.moment.checkpoint_id,
                **({} if task.outer_ns is None else {task.outer_ns: task.moment.checkpoint_id}),
            },
        },
    }
    return cast(RunnableConfig, told)
