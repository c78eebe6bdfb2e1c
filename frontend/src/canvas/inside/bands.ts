/** How far each place of a drawing moves when some of its boxes grow. Pure. */

import { TAIL_HEIGHT } from "../drawing";
import type { Layout, Rect } from "../layout";
import type { Size } from "../viewport";

/** A box that grows: where it stood, and by how much. */
interface Growth {
  readonly rect: Rect;
  readonly across: number;
  readonly down: number;
}

/** Growths side by side: together they need the height of the tallest. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly down: number;
  readonly growths: readonly Growth[];
}

export function growthsOf(layout: Layout, sizes: ReadonlyMap<string, Size>): readonly Growth[] {
  return [...sizes].flatMap(([id, { width, height }]) => {
    const rect = layout.boxes.get(id);
    return rect === undefined ? [] : [{ rect, across: width - rect.width, down: height - rect.height }];
  });
}

/** The bands from the top. */
export function bandsOf(growths: readonly Growth[]): readonly Band[] {
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

/** What stands below a band goes down; what stands beside a growth goes aside by half of it, since a box grows about its middle. */
export function shiftOf(
  rect: Rect,
  bands: readonly Band[],
): { readonly across: number; readonly down: number } {
  const middle = rect.x + rect.width / 2;
  let [across, down] = [0, 0];
  for (const band of bands) {
    if (rect.y >= band.bottom) {
      down += band.down;
    } else if (rect.y + rect.height > band.top) {
      for (const growth of band.growths) {
        across += (Math.sign(middle - growth.rect.x - growth.rect.width / 2) * growth.across) / 2;
      }
    }
  }
  return { across, down };
}

/** How far a corner of a line goes down: what hangs at a card's lower edge stays there. */
export function loweredBy(y: number, bands: readonly Band[]): number {
  return bands.reduce((sum, { bottom, down }) => sum + (y > bottom + TAIL_HEIGHT ? down : 0), 0);
}
