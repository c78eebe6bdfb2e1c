"""A list of messages that updates are merged into by id."""

from __future__ import annotations

import inspect
import sys
import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, SystemMessage
from langchain_core.messages import RemoveMessage as LangChainRemoval

from stepgraph.channels import BinaryOperatorAggregate
from stepgraph.graph import MessageGraph, MessagesState, StateGraph, add_messages
from stepgraph.graph.message import REMOVE_ALL_MESSAGES, RemoveMessage
from stepgraph.graph.message_forms import MessageForm, PlainForm, installed_form
from stepgraph.graph.message_merge import merge_messages

FORMS = pytest.mark.parametrize("form", [PlainForm(), installed_form()], ids=["plain", "langchain"])


def message(content: str, identity: str | None = None) -> dict[str, Any]:
    return {"role": "user", "content": content} | ({} if identity is None else {"id": identity})


def shown(messages: Any) -> list[tuple[str, str]]:
    """Content and id of each message, whichever form it has; an id that was made up is called new."""

    def of(item: Any) -> tuple[str, str]:
        content, identity = (item["content"], item["id"]) if isinstance(item, dict) else (item.content, item.id)
        return content, "new" if _is_uuid(identity) else identity

    return [of(item) for item in messages]


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


A1, B1, A2, B2, C1 = message("a", "1"), message("b", "1"), message("a", "2"), message("b", "2"), message("c", "1")
REMOVE_1, REMOVE_2, CLEAR = RemoveMessage("1"), RemoveMessage("2"), RemoveMessage(REMOVE_ALL_MESSAGES)


@FORMS
@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([A1], [B1], [("b", "1")]),
        ([A1], [B2], [("a", "1"), ("b", "2")]),
        ([A1], [], [("a", "1")]),
        ([], [A1, B1], [("b", "1")]),
        ([A1, B1], [C1], [("a", "1"), ("c", "1")]),
        ([A1], [REMOVE_1], []),
        ([A1, B2], [REMOVE_1], [("b", "2")]),
        ([A1], [REMOVE_1, REMOVE_1], []),
        ([A1, B2], [REMOVE_1, C1], [("c", "1"), ("b", "2")]),
        ([A1, B2], [C1, REMOVE_1], [("b", "2")]),
        ([A1], [B2, CLEAR, C1], [("c", "1")]),
        ([A1], [CLEAR, B1, CLEAR, B2], [("b", "2")]),
        ([A1], [CLEAR, REMOVE_1], [("", "1")]),
        ("text", [message("more")], [("text", "new"), ("more", "new")]),
        ([], ("user", "hi"), [("hi", "new")]),
        ([], [("ai", "hi"), ["system", "be kind"]], [("hi", "new"), ("be kind", "new")]),
        ([], A1, [("a", "1")]),
    ],
)
def test_an_update_is_merged_by_id(form: MessageForm, left: Any, right: Any, expected: Any) -> None:
    """Known ids are replaced in place, new ones added at the end, named ones removed; who has none gets one."""
    assert shown(merge_messages(left, right, form=form)) == expected


@FORMS
def test_a_message_that_is_not_there_cannot_be_removed(form: MessageForm) -> None:
    """The message names the id."""
    with pytest.raises(ValueError, match=r"^Attempting to delete a message with an ID that doesn't exist \('2'\)$"):
        merge_messages([A1], [REMOVE_2], form=form)


@FORMS
@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        (3, NotImplementedError, "Unsupported message type: <class 'int'>"),
        (("a", "b", "c"), NotImplementedError, "Message as a sequence must be (role string, template)"),
        ({"content": "q"}, ValueError, "Message dict must contain 'role' and 'content' keys, got {'content': 'q'}"),
        ({"role": "user"}, ValueError, "Message dict must contain 'role' and 'content' keys, got {'role': 'user'}"),
        (
            {"role": "zz", "content": "q"},
            ValueError,
            (
                "Unexpected message type: 'zz'. Use one of 'human', 'user', 'ai', 'assistant', 'function', 'tool', "
                "'system', or 'developer'."
            ),
        ),
    ],
)
def test_what_is_no_message_is_refused(form: MessageForm, given: Any, error: type[Exception], text: str) -> None:
    """With or without LangChain, in the same words."""
    with pytest.raises(error) as caught:
        merge_messages([], [given], form=form)

    assert str(caught.value).splitlines()[0] == text


