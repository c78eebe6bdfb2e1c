/** A unified diff as lines to show. Pure. */

/** One line. `before` and `after` are its numbers in the two texts; null where it is not in one. */
export interface DiffLine {
  readonly kind: "added" | "kept" | "removed" | "skipped";
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a diff of one file; the names of the file before the first hunk are left out. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let at: Numbers | null = null;
  for (const line of diff.split("\n")) {
    const hunk = HUNK.exec(line);
    const shown: DiffLine | null = hunk === null ? at && lineOf(line, at) : skippedTo(hunk);
    at = hunk === null ? at && numbersAfter(at, shown) : { before: Number(hunk[1]), after: Number(hunk[2]) };
    if (shown !== null) {
      lines.push(shown);
    }
  }
  return lines;
}

/** The number of the next line in each text. */
interface Numbers {
  readonly before: number;
  readonly after: number;
}

function skippedTo(hunk: RegExpExecArray): DiffLine {
  return { kind: "skipped", text: `line ${hunk[2]}`, before: null, after: null };
}

function numbersAfter({ before, after }: Numbers, line: DiffLine | null): Numbers {
  return {
    before: before + (line === null || line.before === null ? 0 : 1),
    after: after + (line === null || line.after === null ? 0 : 1),
  };
}

function lineOf(line: string, { before, after }: Numbers): DiffLine | null {
  const text = line.slice(1);
  switch (line[0]) {
    case "+":
      return { kind: "added", text, before: null, after };
    case "-":
      return { kind: "removed", text, before, after: null };
    case " ":
      return { kind: "kept", text, before, after };
    default:
      // The end of the diff, or "\ No newline at end of file".
      return null;
  }
}

/** How much changed, in words. */
export function diffWords(lines: readonly DiffLine[]): string {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const added = count("added");
  const removed = count("removed");
  return added + removed === 0 ? "No line is another." : `${linesOf(added)} added, ${removed} removed`;
}

function linesOf(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
