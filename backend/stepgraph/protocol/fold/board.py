"""What the picture tells of one graph, the root or one inside of a node: its channels, nodes and managed values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stepgraph.protocol.events import ChannelUpdated, StateRestored, StepPlanned
from stepgraph.protocol.fold.cells import Called, Cells
from stepgraph.protocol.fold.nodes import Nodes
from stepgraph.protocol.snapshot import Cell, NodeView, Writer
from stepgraph.protocol.values import Preview


class Board:
    """The cells and views of one graph, and what a superstep does to both."""

    def __init__(
        self,
        cells: dict[str, Cell],
        undo: dict[str, Cell],
        nodes: dict[str, NodeView],
        managed: Mapping[str, Preview],
    ) -> None:
        self.cells = Cells(cells, undo)
        self.nodes = Nodes(nodes)
        self.managed = dict(managed)

    def begin(self) -> None:
        """A superstep opens: what the one before did to cells is no longer told, and every node is at rest."""
        self.cells.open()
        self.nodes.rest()

    def plan(self, event: StepPlanned) -> tuple[str, ...]:
        """These tasks are due. The names of their nodes, each once."""
        if event.tasks:
            self.managed.update(event.tasks[0].managed)
        return self.nodes.plan(event.step, event.tasks, self.cells.writers)

    def commit(self, names: Iterable[str]) -> None:
        """The superstep of these nodes is committed: they saw the versions that woke them."""
        for name in names:
            self.cells.see(name, self.nodes.wakes(name))
        self.cells.settle()

    def put_back(self, names: Iterable[str]) -> None:
        """The superstep of these nodes came to nothing."""
        self.cells.put_back()
        self.nodes.give_up(names)

    def restore(self, event: StateRestored) -> None:
        """The graph stands at another checkpoint now."""
        self.cells.restore(event.cells)
        self.nodes.go_back(event.step)

    def call(self, event: Called, *, is_edit: bool = False) -> None:
        """A channel's ``update()``, ``consume()`` or ``finish()`` was called."""
        writers: tuple[Writer, ...] = ()
        if isinstance(event, ChannelUpdated):
            nodes = dict.fromkeys([write.node for write in event.writes])
            writers = tuple(
                [Writer(node, "edit" if is_edit else self.nodes.via(node, event.channel), event.step) for node in nodes]
            )
        self.cells.call(event, writers)
