"""Golden graphs about threads: pauses, questions, failures, edits, going back, and graphs inside."""

from __future__ import annotations

from tests.conformance.golden.writing import ALL, BARE, FIRST, ON, RUN, graph, router, told, write
from tests.conformance.random_graphs.nodes import Plan

_ASKS: Plan = {"asks": 1}
_CHAIN = graph(">a a>b b>c")


def _edit(values: object = None, **more: object) -> Plan:
    return {"do": "edit", "values": values, **more}


def _back(steps: int, **more: object) -> Plan:
    return {"do": "on", "back": steps, **more}


def _inside(built: Plan, **more: object) -> Plan:
    """Return a node that is a graph, with a log of its own."""
    keys = ["notes", *built["keys"][1:]]
    return {"graph": {**built, "keys": keys, "log": "notes", **more}}


THREADS: dict[str, Plan] = {
    "a breakpoint before a node": told(_CHAIN | {"before": ["b"]}, RUN, ON, ON),
    "a breakpoint after a node": told(_CHAIN | {"after": ["a"]}, RUN, ON),
    "breakpoints everywhere": told(_CHAIN, {**RUN, "before": "*"}, {**ON, "after": "*"}, {**ON, "before": "*"}, ON),
    "a resume passes a breakpoint that only it sets": told(_CHAIN | {"before": ["a"]}, RUN, {**ON, "before": ["a"]}),
    "an edit as the node before which it stopped": told(
        _CHAIN | {"before": ["b", "c"]}, RUN, _edit({"log": ["by hand"]}, **{"as": "b"}), ON
    ),
    "a new input at a breakpoint": told(graph(">a >b a+b>c") | {"before": ["c"]}, RUN, RUN, ON),
    "a question": told(graph(">a a>b", a=_ASKS), RUN, ON, BARE, ON),
    "two questions of one node": told(graph(">a", a={"asks": 2}), RUN, BARE, BARE),
    "a question beside a task that ends": told(graph(">a >p", a=_ASKS), RUN, BARE),
    "questions of two tasks": told(graph(">a >b", a=_ASKS, b=_ASKS), RUN, BARE, FIRST, ALL),
    "a new input instead of an answer": told(graph(">a a>b", a=_ASKS), RUN, RUN, BARE),
    "an answer with an update": told(graph(">a", a=_ASKS), RUN, {**BARE, "update": {"log": ["u"]}}),
    "a question of a packet": told(
        graph(">a", routers=(router("a", [{"send": "w", "arg": {"n": 1}}, {"send": "w", "arg": {"n": 2}}]),), w=_ASKS),
        RUN,
        FIRST,
        ALL,
    ),
    "going on elsewhere beside a question": told(
        graph(">a", a=_ASKS, b={}), RUN, {"do": "command", "update": None, "goto": ["b"]}, BARE
    ),
    "a failure, and going on": told(
        graph(">bad >ok bad+ok>c", bad={"fails": "once"}), RUN, ON, modes=["tasks", "checkpoints"]
    ),
    "a failure that stays": told(
        graph(">a a>bad", bad={"fails": "always"}), RUN, ON, _edit({"log": ["mended"]}, **{"as": "bad"}), ON
    ),
    "a failure that is tried again": told(graph(">a a>b", a={"fails": "once", "retry": 2})),
    "a failure that is handled": told(graph(">a a>b", a={"fails": "always", "handler": {"writes": []}})),
    "a handler that goes on elsewhere": told(
        graph(">a >s a>b", a={"fails": "always", "handler": {"writes": [], "returns": "command", "goto": ["c"]}}, c={})
    ),
    "a handled failure beside a question": told(
        graph(">a >q", a={"fails": "always", "handler": {"writes": []}}, q=_ASKS), RUN, BARE
    ),
    "a router that fails is not asked again": told(
        graph(">a", routers=(router("a", ["b"], fails=True),), b={}), RUN, ON
    ),
    "edits of a new thread": told(_CHAIN, _edit({"log": ["u"]}), _edit({"log": ["v"]}), ON),
    "an edit that may be several nodes'": told(graph(">a >b a>c"), {**RUN, "after": ["a"]}, _edit({"log": ["who?"]})),
    "an edit as a node that is not due": told(_CHAIN, RUN, _edit({"log": ["late"]}, **{"as": "a"}), ON),
    "an edit that routes": told(
        graph(">a", routers=(router("a", ["b"], ["END"]),), b={}), _edit({"log": ["a by hand"]}, **{"as": "a"}), ON
    ),
    "an edit as the input": told(
        _CHAIN | {"before": ["b"]}, RUN, _edit({"log": ["in too"]}, **{"as": "__input__"}), ON
    ),
    "an edit that drops what is due": told(_CHAIN | {"before": ["b"]}, RUN, _edit(**{"as": "END"}), ON),
    "a copy": told(_CHAIN | {"before": ["b"]}, RUN, _edit(**{"as": "__copy__"}), ON),
    "an edit as nobody that exists": told(_CHAIN, RUN, _edit({"log": []}, **{"as": "zz"})),
    "an edit of the past": told(_CHAIN, RUN, _edit({"log": ["other"]}, back=2, **{"as": "a"}), ON),
    "going back runs again": told(_CHAIN, RUN, _back(2), _back(1)),
    "going back to the head makes a fork": told(graph(">a"), RUN, ON, _back(0)),
    "going back to a question asks again": told(graph(">a a>b", a=_ASKS), RUN, BARE, _back(2), BARE),
    "a new input in the past": told(_CHAIN, RUN, {**RUN, "back": 2}),
    "a command as the first input": told(graph(">a"), {"do": "command", "update": {"log": ["u"]}, "goto": []}),
    "a command on a finished thread": told(
        graph(">a a>b"), RUN, {"do": "command", "update": {"log": ["u"]}, "goto": ["b"]}
    ),
    "saved at the end": told(_CHAIN | {"before": ["c"]}, RUN, ON, RUN, durability="exit"),
    "a question saved at the end": told(graph(">a >p", a=_ASKS), RUN, ALL, durability="exit"),
    "a graph inside": told(graph(">a a>s s>z", "total", s=_inside(graph(">c", "total", c=write(("total", 1)))))),
    "a graph inside shares a reducer": told(
        graph(">s", "total", s=_inside(graph(">c c>d", "total", c=write(("total", 1))))),
        {"do": "run", "input": {"log": ["in"], "total": 10}},
    ),
    "a graph inside asks": told(
        graph(">s >p s>z", "total", s=_inside(graph(">ask >ok", "total", ask=_ASKS))), RUN, BARE
    ),
    "a graph inside stops at a breakpoint": told(
        graph(">s s>z", "total", s=_inside(graph(">c c>d", "total"), before=["d"])), RUN, ON
    ),
    "a graph inside commands its caller": told(
        graph(
            ">s s>z",
            "total",
            s=_inside(graph(">c", "total", c=write(("total", 5), returns="parent", goto=["y"]))),
            y={},
        )
    ),
    "a graph inside keeps a state of its own": told(
        graph(">s", "total", s=_inside(graph(">c", "total", c=write(("total", 1))), saver=True)), RUN, RUN
    ),
    "a graph that a node calls": told(
        graph(
            ">s s>z", "total", s=_inside(graph(">c c>d", "total", c=write(("total", 1)), d=_ASKS)) | {"called": True}
        ),
        RUN,
        BARE,
    ),
    "a pause inside gives back what has not faded": told(
        graph(">f f>s", "any", s=_inside(graph(">c", "any", c=_ASKS))),
        {"do": "run", "input": {"any": 3}, "invoke": True},
    ),
    "an exhausted graph inside is not saved at the end": told(
        graph(">a a>s", "total", s=_inside(graph(">c c>d", "total"))),
        {**RUN, "limit": 3},
        {**ON, "limit": 3},
        durability="exit",
    ),
    "going back with a graph of its own state, saved at the end": told(
        graph(">a a>s", "total", a=write(("total", 1)), s=_inside(graph(">c", "total"), saver=True))
        | {"before": ["a"]},
        RUN,
        ON,
        _back(1),
        durability="exit",
    ),
    "a copy that is saved at the end": told(_CHAIN, RUN, _back(0), durability="exit"),
    "untracked values wait beside a pause, saved at the end": told(
        graph(">a >p", "kept", a=_ASKS, p=write(("kept", 3))), RUN, ALL, durability="exit"
    ),
    "an edit of untracked values": told(graph(">a a>b", "kept"), RUN, _edit({"kept": 3}, **{"as": "a"}), ON),
    "a refused step after a resume": told(
        graph(">p >q", "last", p=write(("last", 1)), q=write(("last", 2), asks=1)),
        RUN,
        BARE,
        ON,
        modes=["updates", "tasks"],
    ),
    "a refused step after a resume, streamed live": told(
        graph(">p >q", "last", p=write(("last", 1)), q=write(("last", 2), asks=1)),
        RUN,
        BARE,
        modes=["updates", "tasks", "custom"],
    ),
    "a refused step is saved as far as it came": told(
        graph(">a >b", "guarded", a=write(("guarded", 1)), b=write(("guarded", 2))), RUN, durability="exit"
    ),
    "a router that fails after a command from inside": told(
        graph(
            ">s",
            "total",
            s=_inside(graph(">c", "total", c=write(("total", 5), returns="parent", goto=["y"]))),
            y={},
            routers=(router("s", ["y"], fails=True),),
        ),
        RUN,
        ON,
        modes=["tasks", "updates"],
    ),
    "a question beside writes that clash": told(
        graph(">p >q >z", "last", p=write(("last", 1)), q=write(("last", 2)), z=_ASKS), RUN, ON, modes="values"
    ),
    "events from a graph inside": told(
        graph(">a a>s", "total", s=_inside(graph(">c c>d", "total", c=write(("total", 1))))),
        inside=True,
        modes=["values", "updates", "tasks"],
    ),
}
