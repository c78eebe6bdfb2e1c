import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { compiled, logOf, planned, runStarted, updated } from "./testing/log";
import { TestServer } from "./testing/server";
import { PageStore, useCell, useRun } from "./useStore";

const LOG = logOf(
  compiled(["a"], ["total", "log"]),
  runStarted(),
  planned(0, "a"),
  updated(0, "total", 1),
  updated(0, "log", 2),
);

function Row({ name, drawn }: { name: string; drawn: (name: string) => void }) {
  const cell = useCell(name);
  drawn(name);
  return <p>{`${name} ${cell?.value.text ?? "none"}`}</p>;
}

function Status() {
  return <p>{useRun().status}</p>;
}

test("a row draws again only when its own channel changes", () => {
  const server = new TestServer(LOG).welcome().tellLog(1, 3);
  const draws: string[] = [];
  const drawn = (name: string) => draws.push(name);
  render(
    <PageStore value={server.page}>
      <Row name="total" drawn={drawn} />
      <Row name="log" drawn={drawn} />
      <Row name="constructor" drawn={drawn} />
    </PageStore>,
  );
  draws.length = 0;

  act(() => void server.tellLog(4, 4));

  expect(draws).toEqual(["total"]);
  expect(screen.getByText("total 1")).toBeVisible();
  expect(screen.getByText("constructor none")).toBeVisible();
});

test("the run is the live one, wherever the cursor is", () => {
  const server = new TestServer(LOG).welcome().tellLog(1, 2);
  render(
    <PageStore value={server.page}>
      <Status />
    </PageStore>,
  );

  expect(screen.getByText("running")).toBeVisible();
});
