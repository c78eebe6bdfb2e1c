"""Nodes copied: a clip pasted, nodes duplicated, each with a function of its own and the edges among them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from stepgraph.document.editing.anchors import edge_anchor
from stepgraph.document.editing.code import dedented, one_function, renamed
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit, PastedEdge, PastedNode
from stepgraph.document.editing.known import at_home, check_head, import_known, known_expression
from stepgraph.document.editing.names import Either, checked_name, free_name, quoted
from stepgraph.document.editing.nodes import add_node_call
from stepgraph.document.editing.placing import place_functions
from stepgraph.document.editing.shape import UNSAID_OPTIONS, GraphShape, NodeShape, code_key, handler_of, joins_of
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import END, START, Node
from stepgraph.document.refused import EditRefused


def node_paste(sheet: Sheet, *, nodes: tuple[PastedNode, ...], edges: tuple[PastedEdge, ...] = ()) -> Edit:
    """Paste a clip; names that are taken get a number. Raises EditRefused."""
    title = f'Paste "{nodes[0].name}"' if len(nodes) == 1 else f"Paste {len(nodes)} nodes"
    return _paste(sheet, title, nodes, edges)


def node_duplicate(sheet: Sheet, *, names: tuple[str, ...]) -> Edit:
    """Duplicate nodes, with a copy of each function and the edges among them. Raises EditRefused."""
    chosen = tuple(dict.fromkeys(names))
    nodes = tuple(_clip(sheet, sheet.node(name)) for name in chosen)
    edges = [
        PastedEdge((edge.source,), edge.target)
        for edge in sheet.graph.edges
        if edge.kind == "static" and edge.source in chosen and edge.target in chosen and edge.target is not None
    ]
    edges += [
        PastedEdge(members, target)
        for members, target in joins_of(sheet.graph.edges)
        if target in chosen and set(members) <= set(chosen)
    ]
    title = f'Duplicate "{chosen[0]}"' if len(chosen) == 1 else f"Duplicate {len(chosen)} nodes"
    return _paste(sheet, title, nodes, tuple(dict.fromkeys(edges)))


def _clip(sheet: Sheet, node: Node) -> PastedNode:
    code = None
    if node.code.kind == "function" and node.code.span is not None:
        start = sheet.text.text.rfind("\n", 0, node.code.span.start) + 1
        code = dedented(sheet.text.text[start : node.code.span.end])
    return PastedNode(node.name, code, node.code.text, {option.name: option.text for option in node.options})


def _paste(sheet: Sheet, title: str, nodes: Sequence[PastedNode], edges: Sequence[PastedEdge]) -> Edit:
    draft = Draft(sheet)
    names = _free_names(sheet, nodes)
    functions = _functions(draft, nodes)
    place_functions(draft, [source for _, source in functions.values() if source])
    for node in nodes:
        options = {word: known_expression(draft, value) for word, value in node.options.items()}
        add_node_call(draft, names[node.name], functions[node.name][0], options=options)
    ends = {**names, START: START, END: END}
    for edge in edges:
        _add_edge(draft, edge, ends)

    def with_nodes(graph: GraphShape) -> GraphShape:
        shapes: set[NodeShape] = set()
        for node in nodes:
            options = frozenset(pair for pair in node.options.items() if pair[0] not in UNSAID_OPTIONS)
            shapes.add(NodeShape(names[node.name], code_key(functions[node.name][0]), options))
            shapes |= handler_of(names[node.name], options)
        plain = {(ends[edge.sources[0]], ends[edge.target]) for edge in edges if len(edge.sources) == 1}
        joins = {
            (frozenset(ends[one] for one in edge.sources), ends[edge.target]) for edge in edges if len(edge.sources) > 1
        }
        return replace(
            graph,
            nodes=graph.nodes | shapes,
            edges=graph.edges | plain,
            joins=graph.joins | joins,
            unsaid=graph.unsaid | set(names.values()),
            private=False,
        )

    return draft.edit(
        title, select=names.values(), intended=sheet.shape.with_graph(sheet.key, with_nodes).without_unnamed()
    )


def _free_names(sheet: Sheet, nodes: Sequence[PastedNode]) -> dict[str, str]:
    taken = {*sheet.nodes, *(channel.name for channel in sheet.graph.channels)}
    names: dict[str, str] = {}
    for node in nodes:
        if node.name in names:
            raise EditRefused("edit.name_taken", f'The clip has two nodes "{node.name}".')
        names[node.name] = checked_name(sheet, free_name(node.name, taken))
        taken.add(names[node.name])
    return names


def _functions(draft: Draft, nodes: Sequence[PastedNode]) -> dict[str, tuple[str, str]]:
    """Return what each node runs: an expression, and the source of the function that it names if that is new."""
    new: set[str] = set()
    found: dict[str, tuple[str, str]] = {}
    for node in nodes:
        if node.code is None:
            found[node.name] = (known_expression(draft, node.expression), "")
            continue
        name, source = _numbered(node.code, Either((draft.sheet.identifiers, new)))
        new.add(name)
        source = at_home(draft, source)
        check_head(draft, source)
        import_known(draft, source)
        found[node.name] = (name, source)
    return found


def _numbered(code: str, taken: Container[str]) -> tuple[str, str]:
    name, source = one_function(code)
    free = free_name(name, taken)
    return free, source if free == name else renamed(source, free)


def _add_edge(draft: Draft, edge: PastedEdge, ends: dict[str, str]) -> None:
    for name in (*edge.sources, edge.target):
        if name not in ends:
            raise EditRefused("edit.unknown_node", f'The clip has an edge of "{name}", but not that node.')
    if edge.target == START or END in edge.sources or (len(edge.sources) > 1 and START in edge.sources):
        raise EditRefused("edit.unknown_edge", "The clip has an edge that no graph can have.")

    def written(name: str) -> str:
        return draft.name(name) if name in {START, END} else quoted(draft.sheet, ends[name])

    sources = [written(name) for name in edge.sources]
    source = sources[0] if len(sources) == 1 else f"[{', '.join(sources)}]"
    # Behind all nodes, the new ones included: the engine joins only what it knows by then.
    anchor = edge_anchor(draft.sheet, behind=draft.sheet.nodes)
    draft.add_call(anchor, "add_edge", (source, written(edge.target)))
