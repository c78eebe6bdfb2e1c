"""``langgraph.json``: the graphs that a project names, each as a file and a name in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from stepgraph.document.source import Source

CONFIG_NAME = "langgraph.json"


class ConfigFault(Exception):
    """A ``langgraph.json`` that names no graph we can find."""

    code = "document.config"

    def __init__(self, sentence: str, *, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class NamedGraph:
    """One entry: the file that holds the graph (absolute), the name that it has there, and where it imports from."""

    path: str
    attribute: str
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Project:
    folder: Path
    name: str
    dependencies: tuple[str, ...]


def read_config(source: Source) -> dict[str, NamedGraph]:
    """Return the graphs of a ``langgraph.json`` by their names. Raises ConfigFault."""
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise ConfigFault(
            f"{CONFIG_NAME} is not JSON: {error.msg} in line {error.lineno}.", line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise ConfigFault(f"{CONFIG_NAME} is nested too deeply.") from None
    graphs = content.get("graphs") if isinstance(content, dict) else None
    if not isinstance(graphs, dict) or not graphs:
        raise ConfigFault(f'{CONFIG_NAME} has no "graphs": an object such as {{"agent": "./agent.py:graph"}}.')
    folder = Path(source.path).resolve().parent
    project = _Project(folder, Path(source.path).name, _local(content.get("dependencies"), folder))
    return {name: _named_graph(name, place, project=project) for name, place in graphs.items()}


def _named_graph(name: str, place: object, *, project: _Project) -> NamedGraph:
    # Both forms are in use: a text, and an object that adds a description.
    text = place.get("path") if isinstance(place, dict) else place
    file, _, attribute = text.rpartition(":") if isinstance(text, str) else ("", "", "")
    if not file or not attribute.isidentifier():
        raise ConfigFault(f'In {project.name}, the graph "{name}" must be given as "./file.py:name", not {place!r}.')
    return NamedGraph(str((project.folder / file).resolve()), attribute, (str(project.folder), *project.dependencies))


def _local(dependencies: object, folder: Path) -> tuple[str, ...]:
    """Return the folders among a project's dependencies; the others are packages that are installed or not."""
    named = [item for item in dependencies if isinstance(item, str)] if isinstance(dependencies, list) else []
    return tuple(str((folder / item).resolve()) for item in named if item.startswith("."))
