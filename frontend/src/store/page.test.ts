import { describe, expect, test } from "vitest";
import type { EventFrame } from "../protocol/generated";
import { compiled, logOf, planned, runPaused, runStarted, steppedRun, updated } from "./testing/log";
import { settled, TestServer } from "./testing/server";

const RUN = steppedRun(4);
const END = RUN.length;

/** The pause after a log of so many events. */
function restFrames(end: number): readonly EventFrame[] {
  return logOf(runPaused(4)).map((frame) => ({ ...frame, seq: end + 1 }));
}

function totalShown({ page }: TestServer): string | undefined {
  return page.state.get().shown.snapshot.cells.total?.value.text;
}

describe("events", () => {
  test("are put aside and folded once, when the page draws", () => {
    const server = new TestServer(RUN).welcome();
    let changes = 0;
    server.page.state.watch(
      ({ live }) => live,
      () => {
        changes += 1;
      },
    );

    server.tellLog(1, END);

    expect(changes).toBe(1);
    expect(server.page.state.get().live).toEqual(server.picture(END));
  });

  test("that bring a run to rest are folded at once, since a person waits for them", () => {
    const log = [...RUN, ...restFrames(END)];
    const server = new TestServer(log).welcome();

    server.tell(...log);

    expect(server.page.state.get().live).toEqual(server.picture(log.length));
  });

  test("of a run that goes on wait for the next frame", () => {
    const server = new TestServer(RUN).welcome();

    server.tell(...RUN.slice(0, 5));

    expect(server.page.state.get().live.seq).toBe(0);
  });

  test("that came twice change nothing", () => {
    const server = new TestServer(RUN).welcome().tellLog(1, 9);

    server.tellLog(3, 12);

    expect(server.page.state.get().live).toEqual(server.picture(12));
    expect(server.resyncs).toBe(0);
  });

  test("that are missing are asked for from the last good one", () => {
    const server = new TestServer(RUN).welcome().tellLog(1, 5);

    server.tellLog(7, 9);

    expect(server.resyncs).toBe(1);
    expect(server.place).toEqual({ session: null, epoch: "epoch-1", seq: 5 });
  });

  test("of a log that is no longer followed are left out", () => {
    const server = new TestServer(RUN).welcome({}, "epoch-2");

    server.tellLog(1, END);

    expect(server.page.state.get().live.seq).toBe(0);
    expect(server.resyncs).toBe(0);
  });
});

describe("a welcome", () => {
  test("of the same log keeps what is known", () => {
    const server = new TestServer(RUN).welcome().tellLog(1, END);
    const { live } = server.page.state.get();

    server.welcome({ state: "loading" });

    expect(server.page.state.get().live).toBe(live);
    expect(server.page.state.get().session?.state).toBe("loading");
  });

  test("of another log begins anew, at its live end", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, END);
    await server.page.moveTo(1);

    server.welcome({ thread: "t-2" }, "epoch-2");

    const { live, steps, cursor, shown } = server.page.state.get();
    expect([live.seq, steps.length, cursor, shown.entry]).toEqual([0, 0, "live", null]);
    expect(server.page.state.get().connection.status).toBe("connected");
  });
});

describe("a snapshot", () => {
  test("takes the place of the events before it, and the newest superstep's events are fetched", async () => {
    const server = new TestServer(RUN).welcome();

    server.tellPicture(END);
    await settled();

    const { shown, steps } = server.page.state.get();
    expect(shown.snapshot).toEqual(server.picture(END));
    expect(shown.events.map(({ type }) => type)).toEqual([
      "step.planned",
      "channel.updated",
      "step.committed",
    ]);
    expect(steps.map(({ key }) => key)).toEqual([0, 1, 2, 3]);
    expect(server.fetched).toEqual(["moment 3"]);
  });

  test("in the middle of a superstep is completed by what was fetched and what came later", async () => {
    const log = logOf(
      compiled(["a"], ["total"]),
      runStarted(),
      planned(0, "a"),
      updated(0, "total", 1),
      updated(0, "log", 2),
    );
    const server = new TestServer(log).welcome();

    server.tellPicture(4);
    server.tellLog(5, 5);
    await settled();

    expect(server.page.state.get().shown.events).toHaveLength(3);
    expect(server.page.state.get().live).toEqual(server.picture(5));
  });

  test("leaves a gap in the timeline out, and the older entries are fetched when they are wanted", async () => {
    const long = steppedRun(300);
    const server = new TestServer(long).welcome().tellLog(1, 20);

    server.tellPicture(long.length);
    const newest = server.page.state.get().steps.map(({ key }) => key);
    const isMore = await server.page.loadOlder();

    expect([newest[0], newest.at(-1), newest.length]).toEqual([100, 299, 200]);
    expect([isMore, server.page.state.get().steps[0]?.key]).toEqual([true, 0]);
    expect(await server.page.loadOlder()).toBe(false);
  });
});

