/** Where everything of a drawing stands: what both layouts give and the canvas draws. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A drawing with places. Routes and labels go by a wire's id, diamonds and boxes by their own. */
export interface Layout {
  /** Provisional: our own, at once. Tidy: ELK's, whose routes go round the boxes. Arranged: kept while it is edited. */
  readonly quality: "arranged" | "provisional" | "tidy";
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  /** The middle of each label. */
  readonly labels: ReadonlyMap<string, Point>;
  readonly diamonds: ReadonlyMap<string, Point>;
  readonly bounds: Rect;
}

/** From the card's edge to the middle of a diamond. */
export const DIAMOND_DROP = 10;

const MARGIN = 24;

/** The rectangle around all boxes and routes, with a margin. */
export function boundsOf(boxes: Iterable<Rect>, routes: Iterable<readonly Point[]>): Rect {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  const take = (x: number, y: number) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  };
  for (const box of boxes) {
    take(box.x, box.y);
    take(box.x + box.width, box.y + box.height);
  }
  for (const route of routes) {
    for (const point of route) {
      take(point.x, point.y);
    }
  }
  if (left > right) {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
  return {
    x: left - MARGIN,
    y: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  };
}

/** Whether two rectangles share a point. */
export function touches(one: Rect, other: Rect): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

/** The rectangle around a route. */
export function spanOf(route: readonly Point[]): Rect {
  const box = boundsOf([], [route]);
  return {
    x: box.x + MARGIN,
    y: box.y + MARGIN,
    width: box.width - 2 * MARGIN,
    height: box.height - 2 * MARGIN,
  };
}

/** The same routes, each begun at its card: below a card lies room for diamonds, which a plain edge crosses. */
export function begunAtCards(
  routes: ReadonlyMap<string, readonly Point[]>,
  wires: Iterable<{ readonly id: string; readonly source: string; readonly branch: string | null }>,
  boxes: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, readonly Point[]> {
  const begun = new Map(routes);
  for (const { id, source, branch } of wires) {
    const box = boxes.get(source);
    const [first, ...rest] = routes.get(id) ?? [];
    if (branch === null && box !== undefined && first !== undefined) {
      begun.set(id, [{ x: first.x, y: box.y + box.height }, ...rest]);
    }
  }
  return begun;
}
