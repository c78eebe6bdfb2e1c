"""The two libraries side by side: one graph, written once, is built with either."""

from __future__ import annotations

from tests.conformance.loading import load

OURS = load("stepgraph")
REFERENCE = load("langgraph")
