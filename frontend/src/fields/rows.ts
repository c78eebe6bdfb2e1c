/** The fields of a graph's schemas as rows of a table: who writes each, who reads it, what may be done with it. Pure. */

import { baseName } from "../base/path";
import type { DrawnField, DrawnGraph, DrawnNode, DrawnSchema } from "../protocol/generated";
import { type Merging, mergingOf } from "./rules";

export interface FieldRow {
  readonly field: DrawnField;
  readonly schema: DrawnSchema;
  readonly merging: Merging;
  /** Nodes whose functions are known to write it, in the graph's order. */
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** Whether an input brings it, an output gives it. */
  readonly io: { readonly input: boolean; readonly output: boolean };
  /** Why it cannot be edited here; null when it can. */
  readonly locked: Locked | null;
}

/** Why a field is drawn and not edited, and where its code is. */
export interface Locked {
  readonly sentence: string;
  readonly line: number | null;
  /** The other file, when it is in one. */
  readonly path: string | null;
}

export interface FieldGroup {
  readonly schema: DrawnSchema;
  /** "State", "Input and output", … */
  readonly role: string;
  readonly rows: readonly FieldRow[];
  /** Fields that an earlier group has a row of: an input or output declares again what it takes of the state. */
  readonly again: readonly string[];
}

/** What a table of fields shows. `unknown`: nodes of which it cannot be told what they write, or read. */
export interface FieldTableRows {
  readonly groups: readonly FieldGroup[];
  readonly unknown: { readonly writers: readonly string[]; readonly readers: readonly string[] };
}

/** The rows of a graph, the state's fields first. */
export function fieldRows(graph: DrawnGraph): FieldTableRows {
  const uses = usesOf(graph);
  const seen = new Set<string>();
  const groups = graph.schemas
    .toSorted((one, other) => rank(one) - rank(other))
    .map((schema) => groupOf(graph, schema, uses, seen));
  return {
    groups,
    unknown: {
      writers: namesOf(graph.nodes.filter(({ writes }) => writes === null)),
      readers: namesOf(graph.nodes.filter(({ reads }) => reads === null)),
    },
  };
}

/** `seen` are the channels that have a row, and grows by those of this group. */
function groupOf(graph: DrawnGraph, schema: DrawnSchema, uses: Uses, seen: Set<string>): FieldGroup {
  // What the context is called is no channel's name.
  const isAgain = ({ name }: DrawnField) => !isContext(schema) && seen.has(name);
  const again = schema.fields.filter(isAgain).map(({ name }) => name);
  const rows = schema.fields
    .filter((field) => !isAgain(field))
    .map((field) => rowOf(graph, schema, field, uses));
  for (const { field } of isContext(schema) ? [] : rows) {
    seen.add(field.name);
  }
  return { schema, role: roleWords(schema), rows, again };
}

/** The groups with no more than so many rows in all; a group of which nothing is left is not there. */
export function firstRows(groups: readonly FieldGroup[], limit: number): readonly FieldGroup[] {
  let left = limit;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, left);
    left -= rows.length;
    return rows.length === 0 && group.rows.length > 0 ? [] : [{ ...group, rows }];
  });
}

interface Uses {
  readonly writers: ReadonlyMap<string, readonly string[]>;
  readonly readers: ReadonlyMap<string, readonly string[]>;
}

function usesOf({ nodes }: DrawnGraph): Uses {
  return {
    writers: byKey(nodes, (node) => node.writes),
    readers: byKey(nodes, (node) => node.reads),
  };
}

function byKey(
  nodes: readonly DrawnNode[],
  keysOf: (node: DrawnNode) => readonly string[] | null,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const node of nodes) {
    for (const key of keysOf(node) ?? []) {
      const before = found.get(key);
      if (before === undefined) {
        found.set(key, [node.name]);
      } else {
        before.push(node.name);
      }
    }
  }
  return found;
}

const NOBODY: readonly string[] = [];

function rowOf(graph: DrawnGraph, schema: DrawnSchema, field: DrawnField, uses: Uses): FieldRow {
  const io = graph.channels.find(({ name }) => name === field.name)?.io ?? "none";
  return {
    field,
    schema,
    merging: mergingOf(field),
    writers: uses.writers.get(field.name) ?? NOBODY,
    readers: uses.readers.get(field.name) ?? NOBODY,
    io: { input: io === "input" || io === "both", output: io === "output" || io === "both" },
    locked: lockOf(schema, field),
  };
}

function lockOf(schema: DrawnSchema, { lock }: DrawnField): Locked | null {
  const found = lock ?? schema.lock;
  if (found !== null) {
    return { ...found, path: schema.path };
  }
  if (schema.path !== null) {
    const sentence = `${schema.name} stands in another file, ${baseName(schema.path)}: edit it there.`;
    return { sentence, line: schema.line, path: schema.path };
  }
  return isContext(schema)
    ? {
        sentence: "The context is given to a run as a whole; no node writes it.",
        line: null,
        path: null,
      }
    : null;
}

function isContext({ roles }: DrawnSchema): boolean {
  return roles.length > 0 && roles.every((role) => role === "context");
}

const ORDER = ["state", "input", "output", "private", "context"] as const;

function rank({ roles }: DrawnSchema): number {
  const places = roles.map((role) => ORDER.indexOf(role));
  return places.length === 0 ? ORDER.length : Math.min(...places);
}

/** A state that is input and output too, as it is without schemas of their own, is just the state. */
function roleWords({ roles }: DrawnSchema): string {
  if (roles.includes("state")) {
    return "State";
  }
  const words = ORDER.filter((role) => roles.includes(role)).join(" and ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function namesOf(nodes: readonly DrawnNode[]): readonly string[] {
  return nodes.map(({ name }) => name);
}

/** The fields that a graph takes or gives after one of them was ticked or not; null stands for all of the state's. */
export function schemaFields(
  graph: DrawnGraph,
  role: "input" | "output",
  ticked: { readonly name: string; readonly on: boolean },
): readonly string[] | null {
  const state = schemaOf(graph, null)?.fields ?? [];
  const all = state.filter(({ kind }) => kind !== "managed").map(({ name }) => name);
  const io = new Map(graph.channels.map((channel) => [channel.name, channel.io]));
  const has = (name: string) =>
    name === ticked.name ? ticked.on : [role, "both"].includes(io.get(name) ?? "none");
  const fields = all.filter(has);
  return fields.length === all.length ? null : fields;
}

/** The names of a schema's fields; without one those of all channels that the graph has. */
export function namesIn({ schemas }: DrawnGraph, schema: DrawnSchema | null = null): readonly string[] {
  const among = schema === null ? schemas.filter((one) => !isContext(one)) : [schema];
  return among.flatMap(({ fields }) => fields.map(({ name }) => name));
}

/** The schema of this name; for null the state's. */
export function schemaOf({ schemas }: DrawnGraph, name: string | null): DrawnSchema | null {
  const isIt = (one: DrawnSchema) => (name === null ? one.roles.includes("state") : one.name === name);
  return schemas.find(isIt) ?? null;
}
