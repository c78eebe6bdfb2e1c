"""The project's commands, each one word: `make WORD`, or `python3 -m scripts.setup WORD` where there is no make."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts import environment, page
from scripts.development import develop
from scripts.environment import PYTHON, ROOT, tool
from scripts.system import SetupError

FIRST_EXAMPLE = "two_writers"


def setup() -> None:
    """Set everything up: Python packages, the page's packages, the built page, a browser for the tests."""
    prepare_page()
    environment.ensure_browser()


def prepare_page() -> None:
    """Set up all that running needs, and build the page."""
    environment.ensure_environment()
    found = environment.find_node()
    environment.ensure_packages(found)
    environment.ensure_page(found)


def run() -> None:
    """Set up, build the page and open it on a shipped example; `FILE=path` opens another file."""
    prepare_page()
    _become([str(PYTHON), "-m", "stepgraph", "serve", *opened(os.environ.get("FILE"))])


def test() -> None:
    """Set up and run all tests: Python, page, and both together in a real browser."""
    setup()
    npm = environment.find_node()
    _run_all(
        [
            ("Python tests", [str(PYTHON), "-m", "pytest", "-q"], None),
            ("Page tests", [*npm.npm, "--silent", "run", "test"], npm.environment),
            ("Browser tests", [str(PYTHON), "-m", "pytest", "-q", "e2e"], None),
        ]
    )


def check() -> None:
    """Check format, lint, types, import rules and that the generated protocol is current."""
    environment.ensure_environment()
    npm = environment.find_node()
    environment.ensure_packages(npm)
    _run_all(
        [
            ("Python format", [tool("ruff"), "format", "--check", "."], None),
            ("Python lint", [tool("ruff"), "check", "."], None),
            ("Python types", [tool("mypy")], None),
            ("Python import rules", [tool("lint-imports"), "--no-logo"], None),
            ("Page format, lint and import rules", [*npm.npm, "--silent", "run", "lint"], npm.environment),
            ("Page types", [*npm.npm, "--silent", "run", "types"], npm.environment),
            ("Protocol drift", [str(PYTHON), "-m", "stepgraph", "protocol", "--check"], None),
        ]
    )


def bench() -> None:
    """Set up and print what a superstep, an event and a click cost."""
    setup()
    _become([str(PYTHON), "-m", "benchmarks"])


def dev() -> None:
    """Run the server and the page so that both reload when a file changes."""
    environment.ensure_environment()
    npm = environment.find_node()
    environment.ensure_packages(npm)
    develop(npm, opened=opened(os.environ.get("FILE")))


def lock() -> None:
    """Take the newest allowed Python packages and write their versions down."""
    with tempfile.TemporaryDirectory() as folder:
        python = str(Path(folder) / PYTHON.relative_to(environment.VENV))
        switched_off = {**os.environ, "STEPGRAPH_SKIP_PAGE": "1"}
        environment.run([str(PYTHON), "-m", "venv", folder])
        environment.run([python, "-m", "pip", "install", "-q", ".[dev]"], environment=switched_off)
        frozen = subprocess.check_output(
            [python, "-m", "pip", "freeze", "-q", "--exclude", "stepgraph"], encoding="utf-8"
        )
    constraints = ROOT / "scripts" / "constraints.txt"
    first_line = constraints.read_text(encoding="utf-8").splitlines()[0]
    constraints.write_text(f"{first_line}\n{frozen}", encoding="utf-8")


def clean() -> None:
    """Remove everything that these commands made."""
    environment.remove_built()


COMMANDS: dict[str, Callable[[], None]] = {
    "setup": setup,
    "run": run,
    "test": test,
    "check": check,
    "bench": bench,
    "dev": dev,
    "lock": lock,
    "clean": clean,
}


def help_text() -> str:
    """Return one line for each command."""
    lines = [f"  make {name:<6} {(command.__doc__ or '').splitlines()[0]}" for name, command in COMMANDS.items()]
    return "\n".join(["Stepgraph's commands:", *lines])


def main(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code."""
    if list(arguments) in ([], ["help"]):
        print(help_text())
        return 0
    command = COMMANDS.get(arguments[0]) if len(arguments) == 1 else None
    if command is None:
        print(f"There is no command {' '.join(arguments)!r}.\n{help_text()}", file=sys.stderr)
        return 2
    try:
        command()
    except (SetupError, page.PageBuildError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def opened(file: str | None) -> list[str]:
    """Return what `stepgraph serve` is told to open: that file, else the first of the shipped examples."""
    return [file] if file else ["--example", FIRST_EXAMPLE]


def _run_all(steps: Sequence[tuple[str, list[str], dict[str, str] | None]]) -> None:
    """Run every step even when one fails, so that one round shows all that is wrong."""
    failed = failures(steps)
    if failed:
        raise SetupError(f"Failed: {', '.join(failed)}.")


def failures(steps: Sequence[tuple[str, list[str], dict[str, str] | None]]) -> list[str]:
    """Run all steps and return the titles of those that failed; tests that failed are tried once more."""
    failed = []
    for title, command, variables in steps:
        print(f"\n--- {title}", flush=True)
        if not _passes(command, variables) and not _passes_again(title, command):
            failed.append(title)
    return failed


def _passes(command: list[str], variables: dict[str, str] | None) -> bool:
    folder = page.FRONTEND if variables is not None else ROOT
    return not subprocess.run(command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, check=False).returncode


def _passes_again(title: str, command: list[str]) -> bool:
    """Try once more the tests that failed: real processes and a real browser may miss a beat on a busy machine.

    What failed first stays in the output, to be looked into.
    """
    if "pytest" not in command:
        return False
    print(f"\n--- {title}: once more those that failed", flush=True)
    return _passes([*command, "--last-failed", "--last-failed-no-failures", "none"], None)


def _become(command: list[str]) -> None:
    """Go on as this command, so that Ctrl-C and the exit code are its own."""
    os.chdir(ROOT)
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
