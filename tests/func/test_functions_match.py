"""Functions as graphs: what a caller sees of each story is what the reference's callers see."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance import libraries
from tests.func.stories import STORIES

_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}")


def _load(found: Any) -> Any:
    func = importlib.import_module(f"{found.package}.func")
    types = importlib.import_module(f"{found.package}.types")
    cache = importlib.import_module(f"{found.package}.cache.memory")
    more = {"entrypoint": func.entrypoint, "task": func.task, "CachePolicy": types.CachePolicy}
    return SimpleNamespace(**vars(found), **more, InMemoryCache=cache.InMemoryCache)


OURS, REFERENCE = _load(libraries.OURS), _load(libraries.REFERENCE)


def _told(story: Callable[[Any], list[Any]], lib: Any) -> list[str]:
    return [_IDS.sub("ID", repr(part)) for part in story(lib)]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_a_caller_sees_the_same(story: Callable[[Any], list[Any]]) -> None:
    """Events in their order, results, states and history, refusals; ids differ from run to run."""
    assert _told(story, OURS) == _told(story, REFERENCE)
