import { describe, expect, test } from "vitest";
import type { RunView } from "../protocol/generated";
import { EMPTY } from "../store/fold/draft";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { textOf } from "./parts";
import { type Explanation, explain, readAloud } from "./sentences";
import { ASKING, EDITING, OPEN } from "./testing/byHand";
import { explanations, supersteps } from "./testing/told";

/** The explanation of one recorded superstep; `attempt` counts those of the same number. */
function recorded(name: string, step: number, attempt = 0): Explanation {
  const log = TRANSCRIPTS.find((transcript) => transcript.name === name)?.events ?? [];
  const found = explanations(log).filter(({ facts }) => facts.step === step)[attempt];
  if (found === undefined) {
    throw new Error(`No superstep ${step} is recorded in ${name}.`);
  }
  return found;
}

/** The sentences as lines: section, icon, text. */
function lines({ headline, sentences }: Explanation): readonly string[] {
  return [
    headline,
    ...sentences.map(({ section, icon, parts }) => `${section} | ${icon} | ${textOf(parts)}`),
  ];
}

describe("a superstep is explained", () => {
  test("when the input comes in", () => {
    expect(lines(recorded("survey", -1))).toEqual([
      "Superstep -1 was committed: the input",
      "Who ran, and why | ran | The input came in. It is a superstep of its own, before any node runs.",
      'What changed | changed | __start__ took {"question": "Where to drill?"} from the input. Its update() returned True: its first version, 1.',
      "What is next | next | START is planned: __start__ is at version 1, and it has seen none. The input wrote it.",
    ]);
  });

  test("with a reducer, a collector, a complete join, and triggers that are emptied", () => {
    expect(lines(recorded("survey", 2))).toEqual([
      "Superstep 2 was committed",
      "Who ran, and why | ran | north ran: branch:to:north moved to version 3 and north had seen none. The edge from fan wrote it.",
      "Who ran, and why | ran | south ran: branch:to:south moved to version 3 and south had seen none. The edge from fan wrote it.",
      'What changed | changed | plan took "drill at the mill" from north; it was "north first". Its update() returned True: version 3 to 4.',
      'What changed | changed | findings folded two writes in task order, from north ["clay 4 m"], then south ["sand"], with operator.add: ["2 sites", "clay 4 m", "sand"]. Its update() returned True: version 3 to 4.',
      'What changed | changed | notes collected two writes in task order, from north [], then south ["wet"]: ["wet"]. Its update() returned True: its first version, 4.',
      "What changed | changed | join:north+south:merge was reached by north and south. Its update() returned True: its first version, 4.",
      "What changed | cleared | branch:to:north was emptied: no write reached it. Its update() returned True: version 3 to 4.",
      "What changed | cleared | branch:to:south was emptied: no write reached it. Its update() returned True: version 3 to 4.",
      "What is next | next | merge is planned: join:north+south:merge is at version 4, and it has seen none. Its join is complete: north and south arrived.",
    ]);
  });

  test("with who waits, and for whom", () => {
    const next = lines(recorded("unequal", 1)).filter((line) => line.startsWith("What is next"));

    expect(next).toEqual([
      "What is next | next | longer is planned: branch:to:longer is at version 3, and it has seen none. The edge from long wrote it.",
      "What is next | waits | meet waits. Its join has short and still needs longer.",
      "What is next | waits | late waits. It is deferred until nothing else is due.",
    ]);
  });

  test("with what was consumed, and what was let through when nothing else was due", () => {
    const changed = lines(recorded("unequal", 3)).filter((line) => line.startsWith("What changed"));

    expect(changed).toEqual([
      "What changed | cleared | join:short+longer:meet was consumed by meet. Its consume() returned True: version 4 to 5.",
      'What changed | changed | log folded one write, from meet ["meet"], with operator.add: ["long", "short", "longer", "meet"]. Its update() returned True: version 4 to 5.',
      'What changed | changed | last took "meet" from meet; it was "none". Its update() returned True: version 2 to 5.',
      "What changed | changed | Nothing else is due, so finish() was called on branch:to:late: None is available now. It returned True: version 3 to 5.",
    ]);
  });

  test("with the branch that chose, and with a key that no channel takes", () => {
    expect(lines(recorded("survey", 4))[1]).toBe(
      "Who ran, and why | ran | fan ran: branch:to:fan moved to version 5 and fan had seen version 2. The branch enough after merge chose it.",
    );
    expect(lines(recorded("zoo", 1))[2]).toBe(
      "Who ran, and why | false | first also returned typo, which no channel takes: dropped.",
    );
  });

  test("when two nodes wrote one LastValue: both nodes, both values, the code, and what stands", () => {
    const refused = recorded("clash", 1);

    expect(lines(refused)).toEqual([
      "Superstep 1: plan got two values and refused",
      "Refused | refused | plan is a LastValue: it keeps one value for each superstep and will not choose. It got two writes.",
      'Refused | refused | north wrote "drill at the mill".',
      'Refused | refused | south wrote "drill at the ford".',
      expect.stringMatching(/^Refused \| refused \| INVALID_CONCURRENT_GRAPH_UPDATE: .*north.*south/),
      "Refused | refused | A channel refused its writes. Superstep 1 came to nothing: every channel is as it was before.",
      "Who ran, and why | ran | north ran: branch:to:north moved to version 2 and north had seen none. The edge from START wrote it.",
      "Who ran, and why | ran | south ran: branch:to:south moved to version 2 and south had seen none. The edge from START wrote it.",
      "What is next | next | north is due: branch:to:north is at version 2, and it has seen none. The edge from START wrote it. It will not run again: its writes to plan are kept.",
      "What is next | next | south is due: branch:to:south is at version 2, and it has seen none. The edge from START wrote it. It will not run again: its writes to plan are kept.",
    ]);
    expect(refused.tone).toBe("refuse");
    expect(refused.conflicts[0]?.repairs.map(({ title }) => title).join(" ")).toContain("reducer");
  });

  test("when a node raised, and again when it went well", () => {
    expect(lines(recorded("failing", 2))).toEqual([
      "Superstep 2 was aborted",
      expect.stringMatching(
        /^Refused \| refused \| fragile raised ValueError: the bridge is out( in line \d+: .+)?\. Code: node\.raised\.$/,
      ),
      "Refused | refused | A node failed. Superstep 2 came to nothing: every channel is as it was before.",
      "Who ran, and why | refused | fragile ran and failed: branch:to:fragile moved to version 3 and fragile had seen none. The edge from steady wrote it.",
      "What is next | next | fragile is due again: branch:to:fragile is at version 3, and it has seen none. The edge from steady wrote it.",
    ]);
    expect(lines(recorded("failing", 2, 1))[1]).toBe(
      "Who ran, and why | ran | fragile ran: branch:to:fragile moved to version 3 and fragile had seen none. The edge from steady wrote it.",
    );
  });

  test("when a fork begins", () => {
    expect(lines(recorded("forked", 1, 1)).slice(0, 2)).toEqual([
      "Superstep 1 was committed: a fork",
      "Who ran, and why | ran | A fork begins here. Nothing ran yet.",
    ]);
  });

  test("when a person edited the state", () => {
    expect(lines(explanations(EDITING)[1] ?? recorded("", 0))).toEqual([
      "Superstep 1 was committed: an edit",
      'Who ran, and why | ran | A person edited the state as a, through the reducers and its edges: plan = "mill".',
      'What changed | changed | plan took "mill" from a. Its update() returned True: its first version, 3.',
      "What is next | next | b is planned.",
    ]);
  });

  test("when a node asks: what was printed, warned, dropped and kept", () => {
    expect(lines(explanations(ASKING)[1] ?? recorded("", 0))).toEqual([
      "Superstep 1 waits for an answer",
      "Who ran, and why | ran | a ran: it was sent here with an input of its own. It printed measuring and more.",
      "Who ran, and why | false | a also returned depth, which no channel takes: dropped.",
      'Who ran, and why | waits | b ran and asks: it was sent here with an input of its own. It asks: "Really?".',
      "What changed | false | Nobody reads depth.",
      "What is next | waits | Superstep 1 waits for an answer. Nothing is applied before it is answered.",
      "What is next | next | a is due. It will not run again: its writes to plan are kept.",
      "What is next | next | b is due again.",
      "What is next | waits | An answer makes b run again from its first line: what stands before a question happens once more. Answers that were given are given again, in the order of the questions; what is not answered is asked again.",
    ]);
  });

  test("while it is open", () => {
    expect(lines(explanations(OPEN)[1] ?? recorded("", 0))).toEqual([
      "Superstep 1 is under way",
      "Who ran, and why | ran | a ran: it was sent here with an input of its own.",
      "Who ran, and why | ran | b is running: it was sent here with an input of its own.",
      "Who ran, and why | next | c is planned: it was sent here with an input of its own.",
      "What changed | waits | a wrote plan; nobody sees it before all tasks have ended.",
    ]);
  });
});

