/** The state fields of the drawn graph: a table to read and to edit them in. */

import { useCallback, useMemo, useState } from "react";
import { notDrawable } from "../commands/draw";
import type { DrawnGraph } from "../protocol/generated";
import { goToLine } from "../store/place";
import { askFor } from "../store/ui";
import { useDocumentView, useDrawnGraph, useFault } from "../store/useDocument";
import { usePart } from "../store/useStore";
import { Button } from "../ui/Button";
import { NotYet } from "../ui/NotYet";
import { FieldDialog } from "./FieldDialog";
import styles from "./Fields.module.css";
import { FieldTable } from "./FieldTable";
import { OpenDialog, type Opened } from "./opened";
import { fieldRows } from "./rows";
import { TypeList } from "./TypeList";

/** The body of the Channels region when it shows fields. */
export function FieldsPanel() {
  const graph = useDrawnGraph();
  return graph === null ? (
    <NotYet>The fields of the graph's state stand here, as soon as the file holds a graph.</NotYet>
  ) : (
    <Fields graph={graph} />
  );
}

function Fields({ graph }: { graph: DrawnGraph }) {
  const { groups, unknown } = useMemo(() => fieldRows(graph), [graph]);
  const blocked = usePart(notDrawable);
  const view = useDocumentView();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const isEmpty = groups.every(({ rows }) => rows.length === 0);
  return (
    <OpenDialog value={setOpened}>
      <OldNote />
      <TypeList />
      {isEmpty ? (
        <Nothing blocked={blocked} />
      ) : (
        <FieldTable groups={groups} unknown={unknown} blocked={blocked} file={view?.path ?? ""} />
      )}
      {opened === null ? null : (
        <FieldDialog opened={opened} graph={graph} blocked={blocked} onClose={close} />
      )}
    </OpenDialog>
  );
}

/** While the text cannot be read, what stands here is not what stands there. */
function OldNote() {
  const fault = useFault();
  if (fault === null) {
    return null;
  }
  const { line } = fault;
  return (
    <p className={styles.note}>
      The text cannot be read just now; these are the fields of the last one that could.
      {line === null ? null : (
        <button type="button" className={styles.line} onClick={() => goToLine(line)}>
          line {line}
        </button>
      )}
    </p>
  );
}

function Nothing({ blocked }: { blocked: string | null }) {
  return (
    <div className={styles.nothing}>
      <p>
        A state field is a key that nodes read and write. Its type says what it holds; its merge rule says
        what becomes of several writes in one superstep. There is none yet.
      </p>
      <Button look="outlined" blocked={blocked} onClick={() => askFor("field.add")}>
        Add state field
      </Button>
    </div>
  );
}
