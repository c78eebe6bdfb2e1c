"""A graph of bare channels and nodes, without any builder of states."""

from langgraph.channels import EphemeralValue, LastValue
from langgraph.pregel import NodeBuilder, Pregel

graph = Pregel(
    nodes={
        "a": NodeBuilder().subscribe_only("in").do(lambda x: x + 1).write_to("mid"),
        "b": NodeBuilder().subscribe_only("mid").do(lambda x: x * 10).write_to("out"),
    },
    channels={"in": EphemeralValue(int), "mid": LastValue(int), "out": LastValue(int)},
    input_channels="in",
    output_channels="out",
)
