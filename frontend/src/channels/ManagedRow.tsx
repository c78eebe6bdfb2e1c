/** One managed value: computed for each task, stored nowhere, so it has neither version nor writes. */

import type { GraphManaged } from "../protocol/generated";
import { useManaged } from "../store/useStore";
import { ValueText } from "../ui/ValueText";
import { Breakable } from "./Breakable";
import styles from "./ChannelTable.module.css";

/** The row. */
export function ManagedRow({ managed, index }: { managed: GraphManaged; index: number }) {
  const value = useManaged(managed.name);
  return (
    <tr className={styles.row} aria-rowindex={index} data-changed="false" data-io="none">
      <th scope="row" className={styles.name}>
        {managed.name}
      </th>
      <td className={styles.kind}>
        managed
        <span className={`${styles.argument} ${styles.words}`}>
          <Breakable name={managed.kind} />
        </span>
      </td>
      <td className={styles.value}>
        {value === null ? (
          <span className={styles.small}>no task yet</span>
        ) : (
          <ValueText preview={value} name={managed.name} />
        )}
      </td>
      <td className={styles.version}>–</td>
      <td>
        <span className={styles.small}>computed</span>
      </td>
      <td className={styles.dash}>–</td>
      <td className={styles.dash}>–</td>
    </tr>
  );
}
