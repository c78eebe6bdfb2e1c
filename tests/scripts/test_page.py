"""When the built page is made again: exactly when something changed that it is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.page import source_digest


@pytest.fixture
def frontend(tmp_path: Path) -> Path:
    """A small page with one source file, one test and the packages that are installed for it."""
    files = {
        "package.json": "{}",
        "src/app/main.tsx": "export const answer = 1;",
        "src/app/main.test.tsx": "",
        "node_modules/react/index.js": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["src/app/main.tsx", "package.json", "vite.export.config.ts", "public/icon.svg", "src/new.ts"]
)
def test_a_changed_source_makes_the_page_stale(frontend: Path, name: str) -> None:
    """What ends up in the page, or decides what does, is part of its hash."""
    before = source_digest(frontend)

    path = frontend / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("changed", encoding="utf-8")

    assert source_digest(frontend) != before


def test_a_renamed_source_makes_the_page_stale(frontend: Path) -> None:
    """The same text under another name is another page."""
    before = source_digest(frontend)

    (frontend / "src/app/main.tsx").rename(frontend / "src/app/start.tsx")

    assert source_digest(frontend) != before


@pytest.mark.parametrize("name", ["src/app/main.test.tsx", "node_modules/react/index.js"])
def test_tests_and_installed_packages_leave_the_page_current(frontend: Path, name: str) -> None:
    """A changed test builds nothing; packages are known by their lock file."""
    before = source_digest(frontend)

    (frontend / name).write_text("changed", encoding="utf-8")

    assert source_digest(frontend) == before
