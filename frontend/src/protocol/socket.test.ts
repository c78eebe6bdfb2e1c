import { describe, expect, test } from "vitest";
import type { Problem } from "./generated";
import {
  type Connection,
  type ConnectionStatus,
  connect,
  type Place,
  type Socket,
  type SocketListener,
  type Told,
} from "./socket";

const WELCOME = { frame: "welcome", version: 1, session: null, epoch: "e", seq: 0 };
const REFUSAL: Problem = {
  code: "run.not_paused",
  sentence: "The run is not paused.",
  path: null,
  line: null,
  column: null,
  severity: "error",
  traceback: [],
};

/** A server at the other end of every socket that the page opens, and a clock that only the test moves. */
class Server {
  readonly sockets: { readonly listener: SocketListener; readonly sent: string[]; isClosed: boolean }[] = [];
  readonly timers: { readonly delayMs: number; readonly then: () => void; isOff: boolean }[] = [];
  readonly told: Told[] = [];
  readonly statuses: ConnectionStatus[] = [];
  place: Place = {};

  connect(): Connection {
    const owner = {
      token: "secret",
      place: () => this.place,
      told: (frames: readonly Told[]) => void this.told.push(...frames),
      status: (status: ConnectionStatus) => void this.statuses.push(status),
    };
    return connect(owner, {
      open: (listener) => this.#open(listener),
      later: (delayMs, then) => {
        const timer = { delayMs, then, isOff: false };
        this.timers.push(timer);
        return () => {
          timer.isOff = true;
        };
      },
      random: () => 1,
      client: "page",
    });
  }

  /** What the page sent on its newest socket. */
  get sent(): unknown[] {
    return (this.sockets.at(-1)?.sent ?? []).map((text) => JSON.parse(text));
  }

  say(...frames: object[]): void {
    this.sockets.at(-1)?.listener.received(JSON.stringify(frames));
  }

  accept(): void {
    this.sockets.at(-1)?.listener.opened();
    this.say(WELCOME);
  }

  hangUp(code = 1006): void {
    this.sockets.at(-1)?.listener.closed(code);
  }

  /** The delays that someone waits for now. */
  get waiting(): number[] {
    return this.timers.filter((timer) => !timer.isOff).map((timer) => timer.delayMs);
  }

  ring(): void {
    const timer = this.timers.findLast(({ isOff }) => !isOff);
    if (timer !== undefined) {
      timer.isOff = true;
      timer.then();
    }
  }

  #open(listener: SocketListener): Socket {
    const socket = { listener, sent: [] as string[], isClosed: false };
    this.sockets.push(socket);
    return {
      send: (text) => void socket.sent.push(text),
      close: () => {
        socket.isClosed = true;
      },
    };
  }
}

test("the page says hello with its token and its place, and is connected when it is welcome", () => {
  const server = new Server();
  server.place = { session: "s-1", epoch: "e", seq: 7 };

  server.connect();
  server.accept();

  expect(server.sent).toEqual([
    { frame: "hello", version: 1, token: "secret", session: "s-1", epoch: "e", seq: 7 },
  ]);
  expect(server.statuses).toEqual(["connecting", "connected"]);
});

test("frames are told in their order; heartbeats and replies stay behind", () => {
  const server = new Server();
  server.connect();
  server.accept();

  server.say(
    { frame: "waiting", sentence: "fan" },
    { frame: "heartbeat", seq: 1 },
    { frame: "waiting", sentence: null },
  );

  expect(server.told.slice(1)).toEqual([
    { frame: "waiting", sentence: "fan" },
    { frame: "waiting", sentence: null },
  ]);
});