describe("the cursor", () => {
  test("shows a past superstep at once when this page saw it, and asks nobody", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, END);

    await server.page.moveTo(1);

    const { shown, cursor } = server.page.state.get();
    expect([cursor, shown.isLive, shown.entry?.step, totalShown(server)]).toEqual([1, false, 0, "1"]);
    expect(shown.events.map(({ type }) => type)).toEqual([
      "step.planned",
      "channel.updated",
      "step.committed",
    ]);
    expect([server.fetched, server.asked]).toEqual([[], []]);
  });

  test("fetches a superstep that this page did not see, once", async () => {
    const server = new TestServer(RUN).welcome();
    server.tellPicture(END);
    await settled();

    await server.page.moveTo(0);
    await server.page.moveTo("live");
    await server.page.moveTo(0);

    expect(totalShown(server)).toBe("0");
    expect(server.fetched).toEqual(["moment 3", "moment 0"]);
  });

  test("stays where it is while the run goes on", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, 10);
    await server.page.moveTo(0);
    const { shown } = server.page.state.get();

    server.tellLog(11, END);

    expect(server.page.state.get().shown).toBe(shown);
    expect(server.page.state.get().steps).toHaveLength(4);
  });

  test("goes back and forward along the line, and is live again at its end", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, END);
    const seen: (number | string)[] = [];

    for (const direction of ["back", "back", "back", "back", "forward", "forward", "forward"] as const) {
      await server.page.step(direction);
      seen.push(server.page.state.get().cursor);
    }

    expect(seen).toEqual([2, 1, 0, 0, 1, 2, "live"]);
    expect(totalShown(server)).toBe("3");
  });

  test("goes back beyond what is loaded", async () => {
    const long = steppedRun(210);
    const server = new TestServer(long).welcome();
    server.tellPicture(long.length);
    await server.page.moveTo(10);

    await server.page.step("back");

    expect(server.page.state.get().cursor).toBe(9);
    expect(totalShown(server)).toBe("9");
  });

  test("shows the last of several supersteps that were clicked while the first was on its way", async () => {
    const server = new TestServer(RUN).welcome();
    server.tellPicture(END);
    await settled();

    await Promise.all([server.page.moveTo(0), server.page.moveTo(1)]);

    expect(server.page.state.get().cursor).toBe(1);
    expect(server.page.state.get().fetching).toBeNull();
  });
});

describe("a command", () => {
  test("is told as asked until it is answered, and leads to the live end", async () => {
    const server = new TestServer(RUN).welcome().tellLog(1, END);
    await server.page.moveTo(0);

    const answer = server.page.ask({ type: "run.fork", checkpoint: "c0" });
    const { asking } = server.page.state.get();
    await answer;

    expect([asking, server.page.state.get().asking]).toEqual([["run.fork"], []]);
    expect(server.page.state.get().cursor).toBe("live");
  });

  test("that is refused is told with its sentence, until one is accepted", async () => {
    const server = new TestServer(RUN).welcome();
    server.refusal = "The run is not paused.";

    await expect(server.page.ask({ type: "run.step" })).rejects.toThrow("The run is not paused.");
    const { refusal } = server.page.state.get();
    server.refusal = null;
    await server.page.order({ type: "run.step" });

    expect([refusal, server.page.state.get().refusal]).toEqual(["The run is not paused.", null]);
  });

  test("that opens a document makes the page follow its session, also after a reload", async () => {
    const server = new TestServer().welcome();
    server.accepted = { ...server.accepted, session: "s-9" };

    await server.page.order({ type: "document.open", example: "loop" });

    expect(server.remembered).toEqual(["s-9"]);
    expect(server.place?.session).toBe("s-9");
  });
});

test("who draws everything at once can have events folded less often", () => {
  const { page, paces } = new TestServer();

  page.setPace("overview");
  page.setPace("frame");

  expect(paces).toEqual(["overview", "frame"]);
});

test("a page of a value is asked for once", async () => {
  const { page, fetched } = new TestServer();

  await page.value("abc", 0);
  await page.value("abc", 0);
  await page.value("abc", 4);

  expect(fetched).toEqual(["value abc 0", "value abc 4"]);
});

test("an unchanged channel is the same object after an event of another", () => {
  const log = logOf(
    compiled(["a"], ["total", "log"]),
    runStarted(),
    planned(0, "a"),
    updated(0, "total", 1),
    updated(0, "log", 2),
  );
  const server = new TestServer(log).welcome().tellLog(1, 4);
  const { total } = server.page.state.get().shown.snapshot.cells;

  server.tellLog(5, 5);

  expect(server.page.state.get().shown.snapshot.cells.total).toBe(total);
});