test.each<[RunView["status"], string | null, string]>([
  ["failed", "The recursion limit of 3 was reached.", "The recursion limit of 3 was reached."],
  ["lost", "The worker is gone.", "The worker is gone."],
  ["stopped", null, "The run was stopped; it can go on from its last checkpoint."],
])("at the live end, a run that is %s says so", (status, sentence, expected) => {
  const [step] = supersteps(EDITING);
  const explained = step === undefined ? [] : explain(step, { ...EMPTY.run, status, sentence }).sentences;

  expect(explained.map(({ parts }) => textOf(parts)).at(-1)).toBe(expected);
});

test("sections come in one order: what was refused is said first", () => {
  const sections = recorded("clash", 1).sentences.map(({ section }) => section);

  expect([...new Set(sections)]).toEqual(["Refused", "Who ran, and why", "What is next"]);
});

test("what the graph made for itself is quiet, what the document declares is not", () => {
  const weights = recorded("survey", 2)
    .sentences.filter(({ section }) => section === "What changed")
    .map(({ weight }) => weight);

  expect(weights).toEqual(["plain", "plain", "plain", "quiet", "quiet", "quiet"]);
});

test("all of it can be read aloud", () => {
  expect(readAloud(recorded("endless", 1))).toBe(
    "Superstep 1 was committed. again ran: branch:to:again moved to version 2 and again had seen none. " +
      "The edge from START wrote it. count took 1 from again; it was 0. Its update() returned True: version 2 to 3. " +
      "branch:to:again was set by again. Its update() returned True: version 2 to 3. " +
      "again is planned: branch:to:again is at version 3, and it has seen version 2. The edge from again wrote it.",
  );
});
