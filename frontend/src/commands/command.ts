/** What a person can do, as an object: buttons, keys and the palette run the same one, and it says why it cannot. */

import type { RunInput } from "../store/input";
import type { Page } from "../store/page";
import type { PageState } from "../store/state";
import type { AskedFor, SideTab } from "../store/ui";

export interface Command {
  readonly id: string;
  readonly title: string;
  /** A sentence why it cannot run now; null when it can. */
  blocked(state: PageState): string | null;
  /** More on what it would do now; null when the title says it. */
  hint?(state: PageState, input: RunInput): string | null;
  run(context: Context): void;
}

/** What commands act on. The app makes one. */
export interface Context {
  readonly page: Page;
  /** What stands in the input box. */
  input(): RunInput;
  /** The name of a thread that nobody has used. */
  newThread(): string;
  readonly window: WindowActs;
}

export const REGIONS = ["graph", "channels", "timeline", "side"] as const;
export type RegionName = (typeof REGIONS)[number];

export const REGION_NAMES: Readonly<Record<RegionName, string>> = {
  graph: "Graph",
  channels: "Channels",
  timeline: "Timeline",
  side: "Side panel",
};

/** What the window itself can do. */
export interface WindowActs {
  toggleRegion(region: RegionName): void;
  focusRegion(region: RegionName): void;
  showTab(tab: SideTab): void;
  resetLayout(): void;
  switchTheme(): void;
  openPalette(): void;
  openShortcuts(): void;
  openEditState(): void;
  openStart(): void;
  openAnotherWindow(): void;
  /** Show what the last change did to the text. */
  openChange(): void;
  /** Ask for the name and the beginning of a new file. */
  openNew(): void;
  /** Have something done where it is shown, about a node or about none. */
  ask(what: AskedFor, node?: string): void;
}

/** Nothing stands in the way. */
export function always(): null {
  return null;
}
