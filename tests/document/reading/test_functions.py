"""What runs where a function is named, and what its text says of the state."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.document.model import Code
from stepgraph.document.reading.functions import code_of, definition_of, facts_of
from tests.document.reading.asking import asked
from tests.document.reading.functions_told import HEADER, facts_told


def _pieces(source: str, expression: str = "f") -> dict[str, list[str]]:
    """Return the keys read and written with what stands at their places."""
    modules, expr = asked(expression, f"{HEADER}\n{source}")
    facts = facts_of(definition_of(modules, expr))
    both = [*facts.reads_at.items(), *facts.writes_at.items()]
    return {key: [modules.text.piece(span) for span in spans] for key, spans in both}


RUNNING = '''
def plain(state):
    """Say what it does.

    More of it.
    """
    return {}

@wraps(plain)
@partial
def decorated(state): ...

class Tool:
    """A tool."""
    def __call__(self, state): ...
    def step(self, state): ...

tool = Tool()
bound = partial(plain, 1)
short = lambda state: {}
graph = StateGraph(State).compile()
'''


@pytest.mark.parametrize(
    ("expression", "kind", "name", "starts"),
    [
        ("plain", "function", "plain", "def plain"),
        ("decorated", "function", "decorated", "@wraps(plain)"),
        ("lambda s: s", "lambda", None, "lambda s"),
        ("short", "lambda", None, "lambda state"),
        ("partial(plain, 1)", "partial", "plain", "def plain"),
        ("bound", "partial", "plain", "def plain"),
        ("Tool()", "class", "Tool", "def __call__"),
        ("tool", "class", "Tool", "def __call__"),
        ("tool.step", "method", "step", "def step"),
        ("operator.add", "imported", "add", None),
        ("graph", "graph", "graph", None),
        ("make()", "other", "make", None),
        ("re.compile('x')", "other", "compile", None),
        ("missing", "other", "missing", None),
    ],
)
def test_what_runs_is_told_with_its_kind_name_and_place(
    expression: str, kind: str, name: str | None, starts: str | None
) -> None:
    """Whatever wraps the function in the end."""
    modules, expr = asked(expression, f"{HEADER}\n{RUNNING}")

    code = code_of(modules, expr)

    assert (code.text, code.kind, code.name, code.path) == (expression, kind, name, None)
    assert (code.span is None) == (starts is None)
    if code.span is not None:
        piece = modules.text.piece(code.span)
        assert piece.startswith(str(starts))
        assert (code.line, code.end_line) == (
            modules.text.line_of(code.span.start),
            modules.text.line_of(code.span.end),
        )


def test_the_first_paragraph_of_a_docstring_is_told() -> None:
    """More would not fit a card."""
    modules, expr = asked("plain", f"{HEADER}\n{RUNNING}")

    assert code_of(modules, expr).doc == "Say what it does."


def test_a_function_of_another_file_is_told_with_that_file_and_its_lines(tmp_path: Path) -> None:
    """So that the page can lead there."""
    (tmp_path / "nodes.py").write_text("\n@print\ndef work(state):\n    return {'a': state['b']}\n")
    modules, expr = asked("work", "from nodes import work", str(tmp_path / "graph.py"))

    code = code_of(modules, expr)
    facts = facts_of(definition_of(modules, expr))

    assert code == Code("work", "imported", "work", None, str(tmp_path / "nodes.py"), 2, 4, None)
    assert (facts.reads, facts.writes) == (("b",), ("a",))


READS: dict[str, tuple[str, ...] | None] = {
    'def f(state): return {"x": state["a"]}': ("a",),
    'def f(state): return {"x": state.get("a", 1)}': ("a",),
    "def f(state): return {'x': state.a + state.b}": ("a", "b"),
    'def f(state): return {"x": "a" in state and state["b"]}': ("a", "b"),
    'def f(state):\n    state["a"] += 1': ("a",),
    "def f(state): return {'x': state[KEY]}": ("named",),
    'def f(state):\n    s = state\n    return s["a"]': ("a",),
    'def f(state):\n    def g(): return state["a"]\n    return g()': ("a",),
    'def f(state):\n    g = lambda state: state["z"]\n    return state["a"]': ("a",),
    'def f(state):\n    match state:\n        case {"a": 1, "b": x}: return x\n        case _: return None': ("a", "b"),
    "def f(state):\n    match state:\n        case Data(a=1): return None": ("a",),
    "def f(state):\n    if state is None or not isinstance(state, dict): return {}": (),
    "def f(state): return {}": (),
    "def f(): return {}": (),
    "def f(state, *, config): return {'x': config['a']}": (),
    "async def f(state):\n    async for x in state['a']:\n        yield {'x': x}": ("a",),
    "def f(state): return {**state}": None,
    "def f(state): return {'x': list(state)}": None,
    "def f(state):\n    for key in state: pass": None,
    "def f(state): return helper(state)": None,
    "def f(state): return {'x': state[key]}": None,
    "def f(state): return {'x': state.copy()}": None,
    "def f(state):\n    match state:\n        case {'a': 1, **rest}: return rest": None,
    "def f(state):\n    match state:\n        case whole: return whole": None,
}


@pytest.mark.parametrize("source", READS)
def test_the_keys_that_a_function_reads_are_those_that_its_text_names(source: str) -> None:
    """None when the state goes elsewhere as a whole."""
    assert facts_told(source).reads == READS[source]


WRITES: dict[str, tuple[str, ...] | None] = {
    'def f(s): return {"a": 1, "b": 2}': ("a", "b"),
    'def f(s):\n    if s["x"]:\n        return {"a": 1}\n    return {"b": 1}': ("a", "b"),
    'def f(s): return {"a": 1} if s["x"] else {"b": 1}': ("a", "b"),
    'def f(s): return {"a": 1, **({"b": 1} if s["x"] else {})}': ("a", "b"),
    'def f(s): return {"a": 1} | {"b": 1}': ("a", "b"),
    'def f(s): return s["x"] and {"a": 1}': None,
    "def f(s): return dict(a=1, b=2)": ("a", "b"),
    "def f(s): return {KEY: 1}": ("named",),
    "def f(s): return {key: 1}": None,
    'def f(s):\n    out = {"a": 1}\n    out["b"] = 2\n    out.update(c=3)\n    out.update({"d": 4})\n    return out': (
        ("a", "b", "c", "d")
    ),
    'def f(s):\n    out = {"a": 1}\n    print(out)\n    return out': ("a",),
    'def f(s):\n    out = {"a": 1}\n    fill(out)\n    return out': None,
    "def f(s):\n    out = make()\n    return out": None,
    'def f(s):\n    out: State = {"a": 1}\n    return out': ("a",),
    "def f(s): return State(a=1)": ("a",),
    "def f(s): return Data(a=1)": ("a", "b"),
    "def f(s): return Data(1)": None,
    'def f(s): return Command(update={"a": 1}, goto="x")': ("a",),
    'def f(s): return Command(update=[("a", 1), ("b", 2)])': ("a", "b"),
    'def f(s): return Command(goto="x")': (),
    'def f(s): return Command(update={"a": 1}, graph=Command.PARENT)': (),
    'def f(s): return [Command(update={"a": 1}), {"b": 1}]': ("a", "b"),
    "def f(s): return None": (),
    "def f(s): pass": (),
    "def f(s):\n    if s: return": (),
    "def f(s): return {}": (),
    "def f(s): return s": None,
    "def f(s): return helper(s)": None,
    'def f(s):\n    def g(): return {"z": 1}\n    return {"a": g()}': ("a",),
    'def f(s):\n    yield {"a": 1}\n    yield {"b": 1}': ("a", "b"),
    'async def f(s): return {"a": await s["x"]}': ("a",),
}


@pytest.mark.parametrize("source", WRITES)
def test_the_keys_that_a_function_writes_are_those_of_all_its_returns(source: str) -> None:
    """None when one of them cannot be told."""
    assert facts_told(source).writes == WRITES[source]


def test_a_dict_that_is_made_of_itself_many_times_is_looked_at_once() -> None:
    """Each step may hold all steps before it: following every way through them would never end."""
    steps = "".join(f'    if s["x"] > {number}: out = {{**out, "k{number}": 1}}\n' for number in range(60))

    facts = facts_told(f"def f(s):\n    out = {{}}\n{steps}    return out")

    assert facts.writes == tuple(f"k{number}" for number in range(60))


def test_a_lambda_a_partial_and_a_method_are_read_by_their_own_first_argument() -> None:
    """What a partial or a class fills is not the state."""
    source = (
        "def f(tool, state): return {'a': state['b'], 'c': tool['d']}\n"
        "class T:\n"
        "    def __call__(self, state): return {'a': state['b']}\n"
        "    def step(self, state): return {'a': state['c']}\n"
        "    @staticmethod\n"
        "    def plain(state): return {'a': state['d']}\n"
    )

    assert facts_told(source, "partial(f, 1)").reads == ("b",)
    assert facts_told(source, "partial(f, tool=1)").reads == ("d",)
    assert facts_told(source, "T()").reads == ("b",)
    assert facts_told(source, "T().step").reads == ("c",)
    assert facts_told(source, "T.plain").reads == ("d",)
    assert facts_told(source, "lambda s: {'x': s['e']}").reads == ("e",)


def test_each_place_of_a_key_is_told_as_it_stands() -> None:
    """Renaming a field replaces exactly these."""
    source = (
        "def f(state):\n"
        "    if 'a' in state and state.b:\n"
        "        return Command(update=dict(c=state['a']))\n"
        '    out = {"d": 1}\n'
        "    out['e'] = state.get('a')\n"
        "    return out\n"
    )

    assert _pieces(source) == {"a": ["'a'"] * 3, "b": ["b"], "c": ["c"], "d": ['"d"'], "e": ["'e'"]}


def test_a_key_that_a_constant_names_has_no_place_of_its_own() -> None:
    """The constant may mean other things elsewhere."""
    assert _pieces("def f(state): return {KEY: state[KEY]}") == {"named": []}


@pytest.mark.parametrize(
    "source",
    [
        "f = operator.add",
        "def f(state): return {'a': " + " + ".join(["state['b']"] * 900) + "}",
    ],
    ids=["not of the project", "nested too deeply"],
)
def test_nothing_is_told_of_what_cannot_be_read(source: str) -> None:
    """Unknown is not the same as nothing."""
    facts = facts_told(source)

    assert (facts.reads, facts.writes, facts.complete) == (None, None, False)


@pytest.mark.parametrize(
    "made",
    [
        "def make(key):\n    def inner(state): return {'a': state['b']}\n    return inner",
        "def make(key): return lambda state: {'a': state['b']}",
        "from langchain_core.runnables import RunnableLambda as make\ndef g(state): return {'a': state['b']}",
    ],
)
def test_a_call_that_makes_a_function_runs_the_one_that_it_makes(made: str) -> None:
    """A factory is seen through."""
    facts = facts_told(made, "make(g)")

    assert (facts.reads, facts.writes) == (("b",), ("a",))
