/** Room for cards that grew: what stands beside and below moves away by as much, and nothing else moves. Pure. */

import { arrangedLayout } from "../arranged";
import type { Places } from "../arranger";
import type { Drawing } from "../drawing";
import type { Layout, Rect } from "../layout";
import type { Size } from "../viewport";

const NOWHERE: Places = new Map();

/** The drawing with these boxes as large as given. */
export function grown(drawing: Drawing, sizes: ReadonlyMap<string, Size>): Drawing {
  const boxes = drawing.boxes.map((box) => ({ ...box, ...sizes.get(box.id) }));
  return { ...drawing, boxes };
}

/** The layout of a grown drawing, from that of the drawing as it was: closing gives back what was there before. */
export function withRoom(larger: Drawing, layout: Layout, sizes: ReadonlyMap<string, Size>): Layout {
  const growths = growthsOf(layout, sizes);
  const bands = bandsOf(growths);
  const places = new Map(
    larger.boxes.flatMap(({ id, kind, width }) => {
      const rect = layout.boxes.get(id);
      return rect === undefined || kind === "bar" ? [] : [[id, placeOf(rect, width, bands)] as const];
    }),
  );
  return arrangedLayout(larger, { places, near: NOWHERE }, layout);
}

/** A box that grows: where it stood, and by how much. */
interface Growth {
  readonly rect: Rect;
  readonly across: number;
  readonly down: number;
}

/** Growths side by side: together they need the height of the tallest. */
interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly down: number;
  readonly growths: readonly Growth[];
}

function growthsOf(layout: Layout, sizes: ReadonlyMap<string, Size>): readonly Growth[] {
  return [...sizes].flatMap(([id, { width, height }]) => {
    const rect = layout.boxes.get(id);
    return rect === undefined ? [] : [{ rect, across: width - rect.width, down: height - rect.height }];
  });
}

function bandsOf(growths: readonly Growth[]): readonly Band[] {
  const bands: Band[] = [];
  for (const growth of growths.toSorted((one, other) => one.rect.y - other.rect.y)) {
    const { y, height } = growth.rect;
    const last = bands.at(-1);
    if (last !== undefined && y < last.bottom) {
      bands[bands.length - 1] = {
        top: last.top,
        bottom: Math.max(last.bottom, y + height),
        down: Math.max(last.down, growth.down),
        growths: [...last.growths, growth],
      };
    } else {
      bands.push({ top: y, bottom: y + height, down: growth.down, growths: [growth] });
    }
  }
  return bands;
}

/** What lies below a band goes down; what lies beside a growth goes aside by half, since a box grows about its middle. */
function placeOf(rect: Rect, width: number, bands: readonly Band[]) {
  let { y } = rect;
  const middle = rect.x + rect.width / 2;
  let x = middle;
  for (const band of bands) {
    if (rect.y >= band.bottom) {
      y += band.down;
    } else if (rect.y + rect.height > band.top) {
      for (const growth of band.growths) {
        x += (Math.sign(middle - growth.rect.x - growth.rect.width / 2) * growth.across) / 2;
      }
    }
  }
  return { x: x - width / 2, y };
}
