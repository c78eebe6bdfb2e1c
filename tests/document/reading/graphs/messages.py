"""The ready-made state of messages, and a class that adds to it."""

from langgraph.graph import END, START, MessagesState, StateGraph


class Chat(MessagesState):
    topic: str


def answer(state: Chat):
    return {"messages": [("ai", "yes")], "topic": "weather"}


def plain(state: MessagesState):
    return {"messages": []}


chat = StateGraph(Chat)
chat.add_node("answer", answer)
chat.add_node("plain", plain)
chat.add_edge(START, "answer")
chat.add_edge("answer", "plain")
chat.add_edge("plain", END)
talk = chat.compile()
