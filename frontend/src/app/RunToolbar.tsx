/** The run controls: one tab stop, arrow keys between them, and one filled button, the next sensible act. */

import { type KeyboardEvent, useRef, useState } from "react";
import type { Offer } from "../commands/registry";
import { Button } from "../ui/Button";
import type { IconName } from "../ui/Icon";
import styles from "./Header.module.css";

interface Control {
  readonly id: string;
  readonly icon: IconName;
  /** The words of the button when there is room; an icon alone otherwise. */
  readonly words?: "always" | "wide";
}

/** The controls in groups, in the order of the bar. */
const GROUPS: readonly (readonly Control[])[] = [
  [
    { id: "run.run", icon: "run" },
    { id: "run.pause", icon: "pause" },
  ],
  [
    { id: "run.stepBack", icon: "back" },
    { id: "run.step", icon: "step", words: "always" },
    { id: "run.stepPhase", icon: "phase", words: "wide" },
  ],
  [{ id: "run.goOn", icon: "fork", words: "wide" }],
  [
    { id: "run.stop", icon: "stop" },
    { id: "run.restart", icon: "restart" },
  ],
];

export interface RunToolbarProps {
  offers: readonly Offer[];
  /** The id of the next sensible act. */
  next: string;
}

/** The toolbar. */
export function RunToolbar({ offers, next }: RunToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(next);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const press = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const target =
      buttons[movedTo(event.key, buttons.indexOf(event.target as HTMLButtonElement), buttons.length)];
    if (target !== undefined) {
      event.preventDefault();
      target.focus();
    }
  };
  return (
    <div ref={bar} role="toolbar" aria-label="Run controls" className={styles.toolbar} onKeyDown={press}>
      {GROUPS.map((group) => (
        <div key={group[0]?.id} className={styles.group}>
          {group.map((control) => {
            const offer = byId.get(control.id);
            return offer === undefined ? null : (
              <ControlButton
                key={control.id}
                control={control}
                offer={offer}
                filled={control.id === next}
                tabIndex={control.id === stop ? 0 : -1}
                onFocus={() => setStop(control.id)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface ControlButtonProps {
  control: Control;
  offer: Offer;
  filled: boolean;
  tabIndex: 0 | -1;
  onFocus: () => void;
}

function ControlButton({ control, offer, filled, tabIndex, onFocus }: ControlButtonProps) {
  const title = offer.keys === null ? offer.title : `${offer.title} (${offer.keys})`;
  const hint = offer.blocked === null && offer.hint !== null ? `: ${offer.hint}` : "";
  return (
    <Button
      look={filled && offer.blocked === null ? "filled" : "quiet"}
      icon={control.icon}
      aria-label={offer.title}
      data-command={offer.id}
      title={`${title}${hint}`}
      blocked={offer.blocked}
      tabIndex={tabIndex}
      onClick={offer.run}
      onFocus={onFocus}
    >
      {control.words === undefined ? null : <span data-words={control.words}>{offer.title}</span>}
    </Button>
  );
}

function movedTo(key: string, at: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
