"""The saver in memory: what it keeps, what it lists, and what keeping costs."""

from __future__ import annotations

import operator
from typing import Annotated, Any, TypedDict

import pytest

from stepgraph.checkpoint.base import BaseCheckpointSaver, create_checkpoint, empty_checkpoint
from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.graph import StateGraph


class State(TypedDict, total=False):
    """A log, a counter, and a key that never changes."""

    x: Annotated[list[Any], operator.add]
    n: int
    big: str


def config(thread: str = "1", **configurable: Any) -> Any:
    """Return the config of a thread."""
    return {"configurable": {"thread_id": thread, **configurable}}


def loop(saver: Any, steps: int) -> Any:
    """Return a graph that counts, and whose thread has that many checkpoints."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", lambda state: {"n": state["n"] + 1}).add_edge("__start__", "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["n"] < steps else "__end__")
    return builder.compile(checkpointer=saver)


def test_every_checkpoint_of_a_long_thread_can_be_read() -> None:
    """Whole copies are rare, so most are folded from differences."""
    saver = InMemorySaver()
    loop(saver, 100).invoke({"n": 0, "big": "b"}, config())

    found = [saved.checkpoint["channel_values"] for saved in saver.list(config())]

    assert [values["n"] for values in found[:101]] == [*range(100, -1, -1)]
    assert {values["big"] for values in found[:101]} == {"b"}


def test_a_value_is_encoded_once_for_all_its_checkpoints() -> None:
    """A key that does not change costs nothing in later checkpoints."""
    encoded: list[object] = []

    class Counting(InMemorySaver):
        def __init__(self) -> None:
            super().__init__()
            serde, dumps = self.serde, self.serde.dumps_typed

            def counted(value: Any) -> tuple[str, bytes]:
                encoded.append(value)
                return dumps(value)

            serde.dumps_typed = counted  # type: ignore[method-assign,assignment]  # a spy

    loop(Counting(), 50).invoke({"n": 0, "big": "b"}, config())

    # As the input, as the start's pending write, and as the channel's one value.
    assert sum(value == "b" or (isinstance(value, dict) and value.get("big") == "b") for value in encoded) == 3


def test_lists_are_newest_first_and_can_be_narrowed() -> None:
    """By metadata, by a checkpoint that must come later, by number, by one id."""
    saver = InMemorySaver()
    loop(saver, 3).invoke({"n": 0}, config(), durability="sync")
    steps = [saved.metadata["step"] for saved in saver.list(config())]
    ids = [saved.config for saved in saver.list(config())]

    assert steps == [3, 2, 1, 0, -1]
    assert [saved.metadata["step"] for saved in saver.list(config(), filter={"source": "input"})] == [-1]
    assert [saved.metadata["step"] for saved in saver.list(config(), before=ids[2])] == [0, -1]
    assert [saved.metadata["step"] for saved in saver.list(config(), limit=2)] == [3, 2]
    assert list(saver.list(config(), limit=0)) == []
    assert [saved.metadata["step"] for saved in saver.list(ids[1])] == [2]
    assert list(saver.list(config("other"))) == []


def test_threads_are_apart_and_can_be_forgotten() -> None:
    """One thread's end is not another's."""
    saver = InMemorySaver()
    graph = loop(saver, 1)
    for name in ("1", "2"):
        graph.invoke({"n": 0}, config(name))

    saver.delete_thread("1")

    assert (saver.get_tuple(config("1")), saver.get(config("2")) is not None) == (None, True)
    assert {saved.config["configurable"]["thread_id"] for saved in saver.list(None)} == {"2"}


def test_a_stored_write_stays_and_a_special_one_is_replaced() -> None:
    """A second attempt cannot change what a finished task wrote; its error and its questions are the latest."""
    saver, place = InMemorySaver(), config(checkpoint_ns="", checkpoint_id="c")
    saver.put(config(checkpoint_ns=""), {**empty_checkpoint(), "id": "c"}, {}, {})

    saver.put_writes(place, [("x", 1), ("__error__", "first")], "task", "path")
    saver.put_writes(place, [("x", 2), ("__error__", "second")], "task", "path")

    found = saver.get_tuple(place)
    assert found is not None
    assert found.pending_writes == [("task", "__error__", "second"), ("task", "x", 1)]


def test_pending_writes_come_in_the_order_of_task_paths() -> None:
    """Not in the order in which they were stored."""
    saver, place = InMemorySaver(), config(checkpoint_ns="", checkpoint_id="c")
    saver.put(config(checkpoint_ns=""), {**empty_checkpoint(), "id": "c"}, {}, {})

    for task_id, path in (("1", "~b"), ("2", "~a"), ("0", "~b")):
        saver.put_writes(place, [("x", task_id)], task_id, path)

    found = saver.get_tuple(place)
    assert found is not None
    assert [write[2] for write in found.pending_writes or []] == ["2", "0", "1"]


def test_a_whole_checkpoint_shares_what_its_parent_has() -> None:
    """Savers can be written directly, as their users do in tests."""
    saver = InMemorySaver()
    first = saver.put(
        config(checkpoint_ns=""),
        {
            **empty_checkpoint(),
            "id": "1",
            "channel_values": {"a": 1, "b": [2]},
            "channel_versions": {"a": "1", "b": "1"},
        },
        {"source": "input", "step": -1},
        {"a": "1", "b": "1"},
    )
    base = saver.get(first)
    assert base is not None
    second = {**base, "id": "2", "channel_values": {"a": 5, "b": [2]}, "channel_versions": {"a": "2", "b": "1"}}

    saver.put(first, second, {"source": "loop", "step": 0}, {"a": "2"})  # type: ignore[arg-type]  # made of parts

    found = saver.get_tuple(config())
    assert found is not None
    assert (found.checkpoint["channel_values"], found.parent_config) == ({"a": 5, "b": [2]}, first)


def test_a_subclass_that_overrides_put_is_given_whole_checkpoints() -> None:
    """Whoever spies on `put` sees every save, with everything in it."""
    seen: list[tuple[int, list[str], list[str]]] = []

    class Spy(InMemorySaver):
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            seen.append((metadata["step"], sorted(checkpoint["channel_values"]), sorted(new_versions)))
            return super().put(config, checkpoint, metadata, new_versions)

    output = loop(Spy(), 1).invoke({"n": 0, "big": "b"}, config())

    assert output == {"x": [], "n": 1, "big": "b"}
    assert seen == [
        (-1, ["__start__"], ["__start__"]),
        (0, ["big", "branch:to:a", "n"], ["__start__", "big", "branch:to:a", "n"]),
        (1, ["big", "n"], ["branch:to:a", "n"]),
    ]


def test_versions_sort_by_their_count() -> None:
    """Thirty-two digits, then a fraction that tells branches apart."""
    saver = InMemorySaver()

    versions = [saver.get_next_version(None, None)]
    for _ in range(11):
        versions.append(saver.get_next_version(versions[-1], None))

    assert versions == sorted(versions)
    assert [int(version.split(".")[0]) for version in versions] == [*range(1, 13)]


def test_a_savers_versions_are_numbers_unless_it_says_else() -> None:
    """And it refuses to count texts that it did not make."""
    saver: BaseCheckpointSaver[int] = BaseCheckpointSaver()

    assert [saver.get_next_version(None, None), saver.get_next_version(4, None)] == [1, 5]
    with pytest.raises(NotImplementedError):
        saver.get_next_version("4", None)


def test_what_cannot_be_stored_names_its_channel() -> None:
    """The run fails when the task's writes are saved."""

    class Handle:
        pass

    builder: StateGraph = StateGraph(State)
    builder.add_node("open", lambda state: {"big": {"deep": [Handle()]}}).add_edge("__start__", "open")

    with pytest.raises(TypeError, match=r"serializable: Handle\nChannel 'big' was given one at \['deep'\]\[0\]"):
        builder.compile(checkpointer=InMemorySaver()).invoke({"n": 0}, config())


def test_checkpoints_made_by_hand_leave_out_what_is_missing() -> None:
    """Only channels that have a version, and something to store."""
    from stepgraph.channels import LastValue, UntrackedValue

    written: LastValue[int] = LastValue(int, "written")
    silent: LastValue[int] = LastValue(int, "silent")
    written.update([1])
    silent.update([2])
    untracked: UntrackedValue[int] = UntrackedValue(int)
    untracked.update([3])
    base = {**empty_checkpoint(), "channel_versions": {"written": 1, "untracked": 1}}

    made = create_checkpoint(base, {"written": written, "silent": silent, "untracked": untracked}, 3)  # type: ignore[arg-type]  # made of parts

    assert (made["channel_values"], made["id"].split("-")[3]) == ({"written": 1}, "8003")


async def test_the_coroutines_do_what_the_plain_methods_do() -> None:
    """They share one store."""
    saver = InMemorySaver()
    await loop(saver, 2).ainvoke({"n": 0}, config())

    listed = [saved.checkpoint["id"] async for saved in saver.alist(config())]

    assert listed == [saved.checkpoint["id"] for saved in saver.list(config())]
    found = await saver.aget(config())
    assert found is not None
    assert found["id"] == listed[0]
