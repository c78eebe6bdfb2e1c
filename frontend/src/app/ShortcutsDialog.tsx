/** Every key of the page in one list, from the same commands that the keys run. */

import type { Offer } from "../commands/registry";
import { Dialog } from "../ui/Dialog";
import { Kbd } from "../ui/Kbd";
import styles from "./Shortcuts.module.css";

export interface ShortcutsDialogProps {
  offers: readonly Offer[];
  onClose: () => void;
}

const ELSEWHERE: readonly (readonly [string, string])[] = [
  ["F6", "To the next region; with Shift to the one before"],
  ["Tab", "To the next control"],
  ["Arrow keys", "Within tabs, timeline, canvas and lists"],
  ["Ctrl ]", "Indent in the code; with Ctrl [ back. Tab leaves the code"],
  ["Ctrl F", "Find in the code"],
  ["Escape", "Close what is open over the page; on the canvas, select nothing"],
];

/** The dialog. */
export function ShortcutsDialog({ offers, onClose }: ShortcutsDialogProps) {
  const keyed = offers.flatMap(({ id, title, keys }) => (keys === null ? [] : [{ id, title, keys }]));
  return (
    <Dialog name="Keys" onClose={onClose}>
      <dl className={styles.keys}>
        {keyed.map(({ id, title, keys }) => (
          <div key={id}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        {ELSEWHERE.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
