/**
 * The wire's types, made from `schema.json` by `stepgraph protocol`. Do not edit: change backend/stepgraph/protocol.
 *
 * A field with `?` may be left out; the server leaves nothing else out.
 */

export const PROTOCOL_VERSION = 1 as const;

export const PREVIEW_CHARACTERS = 240 as const;

export const STEPS_IN_SNAPSHOT = 200 as const;

export const WARNINGS_IN_SNAPSHOT = 50 as const;

export const OUTPUT_CHARACTERS = 4000 as const;

export const SOCKET = "/api/socket" as const;

export const CLOSE_NO_HELLO = 4400 as const;

export const CLOSE_TOKEN = 4401 as const;

export const CLOSE_VERSION = 4406 as const;

export const COMMANDS = ["document.open", "document.trust", "run.continue", "run.fork", "run.pause", "run.restart", "run.start", "run.step", "run.stepPhase", "run.stop", "state.edit", "state.preview"] as const;

export const EVENTS = ["graph.compiled", "graph.rejected", "engine.warned", "run.started", "run.paused", "run.finished", "run.failed", "run.stopped", "step.planned", "task.started", "task.output", "task.finished", "task.failed", "task.interrupted", "channel.consumed", "channel.updated", "channel.finished", "channel.conflicted", "step.committed", "step.aborted", "state.edited", "state.restored", "worker.lost"] as const;

/**
 * The document was imported and compiled: what will run.
 *
 * `changed` says that the source is not the one that the thread's earlier events were made with.
 * `prefill` is the module's `INPUT` as JSON text; the schemas are JSON Schema as JSON text.
 */
export interface GraphCompiled {
  readonly type: "graph.compiled";
  readonly run: string;
  readonly ns: string;
  readonly document: string;
  readonly graph: string;
  readonly sourceHash: string;
  readonly changed: boolean;
  readonly nodes: readonly GraphNode[];
  readonly channels: readonly GraphChannel[];
  readonly managed: readonly GraphManaged[];
  readonly edges: readonly GraphEdge[];
  readonly inputKeys: readonly string[];
  readonly outputKeys: readonly string[];
  readonly inputSchema: string | null;
  readonly contextSchema: string | null;
  readonly prefill: string | null;
  readonly interruptBefore: readonly string[];
  readonly interruptAfter: readonly string[];
  readonly checkpointerReplaced: boolean;
}

/** One node. `line`/`endLine`: where its function stands in the document, if it does. No START, no END. */
export interface GraphNode {
  readonly name: string;
  readonly triggers: readonly string[];
  readonly defer: boolean;
  readonly function: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly doc: string | null;
}

/**
 * One channel. `argument`: what its class was given, in words ("operator.add", "guard=False").
 *
 * `initial` is what it holds before any write: a reducer's channel begins with its type's empty value.
 */
export interface GraphChannel {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly argument: string | null;
  readonly role: "internal" | "state";
  readonly io: "both" | "input" | "none" | "output";
  readonly initial: Preview;
}

/**
 * One value, bounded.
 *
 * `text` reads like Python, with strings in double quotes (JSON escapes) and None, True, False. `type` is the
 * class's name. `size` is the number of items of a container, of characters or bytes of a string; `truncated`
 * says that `text` is not all. `ref` names the whole text in the value store (SHA-256, hex). `json` is the
 * value as JSON, for editing, when it has such a form, is a container, and is as short as a preview.
 */
export interface Preview {
  readonly kind: ValueKind;
  readonly text: string;
  readonly type?: string;
  readonly size?: number;
  readonly truncated?: boolean;
  readonly ref?: string;
  readonly json?: string;
  readonly loss?: string;
}

/** A value that is computed for each task and stored nowhere. */
export interface GraphManaged {
  readonly name: string;
  readonly kind: string;
}

/**
 * One edge as drawn. `source` and `target` may be `_Start__`/`_End__`; target None is an open end.
 *
 * The members of a join share `join` (its channel's name); a branch's edges share `branch` (its name).
 */
export interface GraphEdge {
  readonly source: string;
  readonly target: string | null;
  readonly kind: "branch" | "command" | "join" | "send" | "static";
  readonly origin: "declared" | "inferred" | "observed";
  readonly label: string | null;
  readonly join: string | null;
  readonly branch: string | null;
}

