"""Planned nodes, handlers and routers: from plain descriptions to functions that a graph can run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.keys import line, schema

Plan: TypeAlias = dict[str, Any]

_FEATURES = {"custom": "custom events", "defer": "deferred node", "reads": "input schema"}
"""What is to be counted of a node that runs, by the part of its plan."""


class Mishap(Exception):
    """What a planned node raises; policies try it again."""


def make_node(bench: Bench, name: str, plan: Plan, log: str) -> Callable[..., Any]:
    """Return the function of a planned node."""

    def act(state: Any, config: Any) -> Any:
        bench.runs(name, config["metadata"])
        bench.mark(*(feature for part, feature in _FEATURES.items() if plan.get(part)))
        answers = _answers(bench, name, plan)
        if _fails(bench, name, plan, config):
            raise Mishap(name)
        return returned(bench, plan, log, " ".join([line(name, state), *map(str, answers)]))

    def run(state, config, writer):  # type: ignore[no-untyped-def]  # an annotated config would be no config
        _tell(name, plan, writer)
        try:
            return act(state, config)
        except Mishap:
            bench.others_have_ended()
            raise

    async def run_async(state, config, writer):  # type: ignore[no-untyped-def]  # as above
        _tell(name, plan, writer)
        try:
            return act(state, config)
        except Mishap:
            await bench.others_end()
            raise

    return run_async if bench.is_async else run


def _answers(bench: Bench, name: str, plan: Plan) -> list[Any]:
    """Ask what the node was planned to ask; go on when all of it is answered."""
    answers = [bench.lib.interrupt(f"{name} {number}") for number in range(plan.get("asks", 0))]
    if answers:
        bench.mark("question answered", *(["several questions of a node"] if len(answers) > 1 else []))
    return answers


def _tell(name: str, plan: Plan, writer: Callable[[Any], None]) -> None:
    if plan.get("custom"):
        writer({name: "custom"})


def _fails(bench: Bench, name: str, plan: Plan, config: Any) -> bool:
    kind = plan.get("fails")
    if kind is None:
        return False
    place = (name, config["metadata"]["langgraph_step"], str(config["metadata"]["langgraph_path"]))
    fails = bench.is_first(place) or kind == "always"
    if fails:
        bench.mark("failure")
    elif plan.get("retry"):
        bench.mark("retry that helps")
    return fails


def returned(bench: Bench, plan: Plan, log: str, said: str) -> Any:
    """Return what a planned node returns, which says a line and makes its writes."""
    lib, returns = bench.lib, plan.get("returns", "dict")
    pairs = [(log, [said]), *((key, _written(bench, value)) for key, value in plan.get("writes", []))]
    goto = [target_of(bench, target) for target in plan.get("goto", [])]
    bench.mark(f"returns {returns}", *(f"writes {key}" for key, _ in pairs))
    if goto and returns in {"command", "pairs", "list", "parent"}:
        is_sent = any(isinstance(target, dict) for target in plan["goto"])
        bench.mark("command with a packet" if is_sent else "command with a target")
    makers: dict[str, Callable[[], Any]] = {
        "dict": lambda: dict(pairs),
        "command": lambda: lib.Command(update=dict(pairs), goto=goto),
        "pairs": lambda: lib.Command(update=pairs, goto=goto),
        "list": lambda: [lib.Command(goto=goto), dict(pairs), None],
        "parent": lambda: lib.Command(graph=lib.Command.PARENT, update=dict(pairs[1:]), goto=goto),
        "packet": lambda: goto[0],
        "object": lambda: _as_object(dict(pairs)),
        "nothing": lambda: None,
        "nonsense": lambda: 0,
    }
    return makers[returns]()


def _as_object(update: dict[str, Any]) -> Any:
    """Return an object whose class has annotations."""
    made: Any = type("Update", (), {"__annotations__": dict.fromkeys(update, object)})()
    for key, value in update.items():
        setattr(made, key, value)
    return made


def _written(bench: Bench, value: Any) -> Any:
    if isinstance(value, dict) and "overwrite" in value:
        bench.mark("overwrite")
        return bench.lib.Overwrite(value["overwrite"])
    return value


def target_of(bench: Bench, target: Any) -> Any:
    if isinstance(target, dict):
        return bench.lib.Send(target["send"], target["arg"])
    if target == "nowhere":
        bench.mark("unknown target")
    return bench.lib.END if target == "END" else target


def make_handler(bench: Bench, plan: Plan, log: str) -> Callable[..., Any]:
    """Return the function of a planned error handler."""

    def handle(state: Any, error: Any) -> Any:
        bench.mark("failure handled")
        return returned(bench, plan, log, f"handles {error.node}: {error.error!r}")

    handle.__annotations__["error"] = bench.lib.NodeError
    return handle


def make_router(bench: Bench, plan: Plan, log: str) -> tuple[Callable[[Any], Any], Any]:
    """Return the function of a planned router and its map, if it has one."""
    labels = {target: target_of(bench, target) for answer in plan["answers"] for target in answer if _is_name(target)}
    mapped = plan.get("map", "none")

    if not plan["answers"]:
        raise ValueError("A router needs an answer.")

    def choose(state: Any) -> Any:
        answer = plan["answers"][_place(plan, state, log)]
        bench.mark("router", *([] if mapped == "none" else [f"router with a {mapped} map"]))
        if any(isinstance(target, dict) for target in answer):
            bench.mark("router with a packet")
        chosen = [
            f"to {target}" if mapped == "dict" and _is_name(target) else target_of(bench, target) for target in answer
        ]
        return chosen[0] if len(chosen) == 1 else chosen

    route = _failing_router(bench) if plan.get("fails") else choose
    route.__name__ = plan.get("name", "route")
    maps: dict[str, Any] = {
        "dict": {f"to {target}": labels[target] for target in labels},
        "list": list(labels.values()),
    }
    if mapped == "hint":
        route.__annotations__["return"] = Literal[tuple(labels.values())]
    if "reads" in plan:
        route.__annotations__["state"] = schema(bench.lib, plan["reads"], "Routed")
    return route, maps.get(mapped)


def _failing_router(bench: Bench) -> Callable[[Any], Any]:
    def fail(state: Any) -> Any:
        bench.mark("router failure")
        bench.others_have_ended()
        raise KeyError("router")

    async def fail_async(state: Any) -> Any:
        bench.mark("router failure")
        await bench.others_end()
        raise KeyError("router")

    return fail_async if bench.is_async else fail


def _is_name(target: Any) -> bool:
    return isinstance(target, str)


def _place(plan: Plan, state: Any, log: str) -> int:
    """Return which answer it is: by how often the source has run, or by what can be seen."""
    answers, lines = plan["answers"], state.get(log) if isinstance(state, dict) else None
    if plan.get("by", "visits") == "visits" and lines is not None:
        visits: int = sum(str(said).split(" ")[0] == plan["source"] for said in lines)
        return min(max(visits - 1, 0), len(answers) - 1)
    return len(state) % len(answers)
