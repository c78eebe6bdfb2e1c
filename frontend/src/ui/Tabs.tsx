/** Tabs: one tab stop, arrow keys move and select, Home and End jump. Only the selected tab's panel is drawn. */

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./Tabs.module.css";

export interface Tab<Id extends string> {
  id: Id;
  name: string;
  /** A small number or sign after the name. */
  badge?: ReactNode;
  panel: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** The accessible name of the list of tabs. */
  name: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** What stands at the right end of the row of tabs. */
  actions?: ReactNode;
}

/** A row of tabs and the panel of the selected one. */
export function Tabs<Id extends string>({ name, tabs, selected, onSelect, actions }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find((tab) => tab.id === selected) ?? tabs[0];
  const press = (event: KeyboardEvent) => {
    const next = nextTab(event.key, { tabs, selected });
    if (next === undefined) {
      return;
    }
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.row}>
        <div ref={list} role="tablist" aria-label={name} className={styles.list} onKeyDown={press}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab === shown}
              aria-controls={tab === shown ? `${base}-panel` : undefined}
              tabIndex={tab === shown ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.name}
              {tab.badge}
            </button>
          ))}
        </div>
        {actions}
      </div>
      {shown === undefined ? null : (
        <div
          key={shown.id}
          id={`${base}-panel`}
          role="tabpanel"
          className={styles.panel}
          aria-labelledby={`${base}-${shown.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that may hold no focusable part must be reachable, to scroll it.
          tabIndex={0}
        >
          {shown.panel}
        </div>
      )}
    </div>
  );
}

function nextTab<Id extends string>(
  key: string,
  { tabs, selected }: { tabs: readonly Tab<Id>[]; selected: Id },
): Tab<Id> | undefined {
  const at = tabs.findIndex((tab) => tab.id === selected);
  switch (key) {
    case "ArrowRight":
      return tabs[(at + 1) % tabs.length];
    case "ArrowLeft":
      return tabs.at(at - 1);
    case "Home":
      return tabs[0];
    case "End":
      return tabs.at(-1);
    default:
      return undefined;
  }
}
