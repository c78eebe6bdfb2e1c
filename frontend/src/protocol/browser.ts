/** The browser's own socket, clock and chance, for `socket.ts`. */

import { SOCKET } from "./generated";
import type { Outside } from "./socket";

/** The outside of a page that was loaded from the server. */
export function browserOutside(location: Pick<Location, "host" | "protocol">): Outside {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return {
    open(listener) {
      const socket = new WebSocket(`${scheme}://${location.host}${SOCKET}`);
      socket.addEventListener("open", () => listener.opened());
      socket.addEventListener("message", ({ data }) => listener.received(String(data)));
      socket.addEventListener("close", ({ code }) => listener.closed(code));
      return socket;
    },
    later(delayMs, then) {
      const timer = setTimeout(then, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    client: crypto.randomUUID(),
  };
}
