"""Going back in threads of graphs with graphs inside, on both libraries: what those start from, and who asks again."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain
from tests.conformance.test_questions_match import without_question_ids

warnings.filterwarnings("ignore", module="langgraph")

_IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Journey:
    """A thread that is run, gone back in and run again; what was seen on the way."""

    def __init__(self, lib: Any, build: Callable[[Any], Any]) -> None:
        self.lib = lib
        self.saver = lib.InMemorySaver()
        self.graph = build(lib).compile(checkpointer=self.saver)
        self.seen: list[Any] = []

    def run(self, given: Any, config: Any = None, **options: Any) -> None:
        """Run, and note the output and where the thread stands now."""
        outcome = answer(lambda: self.graph.invoke(given, config or THREAD, **options))
        if isinstance(outcome, dict) and "__interrupt__" in outcome:
            # Of questions asked side by side, the reference has now one first and now another.
            outcome["__interrupt__"].sort(key=lambda asked: asked.value)
        self.seen.append(outcome)
        self.seen.append(place(self.graph.get_state(THREAD, subgraphs=True)))

    def runs(self, *inputs: Any) -> None:
        """Run with one input after the other."""
        for given in inputs:
            self.run(given)

    def before(self, node: str, position: int = 0) -> Any:
        """Return the config of a checkpoint at which the node is next; of several, counted from the newest."""
        found = [state.config for state in self.graph.get_state_history(THREAD) if node in state.next]
        return found[position]

    def inside(self, *nodes: str) -> Any:
        """Return the config of the present state of the graph inside a node; of one deeper, by each node on the way."""
        state = self.graph.get_state(THREAD, subgraphs=True)
        for node in nodes:
            state = next(task.state for task in state.tasks if task.name == node)
        return state.config

    def record(self) -> Any:
        """Return what was seen, and what the saver keeps of each graph."""
        kept: dict[str, list[Any]] = {}
        for saved in self.saver.list(THREAD):
            ns = "|".join(part.split(":")[0] for part in saved.config["configurable"]["checkpoint_ns"].split("|"))
            kept.setdefault(ns, []).append(
                (saved.metadata["source"], saved.metadata["step"], ns or saved.checkpoint["v"])
            )
        return without_question_ids(plain([self.seen, {ns: sorted(found) for ns, found in kept.items()}]))


def place(state: Any) -> Any:
    """Return a snapshot with those of the graphs inside, without ids and times."""
    metadata = state.metadata and (
        state.metadata["source"],
        state.metadata["step"],
        sorted(ns.split(":")[0] for ns in state.metadata["parents"]),
    )
    inside = [
        (task.name, place(task.state) if hasattr(task.state, "values") and hasattr(task.state, "next") else None)
        for task in state.tasks
    ]
    return (state.values, state.next, metadata, sorted(asked.value for asked in state.interrupts), inside)


def asking(lib: Any, *questions: str) -> Any:
    """Return a builder of a graph that asks one question after the other, each in a node of its own."""
    nodes: dict[str, Any] = {"begin": says("begin")}
    for question in questions:
        nodes[f"ask_{question}"] = asker(lib, question)
    names = list(nodes)
    return graph(lib, list(zip([None, *names], names, strict=False)), **nodes)


def asker(lib: Any, question: str) -> Callable[[Any], Any]:
    """Return a node that notes the answer to a question."""
    return lambda state: {"x": [f"{question}: {lib.interrupt(question)}"]}


def around(lib: Any, inside: Any) -> Any:
    """Return a builder with a graph as its node, between two others."""
    return graph(lib, [(None, "a"), ("a", "s"), ("s", "z")], a=says("a"), s=inside, z=says("z"))


def keeping(lib: Any) -> Any:
    """Return a graph around one that keeps its state, and asks twice."""
    return around(lib, asking(lib, "1", "2").compile(checkpointer=True))


def answered(lib: Any, build: Callable[[Any], Any], *answers: str) -> Journey:
    journey = Journey(lib, build)
    journey.runs(EMPTY, *(lib.Command(resume=given) for given in answers))
    return journey


def to_before_a_graph_that_keeps_nothing(lib: Any) -> Journey:
    journey = answered(lib, lambda lib: around(lib, asking(lib, "1", "2").compile()), "A", "B")
    journey.run(None, journey.before("s"))
    journey.run(lib.Command(resume="C"))
    journey.run(lib.Command(resume="D"))
    return journey


def to_before_a_graph_that_keeps_its_state(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A", "B")
    journey.run(None, journey.before("s"))
    journey.run(lib.Command(resume="C"))
    journey.run(lib.Command(resume="D"))
    return journey


def of_the_second_run_of_a_graph_that_keeps_its_state(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A", "B")
    journey.runs(EMPTY, lib.Command(resume="C"), lib.Command(resume="D"))
    journey.run(None, journey.before("s"))
    journey.run(lib.Command(resume="E"))
    journey.run(None, journey.before("s", -1))
    return journey


def to_the_first_question_inside(lib: Any) -> Journey:
    journey = answered(lib, keeping)
    first = journey.inside("s")
    journey.runs(lib.Command(resume="A"), lib.Command(resume="B"))
    journey.run(None, first)
    journey.run(lib.Command(resume="C"))
    journey.run(lib.Command(resume="D"))
    return journey


def to_the_second_question_inside(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A")
    second = journey.inside("s")
    journey.run(lib.Command(resume="B"))
    journey.run(None, second)
    journey.run(lib.Command(resume="D"))
    return journey


def with_an_answer_to_the_second_question_inside(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A")
    second = journey.inside("s")
    journey.run(lib.Command(resume="B"))
    journey.run(lib.Command(resume="D"), second)
    return journey


def to_an_edit_before_the_graph_inside(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A", "B")
    edited = journey.graph.update_state(journey.before("s"), {"x": ["by hand"]})
    journey.run(None, edited)
    journey.run(lib.Command(resume="C"))
    journey.run(None, edited)
    return journey


def to_an_edit_of_the_graph_inside(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A")
    edited = journey.graph.update_state(journey.inside("s"), {"x": ["by hand"]})
    journey.run(None, edited)
    journey.run(lib.Command(resume="C"))
    return journey


def two_levels_down(lib: Any) -> Journey:
    def build(lib: Any) -> Any:
        deep = asking(lib, "1", "2").compile(checkpointer=True)
        return around(lib, around(lib, deep).compile(checkpointer=True))

    journey = answered(lib, build)
    first, middle = journey.inside("s", "s"), journey.inside("s")
    journey.runs(lib.Command(resume="A"), lib.Command(resume="B"))
    journey.run(None, first)
    journey.run(lib.Command(resume="C"))
    journey.run(None, middle)
    journey.run(None, journey.before("s"))
    return journey


def with_new_input(lib: Any) -> Journey:
    journey = answered(lib, keeping, "A", "B")
    journey.run({"x": ["anew"]}, journey.before("s"))
    journey.run(lib.Command(resume="C"))
    return journey


def to_questions_that_were_answered_side_by_side(lib: Any) -> Journey:
    def build(lib: Any) -> Any:
        both = graph(lib, [(None, "l"), (None, "r")], l=asker(lib, "l"), r=asker(lib, "r"))
        return around(lib, both.compile(checkpointer=True))

    def answer_one(journey: Journey, question: str) -> None:
        asked = {found.value: found.id for found in journey.graph.get_state(THREAD).interrupts}
        journey.run(lib.Command(resume={asked[question]: f"answer to {question}"}))

    journey = answered(lib, build)
    answer_one(journey, "l")
    halfway = journey.inside("s")
    answer_one(journey, "r")
    journey.run(None, halfway)
    journey.run(None, journey.before("s"))
    answer_one(journey, "r")
    return journey


def into_a_loop(lib: Any) -> Journey:
    def build(lib: Any) -> Any:
        step = graph(lib, [(None, "p")], p=says("p")).compile(checkpointer=True)
        builder = graph(lib, [(None, "s")], s=step, t=says("t"))
        builder.add_edge("s", "t")
        builder.add_conditional_edges("t", lambda state: "s" if state["x"].count("t") < 3 else lib.END, ["s", lib.END])
        return builder

    journey = answered(lib, build)
    journey.run(None, journey.before("s", 1))
    journey.run(None, journey.before("s", -1))
    return journey


def to_where_a_node_lets_the_graph_inside_go_on(lib: Any) -> Journey:
    """A node asks two things, and has one answer, when the graph around it begins anew."""

    def build(lib: Any) -> Any:
        def both(_state: Any) -> Any:
            return {"x": [lib.interrupt("1"), lib.interrupt("2")]}

        inside = graph(lib, [(None, "both")], both=both).compile(checkpointer=True)

        def calls(state: Any) -> Any:
            return inside.invoke(None if "on" in state["x"] else EMPTY)

        return graph(lib, [(None, "a"), ("a", "calls")], a=says("a"), calls=calls)

    journey = answered(lib, build, "A")
    journey.run({"x": ["on"]})
    journey.run(None, journey.before("calls"))
    journey.run(lib.Command(resume="B"))
    return journey


JOURNEYS = [
    to_before_a_graph_that_keeps_nothing,
    to_before_a_graph_that_keeps_its_state,
    of_the_second_run_of_a_graph_that_keeps_its_state,
    to_the_first_question_inside,
    to_the_second_question_inside,
    with_an_answer_to_the_second_question_inside,
    to_an_edit_before_the_graph_inside,
    to_an_edit_of_the_graph_inside,
    two_levels_down,
    with_new_input,
    to_questions_that_were_answered_side_by_side,
    into_a_loop,
    to_where_a_node_lets_the_graph_inside_go_on,
]


@pytest.mark.parametrize("travel", JOURNEYS, ids=lambda travel: travel.__name__)
def test_going_back_is_the_same(travel: Callable[[Any], Journey]) -> None:
    """Outputs, open questions, the states inside, and which checkpoints are made of each graph."""
    assert travel(OURS).record() == travel(REFERENCE).record()


def test_streams_of_a_run_from_a_checkpoint_inside_tell_the_same_configs() -> None:
    """The parent of the checkpoint that was loaded is told as the saver knows it, those made later as the run does."""

    def story(lib: Any) -> Any:
        journey = answered(lib, keeping)
        inside = journey.inside("s")["configurable"]
        journey.run(lib.Command(resume="A"))
        told: list[Any] = []
        for given in (None, lib.Command(resume="C")):
            for durability in ("sync", "exit"):
                config = {"configurable": {**inside, "user": "u"}}
                events = journey.graph.stream(
                    given, config, stream_mode="checkpoints", subgraphs=True, durability=durability
                )
                for ns, event in events:
                    told.append((ns, event["values"], address(event["config"]), address(event["parent_config"])))
        return without_ids(told)

    assert story(OURS) == story(REFERENCE)


def address(config: Any) -> Any:
    """Return what a config says of where it is, in an order of its own."""
    known = sorted((config or {"configurable": {}})["configurable"].items())
    return [(key, sorted(value.items()) if isinstance(value, dict) else value) for key, value in known]


def without_ids(told: Any) -> str:
    """Return the text of something, with the ids in it counted in the order in which they come."""
    found = dict.fromkeys(_IDS.findall(text := repr(plain(told))))
    numbers = {name: str(number) for number, name in enumerate(found)}
    return _IDS.sub(lambda match: numbers[match[0]], text)
