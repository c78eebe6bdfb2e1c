"""A function that calls tasks, of which the last one asks."""

from langgraph.func import entrypoint, task
from langgraph.types import interrupt

INPUT = 3


@task
def dig(depth: int) -> int:
    print("digging", depth)
    return depth + 1


@task
def ask(depth: int) -> str:
    return interrupt(f"{depth} m: what is it?")


@entrypoint()
def survey(depth: int) -> str:
    found = dig(depth).result()
    return f"{ask(found).result()} at {found} m"
