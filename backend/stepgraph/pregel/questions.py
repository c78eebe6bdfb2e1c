"""Questions: what a task asks its caller, matched to answers by the order of asking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stepgraph.checkpoint.model import PendingWrite
from stepgraph.constants import NAMESPACE_SEPARATOR, NULL_TASK_ID, RESUME
from stepgraph.errors import GraphInterrupt
from stepgraph.interrupts import Interrupt
from stepgraph.pregel.answer_types import AnswerType
from stepgraph.pregel.tasks import Task


class Answers:
    """The answers that were given: to tasks in earlier attempts, by the id of a question, and one for whoever asks.

    They hold for one superstep. The single answer is used once, by the first task that asks a new question.
    """

    def __init__(self, caller: Answers | None = None) -> None:
        self._caller = caller
        self._by_task: dict[str, list[object]] = {}
        self._by_question: Mapping[str, object] = {}
        self._single: list[object] = []
        self.took_single = False
        """Whether a task took the single answer."""
        self.refused: BaseException | None = None
        """Why an answer of this superstep was not what its question asks for."""

    def take(self, pending: Iterable[PendingWrite], by_question: Mapping[str, object]) -> None:
        """Take the answers that are stored for an open superstep, and those of this call."""
        self._by_task = {}
        self._single, self.took_single = [], False
        self._by_question = by_question
        for task_id, channel, value in pending:
            if channel != RESUME:
                continue
            if task_id == NULL_TASK_ID:
                self._single = self._single or [value]
            else:
                self._by_task.setdefault(task_id, list(value) if isinstance(value, list) else [value])

    def forget(self) -> None:
        """Forget every answer: the superstep for which they were given is done."""
        if self._by_task or self._by_question or self._single or self.took_single:
            self._by_task, self._by_question, self._single, self.took_single = {}, {}, [], False

    def ask(self, task: Task, value: object, response_schema: Any) -> object:
        """Return the answer to the task's next question, or raise the question.

        Raises pydantic's `ValidationError` for an answer that is not what the question asks for. Nothing is kept of
        such an answer, so that the question stays open.
        """
        wanted = AnswerType(response_schema)
        position, task.asked = task.asked, task.asked + 1
        if task.answers is None:
            task.answers = self._stored_answers(task)
        if position >= len(task.answers):
            found = self._take_single()
            if not found:
                # By the answers so far: a node that goes on after its question was raised asks under the same id.
                asked_id = question_id(task.ns, len(task.answers))
                raise GraphInterrupt((Interrupt(value, asked_id, response_schema=wanted.schema()),))
            fitted = wanted.fitted(found[0])
            task.answers.extend(found)
        else:
            fitted = wanted.fitted(task.answers[position])
        # Kept with the task's writes, so that a later attempt answers the same questions again.
        task.writes.append((RESUME, task.answers[: position + 1]))
        return fitted

    def _take_single(self) -> list[object]:
        """Take the one answer for whoever asks, of this run or of the one that calls it; nothing when it is gone."""
        try:
            found = [self._single.pop()]
            self.took_single = True
            return found
        except IndexError:
            return [] if self._caller is None else self._caller._take_single()  # noqa: SLF001  # of the same class

    def _stored_answers(self, task: Task) -> list[object]:
        answers = list(self._by_task.get(task.id, ()))
        for found in (question_id(task.ns, len(answers)), question_id(task.ns, 0)):
            # Older threads gave all questions of a task the id of the first.
            if found in self._by_question:
                return [*answers, self._by_question[found]]
        return answers


def question_id(ns: str, position: int) -> str:
    """Return the id of a task's question, the same on every replay."""
    return Interrupt.from_ns(None, ns if position == 0 else f"{ns}{NAMESPACE_SEPARATOR}{position}").id
