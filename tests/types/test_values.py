"""The values that a graph file exchanges with the engine: how they are made, compared and shown."""

from __future__ import annotations

import pickle
from datetime import timedelta
from typing import Any

import pytest

from stepgraph.interrupts import interrupt_id
from stepgraph.types import (
    Command,
    GraphOutput,
    Interrupt,
    Overwrite,
    RetryPolicy,
    Send,
    StateSnapshot,
    TimeoutPolicy,
    ensure_valid_checkpointer,
    omit_payload,
)
from stepgraph.types.policies import default_cache_key, default_retry_on
from stepgraph.warnings import LangGraphDeprecatedSinceV10, LangGraphDeprecatedSinceV11


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Send("a", 1), "Send(node='a', arg=1)"),
        (
            Send("a", 1, timeout=3),
            "Send(node='a', arg=1, timeout=TimeoutPolicy(run_timeout=3.0, idle_timeout=None, refresh_on='auto'))",
        ),
        (Command(), "Command()"),
        (Command(goto="a", update={}), "Command(goto='a')"),
        (Command(resume=False), "Command()"),
        (Command(graph=Command.PARENT, update={"x": 1}), "Command(graph='__parent__', update={'x': 1})"),
        (Overwrite([1]), "Overwrite(value=[1], type='__overwrite__')"),
        (Interrupt("q"), "Interrupt(value='q', id='placeholder-id', response_schema=None)"),
        (GraphOutput(1), "GraphOutput(value=1, interrupts=())"),
    ],
)
def test_a_value_shows_what_was_said(value: object, shown: str) -> None:
    """Callers print them and compare what is printed."""
    assert repr(value) == shown


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (Send("a", 1), Send("a", 1), Send("a", 1, timeout=1)),
        (Send("a", (1,)), Send("a", (1,)), Send("b", (1,))),
        (Command(goto="a"), Command(goto="a"), Command(goto="b")),
        (Overwrite(1), Overwrite(1), Overwrite(2)),
        (Interrupt(1, "i"), Interrupt(1, "i"), Interrupt(1, "j")),
    ],
)
def test_values_are_compared_by_what_they_say(one: object, same: object, other: object) -> None:
    """And stay the same when they are stored."""
    assert one == same
    assert one != other
    assert pickle.loads(pickle.dumps(one)) == one


def test_packets_and_commands_are_hashable_when_what_they_carry_is() -> None:
    """So that they can be kept in sets."""
    assert {Send("a", 1), Send("a", 1)} == {Send("a", 1)}
    assert {Command(goto="a"), Command(goto="a")} == {Command(goto="a")}


def test_a_command_can_be_annotated_with_where_it_goes() -> None:
    """And made through the annotation."""
    assert Command[str](goto="a") == Command(goto="a")


def test_the_id_of_a_question_is_that_of_its_task() -> None:
    """The same on every replay; parts of a namespace may be given as a list."""
    identity = "e4bb8f8c00c16987c7ee863ab9632249"

    assert interrupt_id("a|b") == identity
    assert Interrupt.from_ns("q", "a|b") == Interrupt("q", identity) == Interrupt("q", ns=["a", "b"], resumable=True)
    with pytest.warns(LangGraphDeprecatedSinceV10, match="^`interrupt_id` is deprecated. Use `id` instead"):
        assert Interrupt("q", "i").interrupt_id == "i"


@pytest.mark.parametrize(
    ("given", "seconds"), [(1, 1.0), (2.5, 2.5), (timedelta(minutes=1), 60.0), (TimeoutPolicy(run_timeout=3), 3.0)]
)
def test_a_bare_number_limits_the_whole_attempt(given: Any, seconds: float) -> None:
    """In seconds, whatever it was given in."""
    assert TimeoutPolicy.coerce(given) == TimeoutPolicy(run_timeout=seconds)


