"""What the setup makes of the machine that it finds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts.node import fits
from scripts.system import find_browser, find_python


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v24.19.0"])
def test_a_node_that_vite_runs_on_fits(version: str) -> None:
    """The Node of the machine is used when it is good enough."""
    assert fits(version)


@pytest.mark.parametrize("version", ["v18.20.8", "v20.18.3", "v21.7.3", "v22.11.0", "", "unknown"])
def test_a_node_that_vite_refuses_does_not_fit(version: str) -> None:
    """Another one is brought instead of a build that fails half way."""
    assert not fits(version)


def test_the_browser_that_a_person_names_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants the tests in another browser says so, and is not corrected."""
    monkeypatch.setenv("STEPGRAPH_BROWSER", "/opt/browser/chrome")

    assert find_browser() == "/opt/browser/chrome"


def test_a_browser_on_path_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installed browser is used rather than downloaded again."""
    browser = tmp_path / "chromium"
    browser.touch(mode=0o755)
    monkeypatch.delenv("STEPGRAPH_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_browser() == str(browser)


def test_the_running_python_is_taken_when_it_is_new_enough() -> None:
    """Nobody gets another Python than the one they called."""
    assert find_python() == sys.executable
