"""Refusals: what the server does not do, told as a problem with a code and a sentence."""

from __future__ import annotations

from stepgraph.protocol.problems import Problem
from stepgraph.server.store.database import HistoryUnusable

SERVER_MISTAKE = Problem(
    code="server.mistake",
    sentence="The server made a mistake; what it was stands in its output. Nothing recorded is lost.",
)


def history_unusable(error: HistoryUnusable) -> Problem:
    """The disk is full, another program holds the file, or it is damaged or gone."""
    return Problem(
        code="history.unusable",
        sentence=f"The history cannot be read or written ({error}). See to it, and try again.",
    )


class Refusal(Exception):
    """A request is not carried out. ``problem`` says why, and what to do instead."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.problem = Problem(code=code, sentence=sentence)

    @classmethod
    def of(cls, problem: Problem) -> Refusal:
        """The refusal that a worker told."""
        refusal = cls(problem.code, problem.sentence)
        refusal.problem = problem
        return refusal
