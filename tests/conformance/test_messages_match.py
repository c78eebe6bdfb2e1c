"""The messages stream: pieces that models write, and whole messages that nodes return, as the reference tells them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypedDict

import pytest
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
CONFIG: Any = {"configurable": {"thread_id": "1"}, "metadata": {"u": 1}, "tags": ["own"]}


class Shapes(TypedDict):
    """Values of any kind."""

    x: Any
    y: Any


def model() -> Any:
    """A model that says two words, in pieces if it may."""
    return GenericFakeChatModel(messages=iter([AIMessage("hello world", id="m1"), AIMessage("bye now", id="m2")]))


def chat(lib: Any, **nodes: Callable[[Any], Any]) -> Any:
    """A chain of nodes over a list of messages."""
    state = importlib.import_module(f"{lib.package}.graph").MessagesState
    return chain(lib, state, nodes).compile()


def chain(lib: Any, state: Any, nodes: dict[str, Any]) -> Any:
    builder = lib.StateGraph(state)
    for name, node in nodes.items():
        builder.add_node(name, node)
    names = [lib.START, *nodes]
    for source, target in pairwise(names):
        builder.add_edge(source, target)
    return builder


def pieces(lib: Any) -> Any:
    answers = model()
    return chat(lib, call=lambda state: {"messages": [answers.invoke(state["messages"])]})


def two_answers(lib: Any) -> Any:
    answers = model()

    def node(_: Any) -> Any:
        answers.invoke("dropped", {"tags": ["first"]})
        return {"messages": [answers.invoke("kept")]}

    return chat(lib, call=node)


def whole(lib: Any) -> Any:
    answers = FakeMessagesListChatModel(responses=[AIMessage("at once", id="w")])
    return chat(lib, call=lambda _: {"messages": [answers.invoke("q")]})


def unheard(lib: Any) -> Any:
    answers = model().with_config(tags=["nostream"])
    return chat(lib, call=lambda _: {"messages": [answers.invoke("q")]})


def returned(lib: Any) -> Any:
    return chat(
        lib,
        a=lambda _: {"messages": [AIMessage("plain", id="p")]},
        b=lambda state: {"messages": [state["messages"][-1], HumanMessage("new", id="h")]},
        c=lambda _: {"messages": [{"role": "ai", "content": "a dict", "id": "d"}]},
        d=lambda _: [lib.Command(update={"messages": [AIMessage("of a command", id="c")]})],
    )


def shapes(lib: Any) -> Any:
    nodes = {
        "a": lambda _: {
            "x": [AIMessage("in", id="1"), {"k": AIMessage("deep", id="2")}],
            "y": AIMessage("b", id="3"),
        },
        "b": lambda _: lib.Command(update={"x": (AIMessage("in a tuple", id="4"),)}),
        "c": lambda _: {"x": "text", "y": {"m": AIMessage("in a dict", id="5")}},
    }
    return chain(lib, Shapes, nodes).compile()


def nested(lib: Any) -> Any:
    return chat(lib, sub=pieces(lib))


def functions(lib: Any) -> Any:
    func = importlib.import_module(f"{lib.package}.func")
    answers = model()

    @func.task  # type: ignore[untyped-decorator]  # of either library
    def ask() -> Any:
        return answers.invoke("q")

    @func.task  # type: ignore[untyped-decorator]  # of either library
    def ask_through() -> Any:
        return ask().result()

    @func.entrypoint()  # type: ignore[untyped-decorator]  # of either library
    def flow(_: Any) -> Any:
        return [ask().result(), ask_through().result()]

    return flow


def pushed(lib: Any) -> Any:
    push = importlib.import_module(f"{lib.package}.graph.message").push_message

    def node(_: Any) -> Any:
        push(AIMessage("first", id="1"))
        push({"role": "user", "content": "second", "id": "2"})
        push(AIMessage("told only", id="3"), state_key=None)
        push(AIMessage("first", id="1"))
        return {"messages": [AIMessage("returned", id="4"), AIMessage("again", id="2")]}

    return chat(lib, call=node, sub=chat(lib, inner=lambda _: push(AIMessage("inside", id="5")) and None))


GRAPHS = [pieces, two_answers, whole, unheard, returned, shapes, nested, functions, pushed]


def told(graph: Any, **options: Any) -> list[Any]:
    """The events, with the class of each message and its words; ids differ from run to run."""
    events: list[Any] = []
    given = {"messages": [HumanMessage("hi", id="h0")], "x": [HumanMessage("q", id="q")], "y": None}
    for event in graph.stream(given, CONFIG, stream_mode=["messages", "custom"], **options):
        message, metadata = event[-1]
        place = {key: _IDS.sub("ID", repr(value)) for key, value in metadata.items()}
        events.append((_IDS.sub("ID", repr(event[:-1])), type(message).__name__, message.content, message.id, place))
    return events


@pytest.mark.parametrize("subgraphs", [False, True], ids=["own", "with those inside"])
@pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
def test_messages_are_told_as_the_reference_tells_them(build: Callable[[Any], Any], *, subgraphs: bool) -> None:
    """Each once, with what is known of the place it comes from."""
    ours = told(build(OURS), subgraphs=subgraphs)

    assert ours == told(build(REFERENCE), subgraphs=subgraphs)
    assert ours


async def test_a_coroutine_hears_the_pieces_too() -> None:
    """Of a model that is awaited."""
    answers = model()

    async def call(state: Any) -> Any:
        return {"messages": [await answers.ainvoke(state["messages"])]}

    graph = chat(OURS, call=call)
    words = [message.content async for message, _ in graph.astream({"messages": []}, stream_mode="messages")]

    assert words == ["hello", " ", "world"]


@pytest.mark.parametrize(
    "message", [AIMessage("no id"), "text", ("ai", "text"), {"role": "ai", "content": "no id"}], ids=str
)
def test_a_message_without_an_id_is_not_pushed(message: Any) -> None:
    """It would be another one each time that the node runs."""

    def story(lib: Any) -> Any:
        push = importlib.import_module(f"{lib.package}.graph.message").push_message
        return answer(
            lambda: chat(lib, call=lambda _: push(message)).invoke({"messages": []}, CONFIG, stream_mode="messages")
        )

    assert story(OURS) == story(REFERENCE)


def test_pushed_messages_are_written_in_their_place() -> None:
    """Before what the node returns."""

    def story(lib: Any) -> Any:
        found = pushed(lib).invoke({"messages": []}, CONFIG)
        return [(message.content, message.id) for message in found["messages"]]

    assert story(OURS) == story(REFERENCE)
