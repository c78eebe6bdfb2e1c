/** ELK in a worker of its own. One graph is laid out at a time: a newer one ends the work on an older. */

import ELK, { type ELK as Elk } from "elkjs/lib/elk-api.js";
import workerUrl from "elkjs/lib/elk-worker.min.js?url";
import type { Drawing } from "./drawing";
import { elkGraphOf, layoutOf } from "./elkGraph";
import type { Layout } from "./layout";

/** What browsers with Trusted Types offer; others have nothing of the name. */
interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicies;
  }
}

/** The one policy of the page: it lets pass the one address of ELK's worker. */
const policy = window.trustedTypes?.createPolicy("stepgraph-elk", {
  createScriptURL: (url) => {
    if (url !== workerUrl) {
      throw new TypeError("Only ELK's own worker may be started.");
    }
    return url;
  },
});

let elk: Elk | null = null;
let busy = false;
/** What is open inside is laid out beside the root: neither ends the other's work. */
let inner: Elk | null = null;

/** Start the worker before it is needed: that takes longer than laying out a small graph. */
export function warmElk(): void {
  elk ??= newElk();
}

function newElk(): Elk {
  return new ELK({
    workerFactory: () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl),
  });
}

/** Start the worker for what may be opened soon, so that it does not come twice: first as it can be at once, then tidied. */
export function warmInside(): void {
  if (typeof Worker !== "undefined") {
    inner ??= newElk();
  }
}

/** Lay out the drawing of a graph inside, after those that were asked before. */
export async function tidyInside(drawing: Drawing): Promise<Layout> {
  inner ??= newElk();
  return layoutOf(drawing, await inner.layout(elkGraphOf(drawing)));
}

/** Lay out a drawing; rejects when a newer drawing took the worker. */
export async function tidyLayout(drawing: Drawing): Promise<Layout> {
  if (busy) {
    elk?.terminateWorker();
    elk = null;
  }
  warmElk();
  const mine = elk;
  busy = true;
  try {
    const answer = await mine?.layout(elkGraphOf(drawing));
    if (answer === undefined || mine !== elk) {
      throw new Error("A newer drawing took the worker.");
    }
    return layoutOf(drawing, answer);
  } finally {
    if (mine === elk) {
      busy = false;
    }
  }
}
