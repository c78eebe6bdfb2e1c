"""How a field's writes are merged, told from its annotation by the engine's own order of tries."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stepgraph.document.reading.functions import definition_of
from stepgraph.document.reading.modules import Definition
from stepgraph.document.reading.schema_annotations import (
    Place,
    first_argument,
    flattened,
    followed,
    settled,
    without_required,
)

MANAGED = "managed"
_PACKAGES = ("langgraph", "stepgraph")
_CHANNELS = frozenset(
    {
        "AnyValue",
        "BinaryOperatorAggregate",
        "DeltaChannel",
        "EphemeralValue",
        "LastValue",
        "LastValueAfterFinish",
        "NamedBarrierValue",
        "NamedBarrierValueAfterFinish",
        "Topic",
        "UntrackedValue",
    }
)
_MANAGED_ALIASES = frozenset({"IsLastStep", "RemainingSteps"})
_MANAGED_CLASSES = frozenset({"IsLastStepManager", "RemainingStepsManager", "ManagedValue"})
# Libraries whose objects in annotations say something of the type, and merge nothing.
_NOTES = ("pydantic", "annotated_types", "typing", "typing_extensions")
_MAX_DEPTH = 16

_Role: TypeAlias = Literal["channel", "managed", "callable", "note", "unknown"]


@dataclass(frozen=True, slots=True)
class MergeRule:
    """The kind of a field's channel, its type without the rule, and its merge function. `is_sure` False is a guess."""

    kind: str
    type: Place
    reducer: Place | None = None
    accumulate: bool = False
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing beside the type in `Annotated`. A channel has a kind, and its call when it is an instance."""

    role: _Role
    kind: str = ""
    call: Place | None = None


def merge_rule(annotation: Place) -> MergeRule:
    """Return what an annotation says: a managed value, else a channel, else a reducer, else LastValue."""
    annotation = without_required(annotation)
    base, places = flattened(annotation)
    if _is_managed(annotation, depth=0):
        return MergeRule(MANAGED, base)
    items = [_item(place) for place in places]
    for item in items:
        if item.role == "channel":
            return _channel_rule(item, base)
    if items and items[-1].role in {"callable", "unknown"}:
        return MergeRule("BinaryOperatorAggregate", base, places[-1], is_sure=items[-1].role == "callable")
    return MergeRule("LastValue", base)


def _channel_rule(item: _Item, base: Place) -> MergeRule:
    call = item.call
    if call is None or not isinstance(call.expr, ast.Call):
        return MergeRule(item.kind, base)
    if item.kind == "BinaryOperatorAggregate":
        return MergeRule(item.kind, base, _argument(call, 1, "operator"))
    if item.kind == "DeltaChannel":
        return MergeRule(item.kind, base, _argument(call, 0, "reducer"))
    given = _argument(call, 1, "accumulate") if item.kind == "Topic" else None
    return MergeRule(item.kind, base, accumulate=given is not None and _is_true(given))


def _argument(call: Place, index: int, name: str) -> Place | None:
    assert isinstance(call.expr, ast.Call)
    named = next((keyword.value for keyword in call.expr.keywords if keyword.arg == name), None)
    given = call.expr.args[index] if named is None and index < len(call.expr.args) else named
    return None if given is None else call.of(given)


def _is_true(place: Place) -> bool:
    return bool(place.modules.constant(place.expr, place.scope))


def _is_managed(annotation: Place, *, depth: int) -> bool:
    if depth > _MAX_DEPTH:
        return False
    base, items = flattened(annotation)
    if items:
        inner = settled(base)
        return _item(items[-1]).role == "managed" or (
            not _is_managed_alias(inner) and _is_first_managed(inner, depth=depth)
        )
    target = settled(annotation)
    return _is_managed_alias(target) or _is_first_managed(target, depth=depth)


def _is_first_managed(place: Place, *, depth: int) -> bool:
    first = first_argument(place)
    return first is not None and _is_managed(first, depth=depth + 1)


def _is_managed_alias(place: Place) -> bool:
    return engine_name(place.resolve(), "managed") in _MANAGED_ALIASES


def engine_name(found: Definition | None, room: str) -> str | None:
    """Return the name of something in a room ("channels", "managed") of either engine, or None for all else."""
    if found is None or found.kind != "external":
        return None
    return found.name if found.dotted.startswith(tuple(f"{package}.{room}." for package in _PACKAGES)) else None


def _item(place: Place) -> _Item:
    target = followed(place)
    if isinstance(target.expr, ast.Lambda):
        return _Item("callable")
    if isinstance(target.expr, ast.Call):
        return _call_item(target)
    if isinstance(target.expr, ast.Name | ast.Attribute):
        return _named_item(target.resolve())
    return _Item("note")


def _named_item(found: Definition | None) -> _Item:
    if found is None:
        return _Item("unknown")
    kind = channel_kind(found)
    if kind is not None:
        return _Item("channel", kind)
    if _descends(found, "managed", _MANAGED_CLASSES):
        return _Item("managed")
    return _Item("note" if found.kind == "module" else "callable")


def _call_item(place: Place) -> _Item:
    assert isinstance(place.expr, ast.Call)
    made = place.of(place.expr.func).resolve()
    kind = channel_kind(made)
    if kind is not None:
        return _Item("channel", kind, place)
    if made is None:
        return _Item("unknown")
    if definition_of(place.modules, place.expr, place.scope) is not None or made.name in {"partial", "add_messages"}:
        return _Item("callable")
    # An object of a class without `__call__`, and what these libraries make, say something of the type.
    is_note = made.kind == "class" or made.dotted.partition(".")[0] in _NOTES
    return _Item("note" if is_note else "unknown")


def channel_kind(found: Definition | None) -> str | None:
    """Return the name of a channel class, the engine's own or one derived from it; None for all else."""
    if found is None:
        return None
    name = engine_name(found, "channels")
    if name is not None:
        return name if name in _CHANNELS else None
    return found.name if found.kind == "class" and _descends(found, "channels", _CHANNELS | {"BaseChannel"}) else None


def _descends(found: Definition, room: str, names: frozenset[str], depth: int = 0) -> bool:
    """Tell whether a class is, or derives from, one of the named classes of an engine's room."""
    if engine_name(found, room) in names:
        return True
    if depth > _MAX_DEPTH or not isinstance(found.node, ast.ClassDef):
        return False
    for base in found.node.bases:
        expr = base.value if isinstance(base, ast.Subscript) else base
        parent = found.modules.resolve(expr, found.scope)
        if parent is not None and _descends(parent, room, names, depth + 1):
            return True
    return False
