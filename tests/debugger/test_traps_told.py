"""What goes as in the reference although it loses something: the run is told of it, so that the page can say it."""

from __future__ import annotations

import logging
from typing import Annotated, Any, Optional, TypedDict

import pytest

from stepgraph.channels import LastValue
from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.debugger import Debugger
from stepgraph.graph import START, StateGraph
from stepgraph.protocol.events import EngineWarned
from stepgraph.types import Overwrite


def join(one: Any, other: Any) -> Any:
    return f"{one}{other}"


class State(TypedDict, total=False):
    note: Annotated[Optional[str], join]  # noqa: UP045  # as it is written in files
    log: Annotated[list[str], lambda one, other: one + other]


def told(graph: Any, given: Any) -> list[EngineWarned]:
    """Return the warnings of a run."""
    debugger = Debugger(graph)
    debugger.start(given, until="end")
    return [event for event in debugger.events if isinstance(event, EngineWarned)]


def routed(fault: Exception | None, *, keeps: bool = True) -> Any:
    """Return a graph whose router fails."""

    def route(state: State) -> str:
        if fault is not None:
            raise fault
        return "b"

    builder = StateGraph(State).add_node("a", lambda state: {"log": ["a"]}).add_node("b", lambda state: {"log": ["b"]})
    builder.add_edge(START, "a").add_conditional_edges("a", route)
    return builder.compile(checkpointer=InMemorySaver() if keeps else None)


def test_a_replacement_that_became_the_value_is_told() -> None:
    """The channel and the node are named."""
    builder = StateGraph(State).add_node("a", lambda state: {"note": Overwrite("x")}).add_edge(START, "a")

    [warned] = told(builder.compile(), {"log": []})

    assert (warned.code, warned.channel, warned.node) == ("channel.overwrite_stored", "note", "a")


@pytest.mark.parametrize(
    "given",
    [{"note": "x"}, {"log": Overwrite(["x"])}, {"log": ["x"]}],
    ids=["plain", "of_a_list", "list"],
)
def test_an_ordinary_first_write_is_not_told(given: Any) -> None:
    """Nor a replacement that was taken for one."""
    builder = StateGraph(State).add_node("a", lambda state: given).add_edge(START, "a")

    assert told(builder.compile(), {"log": []}) == []


def test_a_router_whose_choice_is_lost_is_told() -> None:
    """When it fails: there is still time to route again."""
    [warned] = told(routed(ValueError("no")), {"log": []})

    assert (warned.code, warned.node, warned.step) == ("router.lost", "a", 1)
    assert "Edit the state as node 'a'" in warned.sentence


def test_editing_as_the_node_routes_again() -> None:
    """As the sentence says."""
    graph, mended = routed(ValueError("no")), routed(None)
    mended.checkpointer = graph.checkpointer
    config: Any = {"configurable": {"thread_id": "1"}}
    with pytest.raises(ValueError, match="no"):
        graph.invoke({"log": []}, config)

    mended.update_state(config, {"log": ["by hand"]}, as_node="a")

    assert mended.invoke(None, config)["log"][-1] == "b"


def test_a_lost_router_is_logged_where_nobody_debugs(caplog: pytest.LogCaptureFixture) -> None:
    """And only where a thread is kept, on which the run could go on."""
    with caplog.at_level(logging.WARNING, logger="stepgraph"):
        for keeps in (True, False):
            with pytest.raises(ValueError, match="no"):
                routed(ValueError("no"), keeps=keeps).invoke({"log": []}, {"configurable": {"thread_id": "1"}})

    assert len([record for record in caplog.records if "A router of node 'a' failed" in record.message]) == 1


def test_the_channel_of_the_trap_is_the_reducers_alone() -> None:
    """A LastValue stores any object that a file writes."""

    class Plain(TypedDict, total=False):
        kept: Annotated[Any, LastValue]

    builder = StateGraph(Plain).add_node("a", lambda state: {"kept": Overwrite("x")}).add_edge(START, "a")

    assert told(builder.compile(), {"kept": 1}) == []
