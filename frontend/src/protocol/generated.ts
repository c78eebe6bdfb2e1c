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

export const COMMANDS = ["document.arrange", "document.autosave", "document.create", "document.diff", "document.edit", "document.open", "document.redo", "document.resolve", "document.save", "document.trust", "document.type", "document.undo", "interrupt.answer", "run.continue", "run.fork", "run.pause", "run.restart", "run.start", "run.step", "run.stepPhase", "run.stop", "state.edit", "state.preview"] as const;

export const EVENTS = ["graph.compiled", "graph.rejected", "engine.warned", "run.started", "run.paused", "run.finished", "run.failed", "run.stopped", "step.planned", "task.started", "task.retried", "task.handled", "task.cached", "task.placed", "task.output", "task.finished", "task.failed", "task.interrupted", "channel.consumed", "channel.updated", "channel.finished", "channel.conflicted", "step.committed", "step.aborted", "state.edited", "state.restored", "worker.lost"] as const;

/**
 * The document was imported and compiled: what will run.
 *
 * `changed` says that the source is not the one that the thread's earlier events were made with.
 * `prefill` is the module's `INPUT` as JSON text; the schemas are JSON Schema as JSON text.
 * `inner` are the graphs inside of nodes, each after the one that it is in.
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
  readonly inner: readonly InnerGraph[];
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
 * The members of a join share `join` (its channel's name); a branch's edges share `branch` (its name). An edge
 * of the kind handler leads from a node to the one that takes its failures.
 */
export interface GraphEdge {
  readonly source: string;
  readonly target: string | null;
  readonly kind: "branch" | "command" | "handler" | "join" | "send" | "static";
  readonly origin: "declared" | "inferred" | "observed";
  readonly label: string | null;
  readonly join: string | null;
  readonly branch: string | null;
}

/**
 * The graph inside of a node.
 *
 * `path` names the nodes that lead to it from the root, joined by "|" ("dig", "dig|sift"). `called`: the node's
 * function calls it, rather than being it.
 */
