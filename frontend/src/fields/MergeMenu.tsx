/** The menu of merge rules: arrow keys move, Enter chooses, Space shows what would change, Escape closes. */

import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/Icon";
import { Kbd } from "../ui/Kbd";
import styles from "./MergeMenu.module.css";
import { RULES, type Rule, type RuleId } from "./rules";

export interface MergeMenuProps {
  /** The field's name. */
  name: string;
  /** The rule that it has; null when it is none of these. */
  chosen: RuleId | null;
  /** What a choice changes: "line 12 of survey.py". */
  place: string;
  /** What the menu hangs from. */
  anchor: RefObject<HTMLElement | null>;
  onChoose: (rule: Rule) => void;
  onPreview: (rule: Rule) => void;
  /** It was closed by a key. */
  onClose: () => void;
  /** The focus went elsewhere. */
  onLeave: () => void;
}

/** The menu, open as long as it is drawn. */
export function MergeMenu(props: MergeMenuProps) {
  const { name, chosen, place, anchor, onChoose, onPreview, onClose, onLeave } = props;
  const base = useId();
  const menu = usePopup(anchor);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      RULES.findIndex(({ id }) => id === chosen),
    ),
  );
  const acts: Readonly<Record<string, (rule: Rule) => void>> = {
    Enter: onChoose,
    " ": onPreview,
    Escape: onClose,
    Tab: onClose,
  };
  const press = (event: KeyboardEvent) => {
    const rule = RULES[at];
    const moved = movedTo(event.key, at);
    const act = acts[event.key];
    if (moved !== null) {
      setAt(moved);
    } else if (act !== undefined && rule !== undefined) {
      act(rule);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} popover="manual" className={styles.menu}>
      <div
        role="listbox"
        tabIndex={0}
        className={styles.list}
        aria-label={`Merge rule of ${name}`}
        aria-activedescendant={`${base}-${at}`}
        onKeyDown={press}
        onBlur={onLeave}
      >
        {RULES.map((rule, index) => (
          <Option
            key={rule.id}
            id={`${base}-${index}`}
            rule={rule}
            isChosen={rule.id === chosen}
            isActive={index === at}
            onPoint={() => setAt(index)}
            onChoose={() => onChoose(rule)}
          />
        ))}
      </div>
      <p className={styles.foot}>
        Changes {place}; preview with <Kbd keys="Space" />
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  rule: Rule;
  isChosen: boolean;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, rule: { title, code, sentence }, isChosen, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox names the active option.
    <div
      id={id}
      role="option"
      className={styles.option}
      aria-selected={isChosen}
      aria-description={`${code}. ${sentence}`}
      data-active={isActive}
      onPointerMove={onPoint}
      // The listbox keeps the focus, and with it the menu stays open until the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.check}>{isChosen ? <Icon name="check" size="small" /> : null}</span>
      <span>{title}</span>
      {/* The option's description says them; its name is the rule's alone. */}
      <code aria-hidden={true}>{code}</code>
      <small aria-hidden={true}>{sentence}</small>
    </div>
  );
}

function movedTo(key: string, at: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (at + 1) % RULES.length;
    case "ArrowUp":
      return (at + RULES.length - 1) % RULES.length;
    case "Home":
      return 0;
    case "End":
      return RULES.length - 1;
    default:
      return null;
  }
}

const MARGIN = 8;

/** Puts the element over everything else, below its anchor or above it, and gives its list the focus. */
function usePopup(anchor: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    const from = anchor.current?.getBoundingClientRect();
    if (element === null || from === undefined) {
      return;
    }
    element.showPopover();
    const { offsetWidth: width, offsetHeight: height } = element;
    const below = from.bottom + MARGIN / 2;
    const isRoom = below + height + MARGIN <= window.innerHeight;
    element.style.left = `${Math.max(MARGIN, Math.min(from.left, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${isRoom ? below : Math.max(MARGIN, from.top - height - MARGIN / 2)}px`;
    element.querySelector<HTMLElement>("[role=listbox]")?.focus();
  }, [anchor]);
  return popup;
}
