"""Questions of nodes and the answers to them, on both libraries."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain, streamed
from tests.conformance.test_threads_match import Thread

warnings.filterwarnings("ignore", module="langgraph")


def asks(lib: Any, *questions: str) -> Callable[[Any], Any]:
    """Return a node that asks and logs the answers."""
    return lambda state: {"x": [lib.interrupt(question) for question in questions]}


def open_ids(thread: Thread) -> list[str]:
    """Return the ids of the questions that wait."""
    return [question.id for question in thread.graph.get_state(THREAD).interrupts]


def one_question(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), ("a", "b")], a=asks(lib, "q"), b=says("b")))
    thread.run(EMPTY)
    thread.run(None)
    thread.run(lib.Command(resume="yes"))
    thread.run(lib.Command(resume="late"))
    return thread


def two_questions(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q1", "q2")))
    thread.run(EMPTY)
    thread.run(lib.Command(resume=1))
    thread.seen.append(len(open_ids(thread)))
    thread.run(lib.Command(resume=False))
    return thread


def question_beside_a_sibling(lib: Any) -> Thread:
    ran: list[str] = []

    def sibling(state: Any) -> Any:
        ran.append("p")
        return {"x": ["p"]}

    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "p")], a=asks(lib, "q"), p=sibling))
    thread.run({"x": ["in"]})
    thread.run(lib.Command(resume="A"))
    thread.seen.append(ran)
    return thread


def two_tasks_ask(lib: Any) -> Thread:
    nodes = {"a": asks(lib, "qa"), "b": asks(lib, "qb")}
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "b")], **nodes))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="whose?"))
    first, second = open_ids(thread)
    thread.run(lib.Command(resume={second: "B"}))
    thread.run(lib.Command(resume={first: "A", "0" * 32: "nobody's"}))
    return thread


def resume_with_an_empty_map(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q")))
    thread.run(EMPTY)
    thread.run(lib.Command(resume={}))
    thread.run(lib.Command(resume={"k": 1}))
    return thread


def answer_of_an_old_checkpoint(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q")))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="first"))
    old = thread.at("a")
    thread.run(lib.Command(resume="second"), old)
    thread.run(None, old)
    return thread


def new_input_instead_of_an_answer(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), ("a", "b")], a=asks(lib, "q"), b=says("b")))
    thread.run({"x": ["1"]})
    thread.run({"x": ["2"]})
    thread.run(lib.Command(resume="A", update={"x": ["u"]}))
    return thread


def failure_beside_a_question(lib: Any) -> Thread:
    def bad(state: Any) -> Any:
        time.sleep(0.05)  # the question is long asked when this fails
        raise ValueError("bad")

    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "b")], a=asks(lib, "q"), b=bad))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    return thread


def goto_beside_a_question(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q"), b=says("b")))
    thread.run(EMPTY)
    thread.run(lib.Command(goto="b"))
    thread.run(lib.Command(resume="A"))
    return thread


def question_of_a_packet(lib: Any) -> Thread:
    def fan(state: Any) -> Any:
        return [lib.Send("w", {"n": n}) for n in (1, 2)]

    def work(state: Any) -> Any:
        return {"x": [state["n"] if state["n"] == 1 else lib.interrupt("q")]}

    def build(lib: Any) -> Any:
        return graph(lib, [(None, "a")], a=says("a"), w=work).add_conditional_edges("a", fan)

    thread = Thread(lib, build)
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    return thread


SCENARIOS = [
    one_question,
    two_questions,
    question_beside_a_sibling,
    two_tasks_ask,
    resume_with_an_empty_map,
    answer_of_an_old_checkpoint,
    new_input_instead_of_an_answer,
    failure_beside_a_question,
    goto_beside_a_question,
    question_of_a_packet,
]


def without_question_ids(value: Any) -> Any:
    """Return `value` with the ids of questions as dots: they hang on checkpoint ids."""
    if isinstance(value, (list, tuple)):
        return type(value)(without_question_ids(item) for item in value)
    if isinstance(value, dict):
        return {key: "…" if key == "id" else without_question_ids(item) for key, item in value.items()}
    if isinstance(value, str) and value.startswith("Interrupt("):
        return value.split(", id=")[0]
    return value


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_questions_go_like_the_reference(scenario: Callable[[Any], Thread]) -> None:
    """Who is asked again, whose answer counts, and what is stored is the same."""
    expected = without_question_ids(scenario(REFERENCE).record())

    found = without_question_ids(scenario(OURS).record())

    assert found == expected


def test_a_question_needs_no_saver_to_pause() -> None:
    """Without a saver a run pauses all the same; only answering needs one."""

    def story(lib: Any) -> Any:
        compiled = graph(lib, [(None, "a")], a=asks(lib, "q")).compile()
        events = streamed(compiled, EMPTY, {})
        refused = answer(lambda: compiled.invoke(lib.Command(resume=1), {}))
        return without_question_ids(plain([compiled.invoke(EMPTY), events, refused]))

    assert story(OURS) == story(REFERENCE)