describe("a command", () => {
  test("resolves when it is accepted and rejects with the problem when it is refused", async () => {
    const server = new Server();
    const connection = server.connect();
    server.accept();
    const accepted = connection.ask({ type: "run.step" });
    const refused = connection.ask({ type: "run.pause" });

    server.say(
      { frame: "reply", id: "page-2", ok: null, problem: REFUSAL },
      { frame: "reply", id: "page-1", ok: { session: "s-1", next: null, dropped: null }, problem: null },
    );

    await expect(accepted).resolves.toEqual({ session: "s-1", next: null, dropped: null });
    await expect(refused).rejects.toMatchObject({ message: REFUSAL.sentence, problem: REFUSAL });
  });

  test("that was not answered is asked again with the same id after a reconnect", async () => {
    const server = new Server();
    const connection = server.connect();
    server.accept();
    const answer = connection.ask({ type: "run.step" });
    server.hangUp();
    server.ring();
    server.accept();

    server.say({ frame: "reply", id: "page-1", ok: null, problem: null });

    expect(server.sent.slice(1)).toEqual([{ frame: "ask", id: "page-1", command: { type: "run.step" } }]);
    await expect(answer).resolves.toMatchObject({ session: null, next: null, dropped: null });
  });

  test("that is asked before the welcome waits for it", () => {
    const server = new Server();
    const connection = server.connect();
    void connection.ask({ type: "run.step" });

    server.accept();

    expect(server.sent.map((frame) => (frame as { frame: string }).frame)).toEqual(["hello", "ask"]);
  });

  test("is refused when the connection is lost for good", async () => {
    const server = new Server();
    const connection = server.connect();
    const before = connection.ask({ type: "run.step" });

    server.hangUp(4401);

    await expect(before).rejects.toThrow("This page's key is not known any more.");
    await expect(connection.ask({ type: "run.step" })).rejects.toThrow("key is not known");
  });
});

describe("a broken connection", () => {
  test("is tried again after growing delays, and soon again once it was welcome", () => {
    const server = new Server();
    server.connect();
    const delays: number[] = [];

    for (let attempt = 0; attempt < 7; attempt += 1) {
      server.hangUp();
      delays.push(...server.waiting);
      server.ring();
    }
    server.accept();
    server.hangUp();

    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000]);
    expect(server.waiting).toEqual([250]);
    expect(server.statuses.slice(-2)).toEqual(["connected", "reconnecting"]);
  });

  test("is noticed after 25 seconds of silence", () => {
    const server = new Server();
    server.connect();
    server.accept();
    expect(server.waiting).toEqual([25_000]);

    server.ring();

    expect(server.sockets[0]?.isClosed).toBe(true);
    expect(server.waiting).toEqual([250]);
  });

  test("says nothing any more, even if a late message comes", () => {
    const server = new Server();
    server.connect();
    server.accept();
    const first = server.sockets[0];
    server.hangUp();

    first?.listener.received(JSON.stringify({ frame: "waiting", sentence: "late" }));

    expect(server.told).toEqual([WELCOME]);
  });

  test.each([
    [4401, "lost"],
    [4406, "lost"],
    [4400, "reconnecting"],
    [1001, "reconnecting"],
  ])("with the code %i is %s", (code, status) => {
    const server = new Server();
    server.connect();

    server.hangUp(code);

    expect(server.statuses.at(-1)).toBe(status);
  });
});

test("an answer that makes no sense ends the connection with a sentence instead of a guess", () => {
  const server = new Server();
  server.connect();
  server.accept();

  server.say({ frame: "event", seq: 1, event: { type: "run.danced" } });

  expect(server.statuses.at(-1)).toBe("lost");
  expect(server.waiting).toEqual([]);
});

test("a resync says hello again from the last good place", () => {
  const server = new Server();
  const connection = server.connect();
  server.accept();
  server.place = { session: null, epoch: "e", seq: 12 };

  connection.resync();
  server.ring();
  server.accept();

  expect(server.sent[0]).toMatchObject({ frame: "hello", epoch: "e", seq: 12 });
});

test("a closed connection stays closed", () => {
  const server = new Server();
  const connection = server.connect();
  server.accept();

  connection.close();
  server.hangUp();

  expect(server.waiting).toEqual([]);
  expect(server.sockets).toHaveLength(1);
});
