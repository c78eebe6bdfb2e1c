"""A function that calls tasks, asks in one of them, and keeps what it found for the next run."""

from dataclasses import dataclass

from langgraph.func import entrypoint, task
from langgraph.types import interrupt

INPUT = 3


@dataclass
class Found:
    depth: int


@task
def dig(depth: int) -> Found:
    print("digging", depth)
    return Found(depth + 1)


@task
def ask(found: Found) -> str:
    return interrupt(found.depth)


@entrypoint()
def survey(depth: int, *, previous: str | None = None) -> str:
    found = dig(depth).result()
    return f"{ask(found).result()} {found.depth} {previous}"
