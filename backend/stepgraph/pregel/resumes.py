"""Answers in a command: whose they are, and whether they fit the questions that wait."""

from __future__ import annotations

import re
from typing import Any

from stepgraph.constants import CONF, CONFIG_KEY_STRICT_RESUME
from stepgraph.errors import UnknownInterruptError
from stepgraph.pregel.run import Run
from stepgraph.pregel.statuses import task_statuses
from stepgraph.types import Command

_INTERRUPT_ID = re.compile(r"[0-9a-f]{32}")
_SEVERAL_WAIT = (
    "When there are multiple pending interrupts, you must specify the interrupt id when resuming. Docs: "
    "https://docs.langchain.com/oss/python/langgraph/interrupts#handling-multiple-interrupts."
)


def resume_map_of(run: Run, command: Command[Any]) -> dict[str, object] | None:
    """Return the answers by the id of their question, or None for one answer to whoever asks.

    Raises `RuntimeError` for answers that can reach nobody. A run that is strict about answers raises
    `UnknownInterruptError` as well when they name no question that waits; nothing was written by then.
    """
    resume = command.resume
    if resume is None:
        return None
    if run.request.saver is None:
        raise RuntimeError("Cannot use Command(resume=...) without checkpointer")
    is_strict = _is_strict(run)
    if isinstance(resume, dict) and all(isinstance(key, str) and _INTERRUPT_ID.fullmatch(key) for key in resume):
        if is_strict:
            _check_questions(resume, _open_questions(run))
        return resume
    waiting = _open_questions(run)
    if len(waiting) > 1:
        if is_strict:
            raise UnknownInterruptError(_SEVERAL_WAIT, reason="ambiguous", pending_ids=waiting)
        raise RuntimeError(_SEVERAL_WAIT)
    return None


def _is_strict(run: Run) -> bool:
    # A run from a checkpoint that the thread has left behind asks again what looks answered there.
    asked = run.request.config.get(CONF, {}).get(CONFIG_KEY_STRICT_RESUME, False)
    return bool(asked) and not run.is_nested and not run.lineage.is_superseded


def _open_questions(run: Run) -> list[str]:
    """Return the ids of the questions that wait, in order."""
    return sorted({asked.id for status in task_statuses(run.pending).values() for asked in status.open_questions})


def _check_questions(answers: dict[str, object], waiting: list[str]) -> None:
    if not answers:
        raise UnknownInterruptError("The resume map names no interrupt", reason="empty_map", pending_ids=waiting)
    unknown = sorted(answers.keys() - set(waiting))
    if unknown:
        raise UnknownInterruptError(
            f"Unknown or already-consumed interrupt: {unknown[0]}",
            reason="not_pending",
            interrupt_ids=unknown,
            pending_ids=waiting,
        )
