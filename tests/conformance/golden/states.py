"""Golden graphs about state: channels of every kind, schemas, and writes that are refused."""

from __future__ import annotations

from tests.conformance.golden.writing import ON, RUN, graph, packet, router, told, write
from tests.conformance.random_graphs.nodes import Plan

_FADING = "last topic pile once any kept"
_WRITES_ALL = write(("last", 1), ("topic", 1), ("pile", 1), ("once", 1), ("any", 1), ("kept", 1))


def _run(**given: object) -> Plan:
    return {"do": "run", "input": {"log": ["in"], **given}}


STATES: dict[str, Plan] = {
    "two writers of one value": told(
        graph(">a >b a>c", "last", a=write(("last", 1)), b=write(("last", 2))), RUN, ON, RUN
    ),
    "two writers of a guarded value": told(graph(">a >b", "guarded", a=write(("guarded", 1)), b=write(("guarded", 2)))),
    "two writers of any value": told(
        graph(
            ">b >a a>c",
            "any once kept",
            a=write(("any", 1), ("once", 1), ("kept", 1)),
            b=write(("any", 2), ("once", 2), ("kept", 2)),
        )
    ),
    "what stays and what fades": told(graph(">a a>b b>c", _FADING, a=_WRITES_ALL)),
    "what fades is gone for the next run": told(graph(">a", _FADING, a=_WRITES_ALL), _run(last=0), _run(topic=5)),
    "a topic flattens lists": told(
        graph(
            ">a >b a>c", "topic pile", a=write(("topic", [1, 2]), ("pile", [1, 2])), b=write(("topic", 3), ("pile", 3))
        )
    ),
    "a reducer folds in the order of names": told(
        graph(">c >a >b", "woven", a=write(("woven", 1)), b=write(("woven", 2)), c=write(("woven", 3)))
    ),
    "a reducer without a first value": told(graph(">a a>b", "maybe", a=write(("maybe", 4)), b=write(("maybe", 2)))),
    "an overwrite between two writes": told(
        graph(
            ">a >b >c", "total", a=write(("total", 1)), b=write(("total", {"overwrite": 10})), c=write(("total", 100))
        )
    ),
    "two overwrites": told(
        graph(">a >b", "total", a=write(("total", {"overwrite": 1})), b=write(("total", {"overwrite": 2}))), RUN, ON
    ),
    "an overwrite as the first value": told(graph(">a a>b", "maybe", a=write(("maybe", {"overwrite": 5})))),
    "none is a value": told(graph(">a a>b", "last any", a=write(("last", None), ("any", None)))),
    "keys that the state has not": told(graph(">a a>b", "last", a=write(("unknown", 1), ("last", 2)))),
    "steps that remain": told(graph(">a a>b b>c", "left final"), {**RUN, "limit": 4}),
    "a node with an input of its own": told(
        graph(">a a>b", "last total", a=write(("last", 3)), b={"reads": ["log", "last"]})
    ),
    "an output of its own": told(
        graph(">a a>b", "last total", a=write(("last", 3), ("total", 4))) | {"output": ["total"]},
        {**RUN, "invoke": True},
        RUN,
    ),
    "a router sees only what its own task wrote": told(
        graph(
            ">a >b",
            "total",
            a=write(("total", 1)),
            b=write(("total", 5)),
            routers=(router("a", ["c"], ["END"], by="size"), router("b", ["c"], by="size")),
            c={},
        )
    ),
    "a packet of untracked values": told(
        graph(">a", "kept", routers=(router("a", [packet("w", kept=1, n=2)]),), w={}) | {"before": ["w"]}, RUN, ON
    ),
    "several inputs on one thread": told(
        graph(">a a>b", "last total", a=write(("total", 1))), _run(last=1), _run(total=5), _run(last=None)
    ),
    "an input without known keys": told(
        graph(">a", "last"), {"do": "run", "input": {"unknown": 1}}, {"do": "run", "input": {}}
    ),
    "untracked values are no part of a checkpoint": told(
        graph(">a a>b", "kept", a=write(("kept", 3))) | {"before": ["b"]}, RUN, ON
    ),
    "values are streamed alone": told(
        graph(">a >b a>c", "total", a=write(("total", 1)), b=write(returns="nothing")), modes="values"
    ),
    "every mode at once": told(
        graph(">a >b a>c", "total", a=write(("total", 1), custom=True), b=write(returns="nothing")),
        modes=["values", "updates", "tasks", "checkpoints", "debug", "custom"],
    ),
}
