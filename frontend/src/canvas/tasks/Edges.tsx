/** The edges of one node as a list: what the pointer does on the lines, with keys. */

import { nodeTitle } from "../../base/nodeTitle";
import { usePage } from "../../store/useStore";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { deleteEdge } from "../acts";
import type { WiredEdge } from "../drawing";
import { begin } from "../open";
import { edgeLock } from "../rules";
import { usePicture } from "../usePicture";
import styles from "./Tasks.module.css";

export function Edges({ node, onClose }: { node: string; onClose: () => void }) {
  const picture = usePicture();
  const edges = picture.edges.filter(({ source, target }) => source === node || target === node);
  return (
    <Dialog name={`Edges of ${nodeTitle(node)}`} size="wide" onClose={onClose}>
      {edges.length === 0 ? (
        <p>No edge leads here or on from here.</p>
      ) : (
        <ul className={styles.edges} aria-label="Edges">
          {edges.map((edge) => (
            <Row key={[edge.source, edge.target, edge.join, edge.branch, edge.label].join(" ")} edge={edge} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ edge }: { edge: WiredEdge }) {
  const page = usePage();
  const picture = usePicture();
  const lock = edgeLock(picture, edge);
  const name = edgeWords(edge);
  const { branch, source } = edge;
  return (
    <li className={styles.edge}>
      <span className={styles.name}>{name}</span>
      <small>{`${edge.kind}, ${edge.origin}`}</small>
      <Button aria-label={`Delete ${name}`} blocked={lock} onClick={() => deleteEdge(page, picture, edge)}>
        Delete
      </Button>
      <Button
        aria-label={`Lead elsewhere… ${name}`}
        blocked={lock ?? (edge.target === null ? "Nobody knows where it leads." : null)}
        onClick={() => begin({ what: "lead", edge })}
      >
        Lead elsewhere…
      </Button>
      <Button
        aria-label={branch === null ? `Make conditional… ${name}` : `Targets… of ${branch}`}
        blocked={edge.join === null ? lock : "A join is not conditional; take this member out of it first."}
        onClick={() => begin({ what: "branch", source, branch })}
      >
        {branch === null ? "Make conditional…" : "Targets…"}
      </Button>
      {lock === null || lock === picture.blocked ? null : <small className={styles.lock}>{lock}</small>}
    </li>
  );
}

/** An edge in words. */
export function edgeWords({ source, target, branch, join }: WiredEdge): string {
  const to = target === null ? "somewhere" : nodeTitle(target);
  const how = branch !== null ? ` by ${branch}` : join !== null ? ", joined" : "";
  return `${nodeTitle(source)} to ${to}${how}`;
}
