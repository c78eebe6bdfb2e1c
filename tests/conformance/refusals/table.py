"""The table of refusals: what is done, and the class and the words with which it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

START = "__start__"
END = "__end__"

Attempt = Callable[[Any], Any]


@dataclass(frozen=True)
class Refusal:
    """One row. `text` is the first line; `code` names the page of the reference's manual that the second line links."""

    kind: str
    text: str
    attempt: Attempt
    code: str | None = None


def seen(attempt: Attempt, lib: Any) -> Any:
    """Return class, first line, code and notes of what an attempt raises."""
    try:
        attempt(lib)
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        first, _, rest = str(error).replace("langgraph.", "stepgraph.").partition("\n")
        code = rest.rpartition("/")[2] if "docs.langchain.com" in rest else None
        notes = [note.partition(" and id ")[0] for note in getattr(error, "__notes__", ())]
        return type(error).__name__, first, code, notes
    return "nothing was refused"


def nothing(state: Any) -> None:
    """Do nothing."""


async def waits(state: Any) -> None:
    """Do nothing, awaited."""
