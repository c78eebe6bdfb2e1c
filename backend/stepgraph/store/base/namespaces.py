"""Which namespaces a store takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from stepgraph.store.base.operations import GetOp, ListNamespacesOp, Op, PutOp, SearchOp

RESERVED_ROOT = "langgraph"


class InvalidNamespaceError(ValueError):
    """A namespace that no store takes."""


def validate_namespace(namespace: tuple[str, ...]) -> None:
    """Refuse a namespace to put into that is empty, has a label that no store takes, or is kept for the engine."""
    if not namespace:
        raise InvalidNamespaceError("Namespace cannot be empty.")
    validate_labels(namespace)
    if namespace[0] == RESERVED_ROOT:
        raise InvalidNamespaceError(f'Root label for namespace cannot be "{RESERVED_ROOT}". Got: {namespace}')


def validate_labels(path: Iterable[str]) -> None:
    """Refuse a namespace, or a part of one, with a label by which a store could take it for another namespace."""
    for label in path:
        if not isinstance(label, str):
            _refuse(label, path, f"must be strings, but got {type(label).__name__}.")
        elif "." in label:
            _refuse(label, path, "cannot contain periods ('.').")
        elif "\x00" in label:
            _refuse(label, path, "cannot contain NUL bytes ('\\x00').")
        elif not label:
            raise InvalidNamespaceError(f"Namespace labels cannot be empty strings. Got {label} in {path}")


def validate_op_namespace(op: Op) -> None:
    """Refuse an operation one of whose namespaces has a label that no store takes.

    For stores that keep a namespace as one text: operations of a batch have not been looked at before.
    """
    if isinstance(op, ListNamespacesOp):
        for condition in op.match_conditions or ():
            validate_labels(condition.path)
    elif isinstance(op, SearchOp):
        validate_labels(op.namespace_prefix)
    elif isinstance(op, (GetOp, PutOp)):
        validate_labels(op.namespace)


def _refuse(label: object, path: Iterable[str], fault: str) -> NoReturn:
    raise InvalidNamespaceError(f"Invalid namespace label '{label}' found in {path}. Namespace labels {fault}")
