/** The page's store: the state, and everything that changes it. Panels look, commands act. */

import { type Observable, observable } from "../base/observable";
import type { Accepted, AnyCommand, Moment } from "../protocol/generated";
import type { Http } from "../protocol/http";
import type { Connection, Owner } from "../protocol/socket";
import { begunWith } from "./begun";
import { cursorOf } from "./cursor";
import { inboxOf, type Soon } from "./inbox";
import { momentsOf } from "./moments";
import type { Pace, Pacer } from "./soon";
import { type Cursor, NOTHING, newestEntry, type PageState, sentenceOf, withShown } from "./state";
import { afterTyping, type Tell, typingOf } from "./typing";
import { choose } from "./ui";
import { type ReadValue, valuesOf } from "./values";

export interface Page {
  readonly state: Observable<PageState>;
  readonly http: Http;
  readonly value: ReadValue;
  /** Ask for something; rejects with `Refused`, and tells the refusal in the state. */
  ask(command: AnyCommand): Promise<Accepted>;
  /** Ask for something whose refusal the state's `refusal` tells well enough. */
  order(command: AnyCommand): Promise<void>;
  /** `tell` sends what a person typed and the server does not know yet: all else that is asked waits for it. */
  typing(tell: Tell): () => void;
  /** Resolves when the server knows everything that was typed. */
  settle(): Promise<void>;
  /** Tell a refusal that needs no server. */
  refuse(sentence: string): void;
  /** Show a superstep, or the live end. Runs nothing. */
  moveTo(cursor: Cursor): Promise<void>;
  /** Show the superstep before or after the shown one on its line of history. Runs nothing. */
  step(direction: "back" | "forward"): Promise<void>;
  /** Load older entries of the timeline; false when there are none. */
  loadOlder(): Promise<boolean>;
  /** Fold less often while the overview draws everything at once. */
  setPace(pace: Pace): void;
  close(): void;
}

export interface PageOptions {
  readonly token: string;
  /** The session to follow at once. */
  readonly session: string | null;
  readonly http: Http;
  connect(owner: Owner): Connection;
  readonly soon: Soon;
  readonly setPace?: Pacer["setPace"];
  /** Keep the followed session for a reload. */
  remember(session: string | null): void;
}

/** What makes a new live end: whoever asked for it wants to see it. */
const LEADS_ON: ReadonlySet<AnyCommand["type"]> = new Set([
  "run.start",
  "run.step",
  "run.stepPhase",
  "run.continue",
  "run.restart",
  "interrupt.answer",
  "run.fork",
  "state.edit",
]);

/** The store of one page, connected. */
export function openPage(options: PageOptions): Page {
  const { http } = options;
  const state = observable(NOTHING);
  const moments = momentsOf(http.moment);
  const cursor = cursorOf({ state, moments, http });
  let followed = options.session;
  const inbox = inboxOf({
    state,
    moments,
    soon: options.soon,
    resync: () => connection.resync(),
    missing: newestFetcher(state, http),
  });
  const connection = options.connect({
    token: options.token,
    place: () => ({ session: followed, epoch: state.get().epoch, seq: inbox.lastSeq() }),
    told: inbox.told,
    status: (status, sentence) => state.set({ ...state.get(), connection: { status, sentence } }),
  });
  const typing = typingOf();
  const ask: Page["ask"] = (command) => afterTyping(typing, command, askNow);

  async function askNow(command: AnyCommand): Promise<Accepted> {
    const { asking } = state.get();
    state.set({ ...state.get(), asking: [...asking, command.type], ...beginningOf(command) });
    try {
      const accepted = await connection.ask(command);
      if (accepted.session !== null) {
        followed = accepted.session;
        options.remember(followed);
      }
      if (LEADS_ON.has(command.type)) {
        choose({ channelsView: null });
        await cursor.moveTo("live");
      }
      state.set({ ...state.get(), refusal: null });
      return accepted;
    } catch (reason) {
      state.set({ ...state.get(), beginning: null, refusal: sentenceOf(reason) });
      throw reason;
    } finally {
      state.set({ ...state.get(), asking: withoutOne(state.get().asking, command.type) });
    }
  }

  return {
    state,
    http,
    value: valuesOf(http.value),
    ask,
    order: (command) => ask(command).then(nothing, nothing),
    typing: typing.add,
    settle: async () => typing.untold() ?? undefined,
    refuse: (refusal) => state.set({ ...state.get(), refusal }),
    ...cursor,
    setPace: (pace) => options.setPace?.(pace),
    close: () => connection.close(),
  };
}

function nothing(): void {}

/** What the next run begins with, if that is what is asked for. */
function beginningOf(command: AnyCommand): Pick<PageState, "beginning"> | null {
  return command.type === "run.start" ? { beginning: begunWith(command) } : null;
}

/** Fetches the events of the newest superstep that this page did not see, once at a time. */
function newestFetcher(state: Observable<PageState>, http: Http): (key: number) => void {
  const asked = new Set<string>();
  return (key) => {
    const { session, epoch } = state.get();
    const name = `${epoch} ${key}`;
    if (session === null || asked.has(name)) {
      return;
    }
    asked.add(name);
    http.moment(session.session, key).then(
      (moment) => {
        asked.delete(name);
        state.set(withEvents(state.get(), moment));
      },
      // The picture is right without them; only the explanation begins later.
      () => undefined,
    );
  };
}

function withEvents(state: PageState, { epoch, key, events }: Moment): PageState {
  if (epoch !== state.epoch || newestEntry(state)?.key !== key) {
    return state;
  }
  const last = events.at(-1)?.seq ?? 0;
  const seen = events.filter(({ seq }) => seq <= state.live.seq);
  return withShown({ ...state, newest: [...seen, ...state.newest.filter(({ seq }) => seq > last)] });
}

function withoutOne<Item>(items: readonly Item[], gone: Item): readonly Item[] {
  const at = items.indexOf(gone);
  return items.filter((_, index) => index !== at);
}
