"""Which namespaces a store takes."""

from __future__ import annotations

from stepgraph.store.base.operations import ListNamespacesOp, Op

RESERVED_ROOT = "langgraph"


class InvalidNamespaceError(ValueError):
    """A namespace that no store takes."""


def validate_namespace(namespace: tuple[str, ...]) -> None:
    """Refuse a namespace that is empty, has a label that cannot be told from others, or is kept for the engine."""
    if not namespace:
        raise InvalidNamespaceError("Namespace cannot be empty.")
    for label in namespace:
        _require_text(label, namespace)
        if "." in label:
            raise InvalidNamespaceError(
                f"Invalid namespace label '{label}' found in {namespace}. Namespace labels cannot contain periods "
                "('.')."
            )
        if not label:
            raise InvalidNamespaceError(f"Namespace labels cannot be empty strings. Got {label} in {namespace}")
    if namespace[0] == RESERVED_ROOT:
        raise InvalidNamespaceError(f'Root label for namespace cannot be "{RESERVED_ROOT}". Got: {namespace}')


def validate_op_namespace(op: Op) -> None:
    """Refuse an operation one of whose namespaces has a label that is no text; what else is wrong, `put` refuses."""
    if isinstance(op, ListNamespacesOp):
        paths = [condition.path for condition in op.match_conditions or ()]
    else:
        named = getattr(op, "namespace", None)
        paths = [named if named is not None else getattr(op, "namespace_prefix", ())]
    for path in paths:
        for label in path:
            _require_text(label, path)


def _require_text(label: object, namespace: tuple[str, ...]) -> None:
    if not isinstance(label, str):
        raise InvalidNamespaceError(
            f"Invalid namespace label '{label}' found in {namespace}. Namespace labels must be strings, but got "
            f"{type(label).__name__}."
        )
