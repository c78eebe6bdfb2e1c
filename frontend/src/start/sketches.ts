/** The small drawings of the shipped examples. Cards stand in the order of their nodes, which gives them their hues. */

import type { Drawing } from "./Sketch";

/** One node, two beside each other, and one that waits for both. */
const fan: Drawing = {
  cards: [
    [32, 42],
    [88, 24],
    [88, 60],
    [164, 42],
  ],
  edges: ["M46 42h14V24h14", "M60 42v18h14", "M102 24h24", "M102 60h24", "M126 42h24"],
  bars: ["M126 16v52"],
};

const sketches: Readonly<Record<string, Drawing>> = {
  two_writers: fan,
  two_writers_with_a_reducer: fan,
  channel_zoo: fan,
  router_loop: {
    cards: [
      [56, 46],
      [148, 46],
    ],
    edges: ["M70 46h64", "M96 46V20H56v20"],
    diamonds: [[96, 46]],
  },
  // Toast; boil, then brew; taste runs for each of toast and brew, serve waits for both.
  join_and_single_edges: {
    cards: [
      [30, 24],
      [30, 60],
      [80, 60],
      [166, 24],
      [166, 60],
    ],
    edges: ["M44 24h108", "M44 60h22", "M94 60h26", "M104 60V32h48", "M112 24v22h8", "M120 60h32"],
    bars: ["M120 38v30"],
  },
  deferred_node: {
    cards: [
      [40, 42],
      [108, 30],
      [164, 62],
    ],
    edges: ["M54 42h20V30h20", "M74 42v20h76", "M132 30V12h-24v12", "M122 30h10"],
    diamonds: [[132, 30]],
  },
  growing_conversation: {
    cards: [
      [38, 42],
      [98, 42],
      [158, 42],
    ],
    edges: ["M52 42h32", "M112 42h32"],
  },
  single_value: {
    cards: [
      [62, 42],
      [134, 42],
    ],
    edges: ["M76 42h44"],
  },
};

/** The drawing of an example; none is better than one of another graph. */
export function sketchOf(example: string): Drawing | null {
  return Object.hasOwn(sketches, example) ? (sketches[example] ?? null) : null;
}