/** The document gives no graph to run. `candidates` are the graphs to choose from, when there are several. */
export interface GraphRejected {
  readonly type: "graph.rejected";
  readonly run: string;
  readonly ns: string;
  readonly document: string;
  readonly problems: readonly Problem[];
  readonly candidates: readonly string[];
}

/** What is wrong, where, and what to do. Lines and columns count from 1. */
export interface Problem {
  readonly code: string;
  readonly sentence: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: "error" | "warning";
  readonly traceback: readonly Frame[];
}

/** One line of a traceback. `inDocument` tells the user's own file from the libraries it calls. */
export interface Frame {
  readonly path: string;
  readonly line: number;
  readonly function: string;
  readonly text: string;
  readonly inDocument: boolean;
}

/** What the reference only logs. */
export interface EngineWarned {
  readonly type: "engine.warned";
  readonly run: string;
  readonly ns: string;
  readonly step: number | null;
  readonly code: string;
  readonly sentence: string;
  readonly node: string | null;
  readonly channel: string | null;
}

/** A call began. `kind`: with an input, going on from the tip, or a fork from an earlier `checkpoint`. */
export interface RunStarted {
  readonly type: "run.started";
  readonly run: string;
  readonly ns: string;
  readonly kind: "fork" | "input" | "resume";
  readonly thread: string;
  readonly checkpoint: string | null;
  readonly step: number;
  readonly recursionLimit: number;
  readonly input: Preview;
  readonly context: Preview;
}

/** The run waits. `phase` is about to begin in superstep `step`. */
export interface RunPaused {
  readonly type: "run.paused";
  readonly run: string;
  readonly ns: string;
  readonly reason: "breakpoint" | "limit" | "pause" | "phase" | "question" | "step";
  readonly step: number;
  readonly phase: Phase;
  readonly channel: string | null;
  readonly node: string | null;
}

/** Nothing is due any more. `step` is the last superstep. */
export interface RunFinished {
  readonly type: "run.finished";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly output: Preview;
}

/** The run ended by an error; what was committed stands. */
export interface RunFailed {
  readonly type: "run.failed";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly code: string;
  readonly error: string;
  readonly sentence: string;
}

/** A person ended the run; it can go on from its last checkpoint. */
export interface RunStopped {
  readonly type: "run.stopped";
  readonly run: string;
  readonly ns: string;
  readonly reason: "asked" | "killed" | "restart";
  readonly step: number | null;
  readonly phase: Phase | null;
}

/** A superstep has its tasks, and nothing of the user's has run yet. */
export interface StepPlanned {
  readonly type: "step.planned";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly tasks: readonly PlannedTask[];
}

/** A task that is due. `restored`: its kept writes are used, so it does not run again. */
export interface PlannedTask {
  readonly id: string;
  readonly node: string;
  readonly path: readonly (string | number)[];
  readonly wakes: readonly Wake[];
  readonly managed: { readonly [key: string]: Preview };
  readonly restored: boolean;
}

/**
 * One trigger of a task. `fired` means: available, and newer than the node had seen.
 *
 * What was sent to a node has no version here, since nodes do not count what they saw of packets.
 */
export interface Wake {
  readonly channel: string;
  readonly version: number | null;
  readonly seen: number | null;
  readonly fired: boolean;
}

/** The node's function is about to be called. */
export interface TaskStarted {
  readonly type: "task.started";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly input: Preview;
}

/** Text that a task printed; `cut` counts the characters that were not kept. */
export interface TaskOutput {
  readonly type: "task.output";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly stream: "stderr" | "stdout";
  readonly text: string;
  readonly cut: number;
}

/** A task ended well. `ignored` are keys of its result that no channel takes. */
export interface TaskFinished {
  readonly type: "task.finished";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly writes: readonly Write[];
  readonly ignored: readonly string[];
  readonly durationMs: number;
}

/** One write of a task. `via`: state, edge, join, branch:<name>, goto, send, input, edit; "" where it is lost. */
export interface Write {
  readonly channel: string;
  readonly value: Preview;
  readonly via: string;
}

