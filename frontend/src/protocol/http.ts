/** What the page asks over HTTP: everything that has no place in the log. */

import type { Launch, Moment, Problem, StartPage, Steps, WholeValue } from "./generated";
import { parseAnswer, parseProblem } from "./parse";

/** The server says no. `problem` says why and what to do. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.sentence);
    this.problem = problem;
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. It may have been stopped; start it again, and this page reconnects.");
  }
}

export interface Http {
  start(): Promise<StartPage>;
  /** Entries of the timeline before a key, oldest first. */
  steps(session: string, before: number, limit: number): Promise<Steps>;
  moment(session: string, key: number): Promise<Moment>;
  /** A value's text from an offset on. */
  value(ref: string, offset: number): Promise<WholeValue>;
  /** A fresh launch code for another window. */
  anotherCode(): Promise<string>;
}

export interface HttpOptions {
  readonly fetch: typeof fetch;
  readonly token: string;
}

/** The server takes nothing else: no form of a strange page can say so. */
const JSON_BODY = { "content-type": "application/json" };

/** The typed requests of a page that has a token. */
export function httpOf({ fetch, token }: HttpOptions): Http {
  const authorization = `Bearer ${token}`;
  const send = (path: string): Promise<string> =>
    request(fetch, path, { method: "GET", headers: { authorization } });
  const of = (session: string): string => `/api/sessions/${encodeURIComponent(session)}`;
  return {
    start: async () =>
      parseAnswer<StartPage>(await send("/api/start"), "folder", "files", "examples", "recent"),
    steps: async (session, before, limit) =>
      parseAnswer<Steps>(await send(`${of(session)}/steps?before=${before}&limit=${limit}`), "steps"),
    moment: async (session, key) =>
      parseAnswer<Moment>(await send(`${of(session)}/moments/${key}`), "epoch", "key", "snapshot", "events"),
    value: async (ref, offset) =>
      parseAnswer<WholeValue>(
        await send(`/api/values/${encodeURIComponent(ref)}?offset=${offset}`),
        "text",
        "characters",
      ),
    anotherCode: async () => {
      const headers = { authorization, ...JSON_BODY };
      const text = await request(fetch, "/api/launch/another", { method: "POST", headers, body: "{}" });
      return wanted(parseAnswer<Launch>(text, "code").code);
    },
  };
}

/** A single-use launch code for a token. */
export async function tokenFor(fetch: HttpOptions["fetch"], code: string): Promise<string> {
  const body = JSON.stringify({ code });
  const text = await request(fetch, "/api/launch", { method: "POST", headers: JSON_BODY, body });
  return wanted(parseAnswer<Launch>(text, "token").token);
}

async function request(fetch: HttpOptions["fetch"], path: string, init: RequestInit): Promise<string> {
  const answer = await fetch(path, { ...init, cache: "no-store" }).catch(() => {
    throw new Unreachable();
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Refused(parseProblem(text) ?? noReason(path, answer.status));
  }
  return text;
}

function noReason(path: string, status: number): Problem {
  return {
    code: `http.${status}`,
    sentence: `The server refused ${path} with status ${status} and gave no reason.`,
    path: null,
    line: null,
    column: null,
    severity: "error",
    traceback: [],
  };
}

function wanted(answer: string | null): string {
  if (answer === null) {
    throw new Error("The server's answer to the launch holds nothing.");
  }
  return answer;
}
