/** What a person typed and the server does not know yet: editors hold it back for a moment. */

import type { Accepted, AnyCommand } from "../protocol/generated";

/** Sends what was typed; null when there is nothing to send. Never rejects. */
export type Tell = () => Promise<void> | null;

export interface Typing {
  /** Ask this editor, too. Returns how to stop. */
  add(tell: Tell): () => void;
  /** Resolves when all of it is told; null when nothing is held back, so that nobody has to wait. */
  untold(): Promise<void> | null;
}

/** No editor is known yet. */
export function typingOf(): Typing {
  const tellers = new Set<Tell>();
  return {
    add(tell) {
      tellers.add(tell);
      return () => tellers.delete(tell);
    },
    untold() {
      const told = [...tellers].map((tell) => tell()).filter((promise) => promise !== null);
      return told.length === 0 ? null : Promise.all(told).then(() => undefined);
    },
  };
}

/** Ask for something once all that was typed is told; at once when nothing is held back, or this tells it. */
export function afterTyping(
  typing: Typing,
  command: AnyCommand,
  ask: (command: AnyCommand) => Promise<Accepted>,
): Promise<Accepted> {
  const typed = command.type === "document.type" ? null : typing.untold();
  return typed === null ? ask(command) : typed.then(() => ask(command));
}
