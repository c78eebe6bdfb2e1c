/** The page's icons: 16-pixel line drawings in the ink of the text around them. Decoration only, never a name. */

import type { ReactNode } from "react";
import styles from "./Icon.module.css";

const filled = { fill: "currentColor" };

const drawings = {
  run: <path {...filled} d="M4.5 3v10l8-5z" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2.2" />,
  step: (
    <>
      <path {...filled} d="M3 3.5v9L9.5 8z" />
      <path d="M12.5 3.5v9" strokeWidth="2" />
    </>
  ),
  phase: (
    <>
      <path d="M2.5 12.5h2.6M6.7 12.5h2.6M10.9 12.5h2.6" />
      <path d="M4 8.5c.8-4.6 6.2-5.3 8-1.3M12.4 3.7v3.5H9" />
    </>
  ),
  back: (
    <>
      <path {...filled} d="M13 3.5v9L6.5 8z" />
      <path d="M3.5 3.5v9" strokeWidth="2" />
    </>
  ),
  fork: (
    <>
      <circle cx="4" cy="3.5" r="1.7" />
      <circle cx="4" cy="12.5" r="1.7" />
      <circle cx="12" cy="5.5" r="1.7" />
      <path d="M4 5.2v5.6M4 9.8c0-2.6 8-1 8-2.6" />
    </>
  ),
  stop: <rect {...filled} x="4" y="4" width="8" height="8" rx="1" />,
  restart: <path d="M3.2 8a4.9 4.9 0 1 0 1.5-3.6M3.2 2.4v3h3" />,
  check: <path d="M3.5 8.5l3 3 6-7" />,
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  dash: <path d="M4 8h8" />,
  bolt: <path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.5" />
    </>
  ),
  refuse: (
    <>
      <path d="M5.5 1.8h5l3.7 3.7v5l-3.7 3.7h-5L1.8 10.5v-5z" />
      <path d="M8 4.8v4M8 11v.1" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2 14.5 13.5h-13z" />
      <path d="M8 6.5v3M8 11.5v.1" />
    </>
  ),
  planned: <path d="M5 3.5v9L12 8z" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path {...filled} d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="M10 10l3.5 3.5" />
    </>
  ),
  down: <path d="M5 6.5l3 3 3-3" />,
  right: <path d="M6.5 5l3 3-3 3" />,
  arrow: <path d="M2.5 8h10M9 4.5 12.5 8 9 11.5" />,
  key: (
    <>
      <circle cx="5" cy="8" r="2.5" />
      <path d="M7.5 8H14v2.5M11.5 8v2" />
    </>
  ),
  pen: <path d="M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z" />,
  open: <path d="M2 12.5v-9h4.5L8 5h5.5v2M2 12.5 4.5 7H15l-2.5 5.5z" />,
  file: <path d="M4 1.8h5l3.5 3.5v8.9H4zM9 1.8v3.5h3.5" />,
  fit: <path d="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />,
  copy: <path d="M5.5 5.5h7.5v8H5.5zM3.5 10.5H3v-8h7.5v.5" />,
  layout: <path d="M2 3h12v10H2zM6.5 3v7M2 10h8.5M10.5 3v10" />,
  end: <path d="M4 3.5 8.5 8 4 12.5M12 3.5v9" />,
  home: <path d="M2.5 8 8 3l5.5 5M4 7v6h8V7" />,
} as const satisfies Record<string, ReactNode>;

/** The name of a drawing. */
export type IconName = keyof typeof drawings;

/** One icon. `size` small is 12 pixels, for lines of text. */
export function Icon({ name, size = "normal" }: { name: IconName; size?: "normal" | "small" }) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** The product's mark: three nodes, two edges. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 4h5v4h6M9 8v8h6" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <circle cx="4" cy="4" r="2.6" />
      <rect x="13" y="5.4" width="5.2" height="5.2" />
      <path d="M15.6 12.8l3 3-3 3-3-3z" />
    </svg>
  );
}
