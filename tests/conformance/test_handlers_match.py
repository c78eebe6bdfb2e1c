"""A handler of errors stands where the reference's stands: below the task that failed, under the same ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_policies import OURS, REFERENCE, asking_handler, builder, fails, says
from tests.conformance.records import THREAD

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def asking_inside(library: Any) -> Any:
    """Return a graph whose handler runs a graph, which asks."""
    inside = builder(library, a=lambda state: {"x": [library.interrupt("what now?")]}).compile()
    return builder(library, a=(fails, {"error_handler": lambda state: {"x": inside.invoke(state)["x"]}}))


@pytest.mark.parametrize("build", [asking_handler, asking_inside])
@pytest.mark.parametrize(("first", "second"), [(OURS, REFERENCE), (REFERENCE, OURS)], ids=["ours", "theirs"])
def test_either_goes_on_where_a_handler_of_the_other_asked(
    build: Callable[[Any], Any], first: Any, second: Any
) -> None:
    """What is stored of the question, and of the graphs inside, is found under the ids of both."""

    def ended(asking: Any, going_on: Any) -> tuple[Any, Any]:
        saver = REFERENCE.InMemorySaver()
        asked = build(asking).compile(checkpointer=saver).invoke({"x": ["in"]}, THREAD)
        output = build(going_on).compile(checkpointer=saver).invoke(going_on.Command(resume="A"), THREAD)
        return [question.value for question in asked["__interrupt__"]], output

    assert ended(first, second) == ended(REFERENCE, REFERENCE)


@pytest.mark.parametrize("sends", [False, True])
def test_a_handler_is_told_the_same_of_its_place(sends: bool) -> None:
    """Namespace, checkpoints around it, and, in its runtime, the task that failed."""

    def told(library: Any) -> list[str]:
        seen: list[Any] = []

        def handler(state: Any, config: Any, runtime: Any) -> Any:
            place, info = config["configurable"], runtime.execution_info
            seen.append([place["checkpoint_ns"], place["checkpoint_map"], info.checkpoint_ns, info.task_id])
            seen.append([info.checkpoint_id, info.node_attempt, config["metadata"]])
            return {"x": ["handled"]}

        del handler.__annotations__["config"]
        policy = library.RetryPolicy(initial_interval=0, jitter=False, max_attempts=2, retry_on=ValueError)
        node = (fails, {"error_handler": handler, "retry_policy": policy})
        made = builder(library, ("__start__", "b"), a=node, b=says("b"))
        if sends:
            made.add_conditional_edges("b", lambda state: [library.Send("a", state)])
        made.compile(checkpointer=library.InMemorySaver()).invoke({"x": ["in"]}, THREAD)
        return [_numbered(repr(part)) for part in seen]

    assert told(OURS) == told(REFERENCE)


def _numbered(text: str) -> str:
    """Return the text with its ids numbered in the order in which they occur."""
    known: dict[str, str] = {}
    return _ID.sub(lambda found: known.setdefault(found[0], f"ID{len(known)}"), text)
