/** One problem. */

import type { Frame, Mend, TextReplace } from "../protocol/generated";
import { edit } from "../store/drawing";
import { goToLine } from "../store/place";
import { choose } from "../store/ui";
import { usePage } from "../store/useStore";
import { Button } from "../ui/Button";
import { Icon, type IconName } from "../ui/Icon";
import { ChannelChip, NodeChip } from "./chips";
import { framePlace, type Item, type Severity } from "./items";
import styles from "./Problems.module.css";
import { WayRow } from "./WayRow";

export interface ProblemItemProps {
  item: Item;
  /** Why no mend can be made now; null when one can. */
  blocked: string | null;
  onPreview: (gesture: TextReplace) => void;
}

const ICONS: Readonly<Record<Severity, IconName>> = { error: "refuse", warning: "warning", info: "dash" };
const WORDS: Readonly<Record<Severity, string>> = { error: "Error", warning: "Warning", info: "Note" };

/** The item. */
export function ProblemItem({ item, blocked, onPreview }: ProblemItemProps) {
  const { severity, sentence, code, origin, paths, mends } = item;
  return (
    <li className={styles.item} data-severity={severity} data-code={code}>
      <span className={styles.severity}>
        <Icon name={ICONS[severity]} />
        <span>{WORDS[severity]}</span>
      </span>
      <PlaceButton item={item} />
      <p className={styles.sentence}>{sentence}</p>
      <Marks item={item} />
      {paths.length === 0 ? null : (
        <ul className={styles.ways} aria-label="Ways that show it">
          {paths.map((path) => (
            <WayRow key={path.join(" ")} path={path} />
          ))}
        </ul>
      )}
      <Traceback frames={item.traceback} />
      {mends.length === 0 ? null : <Mends mends={mends} blocked={blocked} onPreview={onPreview} />}
      <small className={styles.code}>
        {code}
        {origin === null ? null : `, ${origin}`}
      </small>
    </li>
  );
}

/** The way to the line; what the problem is about is selected too. */
function PlaceButton({ item: { line, column, nodes, channels } }: { item: Item }) {
  if (line === null) {
    return null;
  }
  const go = () => {
    if (nodes.length > 0) {
      choose({ selectedNodes: nodes });
    }
    choose({ selectedChannel: channels[0] ?? null });
    goToLine(line);
  };
  return (
    <button type="button" className={styles.place} title={`Go to line ${line}`} onClick={go}>
      {column === null ? line : `${line}:${column}`}
    </button>
  );
}

function Marks({ item: { nodes, channels } }: { item: Item }) {
  return nodes.length + channels.length === 0 ? null : (
    <p className={styles.marks}>
      {nodes.map((name) => (
        <NodeChip key={name} name={name} />
      ))}
      {channels.map((name) => (
        <ChannelChip key={name} name={name} />
      ))}
    </p>
  );
}

function Traceback({ frames }: { frames: readonly Frame[] }) {
  return frames.length === 0 ? null : (
    <ol className={styles.traceback} aria-label="Traceback, innermost last">
      {frames.map((frame, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a traceback never changes.
        <li key={index}>
          {frame.inDocument ? (
            <button type="button" className={styles.place} onClick={() => goToLine(frame.line)}>
              {frame.line}
            </button>
          ) : (
            <span>{framePlace(frame)}</span>
          )}{" "}
          {frame.function} <code>{frame.text}</code>
        </li>
      ))}
    </ol>
  );
}

interface MendsProps extends Pick<ProblemItemProps, "blocked" | "onPreview"> {
  mends: readonly Mend[];
}

/** One click mends; beside it, a look at what that would change. */
function Mends({ mends, blocked, onPreview }: MendsProps) {
  const page = usePage();
  return (
    <div className={styles.mends}>
      {mends.map((mend) => (
        <span key={mend.title} className={styles.mend}>
          <Button icon="pen" blocked={blocked} onClick={() => void edit(page, gestureOf(mend))}>
            {mend.title}
          </Button>
          <Button
            look="quiet"
            blocked={blocked}
            aria-label={`Preview: ${mend.title}`}
            onClick={() => onPreview(gestureOf(mend))}
          >
            Preview
          </Button>
        </span>
      ))}
    </div>
  );
}

/** The wire keeps titles short. */
const TITLE = 200;

function gestureOf({ title, changes }: Mend): TextReplace {
  return { type: "text.replace", title: title.slice(0, TITLE), changes };
}
