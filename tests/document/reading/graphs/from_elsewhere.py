"""Schemas, functions and names that stand in a file beside it."""

import shelf_parts as parts
from langgraph.graph import START, StateGraph
from shelf_parts import SHELF, Shelf, sort_books

shelf = StateGraph(Shelf)
shelf.add_node(sort_books)
shelf.add_node(SHELF, parts.dust)
shelf.add_edge(START, "sort_books")
shelf.add_edge("sort_books", parts.SHELF)
shelf.add_conditional_edges(SHELF, parts.is_tidy)
tidy = shelf.compile()
