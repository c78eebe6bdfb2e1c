import { expect, test } from "vitest";
import type { Cell, GraphNode, NodeView } from "../protocol/generated";
import { blankCell } from "../store/fold/cells";
import { blankNode } from "../store/fold/nodes";
import { NO_ATTEMPTS } from "./attempts";
import { type CardFacts, describe, faceOf, joinProgress, wordsOf } from "./cardFace";
import { fitting } from "./chips";

const node: GraphNode = {
  name: "merge",
  triggers: [],
  defer: false,
  function: "merge",
  line: 1,
  endLine: 2,
  doc: null,
};

const wake = { channel: "branch:to:merge", version: 3, seen: null, fired: true };

function view(more: Partial<NodeView>): NodeView {
  return { ...blankNode("merge"), ...more };
}

function face(more: Partial<CardFacts>) {
  const facts: CardFacts = {
    node,
    view: null,
    hasRun: false,
    due: null,
    join: null,
    isHeld: false,
    refusedBy: null,
    shownStep: 3,
    isAborted: false,
    attempts: null,
  };
  return faceOf({ ...facts, ...more });
}

function told(more: Partial<CardFacts>): string {
  const { status, label, reason, trouble } = face(more);
  return [status, ...[label, reason, trouble].map(wordsOf)].filter(Boolean).join(" | ");
}

test("a card says its status and what woke the node", () => {
  expect(told({ view: view({ status: "done", step: 3, wakes: [wake] }) })).toBe(
    "done | done | branch:to:merge v3",
  );
  expect(told({ view: view({ status: "running", tasks: 3, wakes: [wake, wake] }) })).toBe(
    "running | running ×3 | branch:to:merge v3 +1",
  );
});

test("a node that was sent its input says so, and not where the packets lay", () => {
  const packets = { channel: "__pregel_tasks", version: null, seen: null, fired: true };

  expect(told({ view: view({ status: "running", tasks: 3, wakes: [packets] }) })).toBe(
    "running | running ×3 | was sent here",
  );
});

test.each([
  [
    'The node "merge" failed in line 20 of policies.py: ValueError: no: such',
    "ValueError: no: such (line 20)",
  ],
  ['The node "merge" failed: KeyError: 1', "KeyError: 1"],
  ["Something else: it ended.", "Something else: it ended."],
])("of the failure %j the card tells %j", (sentence, text) => {
  expect(face({ view: view({ status: "failed", sentence }) }).trouble?.text).toBe(text);
});

test("a node that is due next is planned; one that just ran and is due again says both", () => {
  const due = { node: "merge", wakes: [{ ...wake, version: 4 }] };

  expect(told({ due })).toBe("planned | planned | branch:to:merge v4");
  expect(told({ due, view: view({ status: "done", wakes: [wake] }) })).toBe(
    "done | done, due | branch:to:merge v3",
  );
});

test("a node that took part earlier says when", () => {
  expect(told({ view: view({ step: 1, wakes: [wake] }) })).toBe("idle | step 1 | branch:to:merge v3");
});

test("what a node did on another branch of history is not told of this one", () => {
  expect(told({ view: view({ step: 5, wakes: [wake], wrote: ["plan"] }) })).toBe(
    "idle | idle | not triggered",
  );
  expect(face({ view: view({ step: 5, wrote: ["plan"] }) }).wrote).toEqual([]);
});

test("a node that has seen a trigger ran before, even where nothing else is told of it", () => {
  expect(told({ hasRun: true })).toBe("idle | idle | ran before");
  expect(told({ hasRun: true, view: view({ step: 5, wakes: [wake] }) })).toBe("idle | idle | ran before");
});

test("a join that is not complete says how many arrived and who is missing", () => {
  const waiting = face({ join: { arrived: ["north"], missing: ["south"] } });

  expect(waiting.reason).toEqual({ icon: "clock", text: "1 of 2, needs south", tone: "wait" });
  expect(waiting.isQuiet).toBe(false);
  expect(told({ join: { arrived: [], missing: ["north", "south"] } })).toBe("idle | idle | not triggered");
});

test("a failure and a refused write are told in place of what was written", () => {
  expect(told({ view: view({ status: "failed", wakes: [wake], sentence: "It raised ValueError." }) })).toBe(
    "failed | failed | branch:to:merge v3 | It raised ValueError.",
  );
  expect(told({ isAborted: true, refusedBy: "plan", view: view({ status: "done", wakes: [wake] }) })).toBe(
    "done | ran | branch:to:merge v3 | wrote plan",
  );
});

test("a deferred node whose trigger is kept waits for others", () => {
  expect(describe(face({ isHeld: true }))).toBe("idle; waits for others");
  expect(face({ isHeld: true }).isQuiet).toBe(false);
});

test("the members that arrived are read from the value of the join's channel", () => {
  const cell: Pick<Cell, "available" | "value"> = {
    available: false,
    value: { kind: "set", text: '{"north"}' },
  };

  expect(joinProgress(["north", "nor"], { ...blankCell("join:north+south:merge"), ...cell })).toEqual({
    arrived: ["north"],
    missing: ["nor"],
  });
  expect(
    joinProgress(["north"], { ...blankCell("join:north+south:merge"), available: true }).missing,
  ).toEqual([]);
  expect(joinProgress(["north"], null)).toEqual({ arrived: [], missing: ["north"] });
});

test("labels that do not fit are counted", () => {
  expect(fitting(["plan", "findings", "notes"], 140)).toEqual({ shown: ["plan", "findings"], more: 1 });
  expect(fitting(["plan", "notes"], 140)).toEqual({ shown: ["plan", "notes"], more: 0 });
  expect(fitting(["a_name_longer_than_any_card_is_wide"], 100).shown.length).toBe(1);
});

test("attempts that failed before, and what a cache spared, are told beside the end", () => {
  const attempts = NO_ATTEMPTS;
  const words = (more: Partial<NodeView>, of: Partial<CardFacts["attempts"] & object>) =>
    face({ view: view({ status: "done", step: 3, tasks: 1, ...more }), attempts: { ...attempts, ...of } })
      .label.text;

  expect(words({}, { retried: 2 })).toBe("done, try 3");
  expect(words({ status: "failed" }, { retried: 2 })).toBe("failed, try 3");
  expect(words({ tasks: 4 }, { retried: 2 })).toBe("done ×4, 2 tried again");
  expect(words({}, { cached: 1 })).toBe("cached");
  expect(words({ tasks: 3 }, { cached: 2 })).toBe("done ×3, 2 cached");
});

test("a failure that a handler takes is told as handled, and the handler says whose failure it takes", () => {
  const attempts = NO_ATTEMPTS;

  expect(
    told({ view: view({ status: "failed", step: 3 }), attempts: { ...attempts, handler: "mend" } }),
  ).toMatch(/^failed \| handled/);
  expect(told({ view: view({ status: "done", step: 3 }), attempts: { ...attempts, handles: "pump" } })).toBe(
    "done | done | failure of pump",
  );
});

test("what its code called is told by name and number", () => {
  const calls = [
    { name: "square", count: 3, ended: 3, failed: 0 },
    { name: "total", count: 1, ended: 0, failed: 0 },
  ];

  expect(face({ attempts: { ...NO_ATTEMPTS, calls } }).calls).toEqual({
    icon: "run",
    text: "called square ×3, total",
    tone: "plain",
  });
});
