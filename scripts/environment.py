"""The folder `.venv`, the page's packages and the browser: made once, and again only when their sources changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts import node, page
from scripts.system import SetupError, can_install, find_browser, find_python, require_packages

ROOT = page.ROOT
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")

# A download that does not move must not hold up a machine that has another way to a browser.
_DOWNLOAD_LIMIT_S = 300


def tool(name: str) -> str:
    """Return the path of a program of the environment."""
    return str(SCRIPTS / (f"{name}.exe" if os.name == "nt" else name))


def ensure_environment() -> None:
    """Make `.venv` with everything of `pyproject.toml`, unless it is made of just that already."""
    stamp = VENV / ".stamp"
    digest = _digest(
        ROOT / "pyproject.toml",
        ROOT / "scripts" / "constraints.txt",
        ROOT / "backend" / "stepgraph" / "version.py",
    )
    if PYTHON.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    if not PYTHON.exists():
        _make_venv()
    print("Installing the Python packages", flush=True)
    # The page is built by a step of its own, which knows when it is current.
    environment = {**os.environ, "STEPGRAPH_SKIP_PAGE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    constraints = str(ROOT / "scripts" / "constraints.txt")
    run([str(PYTHON), "-m", "pip", "install", "-q", "-c", constraints, "-e", ".[dev]"], environment=environment)
    stamp.write_text(digest, encoding="utf-8")


def _make_venv() -> None:
    python = find_python()
    if python is None:
        require_packages(
            "python3",
            "python3-venv",
            purpose="Python 3.11 or newer",
            elsewhere="Install it from python.org or with your package manager.",
        )
        python = find_python()
    if python is None:
        raise SetupError("Python 3.11 or newer is missing, and this system's own packages have none.")
    # Debian ships Python without the part that a new environment needs.
    if subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False).returncode != 0:
        require_packages("python3-venv", purpose="Python's venv", elsewhere="Install Python from python.org.")
    print(f"Making {VENV.name} with {python}", flush=True)
    run([python, "-m", "venv", "--clear", str(VENV)])


def find_node() -> node.Node:
    """Return the Node of PATH when it fits, else the one that came with the environment."""
    found = node.node_on_path() or node.node_of_package(str(PYTHON))
    if found is None:
        raise SetupError(f"No Node was found that fits ({node.WANTED}), and the environment brought none.")
    return found


def ensure_packages(found: node.Node) -> None:
    """Install the page's packages, unless they are those of the lock file already."""
    stamp = page.FRONTEND / "node_modules" / ".stamp"
    digest = _digest(page.FRONTEND / "package.json", page.FRONTEND / "package-lock.json")
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    print(f"Installing the page's packages with Node {found.version}", flush=True)
    page.install_packages(found.npm, environment=found.environment)
    stamp.write_text(digest, encoding="utf-8")


def ensure_page(found: node.Node) -> None:
    """Build the page, unless it was built from the sources as they are."""
    if page.is_page_current():
        return
    print("Building the page", flush=True)
    page.build_page(found.npm, environment=found.environment)


def ensure_browser() -> None:
    """Find a browser for the tests: an installed one, else Playwright's, else Debian's. There is no skip."""
    _ensure_driver()
    if find_browser() is not None or _does_download_start():
        return
    print("Downloading a browser for the tests", flush=True)
    is_downloaded = _download_browser()
    if is_downloaded and _does_download_start():
        return
    if is_downloaded and not can_install():
        libraries = f"sudo {PYTHON} -m playwright install-deps chromium"
        raise SetupError(f"The downloaded browser lacks libraries of this system. Install them: {libraries}")
    require_packages(
        "chromium",
        purpose="A browser for the tests",
        elsewhere="Install Chromium, Chrome or Edge, or name one in STEPGRAPH_BROWSER.",
    )


def _download_browser() -> bool:
    system_libraries = ["--with-deps"] if can_install() else []
    command = [str(PYTHON), "-m", "playwright", "install", *system_libraries, "chromium"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_DOWNLOAD_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _ensure_driver() -> None:
    """See that Playwright's own driver starts; the barest Debian lacks a library of it."""
    stamp = VENV / ".driver"
    if stamp.is_file():
        return
    question = [str(PYTHON), "-m", "playwright", "--version"]
    if subprocess.run(question, capture_output=True, check=False).returncode != 0:
        require_packages(
            "libatomic1",
            purpose="The library that Playwright's driver needs",
            elsewhere="Install libatomic with your system's packages.",
        )
        run(question)
    stamp.touch()


def _does_download_start() -> bool:
    """Say whether Playwright's own browser is there and has all the libraries that it needs."""
    question = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: p.chromium.launch(args=['--no-sandbox']).close()"
    )
    return subprocess.run([str(PYTHON), "-c", question], capture_output=True, check=False).returncode == 0


def run(command: list[str], *, environment: dict[str, str] | None = None) -> None:
    """Run one command in the project's folder, and end the setup in a sentence when it fails."""
    done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SetupError(f"`{' '.join(command)}` ended with {done.returncode}.")


def remove_built() -> None:
    """Remove everything that the setup and the tools made."""
    caches = [".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache", ".hypothesis"]
    for name in [".venv", "build", "dist", "test-results", "bench-results", *caches]:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    shutil.rmtree(page.FRONTEND / "node_modules", ignore_errors=True)
    shutil.rmtree(page.STATIC, ignore_errors=True)
    for folder in ("backend", "tests", "e2e", "benchmarks", "scripts"):
        for cache in list((ROOT / folder).rglob("__pycache__")):
            shutil.rmtree(cache, ignore_errors=True)


def _digest(*paths: Path) -> str:
    digest = hashlib.sha256(f"{sys.platform} {ROOT}".encode())
    for path in paths:
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()
