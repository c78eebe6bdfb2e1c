"""Tasks that the code of another task calls: they are in the superstep of the one that calls them."""

from __future__ import annotations

from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent
from tests.protocol import told
from tests.protocol.logs import GRAPH
from tests.protocol.told import folded


def called(node: str) -> AnyEvent:
    """A task that the task of "a" calls begins."""
    return replace(told.task_started(1, node), called_by="task-a")


BEGUN: list[AnyEvent] = [GRAPH, told.run_started(1), told.planned(1, told.task("a")), told.task_started(1, "a")]


def test_called_tasks_are_counted_in_the_superstep() -> None:
    """As many as were called, each of them running until it has ended."""
    two = [*BEGUN, called("double"), called("double")]
    half = folded([*two, told.finished(1, "double")]).nodes["double"]
    done = folded([*two, told.finished(1, "double"), told.finished(1, "double")])

    assert (half.status, half.step, half.tasks, half.ended) == ("running", 1, 2, 1)
    assert (done.nodes["double"].status, done.nodes["double"].ended) == ("done", 2)
    assert done.open is not None
    assert done.open.nodes == ("a", "double")


def test_called_tasks_of_the_next_superstep_are_counted_anew() -> None:
    """Nothing of the one before is told of them any more."""
    first = [*BEGUN, called("double"), told.failed(1, "double"), told.aborted(1)]
    view = folded([*first, told.planned(1, told.task("a")), called("double")]).nodes["double"]

    assert (view.status, view.tasks, view.ended, view.sentence) == ("running", 1, 0, None)


def test_a_question_of_a_called_task_is_asked_once() -> None:
    """Its caller waits for the answer, too, and stands for both."""
    question = told.question("sure")
    asked = [*BEGUN, called("ask"), told.interrupted(1, "ask", question), told.interrupted(1, "a", question)]

    assert [(one.node, one.question) for one in folded(asked).questions] == [("a", question)]
