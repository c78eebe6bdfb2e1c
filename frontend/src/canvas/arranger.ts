/** Keeps the layout of each picture while it is edited: tidied once, then kept, until a person asks to tidy up. */

import { arrangedLayout } from "./arranged";
import type { Drawing } from "./drawing";
import type { Layout, Point } from "./layout";
import { provisionalLayout } from "./provisional";
import { renaming } from "./renaming";

export type Places = ReadonlyMap<string, Point>;

export interface Wanted {
  /** The picture's; another one has another layout. */
  readonly id: string;
  /** The text's; null for what no text changes. */
  readonly revision: number | null;
  readonly drawing: Drawing;
  /** Where a person put boxes. */
  readonly places: Places;
}

export interface Arranger {
  /** The layout now. */
  layout(wanted: Wanted): Layout;
  /** Whether ELK should lay it out anew. */
  isUntidy(wanted: Wanted): boolean;
  /** ELK's answer; null when there is none: then it stays as it is. */
  tidied(wanted: Wanted, layout: Layout | null): void;
  /** Put boxes somewhere before anybody confirms it. */
  put(id: string, places: Places): void;
  /** Where a box that comes next should stand. */
  expect(name: string, place: Point): void;
  /** Lay out anew at the next occasion. */
  forget(id: string): void;
}

interface Kept {
  wanted: Wanted;
  layout: Layout;
  /** What the layout was made for: the picture as it came first, or as ELK laid it out last. */
  base: Wanted;
  isTidied: boolean;
  isEdited: boolean;
  /** Where every box stood that ever was: one that comes back finds its place. */
  readonly memory: Map<string, Point>;
}

const PICTURES = 8;
const BESIDE = 28;

/** The layouts of one canvas. */
export function arranger(): Arranger {
  const kept = new Map<string, Kept>();
  const expected = new Map<string, Point>();
  return {
    layout(wanted) {
      const mine = kept.get(wanted.id);
      if (mine === undefined) {
        const made = begun(wanted);
        if (kept.size >= PICTURES) {
          kept.delete([...kept.keys()][0] ?? "");
        }
        kept.set(wanted.id, made);
        return made.layout;
      }
      if (mine.wanted.drawing !== wanted.drawing || mine.wanted.places !== wanted.places) {
        follow(mine, wanted, expected);
      }
      return mine.layout;
    },
    isUntidy(wanted) {
      const mine = kept.get(wanted.id);
      if (mine === undefined || !(mine.isTidied || mine.isEdited)) {
        return true;
      }
      return !mine.isEdited && wanted.places.size === 0 && mine.base.drawing !== wanted.drawing;
    },
    tidied(wanted, layout) {
      const mine = kept.get(wanted.id);
      if (mine !== undefined) {
        mine.base = wanted;
        mine.isTidied = true;
        mine.layout = layout === null ? mine.layout : withPlaces(wanted, layout);
        remember(mine);
      }
    },
    put(id, places) {
      const mine = kept.get(id);
      if (mine !== undefined) {
        mine.isEdited = true;
        mine.layout = arrangedLayout(mine.wanted.drawing, { places, near: expected }, mine.layout);
        remember(mine);
      }
    },
    expect(name, place) {
      expected.clear();
      expected.set(name, place);
    },
    forget(id) {
      const mine = kept.get(id);
      expected.clear();
      if (mine !== undefined) {
        mine.isEdited = false;
        mine.isTidied = false;
        mine.memory.clear();
      }
    },
  };
}

function follow(mine: Kept, wanted: Wanted, expected: Places): void {
  mine.isEdited ||= isEdit(mine.base, wanted);
  const isKept = mine.isEdited || wanted.places.size > 0 || isCovered(mine, wanted.drawing);
  const renamed = movedName(mine.wanted.drawing, wanted.drawing, mine.layout);
  const copies = besideOriginals(wanted.drawing, mine.layout);
  const near = new Map([...copies, ...mine.memory, ...renamed, ...expected]);
  mine.layout = isKept
    ? arrangedLayout(wanted.drawing, { places: wanted.places, near }, mine.layout)
    : provisionalLayout(wanted.drawing);
  mine.wanted = wanted;
  remember(mine);
}

function begun(wanted: Wanted): Kept {
  const layout = withPlaces(wanted, provisionalLayout(wanted.drawing));
  const mine = { wanted, layout, base: wanted, isTidied: false, isEdited: false, memory: new Map() };
  remember(mine);
  return mine;
}

function withPlaces({ drawing, places }: Wanted, layout: Layout): Layout {
  return places.size === 0 ? layout : arrangedLayout(drawing, { places, near: NOWHERE }, layout);
}

const NOWHERE: Places = new Map();

function remember({ layout, memory }: Kept): void {
  for (const [id, { x, y }] of layout.boxes) {
    memory.set(id, { x, y });
  }
}

/** Whether the text changed what is drawn: then nothing may be shuffled. What a run shows more is no edit. */
function isEdit(base: Wanted, wanted: Wanted): boolean {
  return base.revision !== null && base.revision !== wanted.revision && shape(base) !== shape(wanted);
}

function shape({ drawing }: Wanted): string {
  const wires = drawing.wires.filter(({ origin }) => origin !== "observed").map(({ id }) => id);
  return [...drawing.boxes.map(({ id }) => id), ...wires].join("\n");
}

/** Only wires were added or taken: the boxes can stay where they are until the new layout comes. */
function isCovered({ isTidied, layout, wanted }: Kept, drawing: Drawing): boolean {
  return (
    isTidied &&
    wanted.drawing.boxes.length === drawing.boxes.length &&
    drawing.boxes.every((box) => layout.boxes.has(box.id))
  );
}

/** A card that was renamed stays where it was. */
function movedName(before: Drawing, after: Drawing, layout: Layout): Places {
  const renamed = renaming(before.nodes, after.nodes);
  const place = layout.boxes.get(renamed?.from ?? "");
  return renamed === null || place === undefined ? NOWHERE : new Map([[renamed.to, place]]);
}

/** A copy has its original's name and a number: it comes beside it. */
function besideOriginals({ nodes }: Drawing, { boxes }: Layout): Places {
  const places = new Map<string, Point>();
  for (const { name } of nodes) {
    const original = boxes.has(name) ? undefined : boxes.get(name.replace(/_\d+$/, ""));
    if (original !== undefined) {
      places.set(name, { x: original.x + original.width + BESIDE, y: original.y });
    }
  }
  return places;
}
