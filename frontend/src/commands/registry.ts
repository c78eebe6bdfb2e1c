/** All commands of the page, and how they stand at a moment. */

import type { Example } from "../protocol/generated";
import type { PageState } from "../store/state";
import type { Command, Context } from "./command";
import { DOCUMENT_COMMANDS, exampleCommands } from "./document";
import { DRAW_COMMANDS } from "./draw";
import { KEYS, type KeyPlace, keyPlaceOf, OTHER_KEYS } from "./keys";
import { RUN_COMMANDS } from "./run";
import { VIEW_COMMANDS } from "./view";

/** A command at one moment: ready to be shown on a button, in the palette, under a key. */
export interface Offer {
  readonly id: string;
  readonly title: string;
  readonly keys: string | null;
  /** A second chord that does the same. */
  readonly otherKeys: string | null;
  readonly keyPlace: KeyPlace;
  readonly blocked: string | null;
  readonly hint: string | null;
  readonly run: () => void;
}

/** All commands; `examples` are the shipped ones. */
export function allCommands(examples: readonly Example[]): readonly Command[] {
  return [
    ...RUN_COMMANDS,
    ...DOCUMENT_COMMANDS,
    ...DRAW_COMMANDS,
    ...VIEW_COMMANDS,
    ...exampleCommands(examples),
  ];
}

/** How each stands now. A blocked one tells its reason when it is run all the same. */
export function offersOf(commands: readonly Command[], state: PageState, context: Context): readonly Offer[] {
  const input = context.input();
  return commands.map((command) => ({
    id: command.id,
    title: command.title,
    keys: KEYS[command.id] ?? null,
    otherKeys: OTHER_KEYS[command.id] ?? null,
    keyPlace: keyPlaceOf(command.id),
    blocked: command.blocked(state),
    hint: command.hint?.(state, input) ?? null,
    run: () => runCommand(command, context),
  }));
}

/** Run it if it can run at this very moment. */
export function runCommand(command: Command, context: Context): void {
  const reason = command.blocked(context.page.state.get());
  if (reason === null) {
    command.run(context);
  } else {
    context.page.refuse(`${command.title}: ${reason}`);
  }
}
