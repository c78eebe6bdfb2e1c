"""Adding a node: its name, what it reads, where it may go, and what is kept of its options."""

from __future__ import annotations

import functools
import operator
from datetime import timedelta
from typing import Annotated, Any, Literal, TypedDict, Union

import pytest

from stepgraph.constants import END
from stepgraph.graph import StateGraph
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.runtime import Runtime
from stepgraph.types import CachePolicy, Command, RetryPolicy, TimeoutPolicy
from tests.graph.schemas import nothing, refusal


class State(TypedDict, total=False):
    """The state of every graph here."""

    x: Annotated[list[Any], operator.add]


class Other(TypedDict):
    """What one node reads."""

    z: int


class Called:
    """An object that is called, with a hint."""

    def __call__(self, state: Other) -> None:
        """Read another schema."""

    def method(self, state: Other) -> Command[Literal["b"]]:
        """Read another schema and go to b."""
        return Command(goto="b")


class Named(Called):
    """An object that is called and has a name."""

    def __init__(self) -> None:
        self.__name__ = "own name"


class Runner:
    """Something with LangChain's way of being run."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def get_name(self) -> str:
        return self.name or "class name"

    def invoke(self, state: Any, config: Any = None) -> Any:
        return None

    async def ainvoke(self, state: Any, config: Any = None) -> Any:
        return None


def reads_other(state: Other) -> None: ...
def reads_text(state: "Other") -> None: ...  # noqa: UP037  # a hint as a file may write it
def reads_optional(state: Other | None) -> None: ...
def reads_dict(state: dict[str, Any]) -> None: ...
def reads_nowhere(state: Nowhere) -> None: ...  # type: ignore[name-defined]  # noqa: F821  # the point of it
def reads_second(state, other: Other) -> None: ...  # type: ignore[no-untyped-def]  # the first has no hint
def reads_star(*state: Other) -> None: ...
def reads_named(*, state: Other) -> None: ...
def reads_runtime(state: Runtime[int]) -> None: ...
async def reads_later(state: Other) -> None: ...


def spec(action: Any, **options: Any) -> StateNodeSpec:
    """What the builder keeps of one node."""
    return StateGraph(State).add_node("n", action, **options).nodes["n"]


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (nothing, "nothing"),
        (lambda state: None, "<lambda>"),
        (functools.partial(nothing), "partial"),
        (Called(), "Called"),
        (Called().method, "method"),
        (Named(), "own name"),
        (operator.neg, "neg"),
        (Called, "Called"),
        (Runner("run name"), "run name"),
        (Runner(None), "class name"),
        ({"a": nothing}, "dict"),
        (StateGraph(State).add_node("a", nothing).set_entry_point("a").compile(), "LangGraph"),
        (StateGraph(State).add_node("a", nothing).set_entry_point("a").compile(name="inner"), "inner"),
    ],
)
def test_a_node_without_a_name_takes_that_of_its_function(action: Any, name: str) -> None:
    """A runnable says its own, an object without one that of its class."""
    assert list(StateGraph(State).add_node(action).nodes) == [name]


def test_any_other_name_is_accepted() -> None:
    """The empty one too, and that of a state key."""
    builder = StateGraph(State).add_node("", nothing).add_node("x", nothing)

    assert list(builder.nodes) == ["", "x"]


@pytest.mark.parametrize(
    ("action", "schema"),
    [
        (reads_other, Other),
        (reads_text, Other),
        (reads_later, Other),
        (reads_star, Other),
        (reads_named, Other),
        (Called(), Other),
        (Called().method, Other),
        (reads_optional, State),
        (reads_dict, State),
        (reads_nowhere, State),
        (reads_second, State),
        (reads_runtime, State),
        (functools.partial(reads_other), State),
        (Called, State),
        ({"a": reads_other}, State),
        (Runner("r"), State),
    ],
)
def test_a_node_reads_what_its_first_parameter_is_annotated_with(action: Any, schema: Any) -> None:
    """A class with fields counts; of everything else the whole state is read."""
    assert spec(action).input_schema is schema


def test_what_a_node_reads_becomes_part_of_the_state() -> None:
    """An explicit schema comes before the hint."""
    hinted = StateGraph(State).add_node("n", reads_other)
    given = StateGraph(State).add_node("n", reads_other, input_schema=State)

    assert (list(hinted.channels), list(given.channels)) == (["x", "z"], ["x"])


def goes_a_b(state: Any) -> Command[Literal["a", "b"]]:
    raise AssertionError("Only the hints of this function are read.")


def goes_maybe(state: Any) -> Command[Literal["a"]] | None: ...
def goes_union(state: Any) -> Union[dict[str, Any], Command[Literal["a", "__end__"]]]:  # noqa: UP007  # as a file may write it
    raise AssertionError("Only the hints of this function are read.")


def goes_first(state: Any) -> Command[Literal["a"]] | Command[Literal["b"]]:
    raise AssertionError("Only the hints of this function are read.")


def goes_anywhere(state: Any) -> Command[str]:
    raise AssertionError("Only the hints of this function are read.")


def goes_unsaid(state: Any) -> Command:
    raise AssertionError("Only the hints of this function are read.")


def goes_in_list(state: Any) -> list[Command[Literal["a"]]]:
    raise AssertionError("Only the hints of this function are read.")


def goes_without_input() -> Command[Literal["a"]]:
    raise AssertionError("Only the hints of this function are read.")


@pytest.mark.parametrize(
    ("action", "ends"),
    [
        (goes_a_b, ("a", "b")),
        (goes_maybe, ("a",)),
        (goes_union, ("a", END)),
        (goes_first, ("a",)),
        (Called().method, ("b",)),
        (goes_anywhere, ()),
        (goes_unsaid, ()),
        (goes_in_list, ()),
        (goes_without_input, ()),
        (nothing, ()),
    ],
)
def test_the_return_hint_says_where_commands_go(action: Any, ends: tuple[str, ...]) -> None:
    """Only names spelled out in the first command of the hint are known."""
    assert spec(action).ends == ends


@pytest.mark.parametrize("destinations", [(), ("c",), {"c": "label"}, ["c"]])
def test_given_destinations_come_before_the_hint(destinations: Any) -> None:
    """Even when there are none."""
    assert spec(goes_a_b, destinations=destinations).ends == destinations


def test_a_node_keeps_its_options() -> None:
    """Nothing is decided about them before compiling."""
    retry, cache = [RetryPolicy(max_attempts=2)], CachePolicy(ttl=3)

    kept = spec(
        nothing, defer=True, metadata={"a": 1}, retry_policy=retry, cache_policy=cache, timeout=timedelta(seconds=2)
    )

    assert (kept.runnable, kept.defer, kept.metadata, kept.retry_policy, kept.cache_policy, kept.timeout) == (
        nothing,
        True,
        {"a": 1},
        retry,
        cache,
        TimeoutPolicy(run_timeout=2.0),
    )


def test_an_error_handler_is_a_node_before_its_node() -> None:
    """It reads what the failed node reads, and no policy is its own."""
    builder = StateGraph(State).add_node("n", reads_other, error_handler=goes_a_b, cache_policy=CachePolicy())

    handler, node = builder.nodes.values()

    assert list(builder.nodes) == ["__error_handler__n", "n"]
    assert (handler.is_error_handler, handler.input_schema, handler.ends, handler.cache_policy) == (
        True,
        Other,
        (),
        None,
    )
    assert (node.is_error_handler, node.error_handler_node) == (False, "__error_handler__n")


@pytest.mark.parametrize(
    ("build", "error", "text"),
    [
        (lambda b: b.add_node("n"), RuntimeError, ""),
        (lambda b: b.add_node(None), RuntimeError, ""),
        (
            lambda b: b.add_node("n", 3),
            TypeError,
            "Expected a Runnable, callable or dict.Instead got an unsupported type: <class 'int'>",
        ),
        (
            lambda b: b.add_node("n", [nothing]),
            TypeError,
            "Expected a Runnable, callable or dict.Instead got an unsupported type: <class 'list'>",
        ),
        (lambda b: b.add_node("n", int), ValueError, "no signature found for builtin type <class 'int'>"),
        (lambda b: b.add_node("n", nothing).add_node("n", nothing), ValueError, "Node `n` already present."),
        (lambda b: b.add_node("__start__", nothing), ValueError, "Node `__start__` is reserved."),
        (lambda b: b.add_node("__end__", nothing), ValueError, "Node `__end__` is reserved."),
        (
            lambda b: b.add_node("a|b", nothing),
            ValueError,
            "'|' is a reserved character and is not allowed in the node names.",
        ),
        (
            lambda b: b.add_node("a:b", nothing),
            ValueError,
            "':' is a reserved character and is not allowed in the node names.",
        ),
        (
            lambda b: b.add_node("__error_handler__n", nothing).add_node("n", nothing, error_handler=nothing),
            ValueError,
            "Auto-generated error handler node `__error_handler__n` already exists.",
        ),
        (lambda b: b.add_node("n", nothing, timeout=0), ValueError, "run_timeout must be greater than 0"),
    ],
)
def test_a_node_that_cannot_be_is_refused(build: Any, error: type[Exception], text: str) -> None:
    """At once, in the reference's words."""
    assert refusal(lambda: build(StateGraph(State))) == (error.__name__, text)
