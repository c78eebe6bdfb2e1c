"""Runs a worker for `python -m stepgraph.worker`."""

from __future__ import annotations

import sys

from stepgraph.worker.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
