"""Functions and graphs of bare channels are described like graphs of states."""

from __future__ import annotations

from stepgraph.channels import EphemeralValue, LastValue
from stepgraph.func import entrypoint, task
from stepgraph.pregel import NodeBuilder, Pregel


@task
def add(x: int) -> int:
    """Add one."""
    return x + 1


@entrypoint()
def flow(x: int) -> str:
    """Add two."""
    return str(add(add(x).result()).result())


def bare_channels() -> Pregel:
    """Two nodes in a row."""
    return Pregel(
        nodes={
            "a": NodeBuilder().subscribe_only("in").do(lambda x: x + 1).write_to("mid"),
            "b": NodeBuilder().subscribe_only("mid").do(lambda x: x * 10).write_to("out"),
        },
        channels={"in": EphemeralValue(int), "mid": LastValue(int), "out": LastValue(int)},
        input_channels="in",
        output_channels="out",
    )


def test_a_function_is_described_as_its_one_node() -> None:
    """With the channels that hold what it takes, gives and leaves for the next run."""
    described = flow.describe()

    assert [(node.name, node.triggers) for node in described.nodes] == [("flow", ("__start__",))]
    assert [(channel.name, channel.type, channel.io) for channel in described.channels[:3]] == [
        ("__start__", "int", "input"),
        ("__end__", "str", "output"),
        ("__previous__", "str", "none"),
    ]
    assert [(edge.source, edge.target) for edge in described.edges] == [("__start__", "flow")]


def test_bare_channels_are_described_with_the_edges_that_they_make() -> None:
    """From who writes a channel to whom it wakes."""
    described = bare_channels().describe()

    assert [(edge.source, edge.target) for edge in described.edges] == [("__start__", "a"), ("a", "b")]
    assert described.input_keys == ("in",)
    assert described.output_keys == ("out",)
