/** The graphs inside that are open in a picture, laid out: at once, and again when ELK has tidied them. */

import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { observable } from "../../base/observable";
import type { GraphEdge } from "../../protocol/generated";
import { innerSourceIn } from "../../store/innerGraphs";
import { idIn, nameOfId, pathOfId, ROOT } from "../../store/innerPath";
import type { PageState } from "../../store/state";
import { useOpenPaths } from "../../store/useInside";
import { usePart } from "../../store/useStore";
import type { Drawing } from "../drawing";
import { tidyInside } from "../elkWorker";
import type { Layout } from "../layout";
import { type Pictured, unseen } from "../pictured";
import { provisionalLayout } from "../provisional";
import { useObservedAt } from "../useObserved";
import { closedDrawing, type Opened, openedGraph } from "./framed";
import { innerPicture } from "./innerPicture";

const NOTHING: ReadonlyMap<string, Opened> = new Map();
const USUAL_WIDTH = 160;

/** What is open in the root's drawing, by the names of its nodes. The same map until any of it is another. */
export function useOpened(drawing: Drawing): ReadonlyMap<string, Opened> {
  const paths = useOpenPaths();
  const known = usePart(useCallback((state: PageState) => picturesIn(state, paths), [paths]));
  const observed = useObservedAt();
  const pictures = useMemo(() => withObserved(known, observed), [known, observed]);
  const layoutOf = useLayouts(pictures);
  return useMemo(
    () => (pictures.size === 0 ? NOTHING : openedIn(ROOT, drawing, { pictures, layoutOf })),
    [drawing, pictures, layoutOf],
  );
}

type Pictures = ReadonlyMap<string, Pictured>;

interface Opening {
  readonly pictures: Pictures;
  readonly layoutOf: (drawing: Drawing) => Layout;
}

function openedIn(path: string, drawing: Drawing, opening: Opening): ReadonlyMap<string, Opened> {
  const opened = new Map<string, Opened>();
  for (const [id, picture] of opening.pictures) {
    const name = nameOfId(id);
    if (pathOfId(id) === path && id === idIn(path, name)) {
      const width = drawing.boxes.find((box) => box.id === name)?.width ?? USUAL_WIDTH;
      const inner = openedIn(id, closedDrawing(picture), opening);
      opened.set(name, openedGraph({ path: id, picture, width }, inner, opening.layoutOf));
    }
  }
  return opened;
}

/** The pictures with the edges that runs took and nothing declares; the same ones where there are none. */
function withObserved(pictures: Pictures, observed: (path: string) => readonly GraphEdge[]): Pictures {
  return new Map(
    [...pictures].map(([path, picture]) => {
      const more = unseen(picture, observed(path));
      return [path, more.length === 0 ? picture : { ...picture, edges: [...picture.edges, ...more] }];
    }),
  );
}

const known = new WeakMap<readonly string[], Pictures>();

/** The pictures of these graphs, as far as they are known. The same map while all of them are the same. */
function picturesIn(state: PageState, paths: readonly string[]): Pictures {
  const now = new Map<string, Pictured>();
  for (const path of paths) {
    const source = innerSourceIn(state, path);
    const picture = source === null ? null : innerPicture(path, source);
    if (picture !== null) {
      now.set(path, picture);
    }
  }
  const before = known.get(paths);
  if (before?.size === now.size && [...now].every(([path, picture]) => before.get(path) === picture)) {
    return before;
  }
  known.set(paths, now);
  return now;
}

/** ELK's layouts of drawings in which nothing is open, by what is drawn: a step or another moment changes none. */
const tidied = observable<ReadonlyMap<string, Layout>>(new Map());
const asked = new Set<string>();
const KEPT = 60;

function useLayouts(pictures: Pictures): (drawing: Drawing) => Layout {
  const all = useSyncExternalStore(
    (changed) => tidied.watch((layouts) => layouts, changed),
    () => tidied.get(),
  );
  useEffect(() => {
    for (const picture of pictures.values()) {
      ask(closedDrawing(picture));
    }
  }, [pictures]);
  return useCallback((drawing) => all.get(signOf(drawing)) ?? provisionalOf(drawing), [all]);
}

function ask(drawing: Drawing): void {
  const sign = signOf(drawing);
  if (asked.has(sign) || tidied.get().has(sign)) {
    return;
  }
  asked.add(sign);
  const take = (layout: Layout) => {
    tidied.set(new Map([...[...tidied.get()].slice(1 - KEPT), [sign, layout]]));
  };
  // Without ELK's the provisional layout stays: it is legible.
  const done = () => void asked.delete(sign);
  tidyInside(drawing).then(take).then(done, done);
}

const signs = new WeakMap<Drawing, string>();

function signOf(drawing: Drawing): string {
  const before = signs.get(drawing);
  if (before !== undefined) {
    return before;
  }
  const boxes = drawing.boxes.map(({ id, width, height, tail }) => [id, width, height, tail]);
  const sign = JSON.stringify([boxes, drawing.wires.map(({ id, label }) => [id, label])]);
  signs.set(drawing, sign);
  return sign;
}

const provisional = new WeakMap<Drawing, Layout>();

function provisionalOf(drawing: Drawing): Layout {
  const layout = provisional.get(drawing) ?? provisionalLayout(drawing);
  provisional.set(drawing, layout);
  return layout;
}