def test_no_timeout_is_no_policy() -> None:
    """And both limits are coerced."""
    both = TimeoutPolicy(run_timeout=timedelta(seconds=1), idle_timeout=2, refresh_on="heartbeat")

    assert TimeoutPolicy.coerce(None) is None
    assert TimeoutPolicy.coerce(both) == TimeoutPolicy(run_timeout=1.0, idle_timeout=2.0, refresh_on="heartbeat")


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (0, "run_timeout must be greater than 0"),
        (timedelta(seconds=-1), "run_timeout must be greater than 0"),
        (TimeoutPolicy(idle_timeout=0), "idle_timeout must be greater than 0"),
    ],
)
def test_a_timeout_leaves_some_time(policy: Any, text: str) -> None:
    """Nothing can be done in none."""
    with pytest.raises(ValueError, match=f"^{text}$"):
        TimeoutPolicy.coerce(policy)


def test_a_retry_waits_half_a_second_first_and_tries_three_times() -> None:
    """The defaults of the model."""
    assert RetryPolicy() == (0.5, 2.0, 128.0, 3, True, default_retry_on)


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (ConnectionError(), True),
        (ConnectionResetError(), True),
        (ValueError(), False),
        (KeyError(), False),
        (ZeroDivisionError(), False),
        (RecursionError(), False),
        (FileNotFoundError(), False),
        (StopIteration(), False),
        (Exception(), True),
        (EOFError(), True),
    ],
)
def test_only_faults_of_the_world_are_worth_a_retry(error: Exception, again: bool) -> None:
    """The program's own would happen again."""
    assert default_retry_on(error) is again


def test_equal_inputs_have_one_cache_key() -> None:
    """A mapping is not the list of its pairs."""
    one = default_cache_key({"a": 1, "b": [{"c": 1, "d": 2}]})

    assert one == default_cache_key({"a": 1, "b": [{"c": 1, "d": 2}]})
    assert one != default_cache_key([("a", 1), ("b", [{"c": 1, "d": 2}])])
    assert one != default_cache_key({"a": 1, "b": [{"c": 1, "d": 3}]})


def test_an_output_can_still_be_read_like_a_dict() -> None:
    """With a warning that names the new way."""
    output = GraphOutput({"x": 1}, interrupts=(Interrupt("q"),))

    with pytest.warns(LangGraphDeprecatedSinceV11) as heard:
        read = (output["x"], output["__interrupt__"], "x" in output, "__interrupt__" in output, "y" in output)

    assert read == (1, (Interrupt("q"),), True, True, False)
    assert str(heard[0].message) == (
        "Accessing GraphOutput via `result[key]` is deprecated. Use `result.value` to access the output value "
        "directly, or `result.interrupts` for interrupts. Deprecated in LangGraph V1.1 to be removed in V3.0."
    )


def test_a_saver_is_known_by_what_it_can_do() -> None:
    """Whichever package it is from; its class is none yet."""

    class Saver:
        def get_tuple(self) -> None: ...
        def put(self) -> None: ...
        def put_writes(self) -> None: ...

    saver = Saver()

    assert [ensure_valid_checkpointer(given) for given in (saver, True, False, None)] == [saver, True, False, None]
    with pytest.raises(TypeError, match=r"Received type\. Pass a proper saver"):
        ensure_valid_checkpointer(Saver)


def test_a_snapshot_has_the_fields_of_the_model() -> None:
    """By name and in their order."""
    assert StateSnapshot._fields == (
        "values",
        "next",
        "config",
        "metadata",
        "created_at",
        "parent_config",
        "tasks",
        "interrupts",
    )
    assert omit_payload("secret") == {}


def test_a_limit_in_seconds_stays_the_object_that_it_is() -> None:
    """Others are turned into one in seconds."""
    policy = TimeoutPolicy(run_timeout=1.0, idle_timeout=2.0)

    assert TimeoutPolicy.coerce(policy) is policy
    assert TimeoutPolicy.coerce(TimeoutPolicy(run_timeout=timedelta(seconds=1))) == TimeoutPolicy(run_timeout=1.0)
    assert type(TimeoutPolicy.coerce(TimeoutPolicy(idle_timeout=2)).idle_timeout) is float  # type: ignore[union-attr]  # a policy was given
