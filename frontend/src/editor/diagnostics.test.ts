import { expect, test } from "vitest";
import type { Finding } from "../protocol/generated";
import { type DocumentState, documentAfter } from "../store/document";
import { documentFrame } from "../store/testing/document";
import { problemOf } from "../store/testing/server";
import { diagnosesOf } from "./diagnostics";

const TEXT = 'mood = "😀"\nbuilder.add_edge("a", "b")\n';

const FINDING: Finding = {
  code: "node.unknown",
  severity: "warning",
  sentence: "No node is called b.",
  graph: null,
  span: null,
  line: null,
  column: null,
  nodes: [],
  channels: [],
  edges: [],
  paths: [],
  mends: [],
};

function documentWith(more: Partial<DocumentState>): DocumentState {
  const state = documentAfter(null, documentFrame({ text: TEXT }));
  if (state === null) {
    throw new Error("A whole text always makes a document.");
  }
  return { ...state, findingsRevision: 0, ...more };
}

function markedText(document: DocumentState): readonly string[] | undefined {
  return diagnosesOf(document)?.map(({ from, to }) => TEXT.slice(from, to));
}

test("a finding marks its span, which counts code points", () => {
  const start = [...TEXT.slice(0, TEXT.indexOf('"b"'))].length;

  expect(markedText(documentWith({ findings: [{ ...FINDING, span: { start, end: start + 3 } }] }))).toEqual([
    '"b"',
  ]);
});

test("without a span the rest of its line is marked, and without a line the first one", () => {
  const findings = [{ ...FINDING, line: 2, column: 9 }, { ...FINDING, line: 2, column: 99 }, FINDING];

  expect(markedText(documentWith({ findings }))).toEqual([
    'add_edge("a", "b")',
    'builder.add_edge("a", "b")',
    'mood = "😀"',
  ]);
});

test("a text that does not parse tells that alone", () => {
  const fault = { ...problemOf("'(' was never closed."), line: 2, column: 17 };

  const told = diagnosesOf(documentWith({ fault, findings: [FINDING] }));

  expect(told?.map(({ sentence, severity }) => [sentence, severity])).toEqual([
    ["'(' was never closed.", "error"],
  ]);
});

test("what was found in an older text is not marked in this one", () => {
  expect(diagnosesOf(documentWith({ findings: [FINDING], findingsRevision: -1 }))).toBeNull();
});
