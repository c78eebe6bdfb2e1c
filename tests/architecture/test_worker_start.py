"""A worker starts for every session and after every kill, so it carries only what it needs."""

from __future__ import annotations

import json
import subprocess
import sys

# A fifth to a third of a second each; and a worker has no use for any of them.
TOO_HEAVY = {"fastapi", "libcst", "sqlalchemy", "starlette", "uvicorn"}

# In tests both are installed beside us, so only looking shows that nobody reached for them.
NOT_OURS = {"langgraph"}

IMPORT_EVERYTHING = """
import importlib, json, pkgutil, sys
import stepgraph.worker
for module in pkgutil.walk_packages(stepgraph.worker.__path__, "stepgraph.worker."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_a_worker_starts_without_server_database_and_reference() -> None:
    """Everything that a worker imports is its own room and the rooms below."""
    printed = subprocess.check_output([sys.executable, "-c", IMPORT_EVERYTHING], encoding="utf-8")

    loaded = set(json.loads(printed))

    assert loaded & (TOO_HEAVY | NOT_OURS) == set()
