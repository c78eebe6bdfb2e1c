"""Surprises 40-51: pauses, answers and edits."""

from __future__ import annotations

from typing import Any

from tests.pregel.surprises.prelude import START, asks, graph, kept, says, surprise, thread

CHAIN = [(START, "a"), ("a", "b")]


def asks_twice(lib: Any) -> Any:
    """Return a thread that waits at the first of two questions of one node."""
    compiled = kept(lib, graph(lib, [(START, "a")], a=lambda state: {"x": [lib.interrupt(q) for q in ("q1", "q2")]}))
    return compiled, compiled.invoke({"x": []}, thread())


@surprise(40, "a question needs no saver to pause the run", expected="q")
def question_without_a_saver(lib: Any) -> Any:
    return graph(lib, [(START, "a")], a=asks(lib)).compile().invoke({"x": []})["__interrupt__"][0].value


@surprise(41, "a breakpoint leaves no trace in the output", expected={"x": ["a"]})
def output_at_a_breakpoint(lib: Any) -> Any:
    builder = graph(lib, CHAIN, a=says("a"), b=says("b"))
    return kept(lib, builder, interrupt_before=["b"]).invoke({"x": []}, thread())


@surprise(
    42,
    "going on passes the breakpoints of the first superstep, also those that only this call sets",
    expected={"x": ["a", "b"]},
)
def breakpoint_of_the_resuming_call(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, CHAIN, a=says("a"), b=says("b")), interrupt_before=["a"])
    compiled.invoke({"x": []}, thread())
    return compiled.invoke(None, thread(), interrupt_before=["a"])


@surprise(
    43,
    "an edit in the name of the node that waits passes the next breakpoint too",
    expected={"x": ["a", "by hand", "c"]},
)
def edit_before_a_breakpoint(lib: Any) -> Any:
    builder = graph(lib, [*CHAIN, ("b", "c")], a=says("a"), b=says("b"), c=says("c"))
    compiled = kept(lib, builder, interrupt_before=["b", "c"])
    compiled.invoke({"x": []}, thread())
    compiled.update_state(thread(), {"x": ["by hand"]}, as_node="b")
    return compiled.invoke(None, thread())


@surprise(
    44,
    "a node that waits for its second answer is still next; in 1.2.9 it looked finished",
    expected=(("a",), ["q2"]),
)
def node_with_a_second_question(lib: Any) -> Any:
    compiled, _ = asks_twice(lib)
    compiled.invoke(lib.Command(resume=1), thread())
    state = compiled.get_state(thread())
    return (state.next, [question.value for question in state.interrupts])


@surprise(45, "each question of a node has an id of its own; in 1.2.9 they shared one", expected=False)
def ids_of_two_questions(lib: Any) -> Any:
    compiled, first = asks_twice(lib)
    second = compiled.invoke(lib.Command(resume=1), thread())
    return first["__interrupt__"][0].id == second["__interrupt__"][0].id


@surprise(
    46,
    "an empty map of answers answers nothing, and a dict with other keys than ids is an answer",
    expected=(True, {"x": [{"k": 1}]}),
)
def answers_in_a_dict(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=asks(lib)))
    compiled.invoke({"x": []}, thread())
    waits = "__interrupt__" in compiled.invoke(lib.Command(resume={}), thread())
    return (waits, compiled.invoke(lib.Command(resume={"k": 1}), thread()))


@surprise(
    47,
    "an answer to an old, answered checkpoint gives the old answer; going on from it without one asks again",
    expected=({"x": ["first"]}, True),
)
def answer_to_an_old_question(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=asks(lib)))
    compiled.invoke({"x": []}, thread())
    compiled.invoke(lib.Command(resume="first"), thread())
    old = next(state.config for state in compiled.get_state_history(thread()) if state.next == ("a",))
    again = compiled.invoke(lib.Command(resume="second"), old)
    return (again, "__interrupt__" in compiled.invoke(None, old))


@surprise(
    48,
    "the head shows what finished tasks wrote; the same checkpoint by its id does not",
    expected=((["in", "p"], ("a",)), (["in"], ("a", "p"))),
)
def head_and_its_id(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a"), (START, "p")], a=asks(lib), p=says("p")))
    compiled.invoke({"x": ["in"]}, thread())
    head = compiled.get_state(thread())
    record = compiled.get_state(head.config)
    return tuple((state.values["x"], state.next) for state in (head, record))


@surprise(
    49,
    "a Command's update on a finished thread is kept on its last checkpoint, and makes no new one",
    expected=({"x": ["a", "u"]}, True, {"x": ["a", "u"]}),
)
def update_of_a_finished_thread(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=says("a")))
    compiled.invoke({"x": []}, thread())
    before = compiled.get_state(thread()).config
    output = compiled.invoke(lib.Command(update={"x": ["u"]}), thread())
    newest = next(iter(compiled.get_state_history(thread())))
    return (output, compiled.get_state(thread()).config == before, newest.values)


@surprise(
    50,
    "a Command's goto beside a question runs its target and asks again",
    expected=(["b"], 1, ("a",)),
)
def goto_beside_a_question(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=asks(lib), b=says("b")))
    compiled.invoke({"x": []}, thread())
    output = compiled.invoke(lib.Command(goto="b"), thread())
    return (output["x"], len(output["__interrupt__"]), compiled.get_state(thread()).next)


@surprise(
    51,
    "the same run id on a thread means to go on, and the new input is not looked at",
    expected=({"x": ["1", "a"]}, {"x": ["1", "a"]}),
)
def run_id_that_comes_again(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=says("a")))
    config = thread(metadata={"run_id": "r"})
    return tuple(compiled.invoke({"x": [given]}, config) for given in "12")
