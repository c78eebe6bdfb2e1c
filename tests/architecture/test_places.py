"""What is kept in the project names no machine, no registry and no workshop."""

from __future__ import annotations

import json
import re

from tests.architecture.sources import ROOT, files, lines_of, name_of

# Written in parts, so that this file does not name what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:" + "|".join(["wo" + "rk", "ro" + "ot"]) + r")/\w")
REGISTRIES = ["py" + r"pi\.org", "python" + "hosted", "registry" + r"\.npm", "npm" + r"js\.(?:org|com)"]
REGISTRY = re.compile("|".join(REGISTRIES))

TEXT = (".py", ".ts", ".tsx", ".css", ".html", ".json", ".md", ".toml", ".txt", ".yml", "")


def test_no_file_names_a_path_of_the_machine_that_it_was_written_on() -> None:
    """A path that only one machine has is a mistake everywhere else."""
    found = [
        f"{name_of(path)}:{number}"
        for path in files(*TEXT)
        for number, line in enumerate(lines_of(path), start=1)
        if MACHINE_PATH.search(line)
    ]

    assert found == []


def test_lock_files_name_no_registry() -> None:
    """A lock says which packages, never where from: everyone has a mirror of their own."""
    locks = [ROOT / "frontend" / "package-lock.json", ROOT / "scripts" / "constraints.txt"]

    found = [
        f"{name_of(lock)}:{number}"
        for lock in locks
        for number, line in enumerate(lines_of(lock), start=1)
        if REGISTRY.search(line)
    ]

    assert found == []


def test_the_page_is_locked_without_addresses_and_with_hashes() -> None:
    """A locked package is known by its hash alone, wherever it is fetched from."""
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text(encoding="utf-8"))

    packages = {name: package for name, package in lock["packages"].items() if name}

    assert {name for name, package in packages.items() if "resolved" in package} == set()
    assert {name for name, package in packages.items() if "integrity" not in package} == set()


def test_the_page_depends_on_exact_versions() -> None:
    """A range would let two people build two pages from one source."""
    package = json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))

    wanted = {**package["dependencies"], **package["devDependencies"]}

    assert {name: version for name, version in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)} == {}
