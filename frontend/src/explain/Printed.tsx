/** What the nodes of the shown superstep printed: the end of it, as it is kept. */

import { own } from "../base/record";
import type { Snapshot, StepEntry } from "../protocol/generated";
import styles from "./ExplainPanel.module.css";
import { NodeName } from "./Say";

/** The printed texts, each under its node; nothing where nobody printed. */
export function Printed({ snapshot, entry }: { snapshot: Snapshot; entry: StepEntry }) {
  const texts = entry.nodes.flatMap((node) => {
    const output = own(snapshot.nodes, node)?.output ?? "";
    return output.trim() === "" ? [] : [{ node, output }];
  });
  if (texts.length === 0) {
    return null;
  }
  return (
    <div className={styles.section}>
      <h4>Printed</h4>
      {texts.map(({ node, output }) => (
        <div key={node}>
          <NodeName node={node} />
          <pre className={styles.printed}>{output}</pre>
        </div>
      ))}
    </div>
  );
}
