/** The small drawings of the shipped examples. */

import type { Drawing } from "./Sketch";

const chain: Drawing = {
  cards: [
    [38, 42],
    [98, 42],
    [158, 42],
  ],
  edges: ["M52 42h32", "M112 42h32"],
};

const fan: Drawing = {
  cards: [
    [34, 42],
    [98, 24],
    [98, 60],
    [162, 42],
  ],
  edges: ["M48 42h18V24h18", "M66 42v18h18", "M112 24h18v18h18", "M112 60h18V42"],
};

const loop: Drawing = {
  cards: [
    [38, 48],
    [98, 48],
    [162, 48],
  ],
  edges: ["M52 48h32", "M112 48h36", "M124 48V20H38v22"],
  diamonds: [[124, 48]],
};

const join: Drawing = {
  cards: [
    [28, 42],
    [74, 24],
    [74, 60],
    [116, 60],
    [170, 42],
  ],
  edges: ["M42 42h9V24h9", "M51 42v18h9", "M88 24h50", "M88 60h14", "M130 60h8", "M138 42h18"],
  bars: ["M138 16v52"],
};

const sketches: Readonly<Record<string, Drawing>> = {};

/** The drawing of an example; one that has none of its own gets a plain chain. */
export function sketchOf(example: string): Drawing {
  return sketches[example] ?? [chain, fan, loop, join][example.length % 4] ?? chain;
}
