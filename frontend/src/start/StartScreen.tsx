/** The way in: a file, an earlier session, or an example. Opening any of them runs nothing. */

import type { DocumentOpen, StartPage } from "../protocol/generated";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Progress } from "../ui/Progress";
import { ExampleList } from "./ExampleList";
import { OpenFile } from "./OpenFile";
import { RecentList } from "./RecentList";
import styles from "./StartScreen.module.css";

/** What is asked to be opened. */
export type OpenRequest = Omit<DocumentOpen, "type">;

export interface StartScreenProps {
  /** What the server offers; null while it is being asked. */
  page: StartPage | null;
  nowMs: number;
  /** Why the last opening was refused, or the page could not be read. */
  problem: string | null;
  /** The document that is open behind this screen, if there is one. */
  back: { name: string; go: () => void } | null;
  onOpen: (request: OpenRequest) => void;
  /** Begin a file of one's own. */
  onNew: () => void;
}

/** The start screen. */
export function StartScreen({ page, nowMs, problem, back, onOpen, onNew }: StartScreenProps) {
  return (
    <main className={styles.start} id="main" tabIndex={-1}>
      <div className={styles.hero}>
        <h1>Step a state graph. See why.</h1>
        <p>Your Python file is the document. Opening one runs nothing; drop one here, or draw a new one.</p>
        <div className={styles.ways}>
          <Button look="filled" icon="pen" onClick={onNew}>
            New graph
          </Button>
          {back === null ? null : (
            <Button icon="arrow" onClick={back.go}>
              Back to {back.name}
            </Button>
          )}
        </div>
      </div>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          <Icon name="refuse" />
          {problem}
        </p>
      )}
      {page === null ? (
        <Progress sentence="Reading the folder" />
      ) : (
        <>
          <div className={styles.stack}>
            <OpenFile folder={page.folder} files={page.files} onOpen={(path) => onOpen({ path })} />
            <RecentList sessions={page.recent} nowMs={nowMs} onOpen={(session) => onOpen({ session })} />
          </div>
          <ExampleList examples={page.examples} onOpen={(example) => onOpen({ example })} />
        </>
      )}
    </main>
  );
}
