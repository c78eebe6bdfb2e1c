/** What a panel shows before it has anything: while the document is imported, that; then what will be here. */

import type { PageState } from "../store/state";
import { usePart } from "../store/useStore";
import { EmptyState, type EmptyStateProps } from "./EmptyState";
import { Progress } from "./Progress";

const isImportedIn = ({ session }: PageState): boolean => session?.state !== "loading";

/** An empty panel of an open document. */
export function NotYet(props: EmptyStateProps) {
  const isImported = usePart(isImportedIn);
  return isImported ? (
    <EmptyState {...props} />
  ) : (
    <EmptyState>
      <Progress sentence="The document is being imported" />
    </EmptyState>
  );
}
