/** Whether a text can be the name of a state field, said as the person types. The server has the last word. Pure. */

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** What is wrong with a field's name; null when nothing is. `taken` are the names that the graph has already. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (name === "") {
    return "Give the field a name.";
  }
  if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name)) {
    return "A field's name is a Python name: letters, digits and _, and no digit first.";
  }
  if (KEYWORDS.has(name)) {
    return `${name} is a word of Python itself; a field cannot have it as its name.`;
  }
  if (name.startsWith("__")) {
    return "Names that begin with __ belong to Python and to the graph itself.";
  }
  return taken.includes(name) ? `There is a field ${name} already.` : null;
}

/** What is wrong with a function's name; null when nothing is. */
export function functionProblem(name: string): string | null {
  if (name === "") {
    return "Choose a function of the file, or name a new one.";
  }
  const isName = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name) && !KEYWORDS.has(name);
  return isName ? null : "A function's name is a Python name: letters, digits and _, and no digit first.";
}
