/** START's own way to connect: a handle for the pointer, a button for keys. END has none: nothing leads on from it. */

import { type FocusEvent, useState } from "react";
import styles from "./CardExtras.module.css";
import { START } from "./drawing";
import type { Point } from "./layout";
import { begin } from "./open";
import { Toolbar } from "./Toolbar";
import { useCardActions } from "./useCanvasActions";
import { usePicture } from "./usePicture";
import { useToolbarFit } from "./useToolbarFit";

const NODE = ".react-flow__node";

/** The handle, and while it has the focus the tools beside it. */
export function StartTools({ at }: { at: Point }) {
  const { blocked } = usePicture();
  const { attach } = useCardActions(START);
  const [hasFocus, setHasFocus] = useState(false);
  // From the handle into the tools, the focus does not leave START.
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setHasFocus(currentTarget.closest(NODE)?.contains(relatedTarget) === true);
  return blocked !== null ? null : (
    <>
      <button
        type="button"
        ref={attach}
        className={styles.handle}
        data-connect={START}
        aria-label="Connect START to…"
        title="Drag to a node, or press, to say where a run begins"
        onClick={() => begin({ what: "connect", source: START })}
        // Shown for keys alone: under the pointer they would lie over the handle.
        onFocus={({ currentTarget }) => setHasFocus(currentTarget.matches(":focus-visible"))}
        onBlur={blur}
      />
      {hasFocus ? <Tools at={at} onBlur={blur} /> : null}
    </>
  );
}

function Tools({ at, onBlur }: { at: Point; onBlur: (event: FocusEvent) => void }) {
  return (
    <Toolbar
      name="START"
      place="attached"
      fit={useToolbarFit(at)}
      onBlur={onBlur}
      tools={[
        { name: "Connect to…", sign: "connect", act: () => begin({ what: "connect", source: START }) },
        { name: "Edges…", sign: "edges", act: () => begin({ what: "edges", node: START }) },
      ]}
    />
  );
}
