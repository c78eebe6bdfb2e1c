"""What a caller does with a thread besides running it: look at it, look back, change it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from stepgraph.constants import CHECKPOINT_NS, CONF, CONFIG_KEY_CHECKPOINTER
from stepgraph.pregel import drive_async, drive_plain
from stepgraph.pregel.access import Looking, graph_at, history_config, own_config, present_state
from stepgraph.pregel.configs import ensure_config
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.desk import Desk
from stepgraph.pregel.dry import DrySaver
from stepgraph.pregel.edits import Editing, edit_channels, edit_supersteps
from stepgraph.pregel.facts import Due, Fact, StepCommitted
from stepgraph.pregel.nesting import without_task_ids
from stepgraph.pregel.outside import REAL_WORLD, Outside
from stepgraph.pregel.program import Program
from stepgraph.pregel.run import Observe
from stepgraph.pregel.snapshots import snapshot
from stepgraph.scope import RunnableConfig
from stepgraph.types import StateSnapshot, StateUpdate


class Threads:
    """The threads of one program in one saver."""

    def __init__(
        self,
        program: Program,
        *,
        checkpointer: Any = None,  # a saver of any class, or a choice
        config: RunnableConfig | None = None,
        outside: Outside = REAL_WORLD,
    ) -> None:
        self.program = program
        self.checkpointer = checkpointer
        self.config = config
        self.outside = outside

    def get_state(self, config: RunnableConfig, *, subgraphs: bool = False) -> StateSnapshot:
        """Return the thread at the checkpoint that `config` names, or as it stands now."""
        return drive_plain.drive(self._looking(config, deep=subgraphs))

    async def aget_state(self, config: RunnableConfig, *, subgraphs: bool = False) -> StateSnapshot:
        """Return the thread at the checkpoint that `config` names, or as it stands now."""
        return await drive_async.drive(self._looking(config, deep=subgraphs))

    def get_state_history(
        self,
        config: RunnableConfig,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[StateSnapshot]:
        """Yield the thread at each of its checkpoints, the newest first, whichever branch they are on."""
        saver = self._require_saver(config)
        graph, listing = self._past(config)
        listed = saver.list(listing, before=before, limit=limit, filter=filter)
        # Read to the end before anything is yielded, so that a saver's cursor is not held open by its reader.
        for saved in list(listed):
            yield snapshot(graph.program, saved, saver.get_next_version, is_head=False)

    async def aget_state_history(
        self,
        config: RunnableConfig,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[StateSnapshot]:
        """Yield the thread at each of its checkpoints, the newest first, whichever branch they are on."""
        saver = self._require_saver(config)
        graph, listing = self._past(config)
        listed = saver.alist(listing, before=before, limit=limit, filter=filter)
        for saved in [found async for found in listed]:
            yield snapshot(graph.program, saved, saver.get_next_version, is_head=False)

    def update_state(
        self, config: RunnableConfig, values: Any, as_node: str | None = None, task_id: str | None = None
    ) -> RunnableConfig:
        """Change the thread in the name of a node; return the config of the new checkpoint."""
        return self.bulk_update_state(config, [[StateUpdate(values, as_node, task_id)]])

    async def aupdate_state(
        self, config: RunnableConfig, values: Any, as_node: str | None = None, task_id: str | None = None
    ) -> RunnableConfig:
        """Change the thread in the name of a node; return the config of the new checkpoint."""
        return await self.abulk_update_state(config, [[StateUpdate(values, as_node, task_id)]])

    def bulk_update_state(self, config: RunnableConfig, supersteps: Sequence[Sequence[StateUpdate]]) -> RunnableConfig:
        """Change the thread in several supersteps, each of them one list of updates."""
        return drive_plain.drive(self._editing(config, supersteps))

    async def abulk_update_state(
        self, config: RunnableConfig, supersteps: Sequence[Sequence[StateUpdate]]
    ) -> RunnableConfig:
        """Change the thread in several supersteps, each of them one list of updates."""
        return await drive_async.drive(self._editing(config, supersteps))

    def edit_state(
        self,
        config: RunnableConfig,
        values: Any,
        *,
        as_node: str | None = None,
        observe: Observe | None = None,
        saver: Any = None,
    ) -> RunnableConfig:
        """Change the thread like `update_state`, telling every fact to `observe`."""
        updates = [[StateUpdate(values, as_node)]]
        return drive_plain.drive(self._editing(config, updates, observe=observe, saver=saver))

    def edit_channels(
        self,
        config: RunnableConfig,
        values: Mapping[str, object],
        *,
        observe: Observe | None = None,
        saver: Any = None,
    ) -> RunnableConfig:
        """Put raw values into channels: those channels and their versions change, triggers stay as they are."""
        desk = self._desk(config, observe=observe, saver=saver)
        bound = own_config(self._graph_of(config), self._bound(config))
        return drive_plain.drive(edit_channels(desk, bound, values))

    def due_after_edit(
        self, config: RunnableConfig, values: Any, *, as_node: str | None = None, saver: Any = None
    ) -> tuple[Due, ...]:
        """Return who would be due after `edit_state`; nothing is saved. Routers of the node do run."""
        facts: list[Fact] = []
        dry = DrySaver(saver if saver is not None else self._require_saver(config))
        self.edit_state(config, values, as_node=as_node, observe=facts.append, saver=dry)
        return next(fact.due for fact in reversed(facts) if isinstance(fact, StepCommitted))

    def _looking(self, config: RunnableConfig, *, deep: bool) -> Looking:
        return present_state(self._graph_of(config), self._require_saver(config), self._bound(config), deep=deep)

    def _graph_of(self, config: RunnableConfig) -> Any:
        """Return the graph whose state a config names: a graph inside, by its namespace, or this one."""
        return graph_at(self, config.get(CONF, {}).get(CHECKPOINT_NS) or "") or self

    def _past(self, config: RunnableConfig) -> tuple[Any, RunnableConfig]:
        """Return the graph whose history a config names, and the config under which a saver lists it."""
        graph = self._graph_of(config)
        return graph, history_config(own_config(graph, self._bound(config)))

    def _editing(
        self,
        config: RunnableConfig,
        supersteps: Sequence[Sequence[StateUpdate]],
        *,
        observe: Observe | None = None,
        saver: Any = None,
    ) -> Editing:
        desk = self._desk(config, observe=observe, saver=saver)
        bound = self._bound(config)
        bound = {**bound, CONF: {CHECKPOINT_NS: "", **bound[CONF]}}
        return edit_supersteps(desk, own_config(self._graph_of(config), bound), supersteps)

    def _desk(self, config: RunnableConfig, *, observe: Observe | None, saver: Any) -> Desk:
        found = saver if saver is not None else self._require_saver(config)
        ns = config.get(CONF, {}).get(CHECKPOINT_NS) or ""
        graph = graph_at(self, ns)
        if graph is None:
            raise ValueError(f"Subgraph {without_task_ids(ns)} not found")
        return Desk(graph.program, found, self.outside, observe)

    def _bound(self, config: RunnableConfig) -> RunnableConfig:
        return ensure_config(self.config, config)

    def _saver(self, config: RunnableConfig, caller: LiveScope | None = None) -> Any:
        """Return the saver for a call: the one a calling graph lends, else the graph's own."""
        if self.checkpointer is False:
            return None
        if caller is not None and caller.family is not None:
            return caller.family.saver
        lent = config.get(CONF, {}).get(CONFIG_KEY_CHECKPOINTER)
        if lent is not None:
            return lent
        if self.checkpointer is True:
            raise RuntimeError("checkpointer=True cannot be used for root graphs.")
        return self.checkpointer

    def _require_saver(self, config: RunnableConfig) -> Any:
        saver = self._saver(config)
        if saver is None:
            raise ValueError("No checkpointer set")
        return saver
