/** The menu of files that the canvas can be exported as. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { askFor } from "../store/ui";
import { Button } from "../ui/Button";
import { FORMATS } from "./exporting";
import styles from "./GraphCanvas.module.css";
import { Sign } from "./Sign";

/** A button and its menu. Arrow keys go through it, Escape closes it. */
export function ExportMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    place.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const pressBeside = (event: PointerEvent) => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) {
        setIsOpen(false);
      }
    };
    document.addEventListener("pointerdown", pressBeside);
    return () => document.removeEventListener("pointerdown", pressBeside);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <span ref={place} className={styles.menuPlace}>
      <Button
        ref={button}
        look="quiet"
        data-size="small"
        aria-label="Export…"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Export the graph as a file"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Sign name="export" />
      </Button>
      {isOpen ? (
        <div
          role="menu"
          aria-label="Export"
          tabIndex={-1}
          className={styles.menu}
          style={{ top: "100%", right: 0 }}
          onKeyDown={(event) => pressKey(event, close)}
        >
          {FORMATS.map(({ format, name, ending }) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.menuItem}
              onClick={() => {
                close();
                askFor(`export.${format}`);
              }}
            >
              {name}
              <small aria-hidden="true">{ending}</small>
            </button>
          ))}
        </div>
      ) : null}
    </span>
  );
}

function pressKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (event.key === "Escape" || event.key === "Tab") {
    event.stopPropagation();
    close();
  } else if (by !== 0) {
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const at = items.findIndex((item) => item.matches(":focus"));
    items[(at + by + items.length) % items.length]?.focus();
  }
}