/** A task raised. `traceback` is innermost last, only the user's frames. */
export interface TaskFailed {
  readonly type: "task.failed";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly error: string;
  readonly sentence: string;
  readonly code: string;
  readonly traceback: readonly Frame[];
  readonly writes: readonly Write[];
  readonly durationMs: number;
}

/** A task asks and waits. */
export interface TaskInterrupted {
  readonly type: "task.interrupted";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly questions: readonly Question[];
  readonly durationMs: number;
}

/** What an interrupted task asks. */
export interface Question {
  readonly id: string;
  readonly value: Preview;
}

/** A trigger that had fired was consumed; told only for classes that react to it. */
export interface ChannelConsumed {
  readonly type: "channel.consumed";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly channel: string;
  readonly returned: boolean;
  readonly versionBefore: number | null;
  readonly versionAfter: number | null;
  readonly available: boolean;
}

/**
 * `update()` was called. Cause `empty`: with no writes, and it changed something.
 *
 * `valueBefore` is the ref of the value told last, if it had one. A value that is stored but not yet available
 * is shown in `valueAfter`, here and in `channel.finished`; `available` is then false.
 */
export interface ChannelUpdated {
  readonly type: "channel.updated";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly channel: string;
  readonly kind: string;
  readonly cause: "empty" | "write";
  readonly writes: readonly ChannelWrite[];
  readonly valueBefore: string | null;
  readonly valueAfter: Preview;
  readonly returned: boolean;
  readonly versionBefore: number | null;
  readonly versionAfter: number | null;
  readonly available: boolean;
}

/** One write as its channel received it. */
export interface ChannelWrite {
  readonly task: string;
  readonly node: string;
  readonly value: Preview;
}

/** `finish()` was called, since nothing else is due; told only for classes that react to it. */
export interface ChannelFinished {
  readonly type: "channel.finished";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly channel: string;
  readonly returned: boolean;
  readonly valueAfter: Preview;
  readonly versionBefore: number | null;
  readonly versionAfter: number | null;
  readonly available: boolean;
}

/** `update()` refused the writes: who wrote what, the code, and what would repair it. */
export interface ChannelConflicted {
  readonly type: "channel.conflicted";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly channel: string;
  readonly kind: string;
  readonly writes: readonly ChannelWrite[];
  readonly code: string;
  readonly sentence: string;
  readonly repairs: readonly Repair[];
}

/** One way out of a conflict: a title, what it means, and the line of code it comes to (may be ""). */
export interface Repair {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source: string;
}

/** The superstep is a checkpoint. `unstorable` says, per channel, what a resume will not have. */
export interface StepCommitted {
  readonly type: "step.committed";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly source: "fork" | "input" | "loop" | "update";
  readonly checkpoint: string;
  readonly parent: string | null;
  readonly updated: readonly string[];
  readonly next: readonly Due[];
  readonly durations: Durations;
  readonly unstorable: { readonly [key: string]: string };
}

/** A node that is due next, with the triggers that woke it. */
export interface Due {
  readonly node: string;
  readonly wakes: readonly Wake[];
}

/** Milliseconds spent in each phase of one superstep. */
export interface Durations {
  readonly plan: number;
  readonly execute: number;
  readonly apply: number;
  readonly commit: number;
}

/** The superstep came to nothing; the last checkpoint stands, with `kept` pending on it. */
export interface StepAborted {
  readonly type: "step.aborted";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly reason: "interrupted" | "plan_failed" | "stopped" | "task_failed" | "update_failed" | "worker_lost";
  readonly sentence: string;
  readonly kept: readonly KeptTask[];
}

/** A task whose writes stay pending on the last checkpoint. */
export interface KeptTask {
  readonly task: string;
  readonly node: string;
  readonly writes: readonly Write[];
}

/** A person's edit, applied right after as superstep `step`, a child of `parent`. */
export interface StateEdited {
  readonly type: "state.edited";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly parent: string | null;
  readonly how: "node" | "raw";
  readonly node: string | null;
  readonly writes: readonly Write[];
}

/** The live end is this checkpoint now: all of its channels. Told before a run goes on from anywhere but the tip. */
export interface StateRestored {
  readonly type: "state.restored";
  readonly run: string;
  readonly ns: string;
  readonly checkpoint: string;
  readonly step: number;
  readonly cells: readonly RestoredCell[];
  readonly next: readonly Due[];
}

