"""A store in the memory of this process."""

from stepgraph.store.memory.store import InMemoryStore

__all__ = ["InMemoryStore"]
