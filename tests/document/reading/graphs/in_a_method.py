"""A class builds its graph from its own methods."""

from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class Talk(TypedDict):
    said: str


class Speaker:
    """Says one thing."""

    def __init__(self):
        graph = StateGraph(Talk)
        graph.add_node("say", self.say)
        graph.add_node(self.listen)
        graph.add_edge(START, "say")
        graph.add_edge("say", "listen")
        graph.add_conditional_edges("listen", self.enough)
        self.graph = graph.compile()

    def say(self, state: Talk):
        return {"said": "hello"}

    def listen(self, state: Talk):
        return None

    def enough(self, state: Talk) -> Literal["say", "__end__"]:
        return END


speaker = Speaker().graph
