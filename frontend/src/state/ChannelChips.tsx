/** The channels as toggles: each puts its value into the edit, or takes it out again. */

import type { Cell } from "../protocol/generated";
import styles from "./EditState.module.css";

export interface ChannelChipsProps {
  cells: readonly Cell[];
  chosen: readonly string[];
  onToggle: (cell: Cell) => void;
}

/** One toggle for each channel. */
export function ChannelChips({ cells, chosen, onToggle }: ChannelChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the same line as its toggles.
    <div role="group" aria-label="Channels to write" className={styles.chips}>
      {cells.map((cell) => (
        <button
          key={cell.name}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(cell.name)}
          title={`Put the value of ${cell.name} into the edit, or take it out`}
          onClick={() => onToggle(cell)}
        >
          {cell.name}
        </button>
      ))}
    </div>
  );
}
