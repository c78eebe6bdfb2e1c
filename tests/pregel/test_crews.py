"""Threads for tasks that run side by side: each task gets one when it needs one, and few threads do what is quick."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import ContextVar
from queue import SimpleQueue

import pytest

from stepgraph.pregel.crews import Crews
from stepgraph.pregel.tasks import Task

WAIT_S = 10


def task(number: int, caller: Task | None = None) -> Task:
    """Return a task that only has a name, and who called it."""
    made = Task.__new__(Task)
    made.name = f"t{number}"
    made.caller = caller
    return made


def crews(work: Callable[[Task], None], allowed: int | None = None) -> Crews:
    """Return the threads of a run."""
    return Crews(work, allowed, wait=False)


def test_tasks_that_wait_for_each_other_all_get_a_thread() -> None:
    """However many there are; one that blocks holds up nobody."""
    meeting = threading.Barrier(50, timeout=WAIT_S)
    met: SimpleQueue[str] = SimpleQueue()

    def work(one: Task) -> None:
        meeting.wait()
        met.put(one.name)

    run = crews(work)
    run.begin([task(number) for number in range(50)])
    run.end()

    assert met.qsize() == 50


def test_tasks_that_only_compute_share_threads() -> None:
    """A thread that is done takes the next task before another thread begins."""
    threads: set[int] = set()

    run = crews(lambda _task: threads.add(threading.get_ident()))
    run.begin([task(number) for number in range(500)])
    run.end()

    assert len(threads) < 50


def test_no_more_run_at_a_time_than_are_allowed() -> None:
    """The others wait until a thread is free, and then run."""
    pair, lock = threading.Barrier(2, timeout=WAIT_S), threading.Lock()
    running: list[str] = []
    at_a_time: SimpleQueue[int] = SimpleQueue()

    def work(one: Task) -> None:
        with lock:
            running.append(one.name)
            number = len(running)
        pair.wait()
        with lock:
            running.remove(one.name)
        at_a_time.put(number)

    run = crews(work, allowed=2)
    run.begin([task(number) for number in range(10)])
    numbers = [at_a_time.get(timeout=WAIT_S) for _ in range(10)]
    run.end()

    assert max(numbers) == 2


def test_a_called_task_never_waits_for_the_thread_of_its_caller() -> None:
    """Even when only one task may run at a time: those that are called have threads of their own."""
    ended, called_ended = threading.Event(), threading.Event()
    caller = task(0)

    def work(one: Task) -> None:
        if one is caller:
            run.begin([task(1, caller)])
            assert called_ended.wait(WAIT_S)
            ended.set()
        else:
            called_ended.set()

    run = crews(work, allowed=1)
    run.begin([caller])
    has_ended = ended.wait(WAIT_S)
    run.end()

    assert has_ended


def test_what_no_thread_has_taken_can_be_taken_back() -> None:
    """It is told which tasks those are, and they never run."""
    begun, go_on = threading.Event(), threading.Event()
    ran: list[str] = []

    def work(one: Task) -> None:
        ran.append(one.name)
        begun.set()
        assert go_on.wait(WAIT_S)

    run = crews(work, allowed=1)
    run.begin([task(number) for number in range(3)])
    assert begun.wait(WAIT_S)
    withdrawn = sorted(one.name for one in run.withdraw())
    go_on.set()
    run.end()

    assert (ran, withdrawn) == (["t0"], ["t1", "t2"])


def test_each_task_has_the_context_of_who_began_it() -> None:
    """What one task sets there does not reach the next in the same thread."""
    setting: ContextVar[str] = ContextVar("setting")
    setting.set("of the caller")
    seen: list[str] = []

    def work(one: Task) -> None:
        seen.append(setting.get())
        setting.set(one.name)

    run = crews(work)
    run.begin([task(number) for number in range(3)])
    run.end()

    assert seen == ["of the caller"] * 3


def test_tasks_run_in_the_threads_that_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it gives no more of them, those that there are do the work."""
    start, is_given, ended = threading.Thread.start, threading.Event(), SimpleQueue[str]()

    def scarce(thread: threading.Thread) -> None:
        if is_given.is_set():
            raise RuntimeError("can't start new thread")
        is_given.set()
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", scarce)
    run = crews(lambda one: ended.put(one.name))
    run.begin([task(number) for number in range(200)])
    names = {ended.get(timeout=WAIT_S) for _ in range(200)}
    run.end()

    assert len(names) == 200


def test_without_any_thread_the_refusal_of_the_system_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever for tasks that nobody runs."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)

    with pytest.raises(RuntimeError, match="can't start new thread"):
        crews(lambda _task: None).begin([task(0)])
