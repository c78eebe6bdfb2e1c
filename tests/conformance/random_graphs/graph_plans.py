"""Plans of whole graphs: which nodes there are, and which ways lead from one to the next."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.chance import Chance
from tests.conformance.random_graphs.keys import FOLDED, MANAGED, PLAIN
from tests.conformance.random_graphs.node_plans import draw_node
from tests.conformance.random_graphs.nodes import Plan


def draw_keys(chance: Chance) -> list[str]:
    """Return the keys of a state: its log, and some of each kind."""
    return [
        "log",
        *chance.some(FOLDED, 1, 3),
        *chance.some(PLAIN, 2, 5),
        *chance.some(MANAGED, 0, 1),
    ]


def draw_graph(chance: Chance, names: list[str], log: str, keys: list[str]) -> Plan:
    """Return a graph whose nodes mostly follow each other, with ways beside and back."""
    graph: Plan = {"keys": keys, "log": log, "nodes": {}, "entries": names[:1], "edges": [], "joins": [], "routers": []}
    declared = chance.some(names, len(names), len(names))
    graph["nodes"] = {name: draw_node(chance, keys, names) for name in declared}
    if len(names) > 3 and chance.happens(35):
        graph["entries"] = [names[0], chance.pick(names[1:3])]
    for place, name in enumerate(names):
        _draw_way_on(chance, graph, name, names[place + 1 :])
    if len(names) > 3:
        _draw_more_ways(chance, graph, names)
    return graph


def _draw_way_on(chance: Chance, graph: Plan, name: str, later: list[str]) -> None:
    """Lead from a node to the next: mostly by an edge."""
    if not later:
        if chance.happens(50):
            graph["edges"].append([name, "END"])
        return
    way = chance.number(0, 99)
    if way < 62:
        graph["edges"].append([name, later[0]])
    elif way < 76:
        graph["routers"].append(_router(chance, name, [[later[0]], chance.some(later, 1, 2)]))
    elif way < 88:
        graph["nodes"][name] |= {"returns": chance.pick(["command", "pairs", "list"]), "goto": later[:1]}
    else:
        graph["edges"].extend([name, other] for other in chance.some(later[:3], 1, 2))


def _router(chance: Chance, source: str, answers: list[Any]) -> Plan:
    packets = any(isinstance(target, dict) for answer in answers for target in answer)
    mapped = chance.pick(["none", "none", "hint"] if packets else ["none", "dict", "list", "hint"])
    return {"source": source, "answers": answers, "map": mapped, "by": chance.pick(["visits", "visits", "size"])}


def _draw_more_ways(chance: Chance, graph: Plan, names: list[str]) -> None:
    """Add ways beside the main one: forks, joins, packets and ways back."""
    middle = len(names) // 2
    if chance.happens(50):
        start = chance.number(0, middle - 1)
        graph["edges"].append([names[start], chance.pick(names[start + 1 :])])
    if chance.happens(45):
        _draw_join(chance, graph, names)
    if chance.happens(50):
        back = [chance.pick(names[:middle])]
        answers = [back, chance.pick([["END"], back, []]), ["END"]]
        _add_router(chance, graph, chance.pick(names[middle:]), answers)
    if chance.happens(35):
        start = chance.number(0, middle)
        _add_router(chance, graph, names[start], [draw_packets(chance, graph["keys"], names[start + 1 :]), ["END"]])
    if chance.happens(15):
        _add_router(chance, graph, "START", [[chance.pick(names)], chance.some(names, 1, 2)])
    if chance.happens(10):
        _add_router(chance, graph, chance.pick(names), [["nowhere"], ["END"]], mapped="none")


def _draw_join(chance: Chance, graph: Plan, names: list[str]) -> None:
    """Let a node wait for two that often run side by side."""
    start = chance.number(0, len(names) - 4)
    fork, first, second, end = names[start : start + 4]
    graph["edges"].append([fork, second])
    graph["joins"].append([chance.pick([[first, second], [second, first]]), end])
    if chance.happens(30):
        graph["joins"].append([chance.some(names, 2, 3), chance.pick(names[start:])])


def draw_packets(chance: Chance, keys: list[str], targets: list[str]) -> list[Plan]:
    """Return some packets, most of them for one node."""
    target = chance.pick(targets)
    return [
        {"send": chance.pick([target, target, chance.pick(targets)]), "arg": {keys[1]: number}}
        for number in range(1, chance.number(1, 3) + 1)
    ]


def _add_router(chance: Chance, graph: Plan, source: str, answers: list[Any], *, mapped: str | None = None) -> None:
    router = _router(chance, source, answers)
    router["name"] = f"way_{len(graph['routers'])}"
    if mapped is not None:
        router["map"] = mapped
    graph["routers"].append(router)
