/** Gestures that only need a target: connect, join, lead an edge elsewhere. */

import { useState } from "react";
import type { AnyGesture } from "../../protocol/generated";
import { ChangeDialog } from "../../ui/ChangeDialog";
import type { TargetChoice } from "../rules";
import { TargetList } from "./TargetList";

export interface ChooseTargetProps {
  name: string;
  action: string;
  /** What the list is called. */
  list: string;
  choices: readonly TargetChoice[];
  gestureTo: (target: string) => AnyGesture;
  onClose: () => void;
}

/** The dialog. */
export function ChooseTarget({ name, action, list, choices, gestureTo, onClose }: ChooseTargetProps) {
  const [chosen, setChosen] = useState(() => choices.find(({ refusal }) => refusal === null)?.name ?? null);
  const choice = choices.find((one) => one.name === chosen);
  const blocked = choice === undefined ? "Choose a target first." : choice.refusal;
  return (
    <ChangeDialog
      name={name}
      action={action}
      gesture={choice === undefined || blocked !== null ? null : gestureTo(choice.name)}
      blocked={blocked}
      onClose={onClose}
    >
      <TargetList name={list} choices={choices} chosen={chosen} onChoose={setChosen} />
    </ChangeDialog>
  );
}
