/** Commands that were asked and not yet answered. They outlive a socket: the same id again does nothing twice. */

import type { Accepted, AnyCommand, Ask, Problem, Reply } from "./generated";
import { Refused } from "./http";

interface Asked {
  readonly frame: Ask;
  readonly accept: (ok: Accepted) => void;
  readonly refuse: (reason: Refused) => void;
}

export interface Asks {
  /** A new question, and the promise of its answer. */
  open(command: AnyCommand): { frame: Ask; answer: Promise<Accepted> };
  answered(reply: Reply): void;
  unanswered(): readonly Ask[];
  /** Nobody will answer any more. */
  giveUp(problem: Problem): void;
}

/** A plain yes. */
export const NOTHING_MORE: Accepted = {
  session: null,
  next: null,
  dropped: null,
  revision: null,
  diff: null,
  title: null,
  select: null,
};

/** `client` starts the ids: no other page has it. */
export function asksOf(client: string): Asks {
  const asked = new Map<string, Asked>();
  let count = 0;
  return {
    open(command) {
      count += 1;
      const frame: Ask = { frame: "ask", id: `${client}-${count}`, command };
      const answer = new Promise<Accepted>((accept, refuse) => {
        asked.set(frame.id, { frame, accept, refuse });
      });
      return { frame, answer };
    },
    answered({ id, ok, problem }) {
      const waiting = asked.get(id);
      asked.delete(id);
      if (problem === null) {
        waiting?.accept(ok ?? NOTHING_MORE);
      } else {
        waiting?.refuse(new Refused(problem));
      }
    },
    unanswered: () => [...asked.values()].map(({ frame }) => frame),
    giveUp(problem) {
      for (const { refuse } of asked.values()) {
        refuse(new Refused(problem));
      }
      asked.clear();
    },
  };
}
