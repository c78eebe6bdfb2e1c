"""One run: what the caller asked for, and everything that moves from superstep to superstep."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from stepgraph.checkpoint.adapter import Keeper
from stepgraph.checkpoint.model import PendingWrite
from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_NS, CONF, PREVIOUS, THREAD_ID
from stepgraph.pregel.apply import Audience, Writer
from stepgraph.pregel.called import Calls
from stepgraph.pregel.chains import Chain
from stepgraph.pregel.context import LiveScope, TaskScopes
from stepgraph.pregel.facts import Due, Fact, TaskStarted, Warned
from stepgraph.pregel.gate import Gate
from stepgraph.pregel.messages import Messages
from stepgraph.pregel.nesting import Family
from stepgraph.pregel.outside import REAL_WORLD, Outside
from stepgraph.pregel.plan import DueTask, find_due, told_due
from stepgraph.pregel.program import Program
from stepgraph.pregel.questions import Answers
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.streams import Streams
from stepgraph.pregel.tasks import Moment, Task
from stepgraph.runtime import RunControl, no_stream_writer
from stepgraph.scope import RunnableConfig
from stepgraph.types import Durability

LOGGER = logging.getLogger("stepgraph")

Observe = Callable[[Fact], None]
Nodes = Sequence[str] | Literal["*"]


@dataclass(frozen=True, slots=True)
class Request:
    """What a caller asked for in one call."""

    input: object
    config: RunnableConfig
    streams: Streams
    saver: Any = None  # a saver of any class
    context: object = None
    store: Any = None  # a store of any class
    cache: Any = None  # a cache of any class
    step_timeout: float | None = None
    """How many seconds a superstep may take."""
    control: RunControl | None = None
    interrupt_before: Nodes = ()
    interrupt_after: Nodes = ()
    durability: Durability = "async"
    observe: Observe | None = None
    gate: Gate | None = None
    outside: Outside = REAL_WORLD
    caller: LiveScope | None = None
    """The task in which the run is nested, if it is."""
    chain: Chain | None = None
    """The run as callbacks see it, where there are any."""


@dataclass(slots=True)
class Lineage:
    """Where a run stands in the thread's tree of checkpoints."""

    checkpoint_id: str | None = None
    parent_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=lambda: {"step": -2})
    told_parent_id: str | None = None
    """The parent that streams tell: where nothing is saved before the end, that of the checkpoint that was loaded."""
    told_parent: RunnableConfig | None = None
    """Its config as the saver has it, where the saver told of it."""
    is_addressed: bool = False
    is_superseded: bool = False
    is_loaded_by_map: bool = False
    """Whether the config names a checkpoint of this graph's own among those of the graphs around it."""