/** One channel as a checkpoint holds it. */
export interface RestoredCell {
  readonly channel: string;
  readonly value: Preview;
  readonly version: number | null;
  readonly available: boolean;
  readonly seenBy: { readonly [key: string]: number };
}

/** The process that ran the user's code is gone. `checkpoint` is where the run can go on. */
export interface WorkerLost {
  readonly type: "worker.lost";
  readonly run: string;
  readonly ns: string;
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly lastEvent: string | null;
  readonly checkpoint: string | null;
  readonly sentence: string;
}

/** The answer to a hello, and again whenever the socket's session or its log changes. */
export interface Welcome {
  readonly frame: "welcome";
  readonly version: number;
  readonly session: SessionView | null;
  readonly epoch: string | null;
  readonly seq: number;
}

/** The session that the socket follows. `state`: what the person has to do next, if anything. */
export interface SessionView {
  readonly session: string;
  readonly document: string;
  readonly graph: string | null;
  readonly state: "loading" | "ready" | "rejected" | "untrusted";
  readonly thread: string;
  readonly example: string | null;
  readonly input: string | null;
}

/** One event of the session's log. seq starts at 1 and has no gaps. */
export interface EventFrame {
  readonly frame: "event";
  readonly epoch: string;
  readonly seq: number;
  readonly event: AnyEvent;
}

/** The picture at a seq, in place of the events up to it. */
export interface SnapshotFrame {
  readonly frame: "snapshot";
  readonly epoch: string;
  readonly seq: number;
  readonly snapshot: Snapshot;
}

/** The whole picture. `undo` holds the cells that the open superstep touched, as they were before it. */
export interface Snapshot {
  readonly seq: number;
  readonly graph: GraphCompiled | null;
  readonly rejected: GraphRejected | null;
  readonly run: RunView;
  readonly cells: { readonly [key: string]: Cell };
  readonly undo: { readonly [key: string]: Cell };
  readonly nodes: { readonly [key: string]: NodeView };
  readonly managed: { readonly [key: string]: Preview };
  readonly next: readonly Due[];
  readonly checkpoint: string | null;
  readonly lane: number;
  readonly lanes: readonly Lane[];
  readonly open: StepEntry | null;
  readonly steps: readonly StepEntry[];
  readonly stepCount: number;
  readonly warnings: readonly EngineWarned[];
}

/** The newest run. `phase` is what is about to begin while paused; `sentence` says how it ended. */
export interface RunView {
  readonly run: string;
  readonly kind: "fork" | "input" | "resume" | null;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly thread: string | null;
  readonly step: number | null;
  readonly phase: Phase | null;
  readonly channel: string | null;
  readonly recursionLimit: number | null;
  readonly sentence: string | null;
  readonly output: Preview | null;
}

/**
 * One channel now, and what the shown superstep did to it.
 *
 * `changed`, `writes`, `returned`, `cause`, `versionBefore` and `conflict` are of the newest superstep
 * only and are empty for a channel it did not touch. `seenBy`: node -> the version that it last saw. `writers`
 * wrote last to what the channel holds now, in whichever superstep; empty where that is not known.
 */
export interface Cell {
  readonly name: string;
  readonly value: Preview;
  readonly previous: Preview;
  readonly version: number | null;
  readonly versionBefore: number | null;
  readonly available: boolean;
  readonly changed: boolean;
  readonly cause: "consume" | "empty" | "finish" | "write" | null;
  readonly returned: boolean | null;
  readonly writes: readonly ChannelWrite[];
  readonly seenBy: { readonly [key: string]: number };
  readonly writers: readonly Writer[];
  readonly conflict: Conflict | null;
}

/**
 * Who wrote what a channel holds, in which superstep, and how: state, edge, join, branch:<name>, goto, send, input
 * or edit; "" where nobody told.
 */
export interface Writer {
  readonly node: string;
  readonly via: string;
  readonly step: number;
}

/** Why a channel refused its writes in the shown superstep. */
export interface Conflict {
  readonly code: string;
  readonly sentence: string;
  readonly repairs: readonly Repair[];
}

