/** The canvas's own signs: 16-pixel line drawings for its tools. Decoration only, never a name. */

import styles from "./GraphCanvas.module.css";

const drawings = {
  "align.bottom": "M2 13.500h12M4 4h3v7H4zM9.500 7h3v4h-3z",
  "align.centre": "M8 2v12M3.500 4h9v3h-9zM5.500 9.500h5v3h-5z",
  "align.left": "M2.500 2v12M5 4h8v3H5zM5 9.500h5v3H5z",
  "align.middle": "M2 8h12M4 3.500h3v9H4zM9.500 5.500h3v5h-3z",
  "align.right": "M13.500 2v12M3 4h8v3H3zM6 9.500h5v3H6z",
  "align.top": "M2 2.500h12M4 5h3v7H4zM9.500 5h3v4h-3z",
  branch: "M8 2v3M8 5l3 3-3 3-3-3zM5 8H2.500v5M11 8h2.500v5",
  connect: "M3.500 2.500h5v4h-5zM6 6.500v4.500h5M9 9l2.500 2L9 13",
  delete: "M3 4.500h10M6.500 4V2.500h3V4M4.500 4.500l.700 9h5.600l.700-9",
  distribute: "M2 2v12M14 2v12M6 5h4v6H6z",
  distributeDown: "M2 2h12M2 14h12M5 6h6v4H5z",
  export: "M8 2v8M5 7l3 3 3-3M2.500 10.500v3h11v-3",
  down: "M8 3v9M4.500 8.500 8 12l3.500-3.500",
  duplicate: "M5.500 5.500h8v8h-8zM3.500 10.500h-1v-8h8v1",
  edges: "M2.500 4h8M8.500 2l2 2-2 2M13.500 12h-8M7.500 10l-2 2 2 2",
  fold: "M3 6l5-3.500L13 6M3 10l5 3.500L13 10",
  inside: "M2.500 2.500h11v11h-11zM5.500 6h5v4.500h-5zM8 2.500V6",
  join: "M4 2.500v4M12 2.500v4M2.500 7.500h11M8 8v5M6 11l2 2 2-2",
  lock: "M4 7.500h8v6H4zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2",
  map: "M2 3h12v10H2zM4.500 5.500h3v2h-3zM8.500 9h3v2h-3z",
  minus: "M4 8h8",
  options: "M2.500 5h7M12 5h1.500M10.500 3.500v3M2.500 11H4M6.500 11h7M5.500 9.500v3",
  plus: "M8 3v10M3 8h10",
  redo: "M10.500 3l3 3-3 3M13.500 6H7a4 4 0 0 0 0 8h3",
  rename: "M3 13l.700-3L10.500 3.200l2.300 2.300L6 12.300z",
  selection: "M2.500 5.500v-3h3M10.500 2.500h3v3M13.500 10.500v3h-3M5.500 13.500h-3v-3M5.500 5.500h5v5h-5z",
  target:
    "M8 5.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600M8 1.500v2.200M8 12.300v2.200M1.500 8h2.200M12.300 8h2.200",
  tidy: "M5.500 2.500h5v3h-5zM2 10.500h5v3H2zM9 10.500h5v3H9zM8 5.500V8M4.500 10.500V8h7v2.500",
  undo: "M5.500 3l-3 3 3 3M2.500 6H9a4 4 0 0 1 0 8H6",
} as const;

export type SignName = keyof typeof drawings;

/** One sign. */
export function Sign({ name }: { name: SignName }) {
  return (
    <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
