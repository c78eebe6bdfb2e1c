"""Files with a state in every form, as people write them: a graph `graph` whose state has the fields `a` and `b`."""

from __future__ import annotations

_TAIL = """

def look(state):
    return {}


builder = StateGraph(State)
builder.add_node("look", look)
builder.add_edge(START, "look")
graph = builder.compile()
"""


def _file(imports: str, state: str) -> str:
    return f"{imports}\nfrom langgraph.graph import START, StateGraph\n\n\n{state}{_TAIL}"


_TYPED = "from typing import TypedDict\n"
_DATA = "from dataclasses import dataclass\n"

FORMS: dict[str, str] = {
    "one line": _file(_TYPED, "class State(TypedDict): a: int; b: str\n"),
    "two in a line": _file(_TYPED, "class State(TypedDict):\n    a: int; b: str  # two\n"),
    "tabs and documented fields": _file(
        _TYPED, 'class State(TypedDict):\n\ta: int\n\n\tb: str # x\n\t"""What b is."""\n'
    ),
    "functional": _file(_TYPED, 'State = TypedDict("State", {"a": int, "b": str})\n'),
    "functional in lines": _file(
        _TYPED,
        'State = TypedDict(\n    "State",\n    {\n        "a": int,\n        "b": str,  # the second\n    },\n'
        "    total=False,\n)\n",
    ),
    "functional without a last comma": _file(
        _TYPED, "State = TypedDict('State', {\n    'a': int,\n    'b': str  # the second\n})\n"
    ),
    "dataclass": _file(
        _DATA,
        '@dataclass\nclass State:\n    a: int\n    b: str = "x"\n\n'
        "    def shout(self):\n        return self.b.upper()\n",
    ),
    "dataclass by keywords": _file(_DATA, '@dataclass(kw_only=True)\nclass State:\n    a: int\n    b: str = "x"\n'),
    "dataclass that inherits": _file(
        _DATA, '@dataclass\nclass Base:\n    a: int = 1\n\n\n@dataclass\nclass State(Base):\n    b: str = "x"\n'
    ),
    "pydantic": _file(
        "from pydantic import BaseModel, Field\n",
        'class State(BaseModel):\n    a: int = 1\n    b: str = Field(default="x", description="the second")\n',
    ),
    "inherited": _file(
        "from typing import Required, TypedDict\n",
        "class Base(TypedDict):\n    a: int\n\n\nclass State(Base, total=False):\n    b: Required[str]\n",
    ),
    "quoted": _file(
        "import operator\nfrom typing import Annotated, TypedDict\n",
        'class State(TypedDict):\n    a: "int"\n    b: "Annotated[list[str], operator.add]"\n',
    ),
    "evaluated later": _file(
        "from __future__ import annotations\n\nfrom typing import TypedDict\n",
        "class State(TypedDict):\n    a: int\n    b: Later\n\n\nclass Later(TypedDict):\n    x: int\n",
    ),
    "by another name": _file(
        "from operator import add\nfrom typing import Annotated, NotRequired, TypedDict\n",
        "Log = Annotated[list[str], add]\n\n\nclass State(TypedDict):\n    a: Log\n    b: NotRequired[Log]\n",
    ),
    "with notes": _file(
        "import operator\nfrom typing import Annotated, TypedDict\n",
        'class State(TypedDict):\n    a: Annotated[\n        list[str],\n        "the notes",  # said in words\n'
        '        operator.add,\n    ]\n    b: Annotated[str, "a word"]\n',
    ),
    "modules by short names": _file(
        "import operator as op\nimport typing as t\n",
        "class State(t.TypedDict):\n    a: t.Annotated[list[str], op.add]\n    b: int\n",
    ),
    "channels": _file(
        "from typing import Annotated, TypedDict\n\nfrom langgraph.channels import EphemeralValue, Topic\n",
        "class State(TypedDict):\n    a: Annotated[list[str], Topic(str, accumulate=True)]\n"
        "    b: Annotated[int, EphemeralValue]\n",
    ),
    "an own function": _file(
        "from typing import Annotated, TypedDict\n",
        "def larger(left: int, right: int) -> int:\n    return max(left, right)\n\n\n"
        "class State(TypedDict):\n    a: Annotated[int, larger]\n    b: Annotated[int, lambda x, y: x * y]\n",
    ),
    "in a function": """from typing import TypedDict

from langgraph.graph import START, StateGraph


def make():
    class State(TypedDict):
        a: int
        b: str

    def look(state: State):
        return {}

    builder = StateGraph(State)
    builder.add_node("look", look)
    builder.add_edge(START, "look")
    return builder.compile()


graph = make()
""",
    "a chain": """from typing import TypedDict

from langgraph.graph import START, StateGraph


class State(TypedDict):
    a: int
    b: str


graph = (
    StateGraph(State)
    .add_node("look", lambda state: {})
    .add_edge(START, "look")
    .compile()
)
""",
}

PLAIN = '''"""A reader of topics."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


# What is known so far.
class State(TypedDict):
    """What the nodes share."""

    topic: str  # the subject
    notes: Annotated[list[str], operator.add]


def look(state: State) -> dict[str, object]:
    return {"notes": [state["topic"]]}


builder = StateGraph(State)
builder.add_node("look", look)
builder.add_edge(START, "look")
builder.add_edge("look", END)
graph = builder.compile()
'''
