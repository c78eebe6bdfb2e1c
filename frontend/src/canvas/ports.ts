/** Where along a box's edge each wire leaves and arrives: what both layouts agree on. Pure. */

import { type Drawing, diamondId, type Wire } from "./drawing";

/** From so many on, wires share one port: spread over one edge they could not be told apart. */
const MANY = 7;

/** The ports of each box, top and bottom, in the order of their wires; and the two ports of each wire. */
export interface Ports {
  readonly leaving: ReadonlyMap<string, readonly string[]>;
  readonly arriving: ReadonlyMap<string, readonly string[]>;
  readonly ofWire: ReadonlyMap<string, { readonly source: string; readonly target: string }>;
}

/** One port for each wire; one for all wires of a branch, since they start in one diamond. */
export function portsOf(drawing: Drawing): Ports {
  const outgoing = countBy(drawing.wires, (wire) => wire.source);
  const incoming = countBy(drawing.wires, (wire) => wire.target);
  const leaving = new Map<string, Set<string>>();
  const arriving = new Map<string, Set<string>>();
  const ofWire = new Map<string, { source: string; target: string }>();
  for (const wire of drawing.wires) {
    const source = sourcePort(wire, outgoing.get(wire.source) ?? 0);
    const shared = (incoming.get(wire.target) ?? 0) >= MANY && !drawing.bars.has(wire.target);
    const target = shared ? `in ${wire.target}` : `in ${wire.id}`;
    put(leaving, wire.source, source);
    put(arriving, wire.target, target);
    ofWire.set(wire.id, { source, target });
  }
  return { leaving: lists(leaving), arriving: lists(arriving), ofWire };
}

/** The port in which the wires of a branch start. */
export function branchPort(source: string, branch: string): string {
  return `out ${diamondId(source, branch)}`;
}

function sourcePort(wire: Wire, count: number): string {
  if (wire.branch !== null) {
    return branchPort(wire.source, wire.branch);
  }
  return count >= MANY ? `out ${wire.source}` : `out ${wire.id}`;
}

function countBy(wires: readonly Wire[], key: (wire: Wire) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const wire of wires) {
    counts.set(key(wire), (counts.get(key(wire)) ?? 0) + 1);
  }
  return counts;
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  set.add(value);
  sets.set(key, set);
}

function lists(sets: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  return new Map([...sets].map(([key, set]) => [key, [...set]]));
}
