"""Answers that must be of a type, and answers to questions that do not wait, on both libraries."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, is_dataclass
from functools import partial
from typing import Annotated, Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from stepgraph.errors import UnknownInterruptError, is_invalid_resume
from tests.conformance.graphs_state import EMPTY, graph
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer
from tests.conformance.test_questions_match import asks, open_ids, without_question_ids
from tests.conformance.test_threads_match import Thread

warnings.filterwarnings("ignore", module="langgraph")

STRICT = {"configurable": {"thread_id": "1", "__pregel_strict_resume": True}}


class Permit(BaseModel):
    depth: int
    note: str = "none"


class Site(TypedDict):
    name: str


@dataclass
class Funds:
    amount: float


def _seen(value: Any) -> Any:
    """Return an answer as plain data, with the type that the node got."""
    if isinstance(value, BaseModel):
        return (type(value).__name__, value.model_dump())
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, asdict(value))
    return value


def _asking(lib: Any, *forms: Any) -> Thread:
    """Return a thread whose node asks one question for each form."""

    def node(state: Any) -> Any:
        return {"x": [_seen(lib.interrupt("q", response_schema=form)) for form in forms]}

    return Thread(lib, lambda lib: graph(lib, [(None, "a")], a=node))


TYPES: dict[str, tuple[Any, Any, Any]] = {
    "model": (Permit, {"depth": "7"}, {"depth": "deep"}),
    "typed_dict": (Site, {"name": "north", "extra": 1}, {}),
    "dataclass": (Funds, {"amount": 3}, {"amount": "much"}),
    "simple": (int, "5", "five"),
    "annotated": (Annotated[list[int], "doc"], ["1", 2], 3),
    "schema": ({"type": "integer"}, "not looked at", None),
}


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("by_id", [False, True], ids=["alone", "by_id"])
def test_an_answer_becomes_what_the_question_asks_for(name: str, by_id: bool) -> None:
    """The caller is shown the form as a JSON schema; a misfit is refused and the question stays open."""
    form, fitting, misfit = TYPES[name]

    def story(lib: Any) -> Any:
        thread = _asking(lib, form)
        thread.run(EMPTY)
        [question] = open_ids(thread)
        for given in (misfit, fitting):
            if given is not None:
                thread.run(lib.Command(resume={question: given} if by_id else given))
        return without_question_ids(thread.record())

    assert story(OURS) == story(REFERENCE)


def test_a_refused_second_answer_keeps_the_first() -> None:
    """Only the question whose answer was refused is asked again."""

    def story(lib: Any) -> Any:
        thread = _asking(lib, None, Permit)
        thread.run(EMPTY)
        thread.run(lib.Command(resume="first"))
        for given in ("no permit", {"depth": 1}):
            [question] = open_ids(thread)
            thread.run(lib.Command(resume={question: given}))
        return without_question_ids(thread.record())

    assert story(OURS) == story(REFERENCE)


def test_tasks_with_good_answers_end_beside_one_with_a_bad_answer() -> None:
    """What they did is kept, so that it is not done twice."""

    def story(lib: Any) -> Any:
        def node(name: str) -> Callable[[Any], Any]:
            return lambda state: {"x": [(name, lib.interrupt(name, response_schema=int))]}

        thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "b")], a=node("a"), b=node("b")))
        thread.run(EMPTY)
        first, second = open_ids(thread)
        thread.run(lib.Command(resume={first: "bad", second: 2}))
        thread.run(lib.Command(resume={first: 1}))
        return without_question_ids(thread.record())

    assert story(OURS) == story(REFERENCE)


def test_a_refused_answer_is_told_from_other_faults() -> None:
    """By a mark on the error, which a fault of the node's own does not carry."""
    thread = _asking(OURS, Permit)
    thread.graph.invoke(EMPTY, THREAD)

    with pytest.raises(ValueError, match="depth") as refused:
        thread.graph.invoke(OURS.Command(resume={"deep": True}), THREAD)

    assert is_invalid_resume(refused.value)
    assert not is_invalid_resume(ValueError("depth"))


def test_questions_after_a_swallowed_question_share_its_id() -> None:
    """A node that catches the pause and asks on is answered in the order of asking."""

    def story(lib: Any) -> Any:
        def node(state: Any) -> Any:
            found = [answer(partial(lib.interrupt, name)) for name in "ab"]
            if any(isinstance(given, tuple) for given in found):
                lib.interrupt("c")
            return {"x": found}

        thread = Thread(lib, lambda lib: graph(lib, [(None, "n")], n=node))
        thread.run(EMPTY)
        for given in (1, 2, 3):
            for question in open_ids(thread):
                thread.run(lib.Command(resume={question: given}))
        return thread.graph.get_state(THREAD).next

    assert story(OURS) == story(REFERENCE)


STRICT_ANSWERS: dict[str, Callable[[list[str]], Any]] = {
    "unknown": lambda ids: {"0" * 32: "x"},
    "unknown_beside_known": lambda ids: {ids[0]: "x", "f" * 32: "y", "0" * 32: "z"},
    "empty": lambda ids: {},
    "one_for_several": lambda ids: "x",
    "each": lambda ids: dict.fromkeys(ids, "x"),
}


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lenient"])
@pytest.mark.parametrize("name", STRICT_ANSWERS)
def test_a_strict_run_refuses_answers_to_nothing(name: str, strict: bool) -> None:
    """Before anything is written, saying which questions wait; otherwise such answers are passed over."""

    def story(lib: Any) -> Any:
        nodes = {"a": asks(lib, "qa"), "b": asks(lib, "qb")}
        thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "b")], **nodes))
        thread.run(EMPTY)
        ids = open_ids(thread)
        places = {asked: place for place, asked in enumerate(ids)}

        def resumed() -> Any:
            try:
                return thread.graph.invoke(lib.Command(resume=STRICT_ANSWERS[name](ids)), STRICT if strict else THREAD)
            except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
                waiting = [places[asked] for asked in getattr(error, "pending_ids", ())]
                unknown = [places.get(asked, asked) for asked in getattr(error, "interrupt_ids", ())]
                return (type(error).__name__, getattr(error, "reason", None), sorted(waiting), unknown)

        thread.seen.append(resumed())
        return without_question_ids(thread.record())

    assert story(OURS) == story(REFERENCE)


def test_an_answer_given_twice_is_refused_when_strict() -> None:
    """The second question of a node has an id of its own, so the answer to the first does not reach it."""
    thread = Thread(OURS, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q1", "q2")))
    thread.graph.invoke(EMPTY, THREAD)
    [first] = open_ids(thread)
    thread.graph.invoke(OURS.Command(resume={first: "yes"}), STRICT)
    [second] = open_ids(thread)

    with pytest.raises(UnknownInterruptError, match=first) as refused:
        thread.graph.invoke(OURS.Command(resume={first: "yes"}), STRICT)

    assert (refused.value.interrupt_ids, refused.value.pending_ids) == ((first,), (second,))
    assert thread.graph.invoke(OURS.Command(resume={second: "no"}), STRICT) == {"x": ["yes", "no"]}


def test_a_strict_run_passes_a_breakpoint_with_an_answer() -> None:
    """No question waits there, and one answer to whoever asks is not wrong."""

    def story(lib: Any) -> Any:
        thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=asks(lib, "q")), interrupt_before=["a"])
        thread.run(EMPTY)
        thread.run(lib.Command(resume="go"), STRICT)
        return without_question_ids(thread.record())

    assert story(OURS) == story(REFERENCE)
