"""From a type annotation to the empty value that a channel starts with."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set
from typing import Annotated, Any, NotRequired, Required, get_args, get_origin

from stepgraph.constants import MISSING, Missing

# An abstract class has no empty value, so the builtin that people mean by it stands in.
_CONCRETE: Mapping[Any, type] = {
    Sequence: list,
    MutableSequence: list,
    Set: set,
    MutableSet: set,
    Mapping: dict,
    MutableMapping: dict,
}


def concrete_type(annotation: Any) -> Any:
    """Return the class that `annotation` means, without qualifiers, parameters and abstraction."""
    while (origin := get_origin(annotation)) is not None:
        annotation = get_args(annotation)[0] if origin in (Annotated, Required, NotRequired) else origin
    return _CONCRETE.get(annotation, annotation)


def empty_value(annotation: Any) -> Any | Missing:
    """Return what the class that `annotation` means makes without arguments, or MISSING when it makes nothing."""
    try:
        return concrete_type(annotation)()
    except Exception:  # noqa: BLE001  # a user's constructor refuses in any way it likes: then there is no empty value
        return MISSING
