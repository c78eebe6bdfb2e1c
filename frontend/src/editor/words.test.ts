import { expect, test } from "vitest";
import { wantedAt } from "./words";

test.each([
  ['    return state["', "channels", 0],
  ["    x = state['tot", "channels", 3],
  ['    x = state.get("t', "channels", 1],
  ["    x = state.to", "channels", 2],
  ['    return {"', "channels", 0],
  ['    return {"total": f(1, [2]), "no', "channels", 2],
  ['    return Command(update={"t', "channels", 1],
  ['builder.add_edge("', "nodes", 0],
  ['builder.add_edge(START, "pl', "nodes", 2],
  ['builder.add_edge(["north", "s', "nodes", 1],
  ['builder.add_conditional_edges("fan", route, {"yes": "no', "nodes", 2],
  ['builder.set_entry_point("', "nodes", 0],
  ['    return Command(goto="', "nodes", 0],
  ['    return Command(goto=["a", "', "nodes", 0],
  ['def route(state) -> Literal["north", "', "nodes", 0],
  ['    return [Send("', "nodes", 0],
  ['builder.compile(interrupt_before=["', "nodes", 0],
  ["builder.add_node(pl", "functions", 2],
  ['builder.add_node("plan", pl', "functions", 2],
  ['builder.add_conditional_edges("fan", ro', "functions", 2],
])("after %s the %s of the graph are meant", (before, kind, written) => {
  expect(wantedAt(before)).toEqual({ kind, written });
});

test.each([
  'name = "',
  "plan",
  '    return {"total": "',
  'state["total"] ',
  'builder.add_edge("a", "b")\nprint("',
])("after %s nothing of the graph is meant", (before) => {
  expect(wantedAt(before)).toBeNull();
});
