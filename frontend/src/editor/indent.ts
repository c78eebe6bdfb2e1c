/** How a file indents. Pure. */

/** The first indentation that stands in a text, of four spaces where there is none. */
export function indentIn(text: string): string {
  const first = /^(\t|(?: {2}){1,4})\s*\S/m.exec(text)?.[1];
  return first ?? "    ";
}
