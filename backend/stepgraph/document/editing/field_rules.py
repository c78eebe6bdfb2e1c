"""What a field's name, type and default may be, said before anything is written."""

from __future__ import annotations

import ast
import builtins
import keyword
import unicodedata
from collections.abc import Iterator

from stepgraph.constants import RESERVED
from stepgraph.document.editing.field_sites import SchemaSite
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import SchemaForm
from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused

# What a person may use without importing it first: the file gets the import.
_MOST = {"list": 1, "set": 1, "frozenset": 1, "dict": 2}
OFFERED = frozenset({"Any", "Callable", "Literal", "NotRequired", "Optional", "Required", "Union"})


def checked_field(sheet: Sheet, name: str, *, form: SchemaForm) -> str:
    """Return a name that a field may have, apart from what is declared already. Raises EditRefused."""
    if not name.isidentifier() or unicodedata.normalize("NFKC", name) != name:
        raise EditRefused(
            "edit.name_invalid", f'"{name}" is no Python name. Use letters, digits and underscores, as in "draft_text".'
        )
    if keyword.iskeyword(name):
        raise EditRefused("edit.name_invalid", f'"{name}" is a word of the Python language. Choose another name.')
    if name.startswith("__") or name in RESERVED:
        raise EditRefused(
            "edit.name_reserved", f'"{name}" is reserved by the engine or by Python. Choose another name.'
        )
    if name.startswith("_") and form == "pydantic":
        raise EditRefused("edit.name_reserved", f'"{name}" would be private: pydantic keeps no field of such a name.')
    if name in sheet.nodes:
        raise EditRefused("edit.name_taken", f'"{name}" is the name of a node, and a field may not have it.')
    return name


def checked_annotation(source: str, site: SchemaSite, imports: Imports, *, qualified: bool) -> str:
    """Return a type as the file can write it at a schema, with the imports that it needs. Raises EditRefused.

    Nothing is evaluated: each name in it must be known where the schema stands. `qualified` allows `NotRequired`.
    """
    source = source.strip()
    expr = _expression(source)
    if "\n" in source or "#" in source:
        source = ast.unparse(expr)
    quoted = isinstance(expr, ast.Constant) and isinstance(expr.value, str)
    checked = _expression(str(expr.value)) if isinstance(expr, ast.Constant) and quoted else expr
    _check_type(checked, source)
    _check_generics(checked, source, site, qualified=qualified)
    renamed: dict[str, str] = {}
    for name in dict.fromkeys(_names(checked)):
        written = _known(name, source, site, imports, quoted=quoted)
        if written != name.id:
            renamed[name.id] = written
    return source if not renamed else ast.unparse(_Renamer(renamed).visit(expr))


def checked_default(source: str, annotation: str, site: SchemaSite, *, form: SchemaForm) -> str:
    """Return a default as the file can write it. Raises EditRefused for a form of state that has none."""
    if form == "typeddict":
        raise EditRefused(
            "edit.default",
            f'"{site.name}" is a TypedDict, whose fields have no defaults. Give the value in the input, or make the '
            "state a dataclass.",
        )
    try:
        expr = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise EditRefused("edit.default", f'The default of "{annotation}", {source!r}, is not an expression.') from None
    for name in _names(expr):
        if site.modules.resolve(name, site.scope) is None:
            raise EditRefused("edit.default", f'"{name.id}" in the default is not known in this file.')
    return ast.unparse(expr) if "\n" in source or "#" in source else source.strip()


def check_shadows(site: SchemaSite, name: str) -> None:
    """Raise EditRefused when a field with a value would hide what its own class means by that name further down."""
    parts = [part for field in site.fields for part in (field.annotation, field.default) if part is not None]
    if any(used.id == name for part in parts for used in _names(part)):
        raise EditRefused("edit.name_taken", f'"{site.name}" uses the name "{name}" for a type or a function.')


def check_names(field: str, annotation: str, site_names: Modules, scope: Scope | None) -> None:
    """Raise EditRefused when a field's annotation of another file uses names that this file does not know."""
    for name in _names(_expression(annotation)):
        if site_names.resolve(name, scope) is None:
            raise EditRefused(
                "edit.annotation_unknown",
                f'`{name.id}` in the type of "{field}" is not known in this file. Import it first.',
            )


def _expression(source: str) -> ast.expr:
    try:
        return ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise EditRefused("edit.annotation", f"{source!r} is not a type, such as `str` or `list[int]`.") from None


