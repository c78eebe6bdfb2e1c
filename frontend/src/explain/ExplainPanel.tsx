/** The explanation of the superstep at the cursor. */

import { EmptyState } from "../ui/EmptyState";

/** The panel. */
export function ExplainPanel() {
  return (
    <section aria-label="Explain">
      <EmptyState keys="F10">What just happened is told here, in sentences. Step to make something happen</EmptyState>
    </section>
  );
}
