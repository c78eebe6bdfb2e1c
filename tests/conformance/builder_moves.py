"""Things that can be done to a builder, each the same for both libraries."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict, Union

from hypothesis import strategies as st
from pydantic import BaseModel

from tests.conformance.builders import Library

Move = Callable[[Any, Library], Any]
NAMES = ["a", "b", "c", "x", "", "__start__", "__end__", "q", "a|b", "configurable"]

names = st.sampled_from(NAMES[:3]) | st.sampled_from(NAMES)


class Small(TypedDict):
    """A schema that fits every state."""

    x: list[Any]


class Reduced(TypedDict):
    """A schema that does not fit a plain x."""

    x: Annotated[list[Any], operator.add]
    extra: int


class Record(BaseModel):
    """A schema of objects."""

    z: int = 0


@dataclass
class Data:
    """Another one."""

    w: int = 0


def plain(state: Any) -> Any: ...
def reads_small(state: Small) -> None: ...
def reads_record(state: Record) -> Literal["a", "q"]:
    raise AssertionError("Only the hints of this function are read.")


async def waits(state: Data) -> Literal["b"]:
    raise AssertionError("Only the hints of this function are read.")


def generates(state: Small) -> Any:
    yield {}


class Called:
    """A callable object."""

    def __call__(self, state: Reduced) -> Literal["c"]:
        raise AssertionError("Only the hints of this function are read.")


def goes(library: Library) -> list[Callable[..., Any]]:
    """Functions whose hints name where their commands go."""
    command = library.types.Command

    def known(state: Any) -> Any: ...
    def unknown(state: Any) -> Any: ...
    def union(state: Any) -> Any: ...
    def anywhere(state: Any) -> Any: ...

    known.__annotations__["return"] = command[Literal["a", "__end__"]]
    unknown.__annotations__["return"] = command[Literal["zz"]]
    union.__annotations__["return"] = Union[command[Literal["b"]], command[Literal["zz"]], None]  # noqa: UP007  # a file may write it so
    anywhere.__annotations__["return"] = command[str]
    return [known, unknown, union, anywhere]


ACTIONS: list[Callable[[Library], Any]] = [
    *(lambda library, action=action: action for action in (
        plain, reads_small, reads_record, waits, generates, Called(), functools.partial(plain), operator.neg,
        lambda state: state, {"p": plain}, 3, None, int, [plain],
    )),
    *(lambda library, index=index: goes(library)[index] for index in range(4)),
]  # fmt: skip
actions = st.sampled_from(ACTIONS)

OPTIONS: list[Callable[[Library], dict[str, Any]]] = [
    lambda library: {},
    lambda library: {"defer": True},
    lambda library: {"metadata": {"m": 1}},
    lambda library: {"input_schema": Reduced},
    lambda library: {"input_schema": int},
    lambda library: {"error_handler": plain},
    lambda library: {"error_handler": 3},
    lambda library: {"destinations": ("a", "zz")},
    lambda library: {"destinations": ()},
    lambda library: {"destinations": {"b": "label"}},
    lambda library: {"timeout": 2},
    lambda library: {"timeout": -1},
    lambda library: {"timeout": library.types.TimeoutPolicy(idle_timeout=1)},
    lambda library: {"retry_policy": library.types.RetryPolicy()},
    lambda library: {"cache_policy": library.types.CachePolicy()},
]


def add_node(name: str, action: Callable[[Library], Any], options: Callable[[Library], dict[str, Any]]) -> Move:
    return lambda builder, library: builder.add_node(name, action(library), **options(library))


def add_unnamed(action: Callable[[Library], Any]) -> Move:
    return lambda builder, library: builder.add_node(action(library))


def add_edge(start: Any, end: str) -> Move:
    return lambda builder, library: builder.add_edge(start, end)


def add_branch(source: str, path: Callable[[Library], Any], path_map: Any) -> Move:
    return lambda builder, library: builder.add_conditional_edges(source, path(library), path_map)


def add_sequence(parts: list[tuple[str | None, Callable[[Library], Any]]]) -> Move:
    def move(builder: Any, library: Library) -> Any:
        return builder.add_sequence([
            action(library) if name is None else (name, action(library)) for name, action in parts
        ])  # fmt: skip

    return move


def set_defaults(options: Callable[[Library], dict[str, Any]]) -> Move:
    known = ("retry_policy", "cache_policy", "error_handler", "timeout")
    return lambda builder, library: builder.set_node_defaults(
        **{key: value for key, value in options(library).items() if key in known}
    )


def compile_graph(before: Any, after: Any) -> Move:
    return lambda builder, library: builder.compile(interrupt_before=before, interrupt_after=after)


path_maps = st.sampled_from([None, None, ["a"], ["zz"], ("a",), {"k": "b"}, {"k": "zz", "e": "__end__"}, {}, []])
breakpoints = st.sampled_from([None, [], ["a"], ["q"], "*"])
moves = st.one_of(
    st.builds(add_node, names, actions, st.sampled_from(OPTIONS)),
    st.builds(add_node, names, st.just(ACTIONS[0]), st.just(OPTIONS[0])),
    st.builds(add_unnamed, actions),
    st.builds(add_edge, names, names),
    st.builds(add_edge, st.just("__start__"), names),
    st.builds(add_edge, st.lists(names, max_size=3), names),
    st.builds(add_branch, names, actions, path_maps),
    st.builds(add_sequence, st.lists(st.tuples(st.none() | names, actions), max_size=3)),
    st.builds(set_defaults, st.sampled_from(OPTIONS)),
    st.builds(compile_graph, breakpoints, breakpoints),
)
