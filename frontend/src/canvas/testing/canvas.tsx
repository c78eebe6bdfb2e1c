/** The canvas in a page of tests, with a document that is drawn. */

import { act, render, screen } from "@testing-library/react";
import { vi } from "vitest";
import type { DrawnGraph, EventFrame } from "../../protocol/generated";
import type { Told } from "../../protocol/socket";
import { TestServer } from "../../store/testing/server";
import { choose } from "../../store/ui";
import { PageStore } from "../../store/useStore";
import "../../ui/testing/modal";
import { GraphCanvas } from "../GraphCanvas";
import { closeAll } from "../open";
import { documentFrame, drawingFrame } from "./drawn";

/** Nothing is selected or open, and the window shows all of a drawing. */
export function freshCanvas(): void {
  closeAll();
  choose({ selectedNodes: [], asked: null });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(4000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(4000);
}

/** A canvas on which this graph is drawn. */
export async function drawnCanvas(graph: DrawnGraph, log: readonly EventFrame[] = []): Promise<TestServer> {
  const server = new TestServer(log).welcome();
  if (log.length > 0) {
    server.tellLog(1, log.length);
  }
  await act(async () => {
    server.tell(documentFrame(), drawingFrame(graph));
    server.draw();
    render(
      <PageStore value={server.page}>
        <GraphCanvas />
      </PageStore>,
    );
  });
  return server;
}

/** Tell frames, and let the page draw. */
export async function told(server: TestServer, ...frames: readonly Told[]): Promise<void> {
  await act(async () => {
    server.tell(...frames);
    server.draw();
  });
}

export function card(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}

/** Where a card stands: React Flow writes it into the element around. */
export function placeOf(name: string): string {
  return card(name).closest<HTMLElement>(".react-flow__node")?.style.transform ?? "";
}
