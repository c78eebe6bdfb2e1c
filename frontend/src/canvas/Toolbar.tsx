/** A toolbar of signs on the canvas: one tab stop, arrow keys go from button to button. */

import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { Button } from "../ui/Button";
import { Sign, type SignName } from "./Sign";
import styles from "./Tools.module.css";

/** One button of a toolbar. */
export interface Tool {
  readonly name: string;
  readonly sign: SignName;
  /** Why it cannot be used now. */
  readonly blocked?: string | null;
  readonly keys?: string;
  readonly act: () => void;
}

/** How an attached toolbar lies at its card, in the drawing's units. */
export interface ToolbarFit {
  readonly scale: number;
  readonly shift: number;
  readonly side: "above" | "below";
}

export interface ToolbarProps {
  name: string;
  tools: readonly Tool[];
  /** Attached: above its card. Floating: at the top of the canvas. */
  place: "attached" | "floating";
  fit?: ToolbarFit;
  onBlur?: (event: FocusEvent) => void;
}

/** The toolbar. */
export function Toolbar({ name, tools, place, fit, onBlur }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextOf(event.key, at, tools.length);
    if (next !== null) {
      event.preventDefault();
      event.stopPropagation();
      setAt(next);
      event.currentTarget.querySelectorAll("button")[next]?.focus();
    }
  };
  return (
    <div
      role="toolbar"
      aria-label={name}
      className={[styles.toolbar, "nopan"].join(" ")}
      data-place={place}
      data-toolbar
      data-side={fit?.side}
      style={fit === undefined ? undefined : { left: fit.shift, transform: `scale(${fit.scale})` }}
      onKeyDown={press}
      onBlur={onBlur}
    >
      {tools.map((tool, index) => (
        <Button
          key={tool.name}
          look="quiet"
          data-size="small"
          tabIndex={index === Math.min(at, tools.length - 1) ? 0 : -1}
          aria-label={tool.name}
          blocked={tool.blocked ?? null}
          title={tool.keys === undefined ? tool.name : `${tool.name} (${tool.keys})`}
          onFocus={() => setAt(index)}
          onClick={tool.act}
        >
          <Sign name={tool.sign} />
        </Button>
      ))}
    </div>
  );
}

function nextOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
