"""Runs the command line for `python -m stepgraph`."""

from __future__ import annotations

from stepgraph.cli import main

if __name__ == "__main__":
    main()
