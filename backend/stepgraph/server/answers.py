"""Answers that were given: a command that is sent a second time is answered the same, and not carried out again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256

from stepgraph.protocol.commands import AnyCommand
from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.problems import Problem
from stepgraph.server.refusals import SERVER_MISTAKE, Refusal, history_unusable
from stepgraph.server.store.database import HistoryUnusable

KEPT = 1_000

log = logging.getLogger(__name__)

Answer = Accepted | Problem


class Answers:
    """The last answers, by who asked and the asker's own id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[bytes, asyncio.Task[Answer]]] = OrderedDict()

    async def answer(
        self,
        asker: str,
        id: str,  # noqa: A002 - the wire's word
        command: AnyCommand,
        *,
        carry_out: Callable[[], Awaitable[Accepted]],
    ) -> Answer:
        """Carry a command out and return the answer, or return the one that the same command was given before."""
        # Commands may be long, and a thousand are remembered.
        digest = sha256(command.model_dump_json().encode()).digest()
        known = self._kept.get((asker, id))
        if known is None:
            task = asyncio.create_task(_answered(carry_out))
            self._kept[asker, id] = (digest, task)
            self._forget()
        elif known[0] == digest:
            task = known[1]
        else:
            return Problem(code="command.id", sentence="Another command was sent with this id; give each its own.")
        # The page may go away meanwhile; what it asked for is done all the same.
        return await asyncio.shield(task)

    def _forget(self) -> None:
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


async def _answered(carry_out: Callable[[], Awaitable[Accepted]]) -> Answer:
    try:
        return await carry_out()
    except Refusal as refusal:
        return refusal.problem
    except HistoryUnusable as error:
        return history_unusable(error)
    # Each command is answered, even when carrying it out shows a mistake of ours.
    except Exception:
        log.exception("a command was not carried out")
        return SERVER_MISTAKE
