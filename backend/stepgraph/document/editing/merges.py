"""Choosing how a field merges: the item of `Annotated` that makes the engine build that channel."""

from __future__ import annotations

import ast
import builtins
import inspect
import keyword
import operator
from dataclasses import dataclass, replace

from stepgraph.document.editing.edit import Edit, Merge
from stepgraph.document.editing.field_annotations import annotation_of, element_of, spelled_out, with_rule
from stepgraph.document.editing.field_models import (
    Declared,
    declarations,
    finished,
    ordered,
    refuse_managed,
    with_fields,
)
from stepgraph.document.editing.field_rules import is_above
from stepgraph.document.editing.field_sites import SchemaSite
from stepgraph.document.editing.field_text import insertion_above
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.placing import indent_unit
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import indent_at, place_at, whole_span
from stepgraph.document.model import Change, Code, Field, Span
from stepgraph.document.reading.functions import definition_span
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.refused import EditRefused

AGGREGATE = "BinaryOperatorAggregate"
_TITLES = {
    "LastValue": 'Let "{}" keep one value',
    "add": 'Let "{}" add up',
    "add_messages": 'Let "{}" merge messages',
    "function": 'Let "{}" merge with {}',
    "Topic": 'Let "{}" collect in a Topic',
    "EphemeralValue": 'Let "{}" last one superstep',
    "UntrackedValue": 'Keep "{}" out of checkpoints',
    "AnyValue": 'Let "{}" take any of several values',
}
_CHANNEL_MODULES = {
    "Topic": "topic",
    "EphemeralValue": "ephemeral_value",
    "UntrackedValue": "untracked_value",
    "AnyValue": "any_value",
}
_SUMS = frozenset({"list", "List", "tuple", "Tuple", "Sequence", "str", "int", "float", "complex"})
_MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping"})
_SETS = frozenset({"set", "Set", "frozenset", "FrozenSet"})


@dataclass(frozen=True, slots=True)
class Rule:
    """A merge rule as the file writes it: the item of `Annotated` (None for a plain value), and what it makes.

    `writes` is the change that defines its function where that is new; `defined` is where one stands that is not.
    """

    item: str | None
    kind: str
    reducer: str | None = None
    accumulate: bool = False
    writes: tuple[Change, ...] = ()
    defined: Span | None = None


def field_merge(sheet: Sheet, *, name: str, merge: Merge) -> Edit:
    """Choose how a field merges several writes. Raises EditRefused."""
    modules, imports = Modules(sheet.text), Imports(sheet)
    found = declarations(sheet, name, modules)
    refuse_managed(found, name)
    # Where a later schema repeats the field plainly, the first one's rule holds and nothing needs to be written.
    chosen = [one for index, one in enumerate(found) if index == 0 or one.drawn.kind != "LastValue"]
    rule = rule_for(sheet, merge, chosen[0].drawn.type, chosen[0].site, imports)
    changes = [*rule.writes, *(Change(one.span.start, one.span.end, _merged(one, rule, imports)) for one in chosen)]
    places = {one.place for one in chosen}
    intended = with_fields(
        sheet.model, lambda _, field: ruled(field, rule) if field.name == name and field.span in places else field
    )
    title = _TITLES[merge.kind].format(name, merge.function)
    return finished(Edit(title, ordered(sheet, changes, imports), (name,), intended))


def ruled(field: Field, rule: Rule) -> Field:
    """Return a field as it is drawn with a merge rule."""
    reducer = None
    if rule.reducer is not None:
        name = rule.reducer.rpartition(".")[2]
        reducer = Code(rule.reducer, "function", name, rule.defined, None, None, None, None)
    return replace(field, kind=rule.kind, reducer=reducer, accumulate=rule.accumulate)


def rule_for(sheet: Sheet, merge: Merge, type_text: str, site: SchemaSite, imports: Imports) -> Rule:
    """Return a merge as the file writes it at a schema, for a field of a type. Raises EditRefused."""
    package = sheet.model.package or "langgraph"
    if merge.kind == "LastValue":
        return Rule(None, "LastValue")
    if merge.kind == "add":
        _check_sum(type_text)
        item = imports.need("operator", "add")
        return Rule(item, AGGREGATE, item)
    if merge.kind == "add_messages":
        short = imports.found(f"{package}.graph", "add_messages")
        item = short or imports.need(f"{package}.graph.message", "add_messages")
        return Rule(item, AGGREGATE, item)
    if merge.kind == "function":
        return _function_rule(sheet, merge, type_text, site)
    inner = imports.found(f"{package}.channels.{_CHANNEL_MODULES[merge.kind]}", merge.kind)
    channel = inner or imports.need(f"{package}.channels", merge.kind)
    if merge.kind == "Topic":
        more = ", accumulate=True" if merge.accumulate else ""
        return Rule(f"{channel}({element_of(type_text)}{more})", "Topic", accumulate=merge.accumulate)
    return Rule(channel, merge.kind)


def _check_sum(type_text: str) -> None:
    head = _head(type_text)
    if head in _MAPPINGS | _SETS:
        raise EditRefused(
            "edit.reducer",
            f"`{type_text}` cannot be added up: Python has no + for it. Choose an own function, which is written as "
            f"`{_together(type_text)}`.",
        )


