/** The form that a JSON Schema asks for: one field for each property, and a JSON box where no simple control fits. */

import { isJsonObject, type Json, readJson } from "../base/json";

/** The control that a field gets. */
export type FieldKind = "text" | "integer" | "number" | "boolean" | "choice" | "json";

/** One field of the form: a property of the schema's object. */
export interface FormField {
  readonly key: string;
  readonly kind: FieldKind;
  /** The type in words: "text", "list of integer", "text or null". */
  readonly type: string;
  readonly nullable: boolean;
  readonly choices: readonly Json[];
  readonly description: string | null;
  /** What stands there before anyone typed. */
  readonly empty: Json;
}

/** What the schema says about the whole: fields of an object, or one value of a type in words. */
export type Form =
  | { readonly whole: false; readonly fields: readonly FormField[] }
  | { readonly whole: true; readonly type: string; readonly empty: Json };

interface Shape {
  readonly kind: FieldKind;
  readonly type: string;
  readonly empty: Json;
  readonly choices?: readonly Json[];
  readonly nullable?: boolean;
}

type Schema = { readonly [key: string]: Json };

const ANYTHING: Shape = { kind: "json", type: "any value", empty: null };
const DEEPEST = 8;

/** The form for a schema given as JSON text; no schema, or one that cannot be read, makes a JSON box only. */
export function formOf(schemaText: string | null): Form {
  const reading = readJson(schemaText ?? "{}");
  const root = reading.ok ? asSchema(reading.value) : {};
  const properties = asSchema(resolved(root, root).properties);
  if (Object.keys(properties).length === 0) {
    const { type, empty } = shapeOf(root, root, 0);
    return { whole: true, type, empty };
  }
  return {
    whole: false,
    fields: Object.entries(properties).map(([key, property]) => fieldOf(key, asSchema(property), root)),
  };
}

/** One field for the whole of what a schema says, for a schema of a single value. */
export function wholeField(schemaText: string, key: string): FormField {
  const reading = readJson(schemaText);
  const root = reading.ok ? asSchema(reading.value) : {};
  return fieldOf(key, root, root);
}

function fieldOf(key: string, property: Schema, root: Schema): FormField {
  const shape = shapeOf(property, root, 0);
  const described = property.description ?? resolved(property, root).description;
  return {
    key,
    kind: shape.kind,
    type: shape.type,
    nullable: shape.nullable ?? false,
    choices: shape.choices ?? [],
    description: typeof described === "string" ? described : null,
    empty: property.default ?? shape.empty,
  };
}

function shapeOf(schema: Schema, root: Schema, depth: number): Shape {
  const own = resolved(schema, root);
  if (depth > DEEPEST) {
    return ANYTHING;
  }
  if (Array.isArray(own.enum)) {
    return choice(own.enum);
  }
  if (own.const !== undefined) {
    return choice([own.const]);
  }
  const options = own.anyOf ?? own.oneOf;
  if (Array.isArray(options)) {
    return oneOf(options.map(asSchema), root, depth);
  }
  return plain(own, root, depth);
}

function choice(choices: readonly Json[]): Shape {
  return { kind: "choice", type: "a choice", choices, empty: choices[0] ?? null };
}

/** "X or null" keeps the control of X; any other mixture is a JSON box. */
function oneOf(options: readonly Schema[], root: Schema, depth: number): Shape {
  const shapes = options.map((option) => shapeOf(option, root, depth + 1));
  const some = shapes.filter((shape) => shape.type !== "null");
  const nullable = some.length < shapes.length;
  const type = shapes.map((shape) => shape.type).join(" or ");
  const [only, second] = some;
  if (only !== undefined && second === undefined) {
    return { ...only, type, nullable, empty: nullable ? null : only.empty };
  }
  return { kind: "json", type, nullable, empty: nullable ? null : (only?.empty ?? null) };
}

function plain(schema: Schema, root: Schema, depth: number): Shape {
  switch (schema.type) {
    case "string":
      return { kind: "text", type: "text", empty: "" };
    case "integer":
      return { kind: "integer", type: "integer", empty: 0 };
    case "number":
      return { kind: "number", type: "number", empty: 0 };
    case "boolean":
      return { kind: "boolean", type: "yes or no", empty: false };
    case "null":
      return { kind: "json", type: "null", empty: null };
    case "array":
      return { kind: "json", type: `list of ${itemType(schema, root, depth)}`, empty: [] };
    case "object":
      return { kind: "json", type: "object", empty: {} };
    default:
      return schema.properties === undefined ? ANYTHING : { kind: "json", type: "object", empty: {} };
  }
}

function itemType(schema: Schema, root: Schema, depth: number): string {
  return schema.items === undefined ? "any value" : shapeOf(asSchema(schema.items), root, depth + 1).type;
}

/** Follow a chain of references into the schema's own definitions; nothing outside is ever read. */
function resolved(schema: Schema, root: Schema): Schema {
  let own = schema;
  for (let hops = 0; hops < DEEPEST; hops += 1) {
    const target = own.$ref ?? only(own.allOf);
    if (target === undefined) {
      return own;
    }
    own = typeof target === "string" ? definition(target, root) : asSchema(target);
  }
  return {};
}

function only(list: Json | undefined): Json | undefined {
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

function definition(reference: string, root: Schema): Schema {
  const path = reference.startsWith("#/") ? reference.slice(2).split("/") : [];
  let found: Schema = path.length === 0 ? {} : root;
  for (const part of path) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = Object.hasOwn(found, name) ? asSchema(found[name]) : {};
  }
  return found;
}

function asSchema(value: Json | undefined): Schema {
  return value !== undefined && isJsonObject(value) ? value : {};
}
