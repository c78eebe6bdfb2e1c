"""How a node is retried, cached, timed and traced."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, NamedTuple

# Faults of the program rather than of the world: trying again would not help.
_NOT_WORTH_A_RETRY = (
    ValueError,
    TypeError,
    ArithmeticError,
    ImportError,
    LookupError,
    NameError,
    SyntaxError,
    RuntimeError,
    ReferenceError,
    StopIteration,
    StopAsyncIteration,
    OSError,
)


def default_retry_on(error: Exception) -> bool:
    """Tell whether trying again may help: yes for lost connections and server faults, no for the program's own."""
    if isinstance(error, ConnectionError):
        return True
    # Only a library that is already imported can have raised its error, so none is imported to ask.
    for library, class_name in (("httpx", "HTTPStatusError"), ("requests", "HTTPError")):
        http_error = getattr(sys.modules.get(library), class_name, None)
        if isinstance(http_error, type) and isinstance(error, http_error):
            response = getattr(error, "response", None)
            return response is None or 500 <= response.status_code < 600
    return not isinstance(error, _NOT_WORTH_A_RETRY)


class RetryPolicy(NamedTuple):
    """How often and how fast a failed node is tried again; times are in seconds."""

    initial_interval: float = 0.5
    backoff_factor: float = 2.0
    max_interval: float = 128.0
    max_attempts: int = 3
    jitter: bool = True
    retry_on: type[Exception] | Sequence[type[Exception]] | Callable[[Exception], bool] = default_retry_on


def _ordered(value: object, depth: int = 10) -> object:
    """Return `value` with every mapping as sorted pairs, so that equal ones pickle to equal bytes."""
    if depth <= 0 or isinstance(value, (str, bytes)):
        return value
    if isinstance(value, Mapping):
        pairs = sorted(value.items(), key=lambda pair: str(pair[0]))
        return tuple((key, _ordered(item, depth - 1)) for key, item in pairs)
    if isinstance(value, Sequence):
        return tuple(_ordered(item, depth - 1) for item in value)
    return value


def default_cache_key(*args: object, **kwargs: object) -> str | bytes:
    """Return a key under which equal inputs meet; not with a dict's keys in another order, as in the reference."""
    return pickle.dumps((args, _ordered(kwargs)), protocol=5)


@dataclass(frozen=True, kw_only=True, slots=True)
class CachePolicy:
    """How a node's result is kept: under which key, and for how many seconds."""

    key_func: Callable[..., str | bytes] = default_cache_key
    ttl: int | None = None


class CacheKey(NamedTuple):
    """Under which namespace and key a result is kept, and for how many seconds."""

    ns: tuple[str, ...]
    key: str
    ttl: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeoutPolicy:
    """How long one attempt at a node may take, and how long it may be silent."""

    run_timeout: float | timedelta | None = None
    idle_timeout: float | timedelta | None = None
    refresh_on: Literal["auto", "heartbeat"] = "auto"

    @classmethod
    def coerce(cls, value: float | timedelta | TimeoutPolicy | None) -> TimeoutPolicy | None:
        """Return the policy that `value` stands for, in seconds; a bare number limits the whole attempt."""
        if value is None:
            return None
        policy = value if isinstance(value, TimeoutPolicy) else cls(run_timeout=value)
        seconds = cls(
            run_timeout=_seconds(policy.run_timeout, "run_timeout"),
            idle_timeout=_seconds(policy.idle_timeout, "idle_timeout"),
            refresh_on=policy.refresh_on,
        )
        # One that is in seconds already stays the object that the caller holds.
        limits = (policy.run_timeout, policy.idle_timeout)
        return policy if all(limit is None or isinstance(limit, float) for limit in limits) else seconds


def _seconds(value: float | timedelta | None, name: str) -> float | None:
    if value is None:
        return None
    seconds = value.total_seconds() if isinstance(value, timedelta) else float(value)
    if seconds <= 0:
        raise ValueError(f"{name} must be greater than 0")
    return seconds


@dataclass(frozen=True, kw_only=True, slots=True)
class TracePolicy:
    """What a tracer may record of a node's input and output."""

    process_inputs: Callable[[Any], Any] | None = None
    process_outputs: Callable[[Any], Any] | None = None


def omit_payload(_value: object) -> dict[str, Any]:
    """Stand for a value that a tracer should not record."""
    return {}
