"""A handler that joins a superstep is in the picture like a node that was planned."""

from __future__ import annotations

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from tests.protocol import told
from tests.protocol.logs import GRAPH

HANDLER = "__error_handler__a"


def handled(step: int, by: str = "task-h") -> events.TaskHandled:
    return events.TaskHandled(run=told.RUN, ns="", step=step, task="task-a", node="a", by=by, handler=HANDLER)


BEGUN: list[AnyEvent] = [GRAPH, told.planned(1, told.task("a")), told.task_started(1, "a"), told.failed(1, "a")]


def test_a_handler_takes_part_in_the_superstep_of_the_failure() -> None:
    """It is planned, runs and is done; the node has failed all the same."""
    log = [*BEGUN, handled(1), told.task_started(1, HANDLER), told.finished(1, HANDLER, "log")]

    statuses = [told.folded(log[:length]).nodes[HANDLER].status for length in (5, 6, 7)]
    picture = told.folded(log)

    assert statuses == ["planned", "running", "done"]
    assert picture.nodes["a"].status == "failed"
    assert picture.open is not None
    assert (picture.open.nodes, picture.open.failed) == (("a", HANDLER), ("a",))


def test_a_handler_of_several_failures_is_done_when_all_its_tasks_have_ended() -> None:
    """Whether the next joins before or after the first has ended."""
    early = told.folded([*BEGUN, handled(1), handled(1, "task-h2"), told.finished(1, HANDLER)]).nodes[HANDLER]
    late = told.folded([*BEGUN, handled(1), told.finished(1, HANDLER), handled(1, "task-h2")]).nodes[HANDLER]

    assert [(view.status, view.tasks, view.ended) for view in (early, late)] == [("running", 2, 1)] * 2


def test_what_a_handler_did_in_an_earlier_superstep_is_not_what_it_does_now() -> None:
    """It begins anew."""
    log = [*BEGUN, handled(1), told.finished(1, HANDLER, "log"), told.planned(2, told.task("a")), handled(2)]

    view = told.folded(log).nodes[HANDLER]

    assert (view.status, view.step, view.tasks, view.ended, view.wrote) == ("planned", 2, 1, 0, ())


def test_a_handler_that_did_not_end_is_idle_when_the_superstep_comes_to_nothing() -> None:
    """Like every node."""
    log = [*BEGUN, handled(1), told.task_started(1, HANDLER), told.aborted(1, "task_failed")]

    assert told.folded(log).nodes[HANDLER].status == "idle"
