"""What tracers may record of a node, on both libraries."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.tracers import BaseTracer
from langchain_core.tracers.schemas import Run
from typing_extensions import TypedDict

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

warnings.filterwarnings("ignore")


class State(TypedDict, total=False):
    secret: str
    size: int


class Tracer(BaseTracer):
    """Keeps the whole runs that it records."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Run] = []

    def _persist_run(self, run: Run) -> None:
        self.found.append(run)


class Handler(BaseCallbackHandler):
    """Notes what it is told of the node; it has methods of a stream's handler, and is none."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self._runs: set[Any] = set()

    def on_chain_start(self, serialized: Any, inputs: Any, **known: Any) -> None:
        if known["name"] == "n":
            self._runs.add(known["run_id"])
            self.told.append(inputs if serialized is None else serialized)

    def on_chain_end(self, outputs: Any, *, run_id: Any, **_known: Any) -> None:
        if run_id in self._runs:
            self.told.append(outputs)

    def tap_output_iter(self, run_id: Any, output: Any) -> Any:
        self.told.append("tapped")
        return output


def recorded(run: Run) -> Any:
    """Return a run and those below it, without ids and times."""
    error = None if run.error is None else run.error.partition("(")[0]
    return (run.name, run.inputs, run.outputs, error, [recorded(child) for child in run.child_runs])


def broken(_value: Any) -> Any:
    raise RuntimeError("policy")


POLICIES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "none": lambda types: {},
    "inputs": lambda types: {"process_inputs": lambda given: {"keys": sorted(given)}},
    "outputs": lambda types: {"process_outputs": lambda given: {"size": len(str(given))}},
    "both": lambda types: {"process_inputs": lambda given: {"in": 1}, "process_outputs": lambda given: {"out": 2}},
    "omitted": lambda types: {"process_inputs": types.omit_payload, "process_outputs": types.omit_payload},
    "the same object": lambda types: {"process_inputs": lambda given: given},
    "broken": lambda types: {"process_inputs": broken, "process_outputs": broken},
}


@pytest.mark.parametrize("fails", [False, True], ids=["ends", "fails"])
@pytest.mark.parametrize("awaited", [False, True], ids=["plain", "awaited"])
@pytest.mark.parametrize("name", POLICIES)
def test_tracers_record_what_the_policy_leaves(name: str, awaited: bool, fails: bool) -> None:
    """Other handlers, the node itself and the output of the graph see all of it."""

    def story(lib: Any) -> Any:
        types = import_module(f"{lib.package}.types")

        def node(state: State) -> Any:
            if fails:
                raise ValueError("no")
            return {"size": len(state["secret"])}

        builder = lib.StateGraph(State)
        builder.add_node("n", node, trace_policy=types.TracePolicy(**POLICIES[name](types)))
        graph = builder.add_edge(lib.START, "n").compile()
        tracer, handler = Tracer(), Handler()
        config: Any = {"callbacks": [tracer, handler]}
        given: Any = {"secret": "abc"}
        output = answer(lambda: asyncio.run(graph.ainvoke(given, config)) if awaited else graph.invoke(given, config))
        nodes = [recorded(run) for found in tracer.found for run in found.child_runs if run.name == "n"]
        return output, nodes, handler.told

    assert story(OURS) == story(REFERENCE)


def test_a_policy_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """And what it should have changed is recorded."""
    types = import_module("stepgraph.types")
    builder = OURS.StateGraph(State).add_node(
        "n", lambda state: {"size": 1}, trace_policy=types.TracePolicy(process_inputs=broken)
    )
    tracer = Tracer()

    with caplog.at_level(logging.ERROR):
        builder.add_edge(OURS.START, "n").compile().invoke({"secret": "abc"}, {"callbacks": [tracer]})

    assert [record.message for record in caplog.records if "trace policy failed" in record.message]
    assert tracer.found[0].child_runs[-1].inputs == {"secret": "abc"}
