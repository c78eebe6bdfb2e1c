"""Plain functions as graphs: an entry point whose code calls tasks, each kept and run as a task of its own."""

from __future__ import annotations

from stepgraph.func.entrypoint import entrypoint
from stepgraph.func.task import task

__all__ = ["entrypoint", "task"]
