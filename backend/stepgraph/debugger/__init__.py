"""Watches and steps a run: facts become events, values become bounded previews, and a gate holds the loop."""

from __future__ import annotations

from stepgraph.debugger.debugger import Debugger

__all__ = ["Debugger"]