def _check_type(expr: ast.expr, source: str, *, in_brackets: bool = False) -> None:
    """Raise EditRefused for what no type consists of, such as a number or a call."""
    match expr:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            _check_type(left, source)
            _check_type(right, source)
        case ast.Subscript(value=value, slice=inside):
            _check_type(value, source)
            if _last_word(value) != "Literal":
                _check_inside(inside, source)
        case ast.Attribute(value=value):
            _check_type(value, source)
        case ast.Name() | ast.Constant(value=None):
            pass
        case ast.Constant(value=str() | builtins.Ellipsis) if in_brackets:
            pass
        case _:
            raise EditRefused("edit.annotation", f"`{source}` is not a type, such as `str` or `list[int]`.")


def _check_inside(expr: ast.expr, source: str) -> None:
    parts = expr.elts if isinstance(expr, ast.Tuple | ast.List) else [expr]
    for part in parts:
        if isinstance(part, ast.List):
            _check_inside(part, source)  # the parameters of a Callable
        else:
            _check_type(part, source, in_brackets=True)


def _names(expr: ast.expr) -> Iterator[ast.Name]:
    return (node for node in ast.walk(expr) if isinstance(node, ast.Name))


def _known(name: ast.Name, source: str, site: SchemaSite, imports: Imports, *, quoted: bool) -> str:
    found = site.modules.resolve(name, site.scope)
    if found is not None and found.dotted.startswith("builtins."):
        if not isinstance(getattr(builtins, name.id), type):
            raise EditRefused("edit.annotation", f"`{name.id}` in `{source}` is a function of Python and not a type.")
    elif found is None and name.id in OFFERED:
        return imports.need("typing", name.id)
    elif found is None:
        raise EditRefused(
            "edit.annotation_unknown",
            f"`{name.id}` in `{source}` is not known in this file. Import it, or define it above the state.",
        )
    elif not quoted and not is_above(name.id, site):
        raise EditRefused(
            "edit.annotation_unknown",
            f'`{name.id}` in `{source}` is defined below "{site.name}", which Python reads first. Move it up.',
        )
    return name.id


def is_above(name: str, site: SchemaSite) -> bool:
    """Tell whether a name is bound before the schema is made; annotations that are not evaluated there need not be."""
    body = site.text.tree.body
    if any(isinstance(one, ast.ImportFrom) and one.module == "__future__" for one in body):
        return True
    if isinstance(site.scope, ast.FunctionDef | ast.AsyncFunctionDef):
        return True
    defined = [
        one.lineno
        for one in statements(body)
        if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign)
        and name in _bound(one)
    ]
    return not defined or min(defined) < site.node.lineno


def _bound(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return {statement.name}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    return {name.id for target in targets for name in _names(target)}


def _check_generics(expr: ast.expr, source: str, site: SchemaSite, *, qualified: bool) -> None:
    outermost = expr.value if isinstance(expr, ast.Subscript) else None
    for node in ast.walk(expr):
        word = _last_word(node)
        if word == "Annotated":
            raise EditRefused(
                "edit.annotation", f"`{source}` says how it merges, too. Give the type alone, and choose how it merges."
            )
        if word in {"Required", "NotRequired"} and not (qualified and node is outermost):
            raise EditRefused(
                "edit.annotation", f"`{source}`: this is said of a new field of a TypedDict only. Give the type alone."
            )
        if isinstance(node, ast.Subscript):
            _check_brackets(node, source, site)


def _last_word(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def _check_brackets(node: ast.Subscript, source: str, site: SchemaSite) -> None:
    dotted = site.modules.dotted(node.value, site.scope) or ""
    plain = getattr(builtins, dotted.removeprefix("builtins."), None) if dotted.startswith("builtins.") else None
    if isinstance(plain, type) and not hasattr(plain, "__class_getitem__") and plain is not type:
        raise EditRefused("edit.annotation", f"`{source}`: `{plain.__name__}` takes nothing in brackets.")
    most = _MOST.get(plain.__name__) if isinstance(plain, type) else None
    given = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
    if isinstance(plain, type) and most is not None and given > most:
        raise EditRefused("edit.annotation", f"`{source}`: `{plain.__name__}` takes {most} in brackets, not {given}.")


class _Renamer(ast.NodeTransformer):
    """Writes names the way that the file imports them."""

    def __init__(self, renamed: dict[str, str]) -> None:
        self._renamed = renamed

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _expression(self._renamed.get(node.id, node.id))
