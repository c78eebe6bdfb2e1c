"""From a document's text to its model."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from stepgraph.document.model import Edge, Graph, Lock, Model, Node
from stepgraph.document.reading.branches import add_conditional_edges, set_conditional_entry_point
from stepgraph.document.reading.builders import Finder
from stepgraph.document.reading.built import Built, Step, unique
from stepgraph.document.reading.calling import called_graphs
from stepgraph.document.reading.calls import Unresolved, options
from stepgraph.document.reading.edges import add_edge, set_entry_point, set_finish_point
from stepgraph.document.reading.merge import channels_of
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.names import Namer
from stepgraph.document.reading.nodes import DEFAULT_HANDLER, add_node, add_sequence, set_node_defaults
from stepgraph.document.reading.parts import Adding, Parts
from stepgraph.document.reading.schema_uses import Schemas, builder_schemas
from stepgraph.document.text import Text

_READERS: Final[Mapping[str, Callable[[Adding], None]]] = {
    "add_node": add_node,
    "add_edge": add_edge,
    "add_conditional_edges": add_conditional_edges,
    "add_sequence": add_sequence,
    "set_entry_point": set_entry_point,
    "set_finish_point": set_finish_point,
    "set_conditional_entry_point": set_conditional_entry_point,
    "set_node_defaults": set_node_defaults,
}


def read_model(text: Text) -> Model:
    """Return what a document's text says of its graphs. Never runs anything of it and never raises."""
    modules = Modules(text)
    finder = Finder(modules)
    finder.find()
    _name_graphs(finder.built, modules)
    namer, schemas = Namer(modules, finder.holders), Schemas(modules)
    graphs = tuple(_graph(built, namer, schemas) for built in finder.built)
    package = finder.built[0].package if finder.built else None
    return Model(text.path, graphs, package, called_graphs(graphs, text))


def _name_graphs(built: list[Built], modules: Modules) -> None:
    """Give every graph the name that a person opens it by; of two with one name the later one has it."""
    for one in built:
        one.name = _name(one, modules)
    left = Counter(one.name for one in built)
    for one in built:
        left[one.name] -= 1
        if left[one.name]:
            one.name = f"{one.name} (line {one.root.lineno})"


def _name(built: Built, modules: Modules) -> str:
    function = built.function
    if function is not None and (built.in_module or built.is_returned):
        return (*built.in_module, function.name)[0]
    own = (*built.compiled, *built.in_module, *built.names)
    if not own:
        return f"graph in line {built.root.lineno}"
    if function is None:
        return own[0]
    owner = modules.names.parent(function)
    maker = owner.name if isinstance(owner, ast.ClassDef) else function.name
    return f"{maker}.{own[0].removeprefix('self.')}"


def _graph(built: Built, namer: Namer, schemas: Schemas) -> Graph:
    parts, roles = Parts(), builder_schemas(built, namer.modules, schemas)
    compiled_after = built.compilings[-1].after if built.compilings else len(built.steps)
    for index, step in enumerate(built.steps):
        lock = step.lock if index < compiled_after else _too_late(step, built)
        try:
            _READERS[step.method](Adding(built, step, parts, namer, schemas, roles, lock))
        except (Unresolved, RecursionError):
            built.lock(step.line)
    text = namer.modules.text
    used = roles.all()
    names, compiled = unique(built.names), unique(built.compiled)
    function = built.function
    return Graph(
        name=built.name,
        builder=names[0] if names else None,
        compiled=(*compiled, *built.in_module)[0] if compiled or built.in_module else None,
        function=None if function is None else function.name,
        form=built.form,
        schemas=used,
        nodes=_nodes(parts),
        edges=_edges(parts),
        branches=tuple(parts.branches),
        channels=channels_of(used),
        options=options(text, built.compilings[-1].call) if built.compilings else (),
        locks=tuple(built.locks[line] for line in sorted(built.locks)),
        span=text.span(built.place.statement),
        line=built.place.statement.lineno,
        insert=built.insert,
        aliases=unique((*names, *compiled, *built.in_module)),
    )


def _nodes(parts: Parts) -> tuple[Node, ...]:
    """Return all nodes; the error handler of all comes last, because compiling adds it."""
    return tuple(sorted(parts.nodes, key=lambda node: node.name == DEFAULT_HANDLER))


def _too_late(step: Step, built: Built) -> Lock:
    line = built.compilings[-1].line
    return Lock(f"not in the compiled graph: added after compile() in line {line}", step.line)


def _edges(parts: Parts) -> tuple[Edge, ...]:
    """Return all edges in the order of a compiled graph's description."""
    sources = {branch.source: index for index, branch in reversed(list(enumerate(parts.branches)))}
    ways = sorted(parts.ways, key=lambda way: sources.get(way.source, 0))
    return (*parts.statics, *parts.joins, *ways, *parts.jumps)
