"""Files and functions stay small enough to be read in one go."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.architecture.sources import Function, files, functions_of, lines_of, name_of

PYTHON_LINES = 400
TYPESCRIPT_LINES = 300
TEST_LINES = 500
FUNCTION_LINES = 50

EXCEPTION = re.compile(r"#\s*(?:type:\s*ignore|noqa)\b(?P<codes>\[[^\]]+\]|:\s*[A-Z]+[0-9]+(?:,\s*[A-Z]+[0-9]+)*)?")


def test_files_fit_their_budget() -> None:
    """A file that grew over its limit is two files."""
    sizes = {path: len(lines_of(path)) for path in files(".py", ".ts", ".tsx")}

    too_long = {name_of(path): size for path, size in sizes.items() if size > _line_limit(path)}

    assert too_long == {}


def test_functions_fit_their_budget() -> None:
    """A function's body, without signature and docstring, fits on a screen."""
    sizes = {
        f"{name_of(path)}:{function.lineno} {function.name}": _body_lines(function)
        for path in files(".py")
        for function in functions_of(path)
    }

    too_long = {name: size for name, size in sizes.items() if size > FUNCTION_LINES}

    assert too_long == {}


def test_an_exception_to_a_rule_names_the_rule_and_its_reason() -> None:
    """Whoever switches a check off says which one, and why it is wrong here."""
    bare = [
        f"{name_of(path)}:{number}"
        for path in files(".py")
        for number, line in enumerate(lines_of(path), start=1)
        if (found := EXCEPTION.search(line)) is not None and not _is_explained(found, line)
    ]

    assert bare == []


def _line_limit(path: Path) -> int:
    is_test = path.name.startswith("test_") or ".test." in path.name
    if is_test:
        return TEST_LINES
    return PYTHON_LINES if path.suffix == ".py" else TYPESCRIPT_LINES


def _body_lines(function: Function) -> int:
    body = function.body
    has_docstring = ast.get_docstring(function) is not None and len(body) > 1
    first = body[1] if has_docstring else body[0]
    return (function.end_lineno or function.lineno) - first.lineno + 1


def _is_explained(found: re.Match[str], line: str) -> bool:
    reason = line[found.end() :].strip(" #-:")
    return found["codes"] is not None and len(reason.split()) > 1
