"""The stories of threads with their checkpoints in SQLite and PostgreSQL, compared with the reference in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from stepgraph.checkpoint.postgres import PostgresSaver
from stepgraph.checkpoint.sqlite import SqliteSaver
from tests.conformance import test_nested_match as nested
from tests.conformance import test_questions_match as questions
from tests.conformance import test_threads_match as threads
from tests.conformance.graphs_routes import loop
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, history, plain, snapshot, snapshots

GIVEN = {"x": [], "y": 0}

Scenario = Callable[[Any], threads.Thread]


@pytest.fixture(params=["sqlite", "postgres"])
def ours(request: pytest.FixtureRequest, postgres: str) -> Iterator[Any]:
    """This library, with another saver in the place of the one in memory."""
    with ExitStack() as stack:

        def saver() -> Any:
            if request.param == "sqlite":
                connection = sqlite3.connect(":memory:", check_same_thread=False)
                stack.callback(connection.close)
                return SqliteSaver(connection)
            return stack.enter_context(PostgresSaver.from_conn_string(postgres))

        yield SimpleNamespace(**{**vars(OURS), "InMemorySaver": saver})


@pytest.mark.parametrize("scenario", threads.SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_a_thread_goes_like_the_reference(ours: Any, scenario: Scenario) -> None:
    """Every answer, every refusal, every checkpoint of the story is the same."""
    assert scenario(ours).record() == scenario(REFERENCE).record()


@pytest.mark.parametrize("scenario", questions.SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_questions_go_like_the_reference(ours: Any, scenario: Scenario) -> None:
    """What is asked, answered, and kept for the next attempt."""
    expected = questions.without_question_ids(scenario(REFERENCE).record())

    assert questions.without_question_ids(scenario(ours).record()) == expected


@pytest.mark.parametrize("scenario", nested.SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_a_graph_inside_goes_like_the_reference(ours: Any, scenario: Scenario) -> None:
    """The story, and every checkpoint of both graphs; a saver in memory lists one namespace after the other."""

    def record(lib: Any) -> Any:
        *seen, checkpoints = nested.without_ids(questions.without_question_ids(scenario(lib).record()))
        placeless = [{key: value for key, value in each.items() if key != "parent"} for each in checkpoints]
        return seen, sorted(placeless, key=repr)

    assert record(ours) == record(REFERENCE)


@pytest.mark.parametrize("durability", ["sync", "exit"])
def test_each_durability_leaves_what_the_reference_leaves(ours: Any, durability: str) -> None:
    """Of runs that end, fail and pause."""

    def left(lib: Any) -> Any:
        stories = [
            (build, limit, pauses)
            for build in (loop, threads.chain)
            for limit, pauses in ((25, {}), (25, {"interrupt_after": ["a"]}), (2, {}))
        ]
        return plain([_run_twice(lib, *story, durability) for story in stories])

    assert left(ours) == left(REFERENCE)


def _run_twice(lib: Any, build: Any, limit: int, pauses: Any, durability: str) -> Any:
    saver = lib.InMemorySaver()
    thread = {"configurable": {"thread_id": repr((build.__name__, limit, pauses))}}
    graph = build(lib).compile(checkpointer=saver)

    def run(given: Any) -> Any:
        config = {**thread, "recursion_limit": limit}
        return answer(lambda: graph.invoke(given, config, durability=durability, **pauses))

    answers = [run(GIVEN), run(None)]
    return [*answers, snapshot(graph, thread), snapshots(graph, thread), history(saver, thread)]


def test_saves_in_the_background_leave_the_same_as_saves_that_are_waited_for(ours: Any) -> None:
    """Nothing is still on its way when the run ends."""

    def left(durability: str) -> Any:
        saver = ours.InMemorySaver()
        thread = {"configurable": {"thread_id": durability}}
        loop(ours).compile(checkpointer=saver).invoke(GIVEN, thread, durability=durability)
        return history(saver, thread)

    assert left("async") == left("sync")


def test_history_is_narrowed_like_the_references(ours: Any) -> None:
    """By metadata, by a checkpoint that must come later, by number, and any of them together."""

    def listed(lib: Any) -> Any:
        graph = loop(lib).compile(checkpointer=lib.InMemorySaver())
        graph.invoke(GIVEN, THREAD, durability="sync")
        graph.update_state(THREAD, {"x": ["by hand"]}, as_node="a")
        places = [state.config for state in graph.get_state_history(THREAD)]

        def steps(config: Any = THREAD, **options: Any) -> Any:
            return answer(lambda: [state.metadata["step"] for state in graph.get_state_history(config, **options)])

        return [
            steps(),
            steps(limit=2),
            steps(limit=0),
            steps(before=places[2]),
            steps(before=places[2], limit=1),
            steps(filter={"source": "update"}),
            steps(filter={"source": "loop", "step": 1}),
            steps(filter={"source": "loop"}, before=places[1], limit=2),
            steps(places[1]),
            steps({"configurable": {"thread_id": "none"}}),
        ]

    assert listed(ours) == listed(REFERENCE)