def annotated_with(annotation: str, site: SchemaSite, rule: Rule, imports: Imports, *, merges: bool = False) -> str:
    """Return an annotation's text with a merge rule; `merges` tells whether its last item is a reducer now."""
    taken_apart = annotation_of(annotation, site.modules, site.inner)
    needs_word = rule.item is not None and not taken_apart.items
    word = imports.need("typing", "Annotated") if needs_word else "Annotated"
    return with_rule(taken_apart, rule.item, merges=merges, annotated=word)


def _merged(declared: Declared, rule: Rule, imports: Imports) -> str:
    drawn, source, site = declared.drawn, declared.annotation, declared.site
    apart = annotation_of(source, site.modules, site.inner)
    if drawn.kind != "LastValue" and not apart.items:
        # The rule is in what the name stands for, which others may use: this field says its type itself from now on.
        return annotated_with(spelled_out(apart, drawn.type), site, rule, imports)
    return annotated_with(source, site, rule, imports, merges=drawn.kind == AGGREGATE)


def _function_rule(sheet: Sheet, merge: Merge, type_text: str, site: SchemaSite) -> Rule:
    name = (merge.function or "").strip()
    try:
        expr = ast.parse(name, mode="eval").body
    except (SyntaxError, ValueError):
        expr = None
    if not isinstance(expr, ast.Name | ast.Attribute) or keyword.iskeyword(name):
        raise EditRefused("edit.name_invalid", f'"{name}" is no name of a function. Use one such as "merge_notes".')
    found = site.modules.resolve(expr, site.scope)
    if found is not None:
        _check_reducer(name, found, site)
        is_here = found.node is not None and found.text.path == site.text.path
        span = definition_span(found.text, found.node) if found.node is not None and is_here else None
        return Rule(name, AGGREGATE, name, defined=span)
    if isinstance(expr, ast.Attribute):
        raise EditRefused("edit.unknown_function", f'"{name}" is not known in this file.')
    if name in sheet.identifiers:
        raise EditRefused("edit.name_taken", f'"{name}" means something else in this file. Choose another name.')
    return Rule(name, AGGREGATE, name, writes=(_written(sheet, site, name, type_text),))


def _check_reducer(name: str, found: Definition, site: SchemaSite) -> None:
    """Raise EditRefused for what the engine would not take as a function of two values."""
    node = found.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        count = len(node.args.posonlyargs) + len(node.args.args)
        if count != 2 or isinstance(node, ast.AsyncFunctionDef):
            raise EditRefused(
                "edit.reducer",
                f'"{name}" cannot merge: a reducer is a plain function of two values, the one so far and the new one.',
                line=node.lineno,
            )
    elif found.kind not in {"external", "class", "value"} or isinstance(node, ast.Constant):
        raise EditRefused("edit.reducer", f'"{name}" is not a function, so it cannot merge.')
    if found.kind == "external" and not _takes_two(found):
        raise EditRefused(
            "edit.reducer",
            f'"{name}" cannot merge: the engine needs a signature of two values. Write a function that calls it.',
        )
    if found.text.path == site.text.path and not is_above(name.partition(".")[0], site):
        raise EditRefused(
            "edit.reducer", f'"{name}" is defined below "{site.name}", which Python reads first. Move it up.'
        )


def _takes_two(found: Definition) -> bool:
    module, _, name = found.dotted.rpartition(".")
    function = getattr({"builtins": builtins, "operator": operator}.get(module), name, None)
    if function is None:
        return True  # of another library: the file's own import tells whether it is there
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(parameter.kind in positional for parameter in parameters) == 2


def _written(sheet: Sheet, site: SchemaSite, name: str, type_text: str) -> Change:
    text = site.text
    place = place_at(text, text.span(site.node).end - 1)
    statement = site.node if isinstance(site.node, ast.ClassDef) else place.statement if place else None
    assert statement is not None
    span = whole_span(text, statement)
    at = insertion_above(text, span)
    indent = indent_at(text.text, span.start)
    lines = (
        f"def {name}(left: {type_text}, right: {type_text}) -> {type_text}:",
        f'{indent_unit(sheet)}"""Return what the value so far and one more write become together."""',
        f"{indent_unit(sheet)}return {_together(type_text)}",
    )
    gap = "\n" if indent else "\n\n"
    return Change(at, at, "".join(f"{indent}{line}\n" for line in lines) + gap)


def _together(type_text: str) -> str:
    head = _head(type_text)
    if head in _MAPPINGS:
        return "{**left, **right}"
    if head in _SETS:
        return "left | right"
    return "left + right" if head in _SUMS else "right"


def _head(type_text: str) -> str | None:
    """Return the class that a type is of: "list" for ``list[str]``; None for a union, which is of several."""
    expr = ast.parse(type_text.strip(), mode="eval").body
    expr = expr.value if isinstance(expr, ast.Subscript) else expr
    if isinstance(expr, ast.Attribute):
        return expr.attr
    return expr.id if isinstance(expr, ast.Name) else None
