/** A switch: on or off at once, with its words beside it. */

import styles from "./Switch.module.css";

export interface SwitchProps {
  name: string;
  on: boolean;
  onChange: (on: boolean) => void;
  title?: string;
}

/** One switch. */
export function Switch({ name, on, onChange, title }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={on}
      title={title}
      onClick={() => onChange(!on)}
    >
      {name}
    </button>
  );
}