class Run:
    """The moving parts of one run. Changed only by the phases, on the loop's own thread."""

    __slots__ = (
        "_quiet",
        "_told_due",
        "answers",
        "cache_error",
        "caller_resumes",
        "calls",
        "control",
        "family",
        "gate",
        "has_questions",
        "is_drained",
        "is_nested",
        "is_replaying",
        "keeper",
        "known_due",
        "lineage",
        "messages",
        "moment",
        "ns",
        "observe",
        "parents",
        "paths",
        "pending",
        "pending_of",
        "program",
        "recursion_limit",
        "request",
        "resume_map",
        "saved_id",
        "saves",
        "saves_beside",
        "scopes",
        "state",
        "step",
        "stop",
        "streams",
        "tasks",
        "thread_id",
        "updated",
        "writers",
    )

    def __init__(self, program: Program, request: Request) -> None:
        configurable = request.config.get(CONF, {})
        self.program = program
        self.request = request
        self.streams = request.streams
        self.ns: str = configurable.get("checkpoint_ns") or ""
        self.thread_id = str(configurable.get("thread_id", ""))
        self.parents: dict[str, str] = configurable.get("checkpoint_map") or {}
        self.recursion_limit: int = request.config["recursion_limit"]
        self.lineage = Lineage()
        self.state: ChannelState  # made when the thread is loaded
        self.step, self.stop = -1, 0
        self.moment = Moment(self.ns, -1, 0, None, request.outside.new_checkpoint_id)
        self.pending: list[PendingWrite] = []
        self.pending_of: set[str] = set()  # who may have writes among them: mostly nobody when a task ends
        self.paths: dict[str, str] = {}
        self.writers: dict[str, str] = {}  # the last of each channel, where nothing is saved before the end
        self.updated: Collection[str] | None = None
        self.is_replaying = self.saves = self.saves_beside = False
        self.keeper: Keeper | None = None
        caller = request.caller
        inherited = None if caller is None else caller.family
        self.is_nested = inherited is not None
        self.observe = request.observe if inherited is None else inherited.observe
        self.gate = request.gate if inherited is None else inherited.gate
        self.caller_resumes = None if inherited is None else inherited.resumes
        self.control = request.control or (None if caller is None else caller.runtime.control) or RunControl()
        self.answers = Answers(None if inherited is None else inherited.answers)
        self.resume_map: Mapping[str, object] = {} if inherited is None else inherited.resume_map
        self.family = Family(
            request.saver, request.durability, request.streams, self.answers, self.resume_map, self.observe, self.gate
        )
        self.family.replay = None if inherited is None else inherited.replay
        self.calls = Calls(
            request.streams,
            request.config,
            caches=request.cache is not None,
            tell=None if self.observe is None else self._tell_called,
        )
        self.scopes = self._scopes(caller)
        self.messages = Messages(request.streams, self.scopes) if request.streams.wants_messages else None
        self.saved_id: str | None = None
        self.tasks: Sequence[Task] = ()
        self.has_questions = self.is_drained = False
        self.cache_error: Exception | None = None
        self.known_due: list[DueTask] | None = None
        self._told_due: tuple[list[DueTask], tuple[Due, ...]] = ([], ())
        # Without an observer nobody is told the superstep, so one audience serves them all.
        self._quiet = Audience(self.ns, -1, None, self.warn_unknown_channel)

    def _scopes(self, caller: LiveScope | None) -> TaskScopes:
        """Return what the code of the run's tasks can reach."""
        return TaskScopes(
            self.request.config,
            self.request.context,
            call=self.calls.call,
            previous=self._previous if PREVIOUS in self.program.channels else None,
            store=self.request.store,
            control=self.control,
            ask=self.answers.ask,
            # A run inside has a writer of its own: what it writes is for those who want to see runs inside.
            writer=self._stream_custom if self.request.streams.wants_custom or self.is_nested else no_stream_writer,
            family=self.family,
            caller=caller,
        )

    def due(self) -> list[DueTask]:
        """Return who is due now; found once for each checkpoint."""
        if self.known_due is None:
            self.known_due = find_due(self.state, self.updated, self.warn_of_packet)
        return self.known_due

    def told_due(self) -> tuple[Due, ...]:
        """Return who is due now as facts, which are told twice: when a superstep ends, and when the next is planned."""
        due = self.due()
        if self._told_due[0] is not due:
            self._told_due = (due, told_due(self.state, due))
        return self._told_due[1]

    def checkpoint_config(self, checkpoint_id: str | None) -> RunnableConfig:
        """Return the caller's config, naming one checkpoint of this run's thread and namespace."""
        configurable = dict(self.request.config.get(CONF, {}))
        if THREAD_ID in configurable:
            configurable[THREAD_ID] = self.thread_id
        configurable[CHECKPOINT_NS] = self.ns
        configurable[CHECKPOINT_ID] = checkpoint_id
        return {**self.request.config, CONF: configurable}

    def tell(self, fact: Fact) -> None:
        """Tell a fact that somebody is known to listen to."""
        if self.observe is not None:
            self.observe(fact)

    def warn(self, code: str, sentence: str, *, node: str | None = None, channel: str | None = None) -> None:
        """Say what the reference only logs: in the log, and as a fact."""
        LOGGER.warning(sentence)
        self.tell(Warned(self.ns, self.step, code, sentence, node, channel))

    def _tell_called(self, task: Task) -> None:
        caller = None if task.caller is None else task.caller.id
        self.tell(TaskStarted(self.ns, self.step, task.id, task.name, task.input, called_by=caller))

    def _previous(self) -> object:
        """Return what the last run of the thread left for the next."""
        channel = self.state.channels[PREVIOUS]
        return channel.get() if channel.is_available() else None

    def _stream_custom(self, value: object) -> None:
        if self.request.caller is not None:
            self.request.caller.progress()
        self.streams.custom(value)

    def warn_of_packet(self, code: str, sentence: str) -> None:
        """Say that a packet is for no node."""
        self.warn(code, sentence)

    def warn_unknown_channel(self, task: Writer, channel: str) -> None:
        """Say that a write reached no channel."""
        sentence = f"Task {task.name} with path {task.path} wrote to unknown channel {channel}, ignoring it."
        self.warn("unknown_channel", sentence, node=task.name, channel=channel)

    @property
    def audience(self) -> Audience:
        """Who hears what apply does in this superstep."""
        if self.observe is None:
            return self._quiet
        return Audience(self.ns, self.step, self.observe, self.warn_unknown_channel)
