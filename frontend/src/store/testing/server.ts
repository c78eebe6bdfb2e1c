/** A server with a log, without a network: it tells what a test wants told, and writes down what it is asked. */

import { NOTHING_MORE } from "../../protocol/asks";
import type {
  Accepted,
  AnyCommand,
  EventFrame,
  Moment,
  Problem,
  SessionView,
  Snapshot,
  StepEntry,
} from "../../protocol/generated";
import { type Http, Refused } from "../../protocol/http";
import type { Owner, Told } from "../../protocol/socket";
import { EMPTY } from "../fold/draft";
import { follow } from "../follow";
import { openPage, type Page } from "../page";
import { reduce } from "../reduce";

export const SESSION: SessionView = {
  session: "s-1",
  document: "graph.py",
  graph: "graph",
  state: "ready",
  thread: "t-1",
  example: null,
  input: null,
};
const ACCEPTED: Accepted = NOTHING_MORE;

export class TestServer {
  readonly page: Page;
  readonly asked: AnyCommand[] = [];
  readonly fetched: string[] = [];
  readonly remembered: (string | null)[] = [];
  readonly paces: string[] = [];
  resyncs = 0;
  /** Set to refuse what is asked, by a sentence or by a whole problem. */
  refusal: Problem | string | null = null;
  /** Set to accept with more than a yes. */
  accepted: Accepted = ACCEPTED;
  #owner: Owner | null = null;
  readonly #log: readonly EventFrame[];
  #soon: (() => void)[] = [];

  /** `log` is what moments and pages of the timeline are read from; nothing of it is told by itself. */
  constructor(log: readonly EventFrame[] = []) {
    this.#log = log;
    this.page = openPage({
      token: "secret",
      session: null,
      http: this.#http(),
      connect: (owner) => {
        this.#owner = owner;
        return {
          ask: (command) => this.#ask(command),
          resync: () => {
            this.resyncs += 1;
          },
          close: () => undefined,
        };
      },
      soon: (then) => void this.#soon.push(then),
      setPace: (pace) => void this.paces.push(pace),
      remember: (session) => void this.remembered.push(session),
    });
  }

  /** Where the page says it is. */
  get place() {
    return this.#owner?.place();
  }

  tell(...frames: readonly Told[]): void {
    this.#owner?.told(frames);
  }

  /** Connected, and following a session whose log is the server's. */
  welcome(session: Partial<SessionView> = {}, epoch = this.#log[0]?.epoch ?? "epoch-1"): this {
    this.#owner?.status("connected", "");
    this.tell({ frame: "welcome", version: 1, session: { ...SESSION, ...session }, epoch, seq: 0 });
    return this;
  }

  /** Tell the log's events from one seq to another, and let the page draw. */
  tellLog(from: number, to: number): this {
    this.tell(...this.#log.filter(({ seq }) => seq >= from && seq <= to));
    return this.draw();
  }

  tellPicture(seq: number): this {
    this.tell({ frame: "snapshot", epoch: this.#log[0]?.epoch ?? "", seq, snapshot: this.picture(seq) });
    return this;
  }

  picture(seq: number): Snapshot {
    return reduce(
      EMPTY,
      this.#log.filter((frame) => frame.seq <= seq),
    );
  }

  /** The next frame is drawn: what was put aside is folded. */
  draw(): this {
    const due = this.#soon;
    this.#soon = [];
    for (const then of due) {
      then();
    }
    return this;
  }

  async #ask(command: AnyCommand): Promise<Accepted> {
    this.asked.push(command);
    if (this.refusal !== null) {
      throw new Refused(typeof this.refusal === "string" ? problemOf(this.refusal) : this.refusal);
    }
    return this.accepted;
  }

  #entries(): readonly StepEntry[] {
    const { ended, live } = follow(EMPTY, [], this.#log);
    return [...ended.map(({ entry }) => entry), ...(live.open === null ? [] : [live.open])];
  }

  async #moment(key: number): Promise<Moment> {
    this.fetched.push(`moment ${key}`);
    const entry = this.#entries().find((step) => step.key === key);
    if (entry === undefined) {
      throw new Refused(problemOf(`There is no superstep ${key}.`));
    }
    return {
      epoch: this.#log[0]?.epoch ?? "",
      key,
      snapshot: this.picture(entry.seqTo),
      events: this.#log.filter(({ seq }) => seq >= entry.seqFrom && seq <= entry.seqTo),
    };
  }

  #http(): Http {
    const nothingHere = () => Promise.reject(new Refused(problemOf("Nothing is here.")));
    return {
      start: nothingHere,
      anotherCode: nothingHere,
      moment: (_session, key) => this.#moment(key),
      steps: async (_session, before, limit) => {
        this.fetched.push(`steps before ${before}`);
        return { steps: this.#entries().filter(({ key }) => key < before && key >= before - limit) };
      },
      value: async (ref, offset) => {
        this.fetched.push(`value ${ref} ${offset}`);
        return { ref, text: "text", offset, characters: 4, json: false };
      },
    };
  }
}

export function problemOf(sentence: string): Problem {
  return { code: "test", sentence, path: null, line: null, column: null, severity: "error", traceback: [] };
}

/** Let promises that are due run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
  }
}
