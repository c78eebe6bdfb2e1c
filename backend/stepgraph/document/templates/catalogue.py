"""The list of the templates, read from their docstrings without importing them, and the text of a new file."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "graphs"

# From the plainest to the fullest.
_ORDER = ("empty", "one_node", "branch", "join", "loop", "chat", "fan_out")

# A file of this name says nothing of what its state is about.
_SAYS_NOTHING = frozenset({"agent", "app", "flow", "graph", "main", "state", "test", "untitled", "workflow"})
_LONGEST_WORD = 24
_LONGEST_TITLE = 80
_QUOTES = '"""'


@dataclass(frozen=True, slots=True)
class Template:
    """One template: its file's name without the ending, the docstring's first line, and its first paragraph."""

    id: str
    title: str
    summary: str
    path: Path


def templates() -> tuple[Template, ...]:
    """Return the templates in the order in which they are offered."""
    return tuple(_template(name) for name in _ORDER)


def template_text(id: str, name: str) -> str:  # noqa: A002  # what the list calls it
    """Return a template's text for a file called `name` (its last part, with or without ``.py``).

    The docstring and the state's class are called after the file, ``order_desk.py`` giving "Order desk." and
    ``OrderDeskState``; a file's name that says nothing leaves ``State``. Raises KeyError for a template that there is
    none of.
    """
    if id not in _ORDER:
        raise KeyError(id)
    text = (FOLDER / f"{id}.py").read_text(encoding="utf-8")
    _, _, code = text.removeprefix(_QUOTES).partition(_QUOTES)
    words = re.findall(r"[^\W_]+", _stem(name))
    title = " ".join(words) if len(_stem(name)) <= _LONGEST_TITLE else ""
    title = title or _template(id).title
    code = re.sub(r"\bState\b", _state_class(name), code)
    return f"{_QUOTES}{title[:1].upper()}{title[1:]}.{_QUOTES}{code}"


def _stem(name: str) -> str:
    return re.split(r"[\\/]", name)[-1].removesuffix(".py")


def _state_class(name: str) -> str:
    words = re.findall(r"[^\W\d_][^\W_]*", _stem(name))
    meaning = [word for word in words if word.lower() not in _SAYS_NOTHING]
    camel = "".join(word[:1].upper() + word[1:] for word in meaning)
    found = f"{camel}State"
    usable = found.isascii() and found.isidentifier() and not iskeyword(found) and len(camel) <= _LONGEST_WORD
    return found if usable and meaning else "State"


def _template(name: str) -> Template:
    path = FOLDER / f"{name}.py"
    docstring = ast.get_docstring(ast.parse(path.read_bytes())) or name
    title, _, text = docstring.partition("\n\n")
    summary = " ".join(text.split("\n\n")[0].split())
    return Template(id=name, title=title.strip().removesuffix("."), summary=summary, path=path)
