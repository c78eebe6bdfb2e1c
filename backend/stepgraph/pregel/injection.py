"""Which parameters of a node's function the engine fills, told by their names and annotations."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from inspect import Parameter
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from stepgraph.errors import NodeError
from stepgraph.types import StreamWriter


def injected_parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of those parameters of `function` that the engine fills, in their order."""
    return tuple(
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        and name in _ACCEPTED
        and _ACCEPTED[name](parameter.annotation)
    )


def _is_or_names(annotation: Any, *, name: str) -> bool:
    """Tell whether an annotation is the class called `name`, or spells it.

    Told by name, because LangChain's config and a store of any package count as well.
    """
    if annotation is Parameter.empty:
        return True
    if isinstance(annotation, str):
        return annotation in (name, f"Optional[{name}]")
    if get_origin(annotation) in (Union, UnionType):
        alternatives = [item for item in get_args(annotation) if item is not NoneType]
        annotation = alternatives[0] if len(alternatives) == 1 else annotation
    return getattr(annotation, "__name__", None) == name


def _accepts_config(annotation: Any) -> bool:
    accepted = _is_or_names(annotation, name="RunnableConfig")
    if not accepted:
        text = (
            "The 'config' parameter should be typed as 'RunnableConfig' or 'RunnableConfig | None', "
            f"not '{annotation}'. "
        )
        warnings.warn(text, stacklevel=7)
    return accepted


def _accepts_writer(annotation: Any) -> bool:
    return annotation is Parameter.empty or annotation in (StreamWriter, "StreamWriter")


def _accepts_store(annotation: Any) -> bool:
    return _is_or_names(annotation, name="BaseStore")


def _accepts_error(annotation: Any) -> bool:
    return annotation is NodeError or annotation == "NodeError"


def _accepts_anything(_annotation: Any) -> bool:
    return True


_ACCEPTED: Mapping[str, Callable[[Any], bool]] = {
    "config": _accepts_config,
    "writer": _accepts_writer,
    "store": _accepts_store,
    "previous": _accepts_anything,
    "runtime": _accepts_anything,
    "error": _accepts_error,
}
