/** What people call a node: the ends of the graph, the input and an edit have names of their own. */

/** Who writes what a person puts in place of a channel's value: no `update()` is asked. */
export const EDIT = "__edit__";

const TITLES: ReadonlyMap<string, string> = new Map([
  ["__start__", "START"],
  ["__end__", "END"],
  ["__input__", "input"],
  [EDIT, "edit"],
]);

/** The node's name as it is shown. */
export function nodeTitle(name: string): string {
  return TITLES.get(name) ?? name;
}
