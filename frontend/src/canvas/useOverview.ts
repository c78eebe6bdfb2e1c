/** The overview's canvas: drawn again when the window moves, when the picture changes, and when the theme does. */

import { type ReactFlowState, useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { Page } from "../store/page";
import { ui } from "../store/ui";
import { usePage } from "../store/useStore";
import { nodeLook } from "../ui/hues";
import { type OrderOf, useOrderOf } from "../ui/useOrderOf";
import type { Drawing } from "./drawing";
import { clashIn, isAppliedIn, statusIn } from "./inStore";
import type { Layout } from "./layout";
import { type BoxState, drawOverview, linesOf, type Palette, paletteOf } from "./overview";
import { wireState } from "./wireState";

/** A ref for the canvas. */
export function useOverview(drawing: Drawing, layout: Layout): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const page = usePage();
  const orderOf = useOrderOf();
  const lines = useMemo(() => linesOf(layout), [layout]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d") ?? null;
    if (element === null || context === null) {
      return;
    }
    let palette: Palette = paletteOf(element);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const { transform, width, height } = flow.getState();
      const ratio = window.devicePixelRatio;
      resize(element, width * ratio, height * ratio);
      const [x, y, zoom] = transform;
      drawOverview(
        context,
        { drawing, layout, lines },
        { view: { x, y, zoom }, window: { width, height }, ratio },
        palette,
        { of: boxStates(page, orderOf), walked: walkedWires(page, drawing, orderOf) },
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const recolour = () => {
      palette = paletteOf(element);
      soon();
    };
    const stops = [
      flow.subscribe((state: ReactFlowState, before: ReactFlowState) => {
        if (
          state.transform !== before.transform ||
          state.width !== before.width ||
          state.height !== before.height
        ) {
          soon();
        }
      }),
      page.state.watch(({ shown }) => shown, soon),
      ui.subscribe(soon),
      whenThemeChanges(recolour),
      () => cancelAnimationFrame(frame),
    ];
    draw();
    // All of it is drawn for each picture, so pictures may come more seldom.
    page.setPace("overview");
    return () => {
      page.setPace("frame");
      for (const stop of stops) {
        stop();
      }
    };
  }, [drawing, layout, lines, flow, page, orderOf]);

  return canvas;
}

function boxStates(page: Page, orderOf: OrderOf): (box: string) => BoxState | null {
  const state = page.state.get();
  const { selectedNode } = ui.getState();
  return (box) => {
    const order = orderOf(box);
    return order < 0
      ? null
      : { hue: nodeLook(order).hue, status: statusIn(state, box), isSelected: box === selectedNode };
  };
}

function walkedWires(page: Page, drawing: Drawing, orderOf: OrderOf) {
  const state = page.state.get();
  const { cells, nodes } = state.shown.snapshot;
  const facts = { clash: clashIn(state), isApplied: isAppliedIn(state) };
  return drawing.wires.flatMap((wire) => {
    const cell = cells[wire.channel ?? ""] ?? null;
    const { look, node } = wireState(wire, { ...facts, cell, target: nodes[wire.target] ?? null });
    const isWalked = look === "walked" || look === "path";
    return isWalked ? [{ wire: wire.id, hue: node === null ? 0 : nodeLook(orderOf(node)).hue }] : [];
  });
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [across, down] = [Math.round(width), Math.round(height)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
}

function whenThemeChanges(then: () => void): () => void {
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(then);
  watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  query.addEventListener("change", then);
  return () => {
    watcher.disconnect();
    query.removeEventListener("change", then);
  };
}
