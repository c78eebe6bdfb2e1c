"""Names that code handed in is likely to use, and where they come from."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from stepgraph.document.editing.code import one_expression
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.placing import state_name
from stepgraph.document.refused import EditRefused

_TYPING = frozenset({"Annotated", "Any", "Literal"})
_TYPES = frozenset({"CachePolicy", "Command", "RetryPolicy", "Send", "interrupt"})
_GRAPH = frozenset({"END", "START"})


def import_known(draft: Draft, source: str) -> None:
    """Import the well known names that the source uses and the file does not know."""
    package = draft.sheet.model.package or "langgraph"
    for name in sorted(unknown_names(draft, source)):
        if name in _TYPING:
            draft.imports.need("typing", name)
        elif name in _TYPES:
            draft.imports.need(f"{package}.types", name)
        elif name in _GRAPH:
            draft.imports.need(f"{package}.graph", name)
        elif name == "Runtime":
            draft.imports.need(f"{package}.runtime", name)


def known_expression(draft: Draft, source: str) -> str:
    """Return an expression whose names the file knows, or knows once this edit imports them. Raises EditRefused."""
    written = one_expression(source)
    _refuse_strange(draft, unknown_names(draft, written))
    import_known(draft, written)
    return written


def check_head(draft: Draft, source: str) -> None:
    """Raise EditRefused when what is evaluated as a function is defined has names that the file does not know."""
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    defaults = [one for one in (*function.args.defaults, *function.args.kw_defaults) if one is not None]
    head = {name for part in (*function.decorator_list, *defaults) for name in _named(part)}
    _refuse_strange(draft, unknown_names(draft, source).intersection(head.union(_annotated(function))))


def _refuse_strange(draft: Draft, names: set[str]) -> None:
    strange = sorted(name for name in names if not is_known(name))
    imports = [one for one in draft.sheet.text.tree.body if isinstance(one, ast.ImportFrom)]
    imports_all = any(alias.name == "*" for one in imports for alias in one.names)
    if strange and not imports_all:
        raise EditRefused("edit.unknown_name", f'"{strange[0]}" is not known in this file; import or write it first.')


def unknown_names(draft: Draft, source: str) -> set[str]:
    """Return the names that the source uses, does not bind itself, and the file does not know."""
    used, bound = set(), set()
    for node in ast.walk(ast.parse(source.strip())):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name):
                bound.add(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                bound.add(name)
            case ast.alias():
                bound.add((node.asname or node.name).split(".")[0])
            case ast.ExceptHandler(name=str(name)):
                bound.add(name)
    return {name for name in used - bound if name not in draft.sheet.identifiers}


def is_known(name: str) -> bool:
    """Return whether `import_known` can import a name."""
    return name in _TYPING | _TYPES | _GRAPH or name == "Runtime"


def at_home(draft: Draft, source: str) -> str:
    """Return a function's source without annotations that mean nothing in this file; the state's is this graph's."""
    tree = ast.parse(source)
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    strange = {name for name in unknown_names(draft, source) if not is_known(name)}
    if not strange.intersection(_annotated(function)):
        return source
    state = state_name(draft.sheet)
    given = [*function.args.posonlyargs, *function.args.args]
    for argument in [*given, *function.args.kwonlyargs]:
        if argument.annotation is not None and strange.intersection(_named(argument.annotation)):
            argument.annotation = ast.Name(state) if state is not None and argument is given[0] else None
    if function.returns is not None and strange.intersection(_named(function.returns)):
        function.returns = None
    # Only the head is written anew; the body keeps its layout and its comments.
    return _with_head(source, function)


def _with_head(source: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    lines = source.split("\n")
    first = function.body[0]
    start = function.lineno - 1
    if first.lineno - 1 <= start:
        return ast.unparse(function)
    bare = copy.copy(function)
    bare.body = [ast.Pass()]
    head = ast.unparse(bare).split("\n")
    at = next(index for index, line in enumerate(head) if line.startswith(("def ", "async def ")))
    # The colon of the head ends the last line before the body that is no comment.
    end = first.lineno - 1
    while end > start + 1 and lines[end - 1].strip().startswith("#"):
        end -= 1
    return "\n".join([*lines[:start], head[at], *lines[end:]])


def _annotated(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            yield from _named(argument.annotation)
    if function.returns is not None:
        yield from _named(function.returns)


def _named(expr: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(expr) if isinstance(node, ast.Name))
