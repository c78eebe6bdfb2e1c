/** The input strip of the open document. */

import { useCallback, useMemo } from "react";
import { isAnother, nextRun } from "../store/another";
import type { RunInput } from "../store/input";
import type { PageState } from "../store/state";
import { useInput } from "../store/useInput";
import { usePart, useSession } from "../store/useStore";
import { AnswerBar } from "./AnswerBar";
import { type Difference, InputStrip } from "./InputStrip";
import { type Form, formOf } from "./schema";
import { useOffer } from "./useOffer";

const liveGraph = ({ live }: PageState) => live.graph;

/** Before the graph is known, nothing can be said of its input. */
const UNKNOWN: Form = { whole: false, fields: [] };

/** The strip with the graph's form; the graph is the live one, since that is what a run is started on. */
export function InputBar() {
  const session = useSession();
  const graph = usePart(liveGraph);
  const input = useInput();
  const differs = usePart(useCallback((state: PageState) => differenceIn(state, input), [input]));
  const form = useMemo(() => (graph === null ? UNKNOWN : formOf(graph.inputSchema)), [graph]);
  const contextKeys = useMemo(() => keysOf(graph?.contextSchema ?? null), [graph?.contextSchema]);
  useOffer({
    session: session?.session ?? null,
    last: session?.input ?? null,
    prefill: graph === null ? undefined : graph.prefill,
    form,
  });
  return (
    <>
      <InputStrip
        form={form}
        input={input}
        contextKeys={contextKeys}
        thread={session?.thread ?? ""}
        differs={differs}
      />
      <AnswerBar />
    </>
  );
}

/** How the boxes stand to the run at hand; at its end, nothing is taken away from them. */
function differenceIn(state: PageState, input: RunInput): Difference | null {
  if (state.live.run.status === "finished" || !isAnother(state, input)) {
    return null;
  }
  return nextRun(state, input) === "starts" ? "starts a new run" : "for the next run";
}

function keysOf(schema: string | null): readonly string[] {
  const form = formOf(schema);
  return form.whole ? [] : form.fields.map((field) => field.key);
}
