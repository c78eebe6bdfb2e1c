"""What can be told of a document without running it."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from stepgraph.document.config_file import CONFIG_NAME, ConfigFault, read_config
from stepgraph.document.graph_names import GraphNames, graph_names
from stepgraph.document.source import Source

NO_NAMES = GraphNames((), ())


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """Why a document cannot be parsed, and where. Lines and columns count from 1."""

    code: str
    sentence: str
    line: int | None
    column: int | None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document's tree and graph names, or the fault for which there are none."""

    tree: ast.Module | None
    names: GraphNames
    fault: SyntaxFault | None


def parse(source: Source) -> Parsed:
    """Parse a document by the language's own parser. Never raises and never runs anything of it."""
    try:
        # The bytes, so that the file's own encoding counts. What the parser warns of is the user's, not ours.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.content, filename=source.path)
        return Parsed(tree, graph_names(tree), None)
    except SyntaxError as error:
        return Parsed(None, NO_NAMES, syntax_fault(error))
    except ValueError as error:
        return Parsed(None, NO_NAMES, SyntaxFault("document.syntax", f"This is not Python text: {error}.", None, None))
    except (MemoryError, RecursionError):
        sentence = "The code is nested too deeply to be parsed; Python itself would refuse it."
        return Parsed(None, NO_NAMES, SyntaxFault("document.too_deep", sentence, None, None))


def syntax_fault(error: SyntaxError) -> SyntaxFault:
    """Say a syntax error as a sentence with its place."""
    where = f" in line {error.lineno}" if error.lineno else ""
    sentence = f"Python cannot read the file{where}: {error.msg}."
    return SyntaxFault("document.syntax", sentence, error.lineno or None, error.offset or None)


def candidates(source: Source) -> tuple[tuple[str, ...], tuple[SyntaxFault, ...]]:
    """Return the graphs to choose from in a document, a ``langgraph.json`` too, and what is wrong with it."""
    if source.path.endswith(CONFIG_NAME):
        try:
            return tuple(read_config(source)), ()
        except ConfigFault as fault:
            return (), (SyntaxFault(fault.code, str(fault), fault.line, fault.column),)
    parsed = parse(source)
    return parsed.names.candidates, () if parsed.fault is None else (parsed.fault,)