export interface InnerGraph {
  readonly path: string;
  readonly called: boolean;
  readonly nodes: readonly GraphNode[];
  readonly channels: readonly GraphChannel[];
  readonly managed: readonly GraphManaged[];
  readonly edges: readonly GraphEdge[];
  readonly inputKeys: readonly string[];
  readonly outputKeys: readonly string[];
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

/** The run waits. `phase` is about to begin in superstep `step` of the graph that `ns` names. */
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

/** One trigger. `fired`: available, and newer than the node had seen; nodes count no versions of what is sent. */
export interface Wake {
  readonly channel: string;
  readonly version: number | null;
  readonly seen: number | null;
  readonly fired: boolean;
}

/** The node's function is about to be called. `calledBy`: the task whose code called this one, if one did. */
export interface TaskStarted {
  readonly type: "task.started";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly input: Preview;
  readonly calledBy: string | null;
}

/** An attempt at a node raised, and after the pause the node was tried again. Told when the task has ended. */
export interface TaskRetried {
  readonly type: "task.retried";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly attempt: number;
  readonly error: string;
  readonly sentence: string;
  readonly pauseMs: number;
}

/** A handler takes the failure of `task`: its own task, `by`, joins the superstep, which goes on. */
export interface TaskHandled {
  readonly type: "task.handled";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly by: string;
  readonly handler: string;
}

/** What the node writes for its input was kept by an earlier run, so it is not called. */
export interface TaskCached {
  readonly type: "task.cached";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
}

/** The node's function ran on an executor: `worker` is the thread, process or machine. Told when it has ended. */
export interface TaskPlaced {
  readonly type: "task.placed";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly worker: string;
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

/**
 * One write of a task. `via`: state, edge, join, branch:<name>, goto, send, input, edit; "" where it is lost.
 *
 * It is "return" for what a called task gives the task that called it, which goes to no channel of the graph.
 */
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

/** A task asks and waits. `place`: where it stands among the tasks of its superstep's plan, in the root. */
export interface TaskInterrupted {
  readonly type: "task.interrupted";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly task: string;
  readonly node: string;
  readonly questions: readonly Question[];
  readonly durationMs: number;
  readonly place: number;
}

/** What an interrupted task asks. `form`: the JSON Schema of the answer as JSON text, where the node tells one. */
export interface Question {
  readonly id: string;
  readonly value: Preview;
  readonly form: string | null;
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

/**
 * The superstep came to nothing; the last checkpoint stands, with `kept` pending on it.
 *
 * `left`: a node of a graph inside handed the run to the graph around it, which is no failure.
 */
export interface StepAborted {
  readonly type: "step.aborted";
  readonly run: string;
  readonly ns: string;
  readonly step: number;
  readonly reason: "interrupted" | "left" | "plan_failed" | "stopped" | "task_failed" | "update_failed" | "worker_lost";
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

/**
 * The whole picture. `undo` holds the cells that the open superstep touched, as they were before it.
 *
 * `inner` holds, by its path, each graph inside of a node that has run.
 */
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
  readonly questions: readonly OpenQuestion[];
  readonly inner: { readonly [key: string]: InnerView };
}

/**
 * The newest run. `phase` is what is about to begin while paused; `sentence` says how it ended.
 *
 * `ns` is where it waits while paused: "" in the root, else in a graph inside, whose `step`, `phase` and
 * `channel` are told then.
 */
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
  readonly ns: string;
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

/**
 * A question of the root's newest superstep that nobody has answered, and the task that waits for it.
 *
 * `place`: where the task stands among those of the superstep's plan, in whatever order they asked.
 */
export interface OpenQuestion {
  readonly task: string;
  readonly node: string;
  readonly question: Question;
  readonly place: number;
}

/**
 * The newest run of the graph inside of a node: its channels and nodes, as the root's are told.
 *
 * `path` is that of its `InnerGraph`; `ns` names the run, the newest that began. `step` is its newest
 * superstep, which is `open` until it is committed or aborted; the run is `ended` when its node has.
 */
export interface InnerView {
  readonly path: string;
  readonly ns: string;
  readonly step: number | null;
  readonly status: "aborted" | "committed" | "ended" | "open";
  readonly cells: { readonly [key: string]: Cell };
  readonly undo: { readonly [key: string]: Cell };
  readonly nodes: { readonly [key: string]: NodeView };
  readonly managed: { readonly [key: string]: Preview };
}

/** Progress of what takes long, and has no seq: a pause that waits for nodes, a worker that starts. */
export interface Waiting {
  readonly frame: "waiting";
  readonly sentence: string | null;
}

/**
 * The document now: when a page begins to follow, and whenever anything of it changes.
 *
 * With `changes` the text is that of revision `base`, changed so; else `text` is all of it. Neither: the text
 * did not change. `author` is what the typing command called itself, so that a page knows what it typed itself.
 */
export interface DocumentFrame {
  readonly frame: "document";
  readonly view: DocumentView;
  readonly text: string | null;
  readonly base: number | null;
  readonly changes: readonly TextChange[] | null;
  readonly author: string | null;
  readonly cause: "drawn" | "opened" | "outside" | "redone" | "saved" | "typed" | "undone";
}

/** How the document stands. `revision` grows with every change of its text, whoever made it. */
export interface DocumentView {
  readonly path: string;
  readonly revision: number;
  readonly sourceHash: string;
  readonly saved: boolean;
  readonly autosave: boolean;
  readonly undo: string | null;
  readonly redo: string | null;
  readonly readOnly: string | null;
  readonly trouble: Problem | null;
  readonly conflict: FileConflict | null;
  readonly target: string | null;
  readonly graph: string | null;
}

/** The file changed (or went away: `text` None) while there are edits that are not saved. */
export interface FileConflict {
  readonly text: string | null;
  readonly diff: string;
}

/** One replaced span of the former text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The document's text at a revision as graphs; or why it cannot be read, while the last good drawing stays. */
export interface DrawingFrame {
  readonly frame: "drawing";
  readonly revision: number;
  readonly drawing: Drawing | null;
  readonly fault: Problem | null;
}

/**
 * All graphs of a document. `functions` are names that could be a node's function, a router or a reducer.
 *
 * `opens` is the graph that is drawn where nobody names one; None where there is none.
 */
export interface Drawing {
  readonly path: string;
  readonly package: string | null;
  readonly graphs: readonly DrawnGraph[];
  readonly functions: readonly string[];
  readonly opens: string | null;
}

/** One graph of the document. */
export interface DrawnGraph {
  readonly name: string;
  readonly builder: string | null;
  readonly compiled: string | null;
  readonly function: string | null;
  readonly form: "chain" | "statements";
  readonly schemas: readonly DrawnSchema[];
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly branches: readonly DrawnBranch[];
  readonly channels: readonly DrawnChannel[];
  readonly options: readonly DrawnOption[];
  readonly locks: readonly Lock[];
  readonly span: Span;
  readonly line: number;
  readonly insert: number;
}

/** One schema, with the parts it plays in its graph. */
export interface DrawnSchema {
  readonly name: string;
  readonly roles: readonly ("context" | "input" | "output" | "private" | "state")[];
  readonly form: "class" | "dataclass" | "pydantic" | "root" | "typeddict";
  readonly fields: readonly DrawnField[];
  readonly bases: readonly string[];
  readonly path: string | null;
  readonly span: Span | null;
  readonly line: number | null;
  readonly lock: Lock | null;
}

/** One field of a schema. */
export interface DrawnField {
  readonly name: string;
  readonly annotation: string;
  readonly type: string;
  readonly kind: string;
  readonly reducer: CodePlace | null;
  readonly accumulate: boolean;
  readonly default: string | null;
  readonly span: Span | null;
  readonly nameSpan: Span | null;
  readonly annotationSpan: Span | null;
  readonly line: number | null;
  readonly lock: Lock | null;
}

/** A function, router or reducer: as written, what it is, and where it is defined. */
export interface CodePlace {
  readonly text: string;
  readonly kind: "class" | "function" | "graph" | "imported" | "lambda" | "method" | "other" | "partial";
  readonly name: string | null;
  readonly span: Span | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly doc: string | null;
  readonly graph: string | null;
}

/** A piece of the text, half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a part is drawn but not edited, and the line of the code that builds it. */
export interface Lock {
  readonly sentence: string;
  readonly line: number | null;
}

/** One node of the document. `span` None: only the compiled graph has it. */
export interface DrawnNode {
  readonly name: string;
  readonly code: CodePlace;
  readonly span: Span | null;
  readonly line: number | null;
  readonly defer: boolean;
  readonly options: readonly DrawnOption[];
  readonly goto: readonly string[];
  readonly reads: readonly string[] | null;
  readonly writes: readonly string[] | null;
  readonly inputSchema: string | null;
  readonly lock: Lock | null;
}

/** A keyword of a call, with its value as written. */
export interface DrawnOption {
  readonly name: string;
  readonly text: string;
  readonly span: Span;
}

/** One line of the drawing; a compiled graph's edge, and where it is declared. */
export interface DrawnEdge {
  readonly source: string;
  readonly target: string | null;
  readonly kind: "branch" | "command" | "handler" | "join" | "send" | "static";
  readonly origin: "declared" | "inferred" | "observed";
  readonly label: string | null;
  readonly join: string | null;
  readonly branch: string | null;
  readonly span: Span | null;
  readonly line: number | null;
  readonly lock: Lock | null;
}

/** A conditional edge: its router, and where it may lead; None when that is unknown. */
export interface DrawnBranch {
  readonly source: string;
  readonly name: string;
  readonly code: CodePlace;
  readonly form: "command" | "dict" | "list" | "literal" | "none" | "unknown";
  readonly targets: readonly DrawnWay[] | null;
  readonly span: Span | null;
  readonly mapSpan: Span | null;
  readonly line: number | null;
  readonly lock: Lock | null;
}

/** One way of a branch: what the router returns, and the node that it means. */
export interface DrawnWay {
  readonly label: string;
  readonly target: string;
}

/** One state channel, as a graph's schemas together declare it. */
export interface DrawnChannel {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly reducer: string | null;
  readonly io: "both" | "input" | "none" | "output";
  readonly schemas: readonly string[];
}

/** What the rules found at a revision. A drawing comes first. */
export interface FindingsFrame {
  readonly frame: "findings";
  readonly revision: number;
  readonly findings: readonly Finding[];
}

/** What a rule found. `paths` are ways through the graph that show it, as node names from START on. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "info" | "warning";
  readonly sentence: string;
  readonly graph: string | null;
  readonly span: Span | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly nodes: readonly string[];
  readonly channels: readonly string[];
  readonly edges: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly mends: readonly Mend[];
}

/** A mend of one click, as changes of the text at the finding's revision. */
export interface Mend {
  readonly title: string;
  readonly changes: readonly TextChange[];
}

/** Where the boxes of the document's graphs were put. */
export interface ArrangementFrame {
  readonly frame: "arrangement";
  readonly graphs: readonly Arrangement[];
}

/** Where a person put the boxes of one graph; boxes that are not named are placed by the layout. */
export interface Arrangement {
  readonly graph: string;
  readonly positions: { readonly [key: string]: Position };
}

/** Where a box stands: its left upper corner, in units of the drawing. */
export interface Position {
  readonly x: number;
  readonly y: number;
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

/** What a reply may carry: the opened session, what an edit of state would make due, what one of the text did. */
export interface Accepted {
  readonly session: string | null;
  readonly next: readonly Due[] | null;
  readonly dropped: readonly Due[] | null;
  readonly revision: number | null;
  readonly diff: string | null;
  readonly title: string | null;
  readonly select: readonly string[] | null;
}

/** GET /api/start. */
export interface StartPage {
  readonly folder: string;
  readonly files: readonly string[];
  readonly examples: readonly Example[];
  readonly recent: readonly RecentSession[];
  readonly templates: readonly Template[];
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

/** A graph file to begin with. */
export interface Template {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
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

export type AnyEvent = GraphCompiled | GraphRejected | EngineWarned | RunStarted | RunPaused | RunFinished | RunFailed | RunStopped | StepPlanned | TaskStarted | TaskRetried | TaskHandled | TaskCached | TaskPlaced | TaskOutput | TaskFinished | TaskFailed | TaskInterrupted | ChannelConsumed | ChannelUpdated | ChannelFinished | ChannelConflicted | StepCommitted | StepAborted | StateEdited | StateRestored | WorkerLost;

export type AnyServerFrame = Welcome | EventFrame | SnapshotFrame | Waiting | DocumentFrame | DrawingFrame | FindingsFrame | ArrangementFrame | Heartbeat | Reply;

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

/** Make where a node leads conditional: a router and its path map; plain edges to the targets become part of it. */
export interface BranchAdd {
  readonly type: "branch.add";
  readonly source: string;
  readonly router: string;
  readonly targets: readonly Target[];
}

/** Delete a branch. Its router stays unless nothing else uses it and `function` says so. */
export interface BranchDelete {
  readonly type: "branch.delete";
  readonly source: string;
  readonly branch: string;
  readonly function?: boolean;
}

/** Set where a branch may lead: its path map, and the Literal of its router where that is what says it. */
export interface BranchTargets {
  readonly type: "branch.targets";
  readonly source: string;
  readonly branch: string;
  readonly targets: readonly Target[];
}

/** Put boxes of a graph somewhere. Kept beside the file, never in it. `reset`: forget all other places. */
export interface DocumentArrange {
  readonly type: "document.arrange";
  readonly graph: string;
  readonly boxes: readonly Placed[];
  readonly reset?: boolean;
}

/** Whether edits are written to the file as they are made. */
export interface DocumentAutosave {
  readonly type: "document.autosave";
  readonly on: boolean;
}

/**
 * Make a file in the served folder, from a template or a text, and open it. Never writes over a file.
 *
 * A text that the file of this name already holds opens that file: so a file may be dropped on the page.
 */
export interface DocumentCreate {
  readonly type: "document.create";
  readonly path: string;
  readonly template?: string | null;
  readonly text?: string | null;
}

/** Tell what the last change did, or all changes since the file was opened here, as a unified diff. */
export interface DocumentDiff {
  readonly type: "document.diff";
  readonly since?: "last" | "opened";
}

/** Edit the document by a gesture; `dry` only tells the diff. Refused unless `revision` is the newest. */
export interface DocumentEdit {
  readonly type: "document.edit";
  readonly revision: number;
  readonly graph?: string | null;
  readonly gesture: AnyGesture;
  readonly dry?: boolean;
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

/** Make the change again that was taken back last. */
export interface DocumentRedo {
  readonly type: "document.redo";
  readonly revision: number;
}

/** End a conflict: write what is here over the file (`mine`), or take what the file holds (`disk`). */
export interface DocumentResolve {
  readonly type: "document.resolve";
  readonly keep: "mine" | "disk";
}

/** Write the text to the file. */
export interface DocumentSave {
  readonly type: "document.save";
}

/** Allow this document, as it is now, to be imported and run. */
export interface DocumentTrust {
  readonly type: "document.trust";
}

/**
 * Edit the document by typing: ascending changes of the text at `revision`, which has to be the newest.
 *
 * `author` names this typing in the frame that tells of it. `joins`: one Undo takes it and the typing before back.
 */
export interface DocumentType {
  readonly type: "document.type";
  readonly author: string;
  readonly joins?: boolean;
  readonly revision: number;
  readonly changes: readonly TextEdit[];
}

/** Take the last change of the text back. */
export interface DocumentUndo {
  readonly type: "document.undo";
  readonly revision: number;
}

/** Connect two nodes; START and END by their wire names. */
export interface EdgeAdd {
  readonly type: "edge.add";
  readonly source: string;
  readonly target: string;
}

/** Disconnect. `join`: this member leaves that join; `branch`: that entry leaves its path map. */
export interface EdgeDelete {
  readonly type: "edge.delete";
  readonly source: string;
  readonly target: string | null;
  readonly join?: string | null;
  readonly branch?: string | null;
}

/** Let an edge lead elsewhere, in place: another target, or another source. */
export interface EdgeMove {
  readonly type: "edge.move";
  readonly source: string;
  readonly target: string;
  readonly toSource: string;
  readonly toTarget: string;
  readonly join?: string | null;
  readonly branch?: string | null;
}

/** Add a field to a schema (None: the graph's state). */
export interface FieldAdd {
  readonly type: "field.add";
  readonly name: string;
  readonly annotation: string;
  readonly merge?: Merge;
  readonly default?: string | null;
  readonly target?: string | null;
}

/** Delete a field from the schemas that declare it. What still uses it is told as findings. */
export interface FieldDelete {
  readonly type: "field.delete";
  readonly name: string;
}

/** Choose how a field merges several writes. */
export interface FieldMerge {
  readonly type: "field.merge";
  readonly name: string;
  readonly merge: Merge;
}

/** Rename a field in the schemas that declare it and, with `nodes`, in every function that reads or writes it. */
export interface FieldRename {
  readonly type: "field.rename";
  readonly name: string;
  readonly to: string;
  readonly nodes?: boolean;
}

/** Give a field another type; how it merges stays. */
export interface FieldRetype {
  readonly type: "field.retype";
  readonly name: string;
  readonly annotation: string;
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

/**
 * Answer questions that wait, by their ids, and let the run go on; those that are left out stay open.
 *
 * Every node that asks runs again from its start: a question with an answer gets it, another one is asked again.
 */
export interface InterruptAnswer {
  readonly type: "interrupt.answer";
  readonly answers: { readonly [key: string]: JsonValue };
  readonly until?: "end" | "superstep" | "phase";
}

/** Let a node wait for several: a list edge. Plain edges of the same pairs become part of it. */
export interface JoinAdd {
  readonly type: "join.add";
  readonly sources: readonly string[];
  readonly target: string;
}

export type JsonValue =
  | null | boolean | number | string | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** How a field merges. `function` is the name of an own reducer; one that is not there yet is written. */
export interface Merge {
  readonly kind: "LastValue" | "add" | "add_messages" | "function" | "Topic" | "EphemeralValue" | "UntrackedValue" | "AnyValue";
  readonly function?: string | null;
  readonly accumulate?: boolean;
}

/** Add a node with a function of its own. `after`: also connect it from that node (or START). */
export interface NodeAdd {
  readonly type: "node.add";
  readonly name: string;
  readonly code?: string | null;
  readonly after?: string | null;
}

/** Give a node another function: the name of one in this file, or an expression. */
export interface NodeCode {
  readonly type: "node.code";
  readonly name: string;
  readonly expression: string;
}

/** Delete nodes and every edge, join member and path map entry that names them. */
export interface NodeDelete {
  readonly type: "node.delete";
  readonly names: readonly string[];
  readonly functions?: boolean;
}

/** Duplicate nodes, with a copy of each function and the edges among them. */
export interface NodeDuplicate {
  readonly type: "node.duplicate";
  readonly names: readonly string[];
}

/** Set a keyword of add_node (`defer`, `retryPolicy`, `destinations`, …) as source; None removes it. */
export interface NodeOption {
  readonly type: "node.option";
  readonly name: string;
  readonly option: string;
  readonly value: string | null;
}

/** Paste a clip. Names that are taken get a number. */
export interface NodePaste {
  readonly type: "node.paste";
  readonly nodes: readonly PastedNode[];
  readonly edges?: readonly PastedEdge[];
}

/** Rename a node: its name in every edge, join, path map, Literal, goto and Send. */
export interface NodeRename {
  readonly type: "node.rename";
  readonly name: string;
  readonly to: string;
  readonly function?: boolean;
}

/** One edge of a clip, between its nodes; `sources` has several for a join. */
export interface PastedEdge {
  readonly sources: readonly string[];
  readonly target: string;
}

/** One node of a clip: its name, its function's source (None for an expression), and its add_node options. */
export interface PastedNode {
  readonly name: string;
  readonly code: string | null;
  readonly expression: string;
  readonly options?: { readonly [key: string]: string };
}

/** Where a box is put; None lets the layout place it again. */
export interface Placed {
  readonly name: string;
  readonly x?: number | null;
  readonly y?: number | null;
}

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

/** Choose the fields that a graph takes or gives: an input or output schema. `fields` None: the state's. */
export interface SchemaSet {
  readonly type: "schema.set";
  readonly role: "input" | "output";
  readonly fields: readonly string[] | null;
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

/** Where a branch may lead: what the router returns, and the node that it means. */
export interface Target {
  readonly label: string;
  readonly node: string;
}

/** One replaced span. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replace spans of the text, in ascending order: a repair of a finding. */
export interface TextReplace {
  readonly type: "text.replace";
  readonly title: string;
  readonly changes: readonly TextEdit[];
}

export type AnyGesture = NodeAdd | NodeRename | NodeDelete | NodeDuplicate | NodePaste | NodeOption | NodeCode | EdgeAdd | EdgeDelete | EdgeMove | JoinAdd | BranchAdd | BranchTargets | BranchDelete | FieldAdd | FieldRename | FieldRetype | FieldMerge | FieldDelete | SchemaSet | TextReplace;

export type AnyCommand = DocumentOpen | DocumentTrust | DocumentCreate | DocumentEdit | DocumentType | DocumentUndo | DocumentRedo | DocumentSave | DocumentAutosave | DocumentResolve | DocumentDiff | DocumentArrange | RunStart | RunStep | RunStepPhase | RunContinue | InterruptAnswer | RunPause | RunStop | RunRestart | RunFork | StateEdit | StatePreview;

export type ClientFrame = Hello | Ask;
