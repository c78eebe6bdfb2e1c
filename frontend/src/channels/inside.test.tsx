/** The table of the channels of a graph inside of a node. */

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { INTO_DIG } from "../store/testing/inner";
import { logOf } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { ChannelTable } from "./ChannelTable";

beforeEach(() => choose({ selectedNode: null, channelsView: null }));

async function tableOf(): Promise<void> {
  const server = new TestServer(logOf(...INTO_DIG)).welcome().tellLog(1, INTO_DIG.length);
  await act(async () => {
    render(
      <PageStore value={server.page}>
        <ChannelTable fields={<p>the fields</p>} />
      </PageStore>,
    );
  });
}

const rowNames = () => screen.getAllByRole("rowheader").map((row) => row.textContent);

test("the channels of the graph inside stand under its name, until one goes back to the whole graph", async () => {
  const user = userEvent.setup();
  await tableOf();
  act(() => choose({ selectedNode: "dig|drill" }));

  expect(screen.getByRole("table", { name: "Channels of dig" })).toBeVisible();
  expect(rowNames()).toEqual(["depth"]);
  expect(screen.getByRole("row", { name: /^depth/ })).toHaveTextContent("4");
  expect(screen.queryByRole("radio", { name: "Fields" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Back to the graph" }));

  expect(rowNames()).toEqual(["total"]);
  expect(ui.getState()).toMatchObject({ selectedNode: "dig", inside: "" });
});
