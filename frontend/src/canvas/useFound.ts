/** What the rules found, by node and by edge, for the marks on the canvas. */

import type { Finding } from "../protocol/generated";
import { useFindings } from "../store/useDocument";
import type { Wire } from "./drawing";

interface Found {
  readonly nodes: ReadonlyMap<string, readonly Finding[]>;
  readonly edges: ReadonlyMap<string, readonly Finding[]>;
}

const NONE: readonly Finding[] = [];
const known = new WeakMap<readonly Finding[], Found>();

/** What was found in a node. */
export function useFoundNode(name: string): readonly Finding[] {
  return foundIn(useFindings()).nodes.get(name) ?? NONE;
}

/** What was found in an edge. */
export function useFoundEdge({ name, edge }: Wire): readonly Finding[] {
  const { edges } = foundIn(useFindings());
  return edges.size === 0 ? NONE : (edges.get(`${edge?.source}->${edge?.target}`) ?? edges.get(name) ?? NONE);
}

export function worstOf(found: readonly Finding[]): "error" | "warning" {
  return found.some(({ severity }) => severity === "error") ? "error" : "warning";
}

/** What is only worth knowing is left to the list of problems. */
function foundIn(findings: readonly Finding[]): Found {
  const before = known.get(findings);
  if (before !== undefined) {
    return before;
  }
  const serious = findings.filter(({ severity }) => severity !== "info");
  const found = {
    nodes: grouped(serious, ({ nodes }) => nodes),
    edges: grouped(serious, ({ edges }) => edges),
  };
  known.set(findings, found);
  return found;
}

function grouped(
  findings: readonly Finding[],
  namesOf: (finding: Finding) => readonly string[],
): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const name of namesOf(finding)) {
      const group = groups.get(name);
      if (group === undefined) {
        groups.set(name, [finding]);
      } else {
        group.push(finding);
      }
    }
  }
  return groups;
}
