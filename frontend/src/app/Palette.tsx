/** The command palette: every command by its title, with its keys, and with the reason where it cannot run. */

import { useId } from "react";
import type { Offer } from "../commands/registry";
import { Icon } from "../ui/Icon";
import { Kbd } from "../ui/Kbd";
import { useModal } from "../ui/useModal";
import styles from "./Palette.module.css";
import { usePalette } from "./usePalette";

export interface PaletteProps {
  offers: readonly Offer[];
  onClose: () => void;
}

/** A combobox over a listbox, in a dialog. Enter runs the marked command after the palette has closed. */
export function Palette({ offers, onClose }: PaletteProps) {
  const id = useId();
  const dialog = useModal();
  const idOf = (offer: Offer) => `${id}-${offer.id}`;
  const { typed, found, marked, type, press, choose } = usePalette(offers, {
    onClose,
    onMark: (offer) => document.getElementById(idOf(offer))?.scrollIntoView({ block: "nearest" }),
  });
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Commands"
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.box}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Command"
          aria-expanded={true}
          aria-controls={`${id}-list`}
          aria-activedescendant={marked === undefined ? undefined : idOf(marked)}
          aria-autocomplete="list"
          placeholder="What shall be done?"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Commands" className={styles.list}>
        {found.map((offer) => (
          <PaletteOption
            key={offer.id}
            id={idOf(offer)}
            offer={offer}
            marked={offer === marked}
            onChoose={choose}
          />
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>No command has these words in its title.</p> : null}
    </dialog>
  );
}

interface OptionProps {
  id: string;
  offer: Offer;
  marked: boolean;
  onChoose: (offer: Offer) => void;
}

function PaletteOption({ id, offer, marked, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox that names this option.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={styles.option}
      aria-selected={marked}
      aria-disabled={offer.blocked === null ? undefined : true}
      onClick={() => onChoose(offer)}
    >
      <span>{offer.title}</span>
      {offer.blocked === null ? null : <small>{offer.blocked}</small>}
      {offer.keys === null ? null : <Kbd keys={offer.keys} />}
    </div>
  );
}
