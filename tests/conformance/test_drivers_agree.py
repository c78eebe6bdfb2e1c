"""The two drivers run one core: what a coroutine gets of a graph is what a plain call gets."""

from __future__ import annotations

import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.conformance import graphs_routes, graphs_state
from tests.conformance.libraries import OURS
from tests.conformance.records import THREAD, answer, history, plain, streamed

warnings.filterwarnings("ignore", module="langgraph")

CASES = [*graphs_state.CASES, *graphs_routes.CASES]


async def awaited(call: Callable[[], Awaitable[Any]]) -> Any:
    """Return what `call` gives, or the type and text of what it raises."""
    try:
        return await call()
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        return (type(error).__name__, str(error))


@pytest.mark.parametrize(("build", "given"), CASES, ids=lambda part: getattr(part, "__name__", repr(part)))
async def test_a_coroutine_gets_what_a_plain_call_gets(build: Callable[[Any], Any], given: Any) -> None:
    """The output or the error, and every checkpoint."""
    config = {**THREAD, "recursion_limit": 25}
    plain_saver, async_saver = OURS.InMemorySaver(), OURS.InMemorySaver()
    expected = answer(lambda: build(OURS).compile(checkpointer=plain_saver).invoke(given, config))

    found = await awaited(lambda: build(OURS).compile(checkpointer=async_saver).ainvoke(given, config))

    is_error = isinstance(expected, tuple)
    assert plain(found) == plain(expected[:2] if is_error else expected)
    assert plain(history(async_saver)) == plain(history(plain_saver))


@pytest.mark.parametrize("build", [graphs_routes.loop, graphs_routes.two_routers, graphs_routes.deferred])
async def test_a_coroutine_is_streamed_the_same_events(build: Callable[[Any], Any]) -> None:
    """In the same order, with the same payloads."""
    given: Any = {"y": 0, "x": []}
    modes = ["values", "updates", "debug"]
    compiled = build(OURS).compile()
    expected = [(mode, type(payload)) for mode, payload in compiled.stream(given, stream_mode=modes)]

    found = [(mode, type(payload)) async for mode, payload in compiled.astream(given, stream_mode=modes)]

    assert found == expected
    assert streamed(compiled, given, {})[-1] is None
