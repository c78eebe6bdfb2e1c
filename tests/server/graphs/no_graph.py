# script: {"load": "reject"}
"""Holds no graph."""

ANSWER = 42