/**
 * One node now. Everything but `name` and `status` is of the newest superstep that it took part in (`step`).
 *
 * `ended` of its `tasks` have ended; `durationMs` is that of the longest. `wokenBy` tells for each trigger
 * that fired who had written it. `wrote` are channels, each once, and `via` tells how each was written.
 */
export interface NodeView {
  readonly name: string;
  readonly status: NodeStatus;
  readonly step: number | null;
  readonly tasks: number;
  readonly ended: number;
  readonly wakes: readonly Wake[];
  readonly wokenBy: { readonly [key: string]: readonly Writer[] };
  readonly wrote: readonly string[];
  readonly via: { readonly [key: string]: string };
  readonly durationMs: number | null;
  readonly sentence: string | null;
  readonly output: string;
}

/** One branch of history: the checkpoint at its end, and the one that it left from. */
export interface Lane {
  readonly lane: number;
  readonly tip: string | null;
  readonly parent: string | null;
}

/**
 * One superstep in the timeline. `key` counts from 0 in the order of the log and never changes.
 *
 * `lane` is the branch of history: 0 is the first, each fork opens the next. `seqFrom`..`seqTo` are its
 * events; an open step's reach to the newest. A fork's first step names in `parent` the checkpoint it left from.
 */
export interface StepEntry {
  readonly key: number;
  readonly step: number;
  readonly lane: number;
  readonly run: string;
  readonly status: "aborted" | "committed" | "open";
  readonly source: "fork" | "input" | "loop" | "update" | null;
  readonly reason: string | null;
  readonly checkpoint: string | null;
  readonly parent: string | null;
  readonly nodes: readonly string[];
  readonly failed: readonly string[];
  readonly durations: Durations | null;
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** Progress of what takes long, and has no seq: a pause that waits for nodes, a worker that starts. */
export interface Waiting {
  readonly frame: "waiting";
  readonly sentence: string | null;
}

/** Every ten seconds; a client that hears nothing for 25 s reconnects. */
export interface Heartbeat {
  readonly frame: "heartbeat";
  readonly seq: number;
}

/** Accepted (`ok`) or refused (`problem`); exactly one is set. */
export interface Reply {
  readonly frame: "reply";
  readonly id: string;
  readonly ok: Accepted | null;
  readonly problem: Problem | null;
}

/** What a reply may carry: the opened session, or what an edit would make due. */
export interface Accepted {
  readonly session: string | null;
  readonly next: readonly Due[] | null;
  readonly dropped: readonly Due[] | null;
}

/** GET /api/start. */
export interface StartPage {
  readonly folder: string;
  readonly files: readonly string[];
  readonly examples: readonly Example[];
  readonly recent: readonly RecentSession[];
}

/** One shipped example. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** One earlier session on the start screen. `whenMs` is Unix time. */
export interface RecentSession {
  readonly session: string;
  readonly document: string;
  readonly graph: string | null;
  readonly example: string | null;
  readonly status: string;
  readonly whenMs: number;
}

/** GET /api/sessions/{session}/source: the document's text as it is on disk now. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly sourceHash: string;
  readonly problems: readonly Problem[];
}

/** GET /api/sessions/{session}/steps?before=KEY&limit=N: older entries of the timeline, oldest first. */
export interface Steps {
  readonly steps: readonly StepEntry[];
}

/**
 * GET /api/sessions/{session}/moments/{key}: the picture after that step, and the events of the step.
 *
 * Of an open step: the picture now, and its events so far.
 */
export interface Moment {
  readonly epoch: string;
  readonly key: number;
  readonly snapshot: Snapshot;
  readonly events: readonly EventFrame[];
}

/** GET /api/values/{ref}?offset=N: at most 262,144 characters of a value's text from there. */
export interface WholeValue {
  readonly ref: string;
  readonly text: string;
  readonly offset: number;
  readonly characters: number;
  readonly json: boolean;
}

/** POST /api/launch {code} -> {token}; POST /api/launch/another -> {code}. */
export interface Launch {
  readonly token: string | null;
  readonly code: string | null;
}

export type AnyEvent = GraphCompiled | GraphRejected | EngineWarned | RunStarted | RunPaused | RunFinished | RunFailed | RunStopped | StepPlanned | TaskStarted | TaskOutput | TaskFinished | TaskFailed | TaskInterrupted | ChannelConsumed | ChannelUpdated | ChannelFinished | ChannelConflicted | StepCommitted | StepAborted | StateEdited | StateRestored | WorkerLost;

export type AnyServerFrame = Welcome | EventFrame | SnapshotFrame | Waiting | Heartbeat | Reply;

export type Phase = "apply" | "channel" | "commit" | "execute" | "plan";

export type RunStatus = "failed" | "finished" | "lost" | "none" | "paused" | "running" | "stopped";

export type NodeStatus = "done" | "failed" | "idle" | "interrupted" | "planned" | "running";

export type ValueKind = "bool" | "bytes" | "dict" | "float" | "int" | "list" | "missing" | "none" | "object" | "opaque" | "set" | "str" | "tuple";

/** One command. `id` is the client's own; the same id again gets the stored answer and does nothing. */
export interface Ask {
  readonly frame: "ask";
  readonly id: string;
  readonly command: AnyCommand;
}

/**
 * Open a file inside the served folder, a shipped example, or an earlier session. Runs nothing.
 *
 * Exactly one of the three is given. The reply's `session` is what the socket follows from now on.
 */
export interface DocumentOpen {
  readonly type: "document.open";
  readonly path?: string | null;
  readonly example?: string | null;
  readonly session?: string | null;
  readonly graph?: string | null;
}

/** Allow this document, as it is now, to be imported and run. */
export interface DocumentTrust {
  readonly type: "document.trust";
}

/** The client's first frame. `epoch` and `seq` are the last it has; without them it gets a snapshot. */
export interface Hello {
  readonly frame: "hello";
  readonly version: number;
  readonly token: string;
  readonly session?: string | null;
  readonly epoch?: string | null;
  readonly seq?: number;
}

export type JsonValue =
  | null | boolean | number | string | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Go on to the end; resumes a paused, stopped or failed run from its last checkpoint. */
export interface RunContinue {
  readonly type: "run.continue";
}

/** Go on from an earlier checkpoint as a second child of it; what is due there runs again. */
export interface RunFork {
  readonly type: "run.fork";
  readonly checkpoint: string;
  readonly until?: "end" | "superstep" | "phase";
}

/** Pause before the next phase. A running node is not frozen: the pause waits for it. */
export interface RunPause {
  readonly type: "run.pause";
}

/** Start a new thread with the same input. */
export interface RunRestart {
  readonly type: "run.restart";
  readonly until?: "end" | "superstep" | "phase";
}

/** Start a run with an input, on the session's thread or on the one named. */
export interface RunStart {
  readonly type: "run.start";
  readonly input: JsonValue;
  readonly context?: JsonValue;
  readonly recursionLimit?: number | null;
  readonly thread?: string | null;
  readonly until?: "end" | "superstep" | "phase";
}

/** Go on to the next committed, aborted or paused superstep of the root. */
export interface RunStep {
  readonly type: "run.step";
}

/** Go on to the next phase, or inside apply to the next channel. */
export interface RunStepPhase {
  readonly type: "run.stepPhase";
}

/** End the run: politely, then by ending the worker. The run can go on from its last checkpoint. */
export interface RunStop {
  readonly type: "run.stop";
}

/**
 * Edit state at a checkpoint, which makes a fork.
 *
 * `node`: the values pass through the reducers and that node's writers. `raw`: each value replaces its
 * channel's, versions of those channels only. The reply to `state.preview` tells what would be due.
 */
export interface StateEdit {
  readonly type: "state.edit";
  readonly checkpoint: string;
  readonly how: "node" | "raw";
  readonly node?: string | null;
  readonly values: JsonValue;
}

/** What an edit would make due. Changes nothing. */
export interface StatePreview {
  readonly type: "state.preview";
  readonly checkpoint: string;
  readonly how: "node" | "raw";
  readonly node?: string | null;
  readonly values: JsonValue;
}

export type AnyCommand = DocumentOpen | DocumentTrust | RunStart | RunStep | RunStepPhase | RunContinue | RunPause | RunStop | RunRestart | RunFork | StateEdit | StatePreview;

export type ClientFrame = Hello | Ask;
