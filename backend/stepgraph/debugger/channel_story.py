"""What happens to channels, as events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stepgraph.channels.overwrites import replacement
from stepgraph.constants import MISSING
from stepgraph.debugger import told
from stepgraph.debugger.repairs import Refusal, joined, repairs_of
from stepgraph.debugger.runs_inside import RunsInside
from stepgraph.debugger.scene import Scene
from stepgraph.debugger.tracebacks import code_of, error_text
from stepgraph.debugger.values import Values
from stepgraph.pregel import facts
from stepgraph.protocol import events
from stepgraph.protocol.values import Preview

# Classes whose update stores a write as it is: nobody can have changed it since its task ended.
_STORES_AS_IS = frozenset({"LastValue", "AnyValue", "EphemeralValue", "UntrackedValue"})
_STORES_IN_PAIR = frozenset({"LastValueAfterFinish", "NamedBarrierValueAfterFinish"})
_BARRIERS = frozenset({"NamedBarrierValue", "NamedBarrierValueAfterFinish"})


class ChannelStory:
    """Tells what channels received, returned and became."""

    def __init__(self, scene: Scene, run: str, values: Values, inside: RunsInside) -> None:
        self._scene = scene
        self._inside = inside
        self._run = run
        self._values = values
        self._tell = scene.outlet.tell
        self.by_fact: dict[type, Callable[..., None]] = {
            facts.ChannelConsumed: self._consumed,
            facts.ChannelUpdated: self._updated,
            facts.ChannelFinished: self._finished,
            facts.ChannelConflicted: self._conflicted,
        }

    def _consumed(self, fact: facts.ChannelConsumed) -> None:
        self._tell(
            events.ChannelConsumed(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                channel=fact.channel,
                returned=fact.returned,
                version_before=told.version(fact.version_before),
                version_after=told.version(fact.version_after),
                available=fact.available,
            )
        )

    def _updated(self, fact: facts.ChannelUpdated) -> None:
        kind = self._inside.kind(fact.ns, fact.channel)
        after = self._after(fact, kind)
        self._tell(
            events.ChannelUpdated(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                channel=fact.channel,
                kind=kind,
                cause=fact.cause,
                writes=self._writes(fact.channel, fact.writes),
                value_before=self._values.told(fact.ns, fact.channel, after),
                value_after=after,
                returned=fact.returned,
                version_before=told.version(fact.version_before),
                version_after=told.version(fact.version_after),
                available=fact.available,
            )
        )
        if kind == "BinaryOperatorAggregate" and replacement(fact.value) is not None:
            self._tell(_wrapper_stored(self._run, fact))

    def _finished(self, fact: facts.ChannelFinished) -> None:
        after = self._after(fact, self._inside.kind(fact.ns, fact.channel))
        self._values.told(fact.ns, fact.channel, after)
        self._tell(
            events.ChannelFinished(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                channel=fact.channel,
                returned=fact.returned,
                value_after=after,
                version_before=told.version(fact.version_before),
                version_after=told.version(fact.version_after),
                available=fact.available,
            )
        )

    def _conflicted(self, fact: facts.ChannelConflicted) -> None:
        writes = self._writes(fact.channel, fact.writes)
        kind = self._inside.kind(fact.ns, fact.channel)
        refusal = Refusal(
            channel=fact.channel,
            kind=kind,
            type=self._inside.type(fact.ns, fact.channel),
            writes=writes,
            error=error_text(fact.error),
        )
        self._tell(
            events.ChannelConflicted(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                channel=fact.channel,
                kind=kind,
                writes=writes,
                code=code_of(fact.error, "channel.refused"),
                sentence=_refusal_sentence(refusal, self._scene.tracebacks.where(fact.error)),
                repairs=repairs_of(refusal),
            )
        )

    def _writes(self, channel: str, writes: Iterable[facts.ChannelWrite]) -> tuple[events.ChannelWrite, ...]:
        show = self._values.written
        return tuple(
            [events.ChannelWrite(task=item.task_id, node=item.node, value=show(channel, item.value)) for item in writes]
        )

    def _after(self, fact: facts.ChannelUpdated | facts.ChannelFinished, kind: str) -> Preview:
        """Return the value after a call; one that is stored and not yet available is shown, too."""
        value = fact.value
        if not fact.available and fact.stored is not MISSING:
            value = shown_form(kind, fact.stored)
        elif kind in _STORES_AS_IS and _is_last_write(fact, value):
            return self._values.written(fact.channel, value)
        return self._values.held(fact.ns, fact.channel, value)


def _is_last_write(fact: facts.ChannelUpdated | facts.ChannelFinished, value: object) -> bool:
    return isinstance(fact, facts.ChannelUpdated) and bool(fact.writes) and value is fact.writes[-1].value


def shown_form(kind: str, stored: object) -> object:
    """Return what is shown of a stored form that is not available yet: some classes store it beside a flag.

    A barrier at which nobody has arrived holds nothing.
    """
    if kind in _STORES_IN_PAIR and isinstance(stored, tuple | list) and len(stored) == 2:
        stored = stored[0]
    return MISSING if kind in _BARRIERS and not stored else stored


def _wrapper_stored(run: str, fact: facts.ChannelUpdated) -> events.EngineWarned:
    """Say that a replacement became the value: the first write of a reducer's channel is taken as it is."""
    return events.EngineWarned(
        run=run,
        ns=fact.ns,
        step=fact.step,
        code="channel.overwrite_stored",
        sentence=f'"{fact.channel}" holds the Overwrite itself, not what it wraps: its type has no empty value, and '
        "the first write of such a channel is stored as it is, as in LangGraph. Write a plain value first, or give "
        "the field a type that can be made empty, such as list or int.",
        node=fact.writes[0].node if fact.writes else None,
        channel=fact.channel,
    )


def _refusal_sentence(refusal: Refusal, where: str) -> str:
    """Say who wrote to the channel, and what came of it."""
    writers = joined(refusal.nodes) if refusal.nodes else "the input"
    error = refusal.error.partition("\n")[0]
    if len(refusal.writes) < 2:
        return f'"{refusal.channel}" refused the write of {writers}{where}: {error}'
    return f'"{refusal.channel}" refused {len(refusal.writes)} writes of one superstep, by {writers}{where}: {error}'
