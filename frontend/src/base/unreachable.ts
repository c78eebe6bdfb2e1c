/** A place that the compiler proves nobody reaches: every case of a union was handled before it. */
export function unreachable(value: never): never {
  throw new Error(`A case was forgotten: ${JSON.stringify(value)}`);
}
