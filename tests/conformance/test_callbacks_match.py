"""What LangChain's callbacks are told of runs and nodes, on both libraries."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.runnables import RunnableLambda

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain
from tests.conformance.test_questions_match import asks, without_question_ids

warnings.filterwarnings("ignore", module="langgraph")


class Heard(BaseCallbackHandler):
    """Notes every chain; the reference forgets to name a nameless router where it is awaited."""

    def __init__(self) -> None:
        self.notes: list[Any] = []
        self._names: dict[Any, str] = {}

    def on_chain_start(self, serialized: Any, inputs: Any, **known: Any) -> None:
        assert serialized is None
        run_id, parent_run_id = known["run_id"], known.get("parent_run_id")
        self._names[run_id] = known["name"] or "RunnableCallable"
        node = (known.get("metadata") or {}).get("langgraph_node")
        tags = sorted(known.get("tags") or [])
        self._note("begins", run_id, [self._names.get(parent_run_id), inputs, tags, node])

    def on_chain_end(self, outputs: Any, *, run_id: Any, **_known: Any) -> None:
        self._note("ends", run_id, outputs)

    def on_chain_error(self, error: BaseException, *, run_id: Any, **_known: Any) -> None:
        self._note("fails", run_id, repr(error) if isinstance(error, ValueError) else type(error).__name__)

    def _note(self, what: str, run_id: Any, told: Any) -> None:
        self.notes.append((what, self._names[run_id], told))


class HeardLater(AsyncCallbackHandler):
    """Notes the names of chains in coroutines."""

    def __init__(self) -> None:
        self.notes: list[Any] = []

    async def on_chain_start(self, serialized: Any, inputs: Any, **known: Any) -> None:
        assert serialized is None or inputs
        self.notes.append(known["name"] or "RunnableCallable")


def chain(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=lambda state: lib.Command(update={"y": 1}))


def graphs_inside(lib: Any) -> Any:
    inside = graph(lib, [(None, "p")], p=says("p"))
    named = inside.compile(name="named")

    def calls(state: Any) -> Any:
        return {"x": named.invoke(EMPTY)["x"]}

    return graph(lib, [(None, "s"), ("s", "calls")], s=inside.compile(), calls=calls)


def a_runnable_called(lib: Any) -> Any:
    double: Any = RunnableLambda(lambda number: number * 2).with_config(run_name="double")
    return graph(lib, [(None, "a")], a=lambda state: {"y": double.invoke(2)})


def a_failure(lib: Any) -> Any:
    def bad(state: Any) -> Any:
        raise ValueError("no")

    return graph(lib, [(None, "a"), ("a", "bad")], a=says("a"), bad=bad)


def retried(lib: Any) -> Any:
    faults = [1]

    def flaky(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ConnectionError("once")
        return {"y": 1}

    builder = lib.StateGraph(dict)
    builder.add_node("flaky", flaky, retry_policy=lib.RetryPolicy(initial_interval=0.001, jitter=False))
    builder.add_edge(lib.START, "flaky")
    return builder


def a_question(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "ask")], a=says("a"), ask=asks(lib, "?"))


def routed(lib: Any, *routers: Any, start: Any = None) -> Any:
    builder = graph(lib, [(None, "a")] if start is None else [], a=says("a"), b=says("b"))
    for router in routers:
        builder.add_conditional_edges("a", router)
    return builder if start is None else builder.add_conditional_edges(lib.START, start)


def to_b(_state: Any) -> str:
    return "b"


def routers(lib: Any) -> Any:
    """A function, a nameless one, one that sends, and runnables that tell of themselves."""
    runnable: Any = RunnableLambda(to_b)
    return routed(
        lib,
        to_b,
        lambda state: ["b"],
        lambda state: [lib.Send("b", {"x": [1]})],
        runnable,
        runnable.with_config(run_name="named"),
    )


def a_router_of_the_input(lib: Any) -> Any:
    return routed(lib, start=to_b)


def a_router_that_fails(lib: Any) -> Any:
    def bad(state: Any) -> Any:
        raise ValueError("no")

    return routed(lib, bad)


def a_router_to_nowhere(lib: Any) -> Any:
    return routed(lib, lambda state: lib.Send("__end__", {}))


def a_router_tried_again(lib: Any) -> Any:
    faults = [1]

    def flaky(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ConnectionError("once")
        return lib.END

    builder = lib.StateGraph(dict)
    builder.add_node("a", says("a"), retry_policy=lib.RetryPolicy(initial_interval=0.001, jitter=False))
    builder.add_edge(lib.START, "a")
    return builder.add_conditional_edges("a", flaky)


def a_result_that_cannot_be_written(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=lambda state: 1)


def a_router_that_asks(lib: Any) -> Any:
    return routed(lib, lambda state: lib.interrupt("?"))


GRAPHS = [
    chain,
    graphs_inside,
    a_runnable_called,
    a_failure,
    retried,
    a_question,
    routers,
    a_router_of_the_input,
    a_router_that_fails,
    a_router_to_nowhere,
    a_router_tried_again,
    a_result_that_cannot_be_written,
    a_router_that_asks,
]
CONFIGS: dict[str, dict[str, Any]] = {
    "named and tagged": {"run_name": "mine", "tags": ["t"], "metadata": {"user": "u"}},
    "bare": {},
}


def heard(lib: Any, build: Callable[[Any], Any], config: dict[str, Any]) -> Any:
    handler = Heard()
    outcome = answer(lambda: build(lib).compile().invoke(EMPTY, {**config, "callbacks": [handler]}))
    return without_question_ids(plain([outcome, handler.notes]))


async def heard_awaited(lib: Any, build: Callable[[Any], Any]) -> Any:
    handler, later = Heard(), HeardLater()
    try:
        outcome = await build(lib).compile().ainvoke(EMPTY, {"callbacks": [handler, later]})
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        outcome = repr(error)
    return without_question_ids(plain([outcome, handler.notes, later.notes]))


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS.keys())
@pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
def test_callbacks_are_told_the_same_chains(build: Callable[[Any], Any], config: dict[str, Any]) -> None:
    """Which begins inside which, with what, and how each ends."""
    assert heard(OURS, build, config) == heard(REFERENCE, build, config)


@pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
async def test_an_awaited_run_tells_callbacks_the_same(build: Callable[[Any], Any]) -> None:
    """Those that are coroutines too."""
    assert await heard_awaited(OURS, build) == await heard_awaited(REFERENCE, build)


def heard_of_tasks(lib: Any) -> Any:
    func: Any = importlib.import_module(f"{lib.package}.func")

    def add_plainly(left: int, right: int = 1) -> int:
        return left + right

    add = func.task(add_plainly, name="add")

    def add_twice(number: int) -> Any:
        return add(add(number).result(), right=2).result()

    adding = func.task(add_twice)

    def flow(number: int) -> Any:
        return adding(number).result()

    handler = Heard()
    return [func.entrypoint()(flow).invoke(1, {"callbacks": [handler]}), handler.notes]


def test_callbacks_are_told_of_tasks_inside_of_their_callers() -> None:
    """With what they were called by the names of their parameters."""
    assert heard_of_tasks(OURS) == heard_of_tasks(REFERENCE)


def said_in_a_run_of_its_own(lib: Any, *, subgraphs: bool) -> Any:
    """Return what the streams of two runs hear of a model, one of which is called in the other with another thread."""

    def speaks(state: Any) -> Any:
        GenericFakeChatModel(messages=iter(["one two"])).invoke("hi")
        return {"x": ["spoke"]}

    own = graph(lib, [(None, "speaks")], speaks=speaks).compile()
    inner: list[str] = []

    def node(state: Any) -> Any:
        config = {"configurable": {"thread_id": "own"}}
        inner.extend(message.content for message, _ in own.stream(EMPTY, config, stream_mode="messages"))
        return {}

    outer = graph(lib, [(None, "node")], node=node).compile()
    parts = list(outer.stream(EMPTY, THREAD, stream_mode="messages", subgraphs=subgraphs))
    return [inner, [(part[0], part[1][0].content) if subgraphs else part[0].content for part in parts]]


@pytest.mark.parametrize("subgraphs", [False, True])
def test_a_run_of_its_own_is_heard_around_it_by_who_asks_for_it(*, subgraphs: bool) -> None:
    """Its namespace begins at the root, and still it is not the root of the run around it."""
    assert said_in_a_run_of_its_own(OURS, subgraphs=subgraphs) == said_in_a_run_of_its_own(
        REFERENCE, subgraphs=subgraphs
    )


async def streamed_events(lib: Any) -> Any:
    """Return the events of a run in LangChain's own way, in which a model speaks."""

    async def speaks(state: Any) -> Any:
        said = await GenericFakeChatModel(messages=iter(["one two"])).ainvoke("hi")
        return {"x": [said.content]}

    built = graph(lib, [(None, "speaks")], speaks=speaks, b=says("b"))
    asked = built.add_conditional_edges("speaks", to_b).compile()
    events = asked.astream_events(EMPTY, version="v2", config={"tags": ["mine"]})
    return [
        (event["event"], event["name"], sorted(event["tags"]), _without_ids(event["data"])) async for event in events
    ]


def _without_ids(data: dict[str, Any]) -> dict[str, Any]:
    return {key: getattr(value, "content", value) for key, value in data.items() if key != "input"}


async def test_langchains_own_events_are_the_same() -> None:
    """Of the graph, its nodes, and the models that they call."""
    assert await streamed_events(OURS) == await streamed_events(REFERENCE)
