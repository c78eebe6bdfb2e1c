/** How a page comes to its token: a single-use code in the address, swapped once, kept for this window only. */

import { type HttpOptions, tokenFor } from "./http";

const TOKEN = "stepgraph.token";
const SESSION = "stepgraph.session";

/** The parts of a window that a launch reads and writes. */
export interface LaunchPlace {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
  readonly storage: Pick<Storage, "getItem" | "removeItem" | "setItem">;
  readonly fetch: HttpOptions["fetch"];
}

/** A token, and the session to follow at once, if there is one. */
export interface Launched {
  readonly token: string;
  readonly session: string | null;
}

/** The page's token; null when the page was opened without a code and had none before. Throws when a code is refused. */
export async function launch({ location, history, storage, fetch }: LaunchPlace): Promise<Launched | null> {
  const address = new URLSearchParams(location.hash.slice(1));
  const code = address.get("c");
  if (location.hash !== "") {
    // Before anything else: the code must not stand in the address, nor in the history.
    history.replaceState(null, "", location.pathname + location.search);
  }
  const session = address.get("s");
  if (session !== null) {
    storage.setItem(SESSION, session);
  }
  if (code !== null) {
    storage.removeItem(TOKEN);
    storage.setItem(TOKEN, await tokenFor(fetch, code));
  }
  const token = storage.getItem(TOKEN);
  return token === null ? null : { token, session: storage.getItem(SESSION) };
}

/** Whether a hash carries a code: then the page has to begin anew with it. */
export function isLaunch(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).has("c");
}

/** Keep the followed session for a reload of this window; null follows none. */
export function rememberSession(storage: LaunchPlace["storage"], session: string | null): void {
  if (session === null) {
    storage.removeItem(SESSION);
  } else {
    storage.setItem(SESSION, session);
  }
}

/** The address of another window, from a fresh code. */
export function launchAddress(origin: string, code: string, session: string | null): string {
  const address = new URLSearchParams({ c: code, ...(session === null ? {} : { s: session }) });
  return `${origin}/#${address}`;
}
