/** Plain objects as dictionaries whose keys a person chose: `constructor` and `__proto__` are names like any other. */

/** The object's own entry; nothing that every object has. */
export function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Whether a value that came from outside has entries at all. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Set the object's own entry, whatever its name. */
export function put<V>(record: Record<string, V>, key: string, value: V): void {
  if (key === "__proto__") {
    Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    record[key] = value;
  }
}
