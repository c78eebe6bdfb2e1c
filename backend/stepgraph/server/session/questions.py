"""Whether answers can be given now: to questions that wait, by the ids under which they were asked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stepgraph.protocol.snapshot import Snapshot
from stepgraph.server.refusals import Refusal

_ANSWERABLE = re.compile(r"[0-9a-f]{32}")
"""The id of a question that `interrupt()` asked; one that a node raised itself has no place for an answer."""


def require_open(ids: Iterable[str], picture: Snapshot) -> None:
    """Refuse answers while the run does not wait for any, and those to questions that are not open. Raises Refusal."""
    run = picture.run
    if run.status == "running" or (run.status == "paused" and run.reason != "question"):
        raise Refusal("interrupt.not_waiting", "The run does not wait for an answer now: step it, or stop it first.")
    nodes = {asked.question.id: asked.node for asked in picture.questions}
    if not nodes:
        raise Refusal("interrupt.none_open", "No node waits for an answer.")
    for name in ids:
        if name not in nodes:
            open_ids = ", ".join(f"{known} ({node})" for known, node in nodes.items())
            raise Refusal("interrupt.unknown", f'No open question has the id "{name}". These wait: {open_ids}.')
        if not _ANSWERABLE.fullmatch(name):
            sentence = (
                f'"{nodes[name]}" raised its question itself, which leaves no place for an answer: ask by interrupt().'
            )
            raise Refusal("interrupt.unanswerable", sentence)
