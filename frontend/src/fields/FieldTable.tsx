/** The table "State fields": one row a field, grouped by the schemas that declare them. */

import { Fragment, useState } from "react";
import { goToLine } from "../store/place";
import { choose, type Ui } from "../store/ui";
import { useUi } from "../store/useStore";
import { Button } from "../ui/Button";
import { FieldRowView } from "./FieldRowView";
import styles from "./Fields.module.css";
import { FileLink } from "./FileLink";
import { type FieldGroup, type FieldTableRows, firstRows } from "./rows";

export interface FieldTableProps extends FieldTableRows {
  /** Why nothing can be edited now; null when it can. */
  blocked: string | null;
  /** The document's path. */
  file: string;
}

const COLUMNS = [
  "Field",
  "Type",
  "Merge rule",
  "Default",
  "Written by",
  "Read by",
  "In",
  "Out",
  "Actions",
] as const;

const TITLES: Partial<Record<(typeof COLUMNS)[number], string>> = {
  "Merge rule": "What becomes of several writes in one superstep",
  In: "Whether an input may bring it",
  Out: "Whether the graph's output has it",
  "Written by": "Nodes whose functions return it",
  "Read by": "Nodes whose functions look at it",
};

const selectedChannelIn = ({ selectedChannel }: Ui): string | null => selectedChannel;

/** Rows that are drawn at first: more of them would make every edit wait. */
const AT_FIRST = 200;

/** The table, scrolling by itself. */
export function FieldTable({ groups, unknown, blocked, file }: FieldTableProps) {
  const selected = useUi(selectedChannelIn);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? groups : firstRows(groups, AT_FIRST);
  const left = countOf(groups) - countOf(shown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className={styles.scroll} tabIndex={0} aria-label="All state fields">
      <table className={styles.table} aria-label="State fields">
        <Columns />
        <tbody>
          {shown.map((group) => (
            <Fragment key={group.schema.name}>
              {groups.length > 1 ? <Heading group={group} /> : null}
              {group.rows.map((row) => (
                <FieldRowView
                  key={row.field.name}
                  row={row}
                  blocked={blocked}
                  file={file}
                  isSelected={row.field.name === selected}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {left === 0 ? null : (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show {left} more fields
        </Button>
      )}
      <Unknown unknown={unknown} />
    </section>
  );
}

function countOf(groups: readonly FieldGroup[]): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

function Columns() {
  return (
    <>
      <colgroup>
        {COLUMNS.map((name) => (
          <col key={name} className={styles[`col${name.replace(" ", "")}`]} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" title={TITLES[name]}>
              {name === "Actions" ? <span className={styles.hidden}>Actions</span> : name}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function Heading({ group: { role, schema, rows, again } }: { group: FieldGroup }) {
  const { line, path } = schema;
  return (
    <tr className={styles.heading}>
      <th colSpan={COLUMNS.length} scope="colgroup">
        <b>{role}</b> {schema.name}
        {path === null ? null : <FileLink path={path} line={line} />}
        {againWords(rows.length, again)}
        {line === null || path !== null ? null : (
          <button type="button" className={styles.line} onClick={() => goToLine(line)}>
            line {line}
          </button>
        )}
      </th>
    </tr>
  );
}

function againWords(own: number, again: readonly string[]): string | null {
  if (again.length > 0) {
    return `: ${again.join(", ")}${own > 0 ? " as above, and" : " as above"}`;
  }
  return own === 0 ? ", without fields of its own" : null;
}

/** Nodes of which the text does not tell what they do: better said once than guessed in each row. */
function Unknown({ unknown: { writers, readers } }: Pick<FieldTableRows, "unknown">) {
  const both = writers.filter((name) => readers.includes(name));
  const only = (names: readonly string[]) => names.filter((name) => !both.includes(name));
  return (
    <div className={styles.unknown}>
      <Names names={both} words="It cannot be told from the text what they read and write" />
      <Names names={only(writers)} words="It cannot be told from the text what they write" />
      <Names names={only(readers)} words="It cannot be told from the text what they read" />
    </div>
  );
}

/** Names that are written out; of the others only the number is told. */
const NAMED = 8;

function Names({ names, words }: { names: readonly string[]; words: string }) {
  return names.length === 0 ? null : (
    <p>
      {words}:{" "}
      {names.slice(0, NAMED).map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? null : ", "}
          <button type="button" className={styles.line} onClick={() => choose({ selectedNode: name })}>
            {name}
          </button>
        </Fragment>
      ))}
      {names.length > NAMED ? ` and ${names.length - NAMED} more` : null}
    </p>
  );
}
