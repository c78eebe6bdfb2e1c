"""One planned graph on both libraries, and the first place where what they leave behind differs."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.nodes import Plan
from tests.conformance.random_graphs.steps import canonical
from tests.conformance.random_graphs.stories import Story


def told(lib: Any, plan: Plan) -> tuple[Any, Bench]:
    """Return the record of a plan on one library, and the bench with what was seen to happen."""
    with saves_are_settled(lib):
        story = Story(lib, plan)
        return canonical(story.tell()), story.bench


@contextmanager
def saves_are_settled(lib: Any) -> Iterator[None]:
    """Let channels give savers copies: the reference saves later, when the next superstep may have changed them."""
    barriers = (lib.NamedBarrierValue, lib.NamedBarrierValueAfterFinish)
    with ExitStack() as patches:
        for channel in (lib.Topic, *barriers):
            settled = partial(_settled, channel.checkpoint)
            patches.enter_context(patch.object(channel, "checkpoint", lambda self, settled=settled: settled(self)))
        yield


def _settled(checkpoint: Callable[[Any], Any], channel: Any) -> Any:
    return copy.deepcopy(checkpoint(channel))


def difference(found: Any, expected: Any, place: str = "") -> str | None:
    """Return the first place where two records differ with what each has there; None when they are equal."""
    if isinstance(found, dict) and isinstance(expected, dict):
        inside = _first(found, expected, list({**expected, **found}), place)
    elif isinstance(found, list) and isinstance(expected, list):
        ours, theirs = dict(enumerate(found)), dict(enumerate(expected))
        inside = _first(ours, theirs, range(max(len(found), len(expected))), place)
    elif type(found) is type(expected) and found == expected:
        inside = None
    else:
        inside = f"{place}\n  found    {found!r}\n  expected {expected!r}"
    return inside


def _first(found: dict[Any, Any], expected: dict[Any, Any], keys: Iterable[Any], place: str) -> str | None:
    for key in keys:
        inside = f"{place}[{key}]" if isinstance(key, int) else f"{place}.{key}"
        if key not in expected:
            return f"{inside} is only found: {found[key]!r}"
        if key not in found:
            return f"{inside} is only expected: {expected[key]!r}"
        differs = difference(found[key], expected[key], inside)
        if differs is not None:
            return differs
    return None
