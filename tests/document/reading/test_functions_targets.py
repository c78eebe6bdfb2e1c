"""Where a function leads: what a router returns, what commands and packets name, what annotations say."""

from __future__ import annotations

import pytest

from stepgraph.document.reading.functions import definition_of, facts_of
from tests.document.reading.asking import asked
from tests.document.reading.functions_told import HEADER, facts_told

ROUTERS: dict[str, tuple[tuple[str, ...], bool]] = {
    'def f(s): return "a"': (("a",), True),
    'def f(s):\n    if s["x"]:\n        return "a"\n    return END': (("a", "__end__"), True),
    'def f(s): return "a" if s["x"] else NEXT': (("a", "later"), True),
    'def f(s): return ["a", "b"]': (("a", "b"), True),
    'def f(s):\n    where = "a"\n    if s["x"]: where = "b"\n    return where': (("a", "b"), True),
    'def f(s):\n    out = []\n    out.append("a")\n    out.append(END)\n    return out': (("a", "__end__"), True),
    'def f(s): return ["a"] + ["b"]': (("a", "b"), True),
    'def f(s):\n    where = "FINISH" if s["x"] else "a"\n    if where == "FINISH": where = END\n    return where': (
        ("a", "__end__"),
        True,
    ),
    'def f(s):\n    out = ["a"]\n    if s["x"]: out = out + ["b"]\n    return out': (("a", "b"), True),
    'def f(s): return s["x"] or "a"': (("a",), False),
    "def f(s): return ROUTES[s['x']]": (("go", "__end__"), True),
    "def f(s): return {'a': 'b'}.get(s['x'], 'c')": (("b", "c"), True),
    "def f(s): return s['next']": ((), False),
    "def f(s): return choose(s)": ((), False),
    "def f(s): return s['x'] > 1": ((), False),
    "def f(s): pass": ((), False),
    'def f(s):\n    def g(): return "z"\n    return "a"': (("a",), True),
    'def f(s):\n    match s["x"]:\n        case 1: return "a"\n        case _: return "b"': (("a", "b"), True),
}


@pytest.mark.parametrize("source", ROUTERS)
def test_the_names_that_a_router_returns_are_told_and_whether_they_are_all(source: str) -> None:
    """A router that may say more has an open end."""
    facts = facts_told(source)

    assert (tuple(target.name for target in facts.returns), facts.complete) == ROUTERS[source]


def test_a_list_that_is_made_of_itself_many_times_is_looked_at_once() -> None:
    """Each step may hold all steps before it: following every way through them would never end."""
    steps = "".join(f'    if s["x"] > {number}: out = out + ["n{number}"]\n' for number in range(60))

    facts = facts_told(f"def f(s):\n    out = []\n{steps}    return out")

    assert [target.name for target in facts.returns] == [f"n{number}" for number in range(60)]


def test_an_alias_that_is_made_of_itself_many_times_is_looked_at_once() -> None:
    """A type of twice a type of twice a type."""
    aliases = "".join(f"T{number + 1} = Literal[T{number}, T{number}]\n" for number in range(40))

    facts = facts_told(f"T0 = Literal['a']\n{aliases}def f(s) -> T40: ...")

    assert [target.name for target in facts.literal] == ["a"]


@pytest.mark.parametrize(
    "source",
    [
        "def f(s): return [Send('work', x) for x in s['xs']]",
        "def f(s):\n    out = []\n    for x in s['xs']:\n        out.append(Send('work', x))\n    return out",
        "def f(s): return Send(node='work', arg=1)",
        "def f(s): return Command(goto=[Send('work', x) for x in s['xs']])",
    ],
)
def test_the_targets_of_packets_are_told(source: str) -> None:
    """They are woken beside what edges lead to."""
    facts = facts_told(source)

    assert [target.name for target in facts.sends] == ["work"]
    assert facts.goto == ()


@pytest.mark.parametrize(
    ("source", "goto", "complete"),
    [
        ("def f(s): return Command(goto='a')", ["a"], True),
        ("def f(s): return Command(goto=['a', END])", ["a", "__end__"], True),
        ("def f(s): return Command[Literal['b']](goto='a')", ["a"], True),
        ("def f(s) -> Command[Literal['a', 'b']]: return Command(goto=s['x'])", ["a", "b"], False),
        ("def f(s) -> 'Command[Ways] | None': ...", ["left", "right"], True),
        ("def f(s): return Command(goto='a', graph=Command.PARENT)", [], True),
        ("def f(s):\n    where = 'a' if s['x'] else 'b'\n    return Command(goto=where)", ["a", "b"], True),
    ],
)
def test_the_names_that_commands_go_to_are_told(source: str, goto: list[str], complete: bool) -> None:
    """Those of the annotation first."""
    facts = facts_told(source)

    assert ([target.name for target in facts.goto], facts.goto_complete) == (goto, complete)


@pytest.mark.parametrize(
    ("annotation", "names", "hint"),
    [
        ('Literal["a", "b"]', ["a", "b"], "literal"),
        ("'Literal[\"a\"]'", ["a"], "literal"),
        ("Ways", ["left", "right"], "literal"),
        ("Literal[NEXT, END]", ["later", "__end__"], "literal"),
        ('Command[Literal["a"]]', ["a"], "command"),
        ('Optional[Command[Literal["a"]]]', ["a"], "command"),
        ('list[Literal["a"]]', ["a"], "list"),
        ('list[Literal["a"] | Send]', ["a"], "list"),
        ("str", [], "none"),
        ("Command", [], "none"),
    ],
)
def test_a_return_annotation_names_its_targets(annotation: str, names: list[str], hint: str) -> None:
    """In each form that the engine looks at."""
    facts = facts_told(f"def f(state) -> {annotation}: ...")

    assert ([target.name for target in facts.literal], facts.hint) == (names, hint)


def test_a_target_stands_where_its_string_or_name_is() -> None:
    """Renaming a node replaces exactly this."""
    source = f"{HEADER}\ndef f(s) -> Literal['a', NEXT]: return 'b' if s['x'] else END\n"
    modules, expr = asked("f", source)

    facts = facts_of(definition_of(modules, expr))

    told = [(modules.text.piece(one.span), one.is_literal) for one in (*facts.literal, *facts.returns) if one.span]
    assert told == [("'a'", True), ("NEXT", False), ("'b'", True), ("END", False)]
