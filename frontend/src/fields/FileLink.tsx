/** The way to another file of the folder. */

import { baseName } from "../base/path";
import { usePage } from "../store/useStore";
import styles from "./Fields.module.css";

/** Opens the file as a document of its own; where that is refused, the page says why. */
export function FileLink({ path, line }: { path: string; line: number | null }) {
  const page = usePage();
  const name = baseName(path);
  return (
    <button
      type="button"
      className={styles.line}
      title={line === null ? `Open ${path}` : `Open ${path}; it stands in line ${line} there`}
      onClick={() => void page.order({ type: "document.open", path })}
    >
      in {name}
    </button>
  );
}
