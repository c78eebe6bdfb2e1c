/** What is wrong with the document and its run: each problem with its place, its nodes, and what would mend it. */

import { useState } from "react";
import type { TextReplace } from "../protocol/generated";
import { usePart } from "../store/useStore";
import { ChangeDialog } from "../ui/ChangeDialog";
import { EmptyState } from "../ui/EmptyState";
import { summaryOf } from "./items";
import { ProblemItem } from "./ProblemItem";
import styles from "./Problems.module.css";
import { mendsBlockedIn, useProblems } from "./useProblems";

/** The panel. */
export function ProblemsPanel() {
  const items = useProblems();
  const blocked = usePart(mendsBlockedIn);
  const [looked, setLooked] = useState<TextReplace | null>(null);
  return (
    <section className={styles.panel} aria-label="Problems of the document">
      <p role="status" className={styles.summary}>
        {summaryOf(items)}
      </p>
      {items.length === 0 ? (
        <EmptyState>
          The file is checked as you draw and type. What a rule finds stands here, with its place and, where
          there is one, a mend.
        </EmptyState>
      ) : (
        <ul aria-label="Problems" className={styles.list}>
          {items.map((item) => (
            <ProblemItem key={item.key} item={item} blocked={blocked} onPreview={setLooked} />
          ))}
        </ul>
      )}
      {looked === null ? null : (
        <ChangeDialog
          name={looked.title}
          gesture={looked}
          blocked={blocked}
          onClose={() => setLooked(null)}
        />
      )}
    </section>
  );
}
