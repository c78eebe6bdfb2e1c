"""Calls on their way to an executor and back, and how they are taken back."""

from __future__ import annotations

from concurrent.futures import Future

from stepgraph.pregel.elsewhere import Outcome
from stepgraph.pregel.tasks import Task


class Withdrawn(BaseException):
    """A task was taken back from its executor; nobody sees it but the driver."""


class Errand:
    """One call on its way to an executor and back."""

    def __init__(self, call: Future[Outcome]) -> None:
        self._call = call
        self._back: Future[None] = Future()
        """Done when the call is; who does not want to wait any longer cancels it, which an executor cannot refuse."""
        call.add_done_callback(self._come_back)

    def wait(self) -> Outcome:
        """Return how the call ended; raises what the executor raises, and CancelledError when it was taken back."""
        try:
            self._back.result()
            return self._call.result()
        except BaseException:
            self._call.cancel()
            raise

    def withdraw(self, *, even_begun: bool) -> None:
        """Take the call back if it has not begun; with `even_begun` let nobody wait for one that has."""
        self._call.cancel()
        if even_begun:
            self._back.cancel()

    def _come_back(self, _call: Future[Outcome]) -> None:
        if self._back.set_running_or_notify_cancel():
            self._back.set_result(None)


def withdraw(task: Task, *, even_begun: bool) -> None:
    """Take a task back from its executor, if it has not begun there; with `even_begun` leave one that has behind."""
    # First the mark, then the look: who sends it at this moment does the two in the other order.
    task.recalled = "in any case" if even_begun else "if queued"
    if task.errand is not None:
        task.errand.withdraw(even_begun=even_begun)


def recalled(task: Task) -> str:
    """Return how a task is recalled, looked at anew: another thread may have marked it."""
    return task.recalled


def withdrawn(task: Task) -> Withdrawn:
    """Return what leaves a task that was taken back, which is marked."""
    task.is_withdrawn = True
    return Withdrawn()
