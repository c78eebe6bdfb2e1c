"""Which answers are taken: those to questions that are open, while the run waits for them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.questions import require_open
from tests.protocol import told
from tests.protocol.logs import GRAPH

ID, OTHER = "a" * 32, "b" * 32
WAITS = replace(told.run_paused(1, "execute"), reason="question")


def asked(*ids: str, then: Sequence[AnyEvent] = (WAITS,)) -> Snapshot:
    """The picture after node "a" asked these."""
    questions = [told.question(name) for name in ids]
    log: list[AnyEvent] = [told.run_started(1), told.planned(1, told.task("a")), told.interrupted(1, "a", *questions)]
    return told.folded([GRAPH, *log, told.aborted(1, "interrupted"), *then])


def code(ids: Sequence[str], picture: Snapshot) -> str | None:
    """The code of the refusal; None when the answers are taken."""
    try:
        require_open(ids, picture)
    except Refusal as refusal:
        return refusal.problem.code
    return None


def test_one_or_all_of_the_open_questions_can_be_answered() -> None:
    """What is left out stays open."""
    assert [code(ids, asked(ID, OTHER)) for ids in ([ID], [OTHER], [ID, OTHER])] == [None, None, None]


@pytest.mark.parametrize(
    ("ended", "expected"),
    [
        (events.RunStopped(run=told.RUN, ns="", reason="asked", step=None, phase=None), None),
        (
            events.WorkerLost(
                run="", ns="", exit_code=1, signal=None, last_event=None, checkpoint=None, sentence="Gone."
            ),
            None,
        ),
        (told.run_paused(1, "execute"), "interrupt.not_waiting"),
        (told.run_started(1, kind="resume"), "interrupt.not_waiting"),
    ],
    ids=["stopped", "lost", "held in a superstep", "at work"],
)
def test_a_run_that_ended_can_be_answered_and_one_that_is_at_work_cannot(ended: AnyEvent, expected: str | None) -> None:
    """Questions outlive the run and its process."""
    assert code([ID], asked(ID, then=[WAITS, ended])) == expected


def test_an_unknown_question_is_refused_by_naming_the_open_ones() -> None:
    """One unknown id refuses all: nothing is answered by half."""
    with pytest.raises(Refusal, match=f"{ID} \\(a\\)") as refused:
        require_open([ID, OTHER], asked(ID))

    assert refused.value.problem.code == "interrupt.unknown"


def test_a_question_that_a_node_raised_itself_has_no_place_for_an_answer() -> None:
    """The sentence says what would have one."""
    with pytest.raises(Refusal, match=r"interrupt\(\)") as refused:
        require_open(["placeholder-id"], asked("placeholder-id"))

    assert refused.value.problem.code == "interrupt.unanswerable"


def test_nothing_is_answered_where_nobody_asks() -> None:
    """Not before a run, and not after it."""
    assert code([ID], told.folded([GRAPH])) == "interrupt.none_open"
