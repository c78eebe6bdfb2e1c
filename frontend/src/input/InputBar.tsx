/** The input strip of the open document. */

import { useMemo } from "react";
import type { PageState } from "../store/state";
import { useInput } from "../store/useInput";
import { usePart, useSession } from "../store/useStore";
import { InputStrip } from "./InputStrip";
import { isForNext } from "./next";
import { type Form, formOf } from "./schema";
import { useBegun } from "./useBegun";
import { useOffer } from "./useOffer";

const liveRun = ({ live }: PageState) => live.run;
const liveGraph = ({ live }: PageState) => live.graph;

/** Before the graph is known, nothing can be said of its input. */
const UNKNOWN: Form = { whole: false, fields: [] };

/** The strip with the graph's form; the graph is the live one, since that is what a run is started on. */
export function InputBar() {
  const session = useSession();
  const graph = usePart(liveGraph);
  const input = useInput();
  const run = usePart(liveRun);
  const begunWith = useBegun(session, run, input);
  const form = useMemo(() => (graph === null ? UNKNOWN : formOf(graph.inputSchema)), [graph]);
  const contextKeys = useMemo(() => keysOf(graph?.contextSchema ?? null), [graph?.contextSchema]);
  useOffer({
    session: session?.session ?? null,
    last: session?.input ?? null,
    prefill: graph === null ? undefined : graph.prefill,
    form,
  });
  return (
    <InputStrip
      form={form}
      input={input}
      contextKeys={contextKeys}
      thread={session?.thread ?? ""}
      isForNext={isForNext(input, run, begunWith)}
    />
  );
}

function keysOf(schema: string | null): readonly string[] {
  const form = formOf(schema);
  return form.whole ? [] : form.fields.map((field) => field.key);
}
