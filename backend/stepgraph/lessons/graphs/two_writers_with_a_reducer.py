"""Two writers and a reducer

The same two critics, and a reducer that says how two verdicts become one value. Compare the writes that the channel
receives with the value that comes out, and note the order: it is that of the tasks, not of their ends.
"""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Page(TypedDict):
    play: str
    # The last item of the annotation is called with the value so far and each write.
    verdicts: Annotated[list[str], operator.add]


INPUT = {"play": "Hamlet"}


def attend(state: Page) -> dict[str, str]:
    """Sit down in the theatre. The list is there already, and empty."""
    return {"play": f"{state['play']}, with {len(state['verdicts'])} verdicts so far"}


def ada(state: Page) -> dict[str, list[str]]:
    """Ada is moved."""
    return {"verdicts": ["Ada wept."]}


def ben(state: Page) -> dict[str, list[str]]:
    """Ben is not."""
    return {"verdicts": ["Ben slept."]}


def publish(state: Page) -> dict[str, str]:
    """Run once, when both have written."""
    return {"play": f"{state['play']}: {' '.join(state['verdicts'])}"}


builder = StateGraph(Page)
builder.add_node("attend", attend)
builder.add_node("ada", ada)
builder.add_node("ben", ben)
builder.add_node("publish", publish)

builder.add_edge(START, "attend")
builder.add_edge("attend", "ada")
builder.add_edge("attend", "ben")
builder.add_edge(["ada", "ben"], "publish")
builder.add_edge("publish", END)

graph = builder.compile()
