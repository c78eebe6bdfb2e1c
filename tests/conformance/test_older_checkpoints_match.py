"""Checkpoints of older forms, kept by a saver of a user's, on both libraries: threads go on where they stood."""

from __future__ import annotations

import importlib
import json
import warnings
from copy import deepcopy
from typing import Any

import pytest

from tests.conformance.graphs_state import graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer

warnings.filterwarnings("ignore", module="langgraph")

STARTED = {"__input__": {}, "__start__": {"__start__": 1}}
CHECKPOINTS: dict[str, dict[str, Any]] = {
    "a way from the start": {
        "v": 2,
        "channel_values": {"x": ["in"], "start:a": "__start__"},
        "channel_versions": {"__start__": 2, "x": 2, "start:a": 2},
        "versions_seen": STARTED,
    },
    "a way of a router": {
        "v": 2,
        "channel_values": {"x": ["in", "a"], "branch:a:route:b": "a"},
        "channel_versions": {"__start__": 2, "x": 3, "start:a": 3, "branch:a:route:b": 3},
        "versions_seen": {**STARTED, "a": {"start:a": 2}},
    },
    "two ways to a node": {
        "v": 1,
        "channel_values": {"x": ["in"], "start:a": "__start__", "branch:b:back:a": "b"},
        "channel_versions": {"__start__": 2, "x": 3, "start:a": 2, "branch:b:back:a": 3},
        "versions_seen": {**STARTED, "a": {"start:a": 2}, "__interrupt__": {"start:a": 2, "x": 3}},
    },
    "a node that ended": {
        "v": 2,
        "channel_values": {"x": ["in", "a"], "a": "a"},
        "channel_versions": {"__start__": 2, "x": 3, "start:a": 3, "a": 3},
        "versions_seen": {**STARTED, "a": {"start:a": 2}},
    },
    "an unknown node": {
        "v": 2,
        "channel_values": {"x": ["in"], "start:gone": "__start__", "start:a": "__start__"},
        "channel_versions": {"__start__": 2, "x": 2, "start:gone": 2, "start:a": 2},
        "versions_seen": STARTED,
    },
    "names of today": {
        "v": 3,
        "channel_values": {"x": ["in"], "branch:to:a": "__start__", "start:b": "__start__"},
        "channel_versions": {"__start__": 2, "x": 2, "branch:to:a": 2, "start:b": 2},
        "versions_seen": STARTED,
    },
    "packets": {
        "v": 3,
        "channel_values": {"x": ["in", "a"]},
        "channel_versions": {"__start__": 2, "x": 3, "branch:to:a": 3},
        "versions_seen": {**STARTED, "a": {"branch:to:a": 2}},
        "pending_sends": ["b", "c"],
    },
    "nothing yet": {"v": 1, "channel_values": {}, "channel_versions": {}, "versions_seen": {}},
}


def own_saver(lib: Any, checkpoint: dict[str, Any]) -> Any:
    """Return a saver that keeps whole checkpoints as they are given, with one in it."""
    base: Any = importlib.import_module(f"{lib.package}.checkpoint.base")

    class Own(base.BaseCheckpointSaver):  # type: ignore[misc]  # of either library
        def __init__(self) -> None:
            super().__init__()
            self.kept: list[Any] = []

        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            own = {"configurable": {"thread_id": "1", "checkpoint_ns": "", "checkpoint_id": checkpoint["id"]}}
            self.kept.append(base.CheckpointTuple(own, deepcopy(checkpoint), metadata, None, []))
            return own

        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            self.kept[-1].pending_writes.extend((task_id, channel, value) for channel, value in writes)

        def get_tuple(self, config: Any) -> Any:
            found = self.kept[-1]
            return found._replace(checkpoint=deepcopy(found.checkpoint))

        def list(self, config: Any, **_options: Any) -> Any:
            yield from (found._replace(checkpoint=deepcopy(found.checkpoint)) for found in reversed(self.kept))

    saver = Own()
    sends = {"pending_sends": [lib.Send(node, {"x": []}) for node in checkpoint.get("pending_sends", ())]}
    whole = {**base.empty_checkpoint(), **deepcopy(checkpoint), **sends}
    saver.put({}, whole, {"source": "loop", "step": 1, "parents": {}}, {})
    return saver


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_a_thread_goes_on_from_a_checkpoint_of_an_older_form(name: str) -> None:
    """Channels have the names of today, and what is saved next is of the present form."""

    def story(lib: Any) -> Any:
        saver = own_saver(lib, CHECKPOINTS[name])
        builder = graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=says("b"), c=says("c"))
        compiled = builder.compile(checkpointer=saver)
        before = compiled.get_state(THREAD)
        output = answer(lambda: compiled.invoke(None, THREAD, durability="sync"))
        after = compiled.get_state(THREAD)
        forms = [found.checkpoint["v"] for found in saver.kept]
        names = [name for name in saver.kept[-1].checkpoint["channel_versions"] if name.startswith("branch:to:")]
        return [(state.values, state.next) for state in (before, after)], output, forms, sorted(names)

    assert story(OURS) == story(REFERENCE)


