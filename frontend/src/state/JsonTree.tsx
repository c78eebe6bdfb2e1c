/** A JSON value as a tree that opens and closes: containers by their keys, everything else as it is written. */

import { isJsonObject, type Json, writeJson } from "../base/json";
import styles from "./JsonTree.module.css";

export interface JsonTreeProps {
  value: Json;
  /** The key or index that leads here; left out at the root. */
  name?: string;
  /** Whether it starts open. */
  open?: boolean;
}

/** One value, and all below it. */
export function JsonTree({ value, name, open = false }: JsonTreeProps) {
  const items = itemsOf(value);
  if (items === null) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        {writeJson(value, "one")}
      </div>
    );
  }
  return (
    <details className={styles.branch} open={open}>
      <summary>
        <Name name={name} />
        <span className={styles.sum}>{summaryOf(value, items.length)}</span>
      </summary>
      {items.map(([key, item]) => (
        <JsonTree key={key} name={key} value={item} />
      ))}
    </details>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span className={styles.name}>{name}: </span>;
}

/** What is inside, or null for what has no inside. */
function itemsOf(value: Json): readonly (readonly [string, Json])[] | null {
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map((item: Json, index) => [String(index), item] as const);
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return entries.length === 0 ? null : entries;
  }
  return null;
}

function summaryOf(value: Json, count: number): string {
  const unit = Array.isArray(value) ? "item" : "key";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
