"""The errors that callers match on: their classes, texts and facts."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.errors import (
    EmptyChannelError,
    EmptyInputError,
    ErrorCode,
    GraphBubbleUp,
    GraphDrained,
    GraphInterrupt,
    GraphRecursionError,
    InvalidUpdateError,
    NodeCancelledError,
    NodeError,
    NodeInterrupt,
    NodeTimeoutError,
    ParentCommand,
    TaskNotFound,
    UnknownInterruptError,
    create_error_message,
    is_invalid_resume,
    mark_invalid_resume,
)
from stepgraph.types import Command, Interrupt
from stepgraph.warnings import LangGraphDeprecatedSinceV10


@pytest.mark.parametrize(
    ("error", "base", "text"),
    [
        (EmptyChannelError(), Exception, ""),
        (EmptyInputError("none"), Exception, "none"),
        (TaskNotFound("t"), Exception, "t"),
        (InvalidUpdateError("no"), Exception, "no"),
        (GraphRecursionError("far", limit=3), RecursionError, "far"),
        (GraphDrained(), GraphBubbleUp, "Graph drained: shutdown"),
        (GraphDrained("deploy"), GraphBubbleUp, "Graph drained: deploy"),
        (GraphInterrupt(), GraphBubbleUp, "()"),
        (ParentCommand(Command(goto="a")), GraphBubbleUp, "Command(goto='a')"),
        (NodeCancelledError("a"), Exception, "Node 'a' raised asyncio.CancelledError"),
        (NodeCancelledError("a", "gone"), Exception, "gone"),
        (
            NodeTimeoutError("a", 1.23456, kind="run", run_timeout=0.05),
            Exception,
            "Node 'a' exceeded its run timeout of 0.050s (elapsed: 1.235s).",
        ),
        (
            NodeTimeoutError("a", 1, kind="idle", idle_timeout=2.0, run_timeout=3.0),
            Exception,
            "Node 'a' exceeded its idle timeout of 2.000s without making progress (elapsed: 1.000s).",
        ),
        (UnknownInterruptError("which", reason="ambiguous"), Exception, "which"),
    ],
)
def test_an_error_says_its_sentence(error: Exception, base: type[Exception], text: str) -> None:
    """To the letter of the model, below the class that callers catch."""
    assert isinstance(error, base)
    assert str(error) == text


@pytest.mark.parametrize("error_class", [GraphBubbleUp, GraphInterrupt, EmptyChannelError, NodeTimeoutError])
def test_no_error_of_the_engine_escapes_a_broad_catch(error_class: type[BaseException]) -> None:
    """They are exceptions, so a node that catches all of them swallows a question too."""
    assert issubclass(error_class, Exception)


def test_a_coded_error_has_a_second_line() -> None:
    """Where the fault is explained."""
    assert create_error_message(message="Far.", error_code=ErrorCode.GRAPH_RECURSION_LIMIT) == (
        "Far.\nFor troubleshooting, visit: https://docs.langchain.com/oss/python/langgraph/errors/GRAPH_RECURSION_LIMIT"
    )
    assert [code.value for code in ErrorCode] == [
        "GRAPH_RECURSION_LIMIT",
        "INVALID_CONCURRENT_GRAPH_UPDATE",
        "INVALID_GRAPH_NODE_RETURN_VALUE",
        "MULTIPLE_SUBGRAPHS",
        "INVALID_CHAT_HISTORY",
    ]


def test_facts_ride_on_attributes() -> None:
    """No caller has to read a text."""
    refused = InvalidUpdateError("no", code=ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE, channel="x", values=[1, 2])
    late = NodeTimeoutError("a", 1.5, kind="run", run_timeout=1.0)
    unknown = UnknownInterruptError("no", reason="not_pending", interrupt_ids=["i"], pending_ids=["p"])

    assert (refused.code, refused.channel, refused.values) == (
        ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE,
        "x",
        (1, 2),
    )
    assert (late.node, late.elapsed, late.kind, late.timeout, late.run_timeout, late.idle_timeout) == (
        "a",
        1.5,
        "run",
        1.0,
        1.0,
        None,
    )
    assert (unknown.reason, unknown.interrupt_ids, unknown.pending_ids) == ("not_pending", ("i",), ("p",))
    assert GraphRecursionError("far", limit=3).limit == 3
    assert NodeError("a", refused).error is refused


def test_a_timeout_names_the_limit_that_was_exceeded() -> None:
    """Without it there is nothing to say."""
    with pytest.raises(ValueError, match="idle_timeout is missing"):
        NodeTimeoutError("a", 1, kind="idle", run_timeout=1)


@pytest.mark.parametrize(("identity", "expected"), [(None, "placeholder-id"), ("i", "i")])
def test_the_old_way_to_ask_still_asks(identity: Any, expected: str) -> None:
    """And says what to write instead."""
    with pytest.warns(LangGraphDeprecatedSinceV10, match="^NodeInterrupt is deprecated"):
        error = NodeInterrupt("q", identity)

    assert error.args == ([Interrupt("q", expected)],)


def test_a_refused_answer_is_told_from_a_tools_own_error() -> None:
    """By a mark, whatever its class."""
    marked, other = ValueError(), ValueError()

    mark_invalid_resume(marked)

    assert (is_invalid_resume(marked), is_invalid_resume(other)) == (True, False)