def test_plain_records_stay_what_they_were_given_as() -> None:
    """With their other keys, in dicts of their own."""
    given = {"role": "ai", "content": "hi", "tool_calls": []}

    (kept,) = merge_messages([], [given], form=PlainForm())

    assert {**kept, "id": "new"} == {**given, "id": "new"}
    assert ("id" in given, _is_uuid(kept["id"])) == (False, True)


def test_plain_records_may_stand_beside_objects_that_look_like_messages() -> None:
    """Say, of a library that is not LangChain."""

    class Own:
        content, id = "hi", None

    given = Own()

    assert merge_messages([], [given], form=PlainForm()) == [given]
    assert _is_uuid(str(given.id))


def test_langchains_classes_are_used_when_it_is_installed() -> None:
    """Dicts and pairs become its objects, chunks whole messages, and its own removal is understood."""
    merged = add_messages([A1], [("ai", "b"), SystemMessage("c"), AIMessageChunk(content="d", id="9")])
    removed = add_messages([A1], [LangChainRemoval(id="1")])

    assert isinstance(merged, list)
    assert [type(item) for item in merged] == [HumanMessage, AIMessage, SystemMessage, AIMessage]
    assert removed == []


@pytest.fixture
def without_langchain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine where it was never installed."""
    installed_form.cache_clear()
    monkeypatch.setitem(sys.modules, "langchain_core", None)
    yield
    installed_form.cache_clear()


@pytest.mark.usefixtures("without_langchain")
def test_a_graph_of_messages_runs_without_langchain() -> None:
    """Its messages are then the dicts that were given, with an id."""
    builder = StateGraph(MessagesState).add_node("answer", lambda state: {"messages": [("ai", "hi")]})

    state = builder.set_entry_point("answer").compile().invoke({"messages": [{"role": "user", "content": "hello"}]})

    assert [(item["role"], item["content"], _is_uuid(item["id"])) for item in state["messages"]] == [
        ("user", "hello", True),
        ("ai", "hi", True),
    ]


def test_messages_can_be_given_the_form_of_openai() -> None:
    """Only LangChain knows how."""
    reducer = add_messages(format="langchain-openai")
    assert callable(reducer)

    assert [item.content for item in reducer([], ["a"])] == ["a"]
    with pytest.raises(ImportError, match="langchain-core"):
        PlainForm().to_openai([])
    with pytest.raises(ValueError, match=r"^Unrecognized format='x'. Expected one of 'langchain-openai', None\.$"):
        add_messages([], [], format="x")


@pytest.mark.parametrize(("left", "right", "received"), [(None, [], "right"), ([], None, "left")])
def test_both_sides_have_to_be_there(left: Any, right: Any, received: str) -> None:
    """Without either, it is a question for the reducer itself."""
    with pytest.raises(ValueError, match=f"^Must specify non-null .* Only received: '{received}'.$"):
        add_messages(left, right)
    assert isinstance(add_messages(), partial)


def test_the_list_that_was_given_is_left_alone() -> None:
    """A checkpoint may hold it."""
    left = [HumanMessage("a", id="1")]

    merged = add_messages(left, [HumanMessage("b", id="1")])

    assert (shown(left), shown(merged)) == ([("a", "1")], [("b", "1")])


def test_a_state_of_messages_folds_with_the_reducer() -> None:
    """The reducer has the two parameters that a schema asks for."""
    channel = StateGraph(MessagesState).channels["messages"]

    assert isinstance(channel, BinaryOperatorAggregate)
    assert channel.operator is add_messages
    assert list(inspect.signature(add_messages).parameters) == ["left", "right", "format"]


def test_a_graph_of_messages_is_given_up() -> None:
    """It warns, and is a graph whose whole state is the list."""
    with pytest.warns(DeprecationWarning, match="^MessageGraph is deprecated in LangGraph v1.0.0"):
        builder = MessageGraph()

    assert list(builder.channels) == ["__root__"]
