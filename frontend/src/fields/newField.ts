/** A state field that is being made: what was chosen so far, what is wrong with it, and the gesture that makes it. */

import type { FieldAdd, Problem } from "../protocol/generated";
import { functionProblem, nameProblem } from "./names";
import { mergeOf, type RuleId } from "./rules";

export interface NewField {
  readonly name: string;
  readonly type: string;
  readonly rule: RuleId;
  /** The reducer's name, for the rule "function". */
  readonly own: string;
  readonly default: string;
  /** The schema's name; null for the graph's state. */
  readonly target: string | null;
}

export const BLANK: NewField = {
  name: "",
  type: "str",
  rule: "LastValue",
  own: "",
  default: "",
  target: null,
};

/** What can be wrong, by the box that it is in. */
export type Place = "default" | "function" | "name" | "type";

export type Wrong = { readonly [place in Place]?: string };

/** What is wrong with what was chosen; empty when nothing is. */
export function wrongIn(field: NewField, taken: readonly string[]): Wrong {
  const name = nameProblem(field.name.trim(), taken);
  const own = field.rule === "function" ? functionProblem(field.own) : null;
  return {
    ...(name === null ? {} : { name }),
    ...(field.type.trim() === "" ? { type: "Say which type it has, such as str or list[str]." } : {}),
    ...(own === null ? {} : { function: own }),
  };
}

/** The gesture that makes it. */
export function gestureOf(field: NewField): FieldAdd {
  return {
    type: "field.add",
    name: field.name.trim(),
    annotation: field.type.trim(),
    merge: mergeOf(field.rule, field.own),
    default: field.default.trim() === "" ? null : field.default.trim(),
    target: field.target,
  };
}

/** The box that a refusal is about, by its code; what is about none stands at the name. */
export function placeOf({ code }: Problem): Place {
  if (/annotation|type/.test(code)) {
    return "type";
  }
  if (/default/.test(code)) {
    return "default";
  }
  return /function|reducer|merge/.test(code) ? "function" : "name";
}
