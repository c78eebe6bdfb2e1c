"""Golden graphs about the way: edges, joins, routers, packets, commands, deferred nodes and limits."""

from __future__ import annotations

from tests.conformance.golden.writing import ON, RUN, graph, packet, router, told, write
from tests.conformance.random_graphs.nodes import Plan

_UNEQUAL = ">a >b b>b2"

WAYS: dict[str, Plan] = {
    "one node": told(graph(">a")),
    "a chain": told(graph(">a a>b b>c c>END")),
    "writes are applied by name, not by declaration": told(
        graph(">zz >aa >mm", "woven", zz=write(("woven", 1)), aa=write(("woven", 2)), mm=write(("woven", 3)))
    ),
    "two edges into a node fire it twice": told(graph(f"{_UNEQUAL} a>c b2>c")),
    "a join fires once": told(graph(f"{_UNEQUAL} a+b2>c")),
    "a join in a loop": told(graph(">a >b a+b>c", routers=(router("c", ["a", "b"], ["a", "b"], ["END"]),))),
    "a half filled join waits for the next run": told(
        graph("a+b>c", routers=(router("START", ["a"], ["b"], by="size"),), keys="last") | {"entries": []},
        {"do": "run", "input": {"log": ["in"]}},
        {"do": "run", "input": {"log": ["in"], "last": 1}},
    ),
    "a join of three, of which one is late": told(graph(">a >b >c c>c2 a+b+c2>d")),
    "two joins share a node": told(graph(">a >b >c a+b>d b+c>e")),
    "a join that is never complete": told(graph(">a a>b b+z>c", z={})),
    "a router goes round by visits": told(graph(">a", routers=(router("a", ["a"], ["a"], ["END"]),))),
    "a router with a dict map": told(graph(">a", routers=(router("a", ["b"], ["END"], mapped="dict"),), b={})),
    "a router with a list map": told(graph(">a", routers=(router("a", ["b", "c"], mapped="list"),), b={}, c={})),
    "a router with a hint": told(graph(">a", routers=(router("a", ["c"], ["END"], mapped="hint"),), c={})),
    "two routers of one node": told(
        graph(">a", routers=(router("a", ["b"], name="one"), router("a", ["c", "b"], name="two")), b={}, c={})
    ),
    "a router that goes nowhere known": told(graph(">a a>b", routers=(router("a", ["nowhere"]),))),
    "a router at the start": told(graph("", routers=(router("START", ["a"], by="size"),), a={}) | {"entries": []}),
    "packets come after nodes that edges wake": told(
        graph(
            ">s",
            "woven",
            routers=(router("s", [packet("aa", woven=1), "zz", "mm"]),),
            aa=write(("woven", 1)),
            zz=write(("woven", 2)),
            mm=write(("woven", 3)),
        )
    ),
    "packets keep the order in which they were sent": told(
        graph(
            ">a",
            "total",
            routers=(router("a", [packet("w", total=3), packet("w", total=1), packet("v", total=2)]),),
            w={},
            v={},
        )
    ),
    "a packet is all that its node sees": told(
        graph(">a", "total last", routers=(router("a", [packet("w", n=1)]),), a=write(("last", 7)), w={})
    ),
    "packets of several senders": told(
        graph(
            ">a >b", "total", routers=(router("a", [packet("w", total=1)]), router("b", [packet("w", total=2)])), w={}
        )
    ),
    "a packet to nobody": told(graph(">a a>b", routers=(router("a", [packet("nobody", n=1)]),))),
    "packets do not hold back a deferred node": told(
        graph(
            ">a a>d",
            "total",
            routers=(router("a", [packet("w", total=1), packet("w", total=2)]),),
            w={},
            d={"defer": True},
        )
    ),
    "a deferred node waits for the longest branch": told(graph(f"{_UNEQUAL} b2>b3 a>d", d={"defer": True})),
    "a packet does not wait at a deferred node": told(
        graph(f"{_UNEQUAL} b2>b3", "total", a=write(returns="command", goto=[packet("d", total=1)]), d={"defer": True})
    ),
    "a deferred join": told(graph(">a >b b>b2 b2>b3 a+b>d", d={"defer": True})),
    "two deferred nodes one after the other": told(graph(">a a>d >b b>b2 d>e", d={"defer": True}, e={"defer": True})),
    "a command adds to edges": told(graph(">a a>c", a=write(returns="command", goto=["b"]), b={})),
    "a command of pairs writes a key twice": told(
        graph(">a", "total", a=write(("total", 1), ("total", 2), returns="pairs", goto=["b"]), b={})
    ),
    "a list of commands and dicts": told(graph(">a", "last", a=write(("last", 2), returns="list", goto=["b"]), b={})),
    "a bare packet as a result": told(
        graph(">a", "total", a=write(returns="packet", goto=[packet("b", total=4)]), b={})
    ),
    "a command goes to END": told(graph(">a a>b", a=write(returns="command", goto=["END"]))),
    "a result that is no update": told(graph(">a a>b", a=write(returns="nonsense")), RUN, ON),
    "nothing as a result": told(graph(">a a>b", a=write(returns="nothing"))),
    "an object as a result": told(graph(">a a>b", "last", a=write(("last", 3), returns="object"))),
    "a limit stops a loop, and the run goes on": told(
        graph(">a a>b b>a"), {**RUN, "limit": 4}, {"do": "on", "limit": 1}
    ),
    "a limit of one": told(graph(">a a>b"), {**RUN, "limit": 1}, {"do": "on", "limit": 1}),
    "a limit that is just enough": told(graph(">a a>b b>c"), {**RUN, "limit": 4}),
    "a node by hand at once with its own trigger": told(graph(">a a>b >b")),
    "awaited": told(
        graph(
            ">a >b a+b>c",
            "total",
            a=write(("total", 1)),
            b=write(("total", 2)),
            routers=(router("c", [packet("a", total=5)], ["END"]),),
        ),
        driver="async",
    ),
}
