"""Tests read as a specification: each is a promise, said in a sentence."""

from __future__ import annotations

import ast

from tests.architecture.sources import files, functions_of, is_graph_file, name_of


def test_every_test_says_its_promise() -> None:
    """The sentences of the tests, read alone, say what the product does."""
    silent = [
        f"{name_of(path)}:{function.lineno} {function.name}"
        for path in [*files(".py", inside="tests"), *files(".py", inside="e2e")]
        if path.name.startswith("test_") and not is_graph_file(path)
        for function in functions_of(path)
        if function.name.startswith("test_") and ast.get_docstring(function) is None
    ]

    assert silent == []


def test_every_module_says_its_purpose() -> None:
    """A file begins with the sentence that says what it is for."""
    silent = [
        name_of(path)
        for path in files(".py")
        if ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) is None and not is_graph_file(path)
    ]

    assert silent == []
