"""What a log does to the questions in the picture: they stay open until their tasks run again."""

from __future__ import annotations

import pytest

from stepgraph.protocol.events import AnyEvent
from tests.protocol import told
from tests.protocol.logs import GRAPH

BOTH = told.planned(1, told.task("a"), told.task("b"))
ASKED: list[AnyEvent] = [
    GRAPH,
    told.run_started(1),
    BOTH,
    told.interrupted(1, "b", told.question("q-1"), told.question("q-2")),
    told.interrupted(1, "a", told.question("q-3")),
    told.aborted(1, "interrupted"),
]


def open_ids(*later: AnyEvent) -> list[str]:
    """The ids of the questions that are open after these events."""
    return [asked.question.id for asked in told.folded([*ASKED, *later]).questions]


def test_questions_are_open_in_the_order_of_asking_with_their_nodes() -> None:
    """The superstep came to nothing, and they stay."""
    asked = told.folded(ASKED).questions

    assert [(one.node, one.question.id) for one in asked] == [("b", "q-1"), ("b", "q-2"), ("a", "q-3")]


def test_a_task_that_runs_again_has_asked_nothing_yet() -> None:
    """What its sibling asked stays open until that runs again, too."""
    assert open_ids(BOTH, told.task_started(1, "b")) == ["q-3"]
    assert open_ids(BOTH, told.task_started(1, "b"), told.interrupted(1, "b", told.question("q-2"))) == ["q-3", "q-2"]


def test_a_question_whose_task_is_not_due_any_more_is_closed() -> None:
    """A new input discards what was due; a task that had ended is not asked again."""
    assert open_ids(told.planned(1, told.task("a"))) == ["q-3"]
    assert open_ids(told.planned(1, told.task("a", restored=True), told.task("b"))) == ["q-1", "q-2"]
    assert open_ids(told.planned(-1, told.task("__input__"))) == []


@pytest.mark.parametrize(
    ("later", "left"),
    [
        (told.restored("c-9", 0, [], "a"), []),
        (told.committed(1, "c-9", None), []),
        (told.run_paused(1, "execute"), ["q-1", "q-2", "q-3"]),
    ],
    ids=["another checkpoint", "the next checkpoint", "the same checkpoint"],
)
def test_questions_belong_to_the_checkpoint_at_which_they_were_asked(later: AnyEvent, left: list[str]) -> None:
    """They are pending there, whatever becomes of the run."""
    assert open_ids(later) == left


def test_a_worker_that_starts_again_at_the_same_checkpoint_still_has_the_questions() -> None:
    """It tells the state that it goes on from; nobody has answered meanwhile."""
    log = [GRAPH, told.committed(0, "c-1", None), *ASKED[1:]]

    again = told.folded([*log, told.restored("c-1", 0, [], "a")])

    assert [asked.question.id for asked in again.questions] == ["q-1", "q-2", "q-3"]
