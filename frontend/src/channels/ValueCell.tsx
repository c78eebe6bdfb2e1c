/** The value of a channel: now, before, and how far a join is. */

import type { Cell, Preview } from "../protocol/generated";
import { type Holding, holdingOf } from "../store/holding";
import { nodeLook } from "../ui/hues";
import { Icon } from "../ui/Icon";
import type { OrderOf } from "../ui/useOrderOf";
import { ValueText } from "../ui/ValueText";
import { joinMembers } from "./names";
import styles from "./ValueCell.module.css";

export interface ValueCellProps {
  name: string;
  kind: string;
  cell: Cell;
  isRefused: boolean;
  orderOf: OrderOf;
}

/** What the cell holds; a second line says what it held before, or why nobody can read it yet. */
export function ValueCell({ name, kind, cell, isRefused, orderOf }: ValueCellProps) {
  const members = joinMembers(name);
  if (members.length > 0 && cell.value.truncated !== true) {
    return <JoinValue cell={cell} members={members} orderOf={orderOf} />;
  }
  const holding = holdingOf(kind, cell);
  const second = secondLine(cell, holding, isRefused);
  if (holding === "nothing") {
    return (
      <>
        <span className={styles.empty}>{cell.changed ? "cleared" : "empty"}</span>
        {second}
      </>
    );
  }
  return (
    <>
      <span className={holding === "stored" ? styles.stored : undefined}>
        <ValueText preview={cell.value} name={name} lines={second === null ? "two" : "one"} />
      </span>
      {second}
    </>
  );
}

function secondLine(cell: Cell, holding: Holding, isRefused: boolean) {
  if (isRefused) {
    return <span className={styles.was}>kept as it was</span>;
  }
  if (holding === "stored") {
    return (
      <span className={styles.waits} title="No node can read it before finish()">
        not available yet
      </span>
    );
  }
  return cell.changed && cell.previous.kind !== "missing" ? <Was previous={cell.previous} /> : null;
}

function Was({ previous }: { previous: Preview }) {
  return (
    <span className={styles.was} title={previous.text}>
      was {previous.text}
    </span>
  );
}

/** The slots of a join: who arrived, who is missing, and how many that makes. */
function JoinValue({ cell, members, orderOf }: { cell: Cell; members: readonly string[]; orderOf: OrderOf }) {
  const has = (member: string) => cell.available || cell.value.text.includes(JSON.stringify(member));
  const count = members.filter(has).length;
  const isWaiting = count > 0 && count < members.length;
  return (
    <span className={styles.slots} data-waiting={isWaiting} title={members.join(", ")}>
      {members.map((member) => (
        <span
          key={member}
          className={styles.slot}
          data-arrived={has(member)}
          data-hue={nodeLook(orderOf(member)).hue}
        >
          {has(member) ? <Icon name="check" size="small" /> : null}
          {isWaiting && !has(member) ? <Icon name="clock" size="small" /> : null}
          <span>{member}</span>
        </span>
      ))}
      <span className={styles.count}>
        {count} of {members.length}
        {isWaiting ? ", not yet" : ""}
      </span>
    </span>
  );
}
