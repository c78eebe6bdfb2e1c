"""Trying again: whether, and after how long. Pure; the pause itself is a call like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stepgraph.types import RetryPolicy


def pause_before_retry(
    policies: Sequence[RetryPolicy], error: Exception, *, failed: int, jitter: Callable[[], float]
) -> float | None:
    """Return how many seconds to wait before the next attempt, None to give up; the first policy that fits counts."""
    policy = next((policy for policy in policies if _fits(policy, error)), None)
    if policy is None or failed >= policy.max_attempts:
        return None
    pause_s = min(policy.max_interval, policy.initial_interval * policy.backoff_factor ** (failed - 1))
    return pause_s + jitter() if policy.jitter else pause_s


def _fits(policy: RetryPolicy, error: Exception) -> bool:
    wanted = policy.retry_on
    if isinstance(wanted, Sequence):
        return isinstance(error, tuple(wanted))
    if isinstance(wanted, type):
        return isinstance(error, wanted)
    if callable(wanted):
        return wanted(error)
    raise TypeError("retry_on must be an Exception class, a list or tuple of Exception classes, or a callable")
