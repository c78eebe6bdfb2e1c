/** START's own way to connect: a handle for the pointer, a button for keys. END has none: nothing leads on from it. */

import styles from "./CardExtras.module.css";
import { START } from "./drawing";
import { begin } from "./open";
import { usePicture } from "./usePicture";

export function StartTools() {
  const { blocked } = usePicture();
  return blocked !== null ? null : (
    <button
      type="button"
      className={styles.handle}
      data-connect={START}
      aria-label="Connect START to…"
      title="Drag to a node, or press, to say where a run begins"
      onClick={() => begin({ what: "connect", source: START })}
    />
  );
}
