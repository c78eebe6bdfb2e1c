/** Which other nodes a join waits for, where the gesture began at one of them. */

import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { NodeMark } from "../../ui/Mark";
import { useOrderOf } from "../../ui/useOrderOf";
import { usePicture } from "../usePicture";
import { Join } from "./Connect";
import styles from "./Tasks.module.css";

export interface JoinSourcesProps {
  sources: readonly string[];
  onClose: () => void;
}

/** With two sources or more, their target; with one, first the others. */
export function JoinSources({ sources, onClose }: JoinSourcesProps) {
  const picture = usePicture();
  const orderOf = useOrderOf();
  const [chosen, setChosen] = useState(sources);
  const [isChosen, setIsChosen] = useState(sources.length > 1);
  if (isChosen) {
    return <Join sources={chosen} onClose={onClose} />;
  }
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <Dialog
      name="Join: who comes together"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="filled"
            blocked={chosen.length < 2 ? "A join waits for two nodes or more." : null}
            onClick={() => setIsChosen(true)}
          >
            Choose the target
          </Button>
        </>
      }
    >
      <ul className={styles.list} aria-label="Members of the join">
        {picture.nodes.map(({ name }, index) => (
          <li key={name}>
            <label className={styles.check}>
              <input
                type="checkbox"
                data-first-focus={index === 0 ? true : undefined}
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              <NodeMark order={orderOf(name)} />
              <span className={styles.name}>{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
