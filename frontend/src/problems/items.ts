/** Everything that is wrong with the document or its run, as one list. Pure. */

import { baseName } from "../base/path";
import type { EngineWarned, Finding, Frame, GraphRejected, Mend, Problem } from "../protocol/generated";

export type Severity = Finding["severity"];

/** One problem, whoever found it. */
export interface Item {
  /** The same for the same problem of a newer text, as far as that can be told. */
  readonly key: string;
  readonly code: string;
  readonly severity: Severity;
  readonly sentence: string;
  /** Who found it or where, when that is not a rule in the graph that is drawn. */
  readonly origin: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly nodes: readonly string[];
  readonly channels: readonly string[];
  /** Ways through the graph that show it, as node names from START on. */
  readonly paths: readonly (readonly string[])[];
  readonly mends: readonly Mend[];
  readonly traceback: readonly Frame[];
}

export interface Sources {
  /** Why the newest text cannot be read. */
  readonly fault: Problem | null;
  readonly findings: readonly Finding[];
  /** What the import of the document told, if it gave no graph. */
  readonly rejected: GraphRejected | null;
  /** What the engine warned of while it ran. */
  readonly warnings: readonly EngineWarned[];
  /** The graph that is drawn; what is found in another one says so. */
  readonly graph: string | null;
}

/** All problems, errors first, then by their lines. */
export function itemsOf({ fault, findings, rejected, warnings, graph }: Sources): readonly Item[] {
  const told = (rejected?.problems ?? []).filter((problem) => !isSame(problem, fault));
  const items = [
    ...(fault === null ? [] : [ofProblem(fault, null)]),
    ...told.map((problem) => ofProblem(problem, "when it was imported")),
    ...findings.map((finding) => ofFinding(finding, graph)),
    ...warnings.map(ofWarning),
  ];
  return withKeys(items.toSorted(byWeight));
}

/** The syntax error that the import told of is the one that is in the text. */
function isSame(problem: Problem, fault: Problem | null): boolean {
  return fault !== null && problem.line === fault.line && problem.sentence === fault.sentence;
}

const NOTHING = {
  origin: null,
  line: null,
  column: null,
  nodes: [],
  channels: [],
  paths: [],
  mends: [],
  traceback: [],
} satisfies Partial<Item>;

type Unkeyed = Omit<Item, "key">;

function ofProblem(problem: Problem, origin: string | null): Unkeyed {
  const { code, severity, sentence, line, column, traceback } = problem;
  return { ...NOTHING, code, severity, sentence, origin, line, column, traceback };
}

function ofFinding(finding: Finding, graph: string | null): Unkeyed {
  const { code, severity, sentence, line, column, nodes, channels, paths, mends } = finding;
  const origin = finding.graph === null || finding.graph === graph ? null : `in the graph ${finding.graph}`;
  return { ...NOTHING, code, severity, sentence, origin, line, column, nodes, channels, paths, mends };
}

function ofWarning({ code, sentence, step, node, channel }: EngineWarned): Unkeyed {
  return {
    ...NOTHING,
    code,
    severity: "warning",
    sentence,
    origin: step === null ? "when it was compiled" : `in superstep ${step}`,
    nodes: node === null ? [] : [node],
    channels: channel === null ? [] : [channel],
  };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

function byWeight(one: Unkeyed, other: Unkeyed): number {
  const lineOf = ({ line }: Unkeyed) => line ?? Number.MAX_SAFE_INTEGER;
  return RANK[one.severity] - RANK[other.severity] || lineOf(one) - lineOf(other);
}

/** Equal problems get a number, so that no two keys are the same. */
function withKeys(items: readonly Unkeyed[]): readonly Item[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = `${item.code} ${item.sentence}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { ...item, key: `${name} ${count}` };
  });
}

/** The whole list in a few words: "3 problems, 1 error". */
export function summaryOf(items: readonly Item[]): string {
  const errors = items.filter(({ severity }) => severity === "error").length;
  const all = counted(items.length, "problem");
  return errors === 0 ? all : `${all}, ${counted(errors, "error")}`;
}

function counted(count: number, word: string): string {
  return `${count === 0 ? "No" : count} ${word}${count === 1 ? "" : "s"}`;
}

/** A frame's place as it is written. */
export function framePlace({ path, line }: Frame): string {
  return `${baseName(path)}:${line}`;
}
