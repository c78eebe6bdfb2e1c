"""What would repair a refused update: each way as a title, its meaning, and the line of code that it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from stepgraph.protocol.events import ChannelWrite, Repair


@dataclass(frozen=True, slots=True)
class Refusal:
    """A channel that refused its writes: its name, class and annotated type, and who wrote what."""

    channel: str
    kind: str
    type: str
    writes: tuple[ChannelWrite, ...]
    error: str

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that wrote, each once, in the order of their writes."""
        return tuple(dict.fromkeys(write.node for write in self.writes))


def repairs_of(refusal: Refusal) -> tuple[Repair, ...]:
    """Return what would repair a refusal, the most likely first."""
    if refusal.kind == "BinaryOperatorAggregate":
        return _reducer_repairs(refusal)
    find = _BY_KIND.get(refusal.kind)
    return () if find is None or len(refusal.writes) < 2 else find(refusal)


def joined(names: Sequence[str]) -> str:
    """Return names in quotes as a person lists them."""
    quoted = [f'"{name}"' for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _plain_repairs(refusal: Refusal) -> tuple[Repair, ...]:
    return (_add_reducer(refusal), _collect(refusal), *_order(refusal), *_other_key(refusal))


def _guard_repairs(refusal: Refusal) -> tuple[Repair, ...]:
    source = f"{refusal.channel}: Annotated[{_annotated(refusal)}, {refusal.kind}({_annotated(refusal)}, guard=False)]"
    detail = (
        f"{refusal.kind} then takes the last write of a superstep, in the order of the tasks, and drops the others."
    )
    loose = Repair("channel.guard", "Take the last write", detail, source)
    return (loose, _add_reducer(refusal), *_order(refusal), *_other_key(refusal))


def _reducer_repairs(refusal: Refusal) -> tuple[Repair, ...]:
    if "Overwrite" in refusal.error:
        detail = (
            f"One Overwrite may reach {refusal.channel} in a superstep. "
            f"Let only one of {joined(refusal.nodes)} return an Overwrite."
        )
        return (Repair("write.one_overwrite", "Overwrite from one node only", detail, ""), *_order(refusal))
    detail = (
        f"The reducer raised when it was called with the value so far and a write of {joined(refusal.nodes)}. "
        f"Return what the reducer can take, here a {refusal.type}."
    )
    return (Repair("write.fit_reducer", "Return a value that the reducer takes", detail, ""),)


def _add_reducer(refusal: Refusal) -> Repair:
    reducer, meaning = _reducer_for(refusal)
    return Repair(
        "channel.reducer",
        "Give the key a reducer",
        f"All writes of a superstep are then folded into one value: {meaning}.",
        f"{refusal.channel}: Annotated[{_annotated(refusal)}, {reducer}]",
    )


def _collect(refusal: Refusal) -> Repair:
    inner = _annotated(refusal)
    return Repair(
        "channel.collect",
        "Collect the writes in a list",
        f"Each of {joined(refusal.nodes)} then returns a list of its own, such as "
        f'{{"{refusal.channel}": [value]}}, and the lists are put together in the order of the tasks.',
        f"{refusal.channel}: Annotated[list[{inner}], operator.add]",
    )


def _order(refusal: Refusal) -> tuple[Repair, ...]:
    if len(refusal.nodes) < 2:
        return ()
    first, second = refusal.nodes[:2]
    return (
        Repair(
            "graph.order",
            "Run the nodes one after the other",
            f'With an edge from "{first}" to "{second}", in place of the path that starts "{second}" together with '
            f"it, they are no longer in one superstep, and the later write replaces the earlier one.",
            f'builder.add_edge("{first}", "{second}")',
        ),
    )


def _other_key(refusal: Refusal) -> tuple[Repair, ...]:
    if len(refusal.nodes) < 2:
        return ()
    last = refusal.nodes[-1]
    key = f"{_identifier(last)}_{refusal.channel}"
    return (
        Repair(
            "write.other_key",
            f'Let "{last}" write a key of its own',
            f'Declare the key in the state, and return {{"{key}": value}} from "{last}".',
            f"{key}: {_annotated(refusal)}",
        ),
    )


def _reducer_for(refusal: Refusal) -> tuple[str, str]:
    """Return a reducer that fits the type of the key, and what it does with two writes."""
    base = refusal.type.partition("[")[0].strip()
    for names, reducer, meaning in _REDUCERS:
        if base in names:
            return reducer, meaning
    return "lambda old, new: new", "the last write wins, in the order of the tasks"


_REDUCERS: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"str"}), "operator.add", "the texts are put one after the other"),
    (frozenset({"list", "List", "Sequence", "tuple"}), "operator.add", "the lists are put one after the other"),
    (frozenset({"int", "float"}), "operator.add", "the numbers are added up"),
    (frozenset({"bool"}), "operator.or_", "True if any of them is True"),
    (frozenset({"dict", "Dict"}), "operator.or_", "the keys are merged, a later one replaces an earlier one"),
    (frozenset({"set", "Set", "frozenset"}), "operator.or_", "the sets are united"),
)
_BY_KIND: Mapping[str, Callable[[Refusal], tuple[Repair, ...]]] = {
    "LastValue": _plain_repairs,
    "EphemeralValue": _guard_repairs,
    "UntrackedValue": _guard_repairs,
}


def _annotated(refusal: Refusal) -> str:
    return refusal.type or "object"


def _identifier(name: str) -> str:
    letters: Iterable[str] = (letter if letter.isalnum() else "_" for letter in name)
    text = "".join(letters)
    return text if text.isidentifier() else f"node_{text}"
