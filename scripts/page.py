"""The built page: when it is current, and how it is built. Used by the setup and by the wheel's build hook."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "backend" / "stepgraph" / "server" / "static"

# Inside the built folder, so that throwing the page away throws its stamp away too.
STAMP = STATIC / ".source"

_SHOWN_LINES = 30


class PageBuildError(RuntimeError):
    """The page could not be built; the message ends with what npm said last."""


def is_page_current() -> bool:
    """Say whether the built page was made from the sources as they are now."""
    built = (STATIC / "index.html").is_file() and STAMP.is_file()
    return built and STAMP.read_text(encoding="utf-8") == source_digest()


def source_digest(frontend: Path = FRONTEND) -> str:
    """Return one hash over the names and the content of all that the page is built from."""
    digest = hashlib.sha256()
    for path in sorted(_sources(frontend)):
        digest.update(path.relative_to(frontend).as_posix().encode())
        digest.update(b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(frontend: Path) -> Iterator[Path]:
    names = [
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "vite.export.config.ts",
        "tsconfig.base.json",
        "tsconfig.json",
    ]
    yield from (frontend / name for name in names if (frontend / name).is_file())
    for folder in ("src", "public"):
        for path in (frontend / folder).rglob("*"):
            if path.is_file() and ".test." not in path.name:
                yield path


def install_packages(npm: list[str], *, environment: dict[str, str]) -> None:
    """Install exactly the packages of the lock file."""
    # A NODE_ENV of "production" would leave out the very packages that build the page.
    _run_npm([*npm, "ci", "--no-audit", "--no-fund", "--include=dev"], environment=environment)


def build_page(npm: list[str], *, environment: dict[str, str]) -> None:
    """Build the page from installed packages, and note what it was built from."""
    digest = source_digest()
    _run_npm([*npm, "run", "build"], environment=environment)
    STAMP.write_text(digest, encoding="utf-8")


def _run_npm(command: list[str], *, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=FRONTEND,
        env={**environment, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        last = "\n".join(done.stdout.splitlines()[-_SHOWN_LINES:])
        raise PageBuildError(
            f"The page was not built: `{' '.join(command)}` ended with {done.returncode} in {FRONTEND}.\n{last}"
        )
