"""Whatever is done to them, savers keep the same: random stories, told to the saver in memory and to another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.checkpoint.postgres import PostgresSaver
from stepgraph.checkpoint.refused import SaverError
from stepgraph.checkpoint.sqlite import SqliteSaver
from tests.checkpoint.savers import config
from tests.checkpoint.test_contract import delta

NAMES = ("a", "b", "c")
THREADS = ("1", "2")
names = st.sampled_from(NAMES)
threads = st.sampled_from(("1", "1", "2"))
values = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=60)
places = st.integers(min_value=0, max_value=11)
changes = st.tuples(st.dictionaries(names, values, max_size=2), st.sets(names, max_size=1))
lengths = st.sampled_from((1, 2, 40))
chains = lengths.flatmap(lambda length: st.lists(changes, min_size=length, max_size=length))
runs_of_saves = st.tuples(st.just("save"), threads, places, chains)  # the place is that of a checkpoint so far
pairs = st.lists(st.tuples(names | st.just("__error__"), values), min_size=1, max_size=3)
attempts = st.lists(st.tuples(st.sampled_from("ab"), pairs), min_size=1, max_size=4)
writes = st.tuples(st.just("write"), threads, places, attempts)
KINDS = {
    "save": runs_of_saves,
    "write": writes,
    "delete": st.tuples(st.just("delete"), threads),
    "prune": st.tuples(st.just("prune"), threads),
    "copy": st.tuples(st.just("copy"), threads, threads),
}
# What makes something comes more often than what takes it away, and each comes as often in the shortest stories.
OFTEN = ("save", "write", "copy", "save", "write", "prune", "write", "save", "delete", "write")
acts = st.sampled_from(OFTEN).flatmap(lambda kind: KINDS[kind])
stories = st.builds(lambda first, others: [first, *others], runs_of_saves, st.lists(acts, min_size=4, max_size=14))


class Teller:
    """Does to a saver what a story says; `made` has the ids of each thread's checkpoints."""

    def __init__(self, saver: Any, prefix: str) -> None:
        self.saver = saver
        self.prefix = prefix
        self.made: dict[str, list[str]] = {thread: [] for thread in THREADS}
        self.count = 0
        self.refused: list[Any] = []

    def tell(self, story: Any) -> list[Any]:
        """Return what the saver kept after the story, and what it refused."""
        for act in story:
            try:
                getattr(self, act[0])(*act[1:])
            except SaverError as error:
                self.refused.append((act[0], error.code))
        every = [config(self.prefix + thread) for thread in THREADS]
        kept = [[saved._replace(config={}) for saved in self.saver.list(at)] for at in every]
        return [self.refused, kept, [self.saver.get(at) for at in every]]

    def save(self, thread: str, place: int, changes: Any) -> None:
        """Save a chain of differences, on a checkpoint of the thread or as the first of a branch."""
        made = self.made[thread]
        parent = made[place % len(made)] if made and place % 4 else None
        for changed, cleared in changes:
            self.count += 1
            own = f"{self.count:05}"
            forms = {name: value for name, value in changed.items() if name not in cleared}
            versions = dict.fromkeys([*forms, *sorted(cleared)], own)
            seen = {name: {"x": own} for name in forms}
            change = delta(0, parent=None, values=forms, cleared=tuple(sorted(cleared)), versions=versions, seen=seen)
            self.saver.put_delta(change._replace(thread_id=self.prefix + thread, id=own, parent_id=parent))
            made.append(own)
            parent = own

    def write(self, thread: str, place: int, attempts: Any) -> None:
        """Keep writes of tasks on a checkpoint of the thread."""
        made = self.made[thread]
        if made:
            at = config(self.prefix + thread, checkpoint_id=made[place % len(made)])
            for task, pairs in attempts:
                self.saver.put_writes(at, pairs, task, f"~{task}")

    def delete(self, thread: str) -> None:
        """Forget a thread; a branch may still try to go on from what was there."""
        self.saver.delete_thread(self.prefix + thread)

    def prune(self, thread: str) -> None:
        """Forget all but the latest."""
        self.saver.prune([self.prefix + thread])

    def copy(self, source: str, target: str) -> None:
        """Copy a thread, or to a thread that has something."""
        self.saver.copy_thread(self.prefix + source, self.prefix + target)
        self.made[target].extend(made for made in self.made[source] if made not in self.made[target])


@contextmanager
def other(kind: str, postgres: str) -> Iterator[Any]:
    """Give the saver that is compared."""
    opened = SqliteSaver.from_conn_string(":memory:")
    with opened if kind == "sqlite" else PostgresSaver.from_conn_string(postgres) as saver:
        yield saver


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_story_leaves_the_same_in_every_saver(kind: str, postgres: str) -> None:
    """Branches, long chains, clearing, pending writes, deleting, pruning and copying, in any order."""
    with other(kind, postgres) as saver:
        count = iter(range(10**9))

        @settings(max_examples=50 if kind == "sqlite" else 15)
        @given(story=stories)
        def agree(story: Any) -> None:
            prefix = f"story {next(count)}, thread "
            expected = Teller(InMemorySaver(), prefix).tell(story)

            assert Teller(saver, prefix).tell(story) == expected

        agree()
