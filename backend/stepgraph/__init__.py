"""Stepgraph: an engine for state graphs, and a debugger that shows each superstep of a run."""

from __future__ import annotations

from stepgraph.version import __version__

__all__ = ["__version__"]
