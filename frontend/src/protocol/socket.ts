/** The one socket: it says hello, brings frames in order, answers commands, and comes back when it is lost. */

import { type Asks, asksOf } from "./asks";
import {
  type Accepted,
  type AnyCommand,
  type AnyServerFrame,
  type ArrangementFrame,
  CLOSE_TOKEN,
  CLOSE_VERSION,
  type ClientFrame,
  type DocumentFrame,
  type DrawingFrame,
  type EventFrame,
  type FindingsFrame,
  type Hello,
  PROTOCOL_VERSION,
  type Problem,
  type SnapshotFrame,
  type Waiting,
  type Welcome,
} from "./generated";
import { parseMessage, UnreadableAnswer } from "./parse";

/** `lost` does not come back by itself. */
export type ConnectionStatus = "connected" | "connecting" | "lost" | "reconnecting";

/** What a socket brings to its owner. */
export type Told =
  | ArrangementFrame
  | DocumentFrame
  | DrawingFrame
  | EventFrame
  | FindingsFrame
  | SnapshotFrame
  | Waiting
  | Welcome;

/** Where the owner is in the log, so that the server sends what is missing. */
export type Place = Pick<Hello, "epoch" | "seq" | "session">;

export interface Connection {
  /** Ask for something; resolves when it is accepted, rejects with `Refused`. Survives a reconnect. */
  ask(command: AnyCommand): Promise<Accepted>;
  /** Frames are missing, or make no sense: connect again from the last good place. */
  resync(): void;
  close(): void;
}

/** One open socket. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Whom a socket tells what happens to it. */
export interface SocketListener {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

/** Time, chance and the network, handed in. */
export interface Outside {
  open(listener: SocketListener): Socket;
  /** Call back later; returns how to call it off. */
  later(delayMs: number, then: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
  /** A prefix for ids of asks that no other page has. */
  readonly client: string;
}

export interface Owner {
  readonly token: string;
  place(): Place;
  told(frames: readonly Told[]): void;
  status(status: ConnectionStatus, sentence: string): void;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
const SILENCE_MS = 25_000;
const AGAIN = "The connection broke; trying again.";
const LOST: ReadonlyMap<number, string> = new Map([
  [
    CLOSE_TOKEN,
    "This page's key is not known any more. Open the address that Stepgraph prints when it starts.",
  ],
  [CLOSE_VERSION, "The server is of another version than this page. Load the page again."],
]);

/** Connect, and stay connected until `close`. */
export function connect(owner: Owner, outside: Outside): Connection {
  const line = new Line(owner, outside);
  owner.status("connecting", "");
  line.open();
  return line;
}

/** One socket after another, as if they were one. */
class Line implements Connection {
  readonly #owner: Owner;
  readonly #outside: Outside;
  readonly #asks: Asks;
  #socket: Socket | null = null;
  #isWelcome = false;
  #failures = 0;
  #lost: Problem | null = null;
  #callOff = (): void => undefined;

  constructor(owner: Owner, outside: Outside) {
    this.#owner = owner;
    this.#outside = outside;
    this.#asks = asksOf(outside.client);
  }

  ask(command: AnyCommand): Promise<Accepted> {
    const { frame, answer } = this.#asks.open(command);
    if (this.#lost !== null) {
      this.#asks.giveUp(this.#lost);
    } else if (this.#isWelcome) {
      this.#send(frame);
    }
    return answer;
  }

  resync(): void {
    if (this.#socket !== null) {
      this.#again(0);
    }
  }

  close(): void {
    this.#callOff();
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    socket?.close();
  }

  open(): void {
    const socket = this.#outside.open({
      opened: () => this.#send(helloOf(this.#owner)),
      received: (text) => {
        if (this.#socket === socket) {
          this.#listen();
          this.#receive(text);
        }
      },
      closed: (code) => {
        if (this.#socket === socket) {
          this.#again(code);
        }
      },
    });
    this.#socket = socket;
    this.#listen();
  }

  /** A server that says nothing for long is gone, even if the socket does not know yet. */
  #listen(): void {
    this.#callOff();
    this.#callOff = this.#outside.later(SILENCE_MS, () => this.resync());
  }

  #receive(text: string): void {
    try {
      this.#take(parseMessage(text));
    } catch (problem) {
      if (!(problem instanceof UnreadableAnswer)) {
        throw problem;
      }
      this.#lose("connection.unreadable", problem.message);
    }
  }

  #take(frames: readonly AnyServerFrame[]): void {
    if (!this.#isWelcome && frames.some((frame) => frame.frame === "welcome")) {
      this.#welcome();
    }
    for (const frame of frames) {
      if (frame.frame === "reply") {
        this.#asks.answered(frame);
      }
    }
    const told = frames.filter((frame) => frame.frame !== "reply" && frame.frame !== "heartbeat");
    if (told.length > 0) {
      this.#owner.told(told);
    }
  }

  #welcome(): void {
    this.#isWelcome = true;
    this.#failures = 0;
    this.#owner.status("connected", "");
    for (const frame of this.#asks.unanswered()) {
      this.#send(frame);
    }
  }

  #again(code: number): void {
    this.close();
    const sentence = LOST.get(code);
    if (sentence !== undefined) {
      this.#lose(`connection.${code}`, sentence);
      return;
    }
    this.#owner.status("reconnecting", AGAIN);
    const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    // Half of it is chance, so that many pages do not come back at once.
    const delayMs = longestMs * (0.5 + this.#outside.random() / 2);
    this.#callOff = this.#outside.later(delayMs, () => this.open());
  }

  #lose(code: string, sentence: string): void {
    this.close();
    const place = { path: null, line: null, column: null };
    this.#lost = { code, sentence, ...place, severity: "error", traceback: [] };
    this.#asks.giveUp(this.#lost);
    this.#owner.status("lost", sentence);
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }
}

function helloOf(owner: Owner): Hello {
  return { frame: "hello", version: PROTOCOL_VERSION, token: owner.token, ...owner.place() };
}