def opened_saver(lib: Any, kind: str) -> Any:
    """Return a saver of the library's own, as a context that closes it."""
    if kind == "memory":
        return lib.InMemorySaver()
    return importlib.import_module(f"{lib.package}.checkpoint.sqlite").SqliteSaver.from_conn_string(":memory:")


def with_versions_of_savers(checkpoint: dict[str, Any]) -> dict[str, Any]:
    """Return a checkpoint with versions as savers count them: text that sorts like the numbers."""

    def told(versions: dict[str, int]) -> dict[str, str]:
        return {name: f"{version:032}.0.5" for name, version in versions.items()}

    seen = {node: told(known) for node, known in checkpoint["versions_seen"].items()}
    return {**checkpoint, "channel_versions": told(checkpoint["channel_versions"]), "versions_seen": seen}


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@pytest.mark.parametrize("name", CHECKPOINTS)
def test_our_savers_keep_a_checkpoint_of_an_older_form_as_it_is(name: str, kind: str) -> None:
    """With its packets, and a thread goes on from it as it does with a user's own saver."""

    def story(lib: Any) -> Any:
        with opened_saver(lib, kind) as saver:
            (given,) = own_saver(lib, CHECKPOINTS[name]).kept
            place = {"configurable": {"thread_id": "1", "checkpoint_ns": ""}}
            checkpoint = with_versions_of_savers(given.checkpoint)
            saver.put(place, checkpoint, given.metadata, checkpoint["channel_versions"])
            kept = saver.get_tuple(THREAD)
            builder = graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=says("b"), c=says("c"))
            compiled = builder.compile(checkpointer=saver)
            before = compiled.get_state(THREAD)
            output = answer(lambda: compiled.invoke(None, THREAD))
            again = answer(lambda: compiled.invoke({"x": ["more"]}, THREAD))
            states = [(state.values, state.next) for state in (before, *compiled.get_state_history(THREAD))]
            forms = [(each.checkpoint["v"], sorted(each.metadata)) for each in saver.list(THREAD)]
            packets = [(packet.node, packet.arg) for packet in kept.checkpoint["pending_sends"]]
            return output, again, states, forms, packets

    assert story(OURS) == story(REFERENCE)


def test_a_thread_that_was_taken_over_shows_its_whole_history() -> None:
    """The checkpoint of the older form among the others, with what was due there."""
    old = own_saver(OURS, CHECKPOINTS["a way of a router"])
    builder = graph(OURS, [(None, "a"), ("a", "b")], a=says("a"), b=says("b"), c=says("c"))
    compiled = builder.compile(checkpointer=old, interrupt_after=["b"])

    compiled.invoke(None, THREAD)

    assert compiled.get_state(THREAD).values == {"x": ["in", "a", "b"]}
    assert [state.next for state in compiled.get_state_history(THREAD)] == [(), ("b",)]


@pytest.mark.parametrize("ns", [["alone"], ["outer:1", "with:more", "inner:2"]], ids=len)
def test_a_question_that_was_stored_as_json_comes_back_with_its_id(ns: list[str]) -> None:
    """So an answer given by id reaches it, however long ago it was asked."""

    def story(lib: Any) -> Any:
        stored = {"value": {"ask": ["?"]}, "resumable": True, "ns": ns, "when": "during"}
        record = {"lc": 2, "type": "constructor", "id": ["langgraph", "types", "Interrupt"], "kwargs": stored}
        serializer: Any = importlib.import_module(f"{lib.package}.checkpoint.serde.jsonplus").JsonPlusSerializer()
        found = serializer.loads_typed(("json", json.dumps([record, {"plain": 1}]).encode()))
        return type(found[0]).__name__, found[0].value, found[0].id, found[1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert story(OURS) == story(REFERENCE)


def test_json_makes_no_object_of_another_class() -> None:
    """Whoever can write to the database cannot choose what is called."""
    record = {"lc": 2, "type": "constructor", "id": ["subprocess", "Popen"], "kwargs": {"args": "true"}}
    serializer: Any = importlib.import_module("stepgraph.checkpoint.serde.jsonplus").JsonPlusSerializer()

    with pytest.raises(ValueError, match=r"an object of subprocess\.Popen"):
        serializer.loads_typed(("json", json.dumps(record).encode()))
