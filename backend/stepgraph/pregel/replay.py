"""Going back with graphs inside: where each of them starts when the run around it begins again at an old checkpoint."""

from __future__ import annotations

from typing import Any

from stepgraph.checkpoint.model import CheckpointTuple
from stepgraph.constants import CHECKPOINT_ID, CONF, NAMESPACE_END
from stepgraph.scope import RunnableConfig


class Replay:
    """What the runs inside a run that went back share: from which moment, and which graphs have already begun there.

    A graph inside starts from the newest checkpoint that it had before that moment. When it is called again in the same
    run, in a loop for example, it goes on from what it has become since.
    """

    def __init__(self, before_id: str) -> None:
        self._before: RunnableConfig = {CONF: {CHECKPOINT_ID: before_id}}
        self._begun: set[str] = set()

    def source(self, saver: Any, ns: str) -> Any:
        """Return what knows the checkpoint that a graph in the namespace `ns` starts from."""
        node = ns.rpartition(NAMESPACE_END)[0] or ns
        if node in self._begun:
            return saver
        self._begun.add(node)
        return Past(saver, self._before)


class Past:
    """A saver as it was before a checkpoint was made, for who asks for the newest one."""

    def __init__(self, saver: Any, before: RunnableConfig) -> None:
        self._saver = saver
        self._before = before

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint that there was."""
        found: CheckpointTuple | None = next(iter(self._saver.list(config, before=self._before, limit=1)), None)
        return found

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint that there was."""
        return await anext(self._saver.alist(config, before=self._before, limit=1), None)
