/** Where a field is used: the functions that read or write it, each with its line. */

import { baseName } from "../base/path";
import type { DrawnGraph, DrawnNode } from "../protocol/generated";
import { Chip } from "../ui/Mark";
import { useOrderOf } from "../ui/useOrderOf";
import styles from "./Fields.module.css";
import type { FieldRow } from "./rows";

export interface UsersProps {
  row: FieldRow;
  graph: DrawnGraph;
}

/** The list; draws nothing where nobody uses the field and everybody is known. */
export function Users({ row: { field, writers, readers }, graph }: UsersProps) {
  const orderOf = useOrderOf();
  const used = graph.nodes.filter(({ name }) => writers.includes(name) || readers.includes(name));
  const unsure = graph.nodes.filter(
    (node) => !used.includes(node) && (node.reads === null || node.writes === null),
  );
  return (
    <>
      {used.length === 0 ? null : (
        <ul className={styles.users} aria-label={`Nodes that use ${field.name}`}>
          {used.map((node) => (
            <li key={node.name}>
              <Chip order={orderOf(node.name)}>{node.name}</Chip>{" "}
              {wordsOf(writers.includes(node.name), readers.includes(node.name))} <span>{placeOf(node)}</span>
            </li>
          ))}
        </ul>
      )}
      {unsure.length === 0 ? null : (
        <p className={styles.dim}>
          It cannot be told from the text what {unsure.map(({ name }) => name).join(", ")}{" "}
          {unsure.length === 1 ? "does" : "do"} with the state: look there yourself.
        </p>
      )}
    </>
  );
}

function wordsOf(isWriter: boolean, isReader: boolean): string {
  if (isWriter && isReader) {
    return "reads and writes it";
  }
  return isWriter ? "writes it" : "reads it";
}

function placeOf({ code, line }: DrawnNode): string {
  const at = code.line ?? line;
  const file = code.path === null ? "" : ` of ${baseName(code.path)}`;
  return at === null ? "" : `in line ${at}${file}`;
}
