"""Which graph of a document runs: what stands at module level, else what its functions return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from stepgraph.document.config_file import CONFIG_NAME, ConfigFault, NamedGraph, read_config
from stepgraph.document.graph_names import GraphNames
from stepgraph.document.outline import NO_NAMES, parse
from stepgraph.document.source import Source, SourceTooLarge, read_source
from stepgraph.graph.state import CompiledStateGraph, StateGraph
from stepgraph.pregel.pregel import Pregel
from stepgraph.protocol.problems import Problem
from stepgraph.worker.elsewhere import offer
from stepgraph.worker.importing import Rejected, import_document, import_problem
from stepgraph.worker.outermost import outermost


@dataclass(frozen=True, slots=True)
class Chosen:
    """The graph that a document holds under a name: a builder, or one that the document made itself."""

    name: str
    graph: object
    module: ModuleType
    source: Source
    """The file that the graph stands in; for a ``langgraph.json``, one of the files that it names."""


def choose(path: str, name: str | None) -> Chosen:
    """Import a document and return its graph. Raises Rejected when it holds none, or several and none is named."""
    source = read_document(path)
    if path.endswith(CONFIG_NAME):
        return _from_config(_graphs_of(source), name, path=path)
    names = _names_of(source)
    module = import_document(path)
    offer(module, path=path)
    return _from_module(module, names, source=source, name=name)


def read_document(path: str) -> Source:
    """Read the document's bytes. Raises Rejected."""
    try:
        return read_source(path)
    except SourceTooLarge as error:
        raise Rejected(Problem(error.code, str(error), path=path)) from error
    except OSError as error:
        sentence = f"{path} cannot be read: {error.strerror or error}."
        raise Rejected(Problem("document.unreadable", sentence, path=path)) from error


def _graphs_of(source: Source) -> dict[str, NamedGraph]:
    try:
        return read_config(source)
    except ConfigFault as fault:
        problem = Problem(fault.code, str(fault), path=source.path, line=fault.line, column=fault.column)
        raise Rejected(problem) from fault


def _names_of(source: Source) -> GraphNames:
    parsed = parse(source)
    # A document that does not parse does not import either, and the import's error is the better one.
    return NO_NAMES if parsed.fault is not None else parsed.names


def _from_config(graphs: Mapping[str, NamedGraph], name: str | None, *, path: str) -> Chosen:
    chosen = _one_of(tuple(graphs), name, path=path)
    place = graphs[chosen]
    source = read_document(place.path)
    module = import_document(place.path, folders=place.folders)
    offer(module, path=place.path, folders=place.folders)
    found = _from_module(module, NO_NAMES, source=source, name=place.attribute)
    return Chosen(chosen, found.graph, found.module, found.source)


def _from_module(module: ModuleType, names: GraphNames, *, source: Source, name: str | None) -> Chosen:
    held = graphs_at_module_level(module)
    if name is not None and name not in held:
        return Chosen(name, _made(module, name, source=source), module, source)
    if held:
        outer = outermost(held) if name is None else ()
        chosen = outer[0] if len(outer) == 1 else _one_of(tuple(held), name, path=source.path)
        return Chosen(chosen, held[chosen], module, source)
    if names.functions:
        chosen = _one_of(names.functions, name, path=source.path)
        return Chosen(chosen, _made(module, chosen, source=source), module, source)
    beside = Path(source.path).resolve().parent / CONFIG_NAME
    if beside.is_file():
        return _from_config(_graphs_of(read_document(str(beside))), name, path=str(beside))
    raise Rejected(_no_graph(source.path))


def graphs_at_module_level(module: ModuleType) -> dict[str, object]:
    """Return the builders and graphs of a module; a builder whose compiled graph is there is left out."""
    found: dict[str, object] = {}
    seen: set[int] = set()
    for name, value in vars(module).items():
        if is_graph(value) and id(value) not in seen and not name.startswith("__"):
            seen.add(id(value))
            found[name] = value
    compiled = {id(value.builder) for value in found.values() if isinstance(value, CompiledStateGraph)}
    return {name: value for name, value in found.items() if id(value) not in compiled}


def is_graph(value: object) -> bool:
    """Tell whether a value is a builder or a graph: compiled, an entry point, or of bare channels and nodes."""
    return issubclass(type(value), StateGraph | Pregel)


def _made(module: ModuleType, name: str, *, source: Source) -> object:
    """Return the graph under a name, called for if it is a function's."""
    value = getattr(module, name, None)
    if callable(value) and not is_graph(value):
        try:
            value = value()
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            raise Rejected(import_problem(error, path=source.path)) from error
    if is_graph(value):
        return value
    file = Path(source.path).name
    if not hasattr(module, name):
        sentence = f'{file} has nothing named "{name}".'
    else:
        sentence = f'"{name}" of {file} is no graph, and no function that returns one when called without arguments.'
    raise Rejected(Problem("document.no_graph", sentence, path=source.path))


def _one_of(names: tuple[str, ...], name: str | None, *, path: str) -> str:
    if name is None and len(names) == 1:
        return names[0]
    if name in names:
        return name
    file = Path(path).name
    listed = ", ".join(names)
    if name is None:
        sentence = f"{file} holds {len(names)} graphs: {listed}. Choose one, as in {file}:{names[0]}."
        raise Rejected(Problem("document.several_graphs", sentence, path=path), names)
    sentence = f'{file} has no graph named "{name}"; it has {listed}.'
    raise Rejected(Problem("document.no_graph", sentence, path=path), names)


def _no_graph(path: str) -> Problem:
    file = Path(path).name
    sentence = (
        f"{file} holds no builder, compiled graph or entry point at module level, and no function without arguments "
        f"that returns one. Name one that does, as in {file}:make_graph."
    )
    return Problem("document.no_graph", sentence, path=path)
