/** Sentences as parts: what is a name, a value or a version stays one, so that it can be marked, clicked and tested. */

import { EDIT, nodeTitle as titleOf } from "../base/nodeTitle";
import type { Preview } from "../protocol/generated";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "node"; readonly node: string }
  | { readonly kind: "channel"; readonly channel: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "value"; readonly value: Preview }
  | { readonly kind: "version"; readonly version: number };

export const SECTIONS = ["Refused", "Who ran, and why", "What changed", "What is next"] as const;
export type Section = (typeof SECTIONS)[number];

export type SentenceIcon = "changed" | "cleared" | "false" | "next" | "ran" | "refused" | "waits";

export interface Sentence {
  readonly section: Section;
  readonly icon: SentenceIcon;
  /** `quiet`: of a channel that the graph itself made. */
  readonly weight: "plain" | "quiet";
  readonly parts: readonly Part[];
}

/** A part, or text. */
export type Word = Part | string;

export const node = (name: string): Part => ({ kind: "node", node: name });
export const channel = (name: string): Part => ({ kind: "channel", channel: name });
export const code = (text: string): Part => ({ kind: "code", text });
export const value = (preview: Preview): Part => ({ kind: "value", value: preview });

/** "none", or "version 3". */
export function seenVersion(version: number | null): readonly Word[] {
  return version === null ? ["none"] : ["version ", { kind: "version", version }];
}

/** "version 3 to 4", or "its first version, 4". */
export function versionChange(before: number | null, after: number | null): readonly Word[] {
  if (after === null) {
    return ["no version"];
  }
  const to: Part = { kind: "version", version: after };
  return before === null
    ? ["its first version, ", to]
    : ["version ", { kind: "version", version: before }, " to ", to];
}

/** Words as parts; neighbouring texts become one. */
export function partsOf(words: readonly Word[]): readonly Part[] {
  const parts: Part[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const part: Part = typeof word === "string" ? { kind: "text", text: word } : word;
    if (part.kind === "text" && last?.kind === "text") {
      parts[parts.length - 1] = { kind: "text", text: last.text + part.text };
    } else {
      parts.push(part);
    }
  }
  return parts;
}

/** "a", "a and b", "a, b and c"; `last` stands before the last. */
export function listed(items: readonly Part[], last = " and "): readonly Word[] {
  return items.flatMap((item, index) => {
    const before = index === 0 ? [] : [index === items.length - 1 ? last : ", "];
    return [...before, item];
  });
}

/** "one write", "two writes", "12 writes". */
export function counted(count: number, noun: string): string {
  const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return `${words[count] ?? count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What a sentence calls a node: the input and an edit are things there, not names. */
export function nodeTitle(name: string): string {
  return name === "__input__" || name === EDIT ? `the ${titleOf(name)}` : titleOf(name);
}

/** A sentence as a screen reader says it. */
export function textOf(parts: readonly Part[]): string {
  return parts.map(plain).join("");
}

function plain(part: Part): string {
  switch (part.kind) {
    case "text":
    case "code":
      return part.text;
    case "node":
      return nodeTitle(part.node);
    case "channel":
      return part.channel;
    case "value":
      return part.value.text;
    case "version":
      return String(part.version);
  }
}
