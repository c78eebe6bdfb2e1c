/** What LangGraph's own checkpoints say of the recorded runs. */

const FILES = import.meta.glob<readonly OracleCheckpoint[]>("../../../../tests/transcripts/*.oracle.json", {
  import: "default",
  eager: true,
});

export type Versions = Readonly<Record<string, number>>;

export interface OracleCheckpoint {
  readonly step: number;
  readonly versions: Versions;
  /** By node: the version of each trigger that it saw. */
  readonly seen: Readonly<Record<string, Versions>>;
  readonly next: readonly string[];
  /** What the state holds, as previews show it. */
  readonly values: Readonly<Record<string, string>>;
  /** By channel: node and value of each write of the superstep after this one, in task order. */
  readonly writes: Readonly<Record<string, readonly (readonly [string, string])[]>>;
}

/** The checkpoints of each compared run, oldest first, by the transcript's name. */
export const ORACLE: ReadonlyMap<string, readonly OracleCheckpoint[]> = new Map(
  Object.entries(FILES).map(([path, checkpoints]) => [
    path.replace(/^.*\/|\.oracle\.json$/g, ""),
    checkpoints,
  ]),
);
