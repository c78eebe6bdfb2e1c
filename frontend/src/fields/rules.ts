/** Merge rules as a person chooses them: what each is called, what it does, and which one a field has. Pure. */

import { unreachable } from "../base/unreachable";
import type { DrawnField, Merge } from "../protocol/generated";

/** A rule of the menu. `id` names it in this page only. */
export interface Rule {
  readonly id: RuleId;
  readonly title: string;
  /** The channel's class, or the function, as it stands in code. */
  readonly code: string;
  readonly sentence: string;
}

export type RuleId = Exclude<Merge["kind"], "Topic"> | "topic" | "topic.kept";

/** All rules that can be chosen, the plain one first, an own function last. */
export const RULES: readonly Rule[] = [
  {
    id: "LastValue",
    title: "Keep last",
    code: "LastValue",
    sentence: "One value per superstep; a second write is refused.",
  },
  {
    id: "add",
    title: "Add up",
    code: "operator.add",
    sentence: "The old value + each write, in the order of the tasks.",
  },
  {
    id: "add_messages",
    title: "Merge messages",
    code: "add_messages",
    sentence: "Puts messages at the end of the list; one with a known id takes the old one's place.",
  },
  {
    id: "AnyValue",
    title: "Any of them",
    code: "AnyValue",
    sentence: "Several writes are allowed, the last one stays.",
  },
  { id: "topic", title: "Topic", code: "Topic", sentence: "A list of the last superstep's writes." },
  {
    id: "topic.kept",
    title: "Topic that keeps all",
    code: "Topic(accumulate=True)",
    sentence: "A list of all writes since the start.",
  },
  {
    id: "EphemeralValue",
    title: "Only for one step",
    code: "EphemeralValue",
    sentence: "Cleared after a superstep in which nobody writes it.",
  },
  {
    id: "UntrackedValue",
    title: "Not stored",
    code: "UntrackedValue",
    sentence: "Keeps the last value, and no checkpoint has it: a resume begins without it.",
  },
  {
    id: "function",
    title: "Own function…",
    code: "f(old, new)",
    sentence: "A reducer of your own: choose one of this file, or name a new one.",
  },
];

/** The rule by its id. */
export function ruleOf(id: RuleId): Rule {
  const found = RULES.find((rule) => rule.id === id);
  if (found === undefined) {
    throw new Error(`There is no merge rule ${id}.`);
  }
  return found;
}

/** What a gesture says for a rule. `own` is the name of the function where the rule is one. */
export function mergeOf(id: RuleId, own: string): Merge {
  switch (id) {
    case "topic":
      return { kind: "Topic", accumulate: false };
    case "topic.kept":
      return { kind: "Topic", accumulate: true };
    case "function":
      return { kind: "function", function: own };
    case "LastValue":
    case "add":
    case "add_messages":
    case "AnyValue":
    case "EphemeralValue":
    case "UntrackedValue":
      return { kind: id };
    default:
      return unreachable(id);
  }
}

/** How a field merges now. `id` null: by a class that the menu does not have, or not at all (a managed value). */
export interface Merging {
  readonly id: RuleId | null;
  /** What stands in the table. */
  readonly title: string;
  /** The class or function as written. */
  readonly code: string;
}

type Merged = Pick<DrawnField, "accumulate" | "kind" | "reducer">;

/** The rule that a field has. */
export function mergingOf(field: Merged): Merging {
  const id = ruleIdOf(field);
  if (id === "function") {
    const name = field.reducer?.name ?? field.reducer?.text ?? "a function";
    return { id, title: name, code: field.reducer?.text ?? name };
  }
  if (id !== null) {
    const { title, code } = ruleOf(id);
    return { id, title, code: field.reducer?.text ?? code };
  }
  const title = field.kind === "managed" ? "Managed" : field.kind;
  return { id, title, code: field.kind };
}

const PLAIN: ReadonlySet<string> = new Set(["LastValue", "AnyValue", "EphemeralValue", "UntrackedValue"]);

function ruleIdOf({ kind, reducer, accumulate }: Merged): RuleId | null {
  if (kind === "BinaryOperatorAggregate") {
    return reducerRule(reducer);
  }
  if (kind === "Topic") {
    return accumulate ? "topic.kept" : "topic";
  }
  return PLAIN.has(kind) ? (RULES.find(({ id }) => id === kind)?.id ?? null) : null;
}

/** A function whose text was found, here or in a file beside, is an own one, whatever its name. */
function reducerRule(reducer: DrawnField["reducer"]): RuleId {
  const last = reducer?.text.split(".").at(-1);
  const isOwn = reducer === null || reducer.span !== null || reducer.path !== null;
  return !isOwn && (last === "add" || last === "add_messages") ? last : "function";
}
