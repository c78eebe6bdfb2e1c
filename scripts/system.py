"""What the setup needs of the machine: a Python, a browser, and Debian's packages where it may install them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)

_PYTHON_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python")
_BROWSER_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
_BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)


class SetupError(RuntimeError):
    """Something is missing that the setup cannot bring; the message names the one command that does."""


def find_python() -> str | None:
    """Return the Python that runs this if it is new enough, else the newest one on PATH, else nothing."""
    if sys.version_info >= OLDEST_PYTHON:
        return sys.executable
    question = f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    for name in _PYTHON_NAMES:
        python = shutil.which(name)
        if python is not None and subprocess.call([python, "-c", question]) == 0:
            return python
    return None


def find_browser() -> str | None:
    """Return the installed Chromium, Chrome or Edge, else nothing; STEPGRAPH_BROWSER names another one."""
    chosen = os.environ.get("STEPGRAPH_BROWSER")
    if chosen:
        return chosen
    on_path = (shutil.which(name) for name in _BROWSER_NAMES)
    elsewhere = (place for place in _BROWSER_PLACES if Path(place).is_file())
    return next((found for found in on_path if found is not None), None) or next(elsewhere, None)


def can_install() -> bool:
    """Say whether this is Debian, or one like it, and we are root there."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def require_packages(*packages: str, purpose: str, elsewhere: str) -> None:
    """Install Debian's packages where we may; else say the one command that does."""
    if can_install():
        print(f"Installing {', '.join(packages)} ({purpose})", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *packages]):
            done = subprocess.run(
                ["apt-get", *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
            if done.returncode != 0:
                last = "\n".join(done.stdout.splitlines()[-15:])
                raise SetupError(f"`apt-get {' '.join(arguments)}` ended with {done.returncode}.\n{last}")
        return
    if shutil.which("apt-get") is not None:
        raise SetupError(f"{purpose} is missing. Install it: sudo apt-get install {' '.join(packages)}")
    raise SetupError(f"{purpose} is missing. {elsewhere}")
