/** A server with one text, which takes changes at its newest revision only, and undoes them. */

import { changedText, type Replaced } from "../../base/codePoints";
import { NOTHING_MORE } from "../../protocol/asks";
import type { Accepted, AnyCommand, DocumentFrame, DocumentType } from "../../protocol/generated";
import { Refused } from "../../protocol/http";
import type { Page } from "../../store/page";
import { documentFrame } from "../../store/testing/document";
import { problemOf, settled, TestServer } from "../../store/testing/server";

export class TestDesk {
  readonly server = new TestServer().welcome();
  readonly page: Page;
  text: string;
  revision = 0;
  readonly asked: AnyCommand[] = [];
  /** Answers are kept back while this is on. */
  isSlow = false;
  readonly #slow: (() => void)[] = [];
  /** Set to refuse all that is asked. */
  refusal: string | null = null;
  readonly #before: string[] = [];

  constructor(text: string) {
    this.text = text;
    this.page = { ...this.server.page, ask: (command) => this.#ask(command) };
    this.server.tell(documentFrame({ text }));
  }

  get typed(): readonly DocumentType[] {
    return this.asked.filter((command) => command.type === "document.type");
  }

  /** Somebody else changes the text. */
  change(start: number, end: number, text: string): void {
    this.#put([{ start, end, text }], { author: null, cause: "outside" });
  }

  /** The text comes whole, as after a connection that was lost. */
  tellWhole(view: Parameters<typeof documentFrame>[0]["view"] = {}): void {
    this.server.tell(documentFrame({ text: this.text, revision: this.revision, view }));
  }

  async answerNow(): Promise<void> {
    this.isSlow = false;
    for (const go of this.#slow.splice(0)) {
      go();
    }
    await settled();
  }

  async #ask(command: AnyCommand): Promise<Accepted> {
    this.asked.push(command);
    if (this.isSlow) {
      await new Promise<void>((go) => void this.#slow.push(go));
    }
    if (this.refusal !== null) {
      throw new Refused(problemOf(this.refusal));
    }
    if ("revision" in command && command.revision !== this.revision) {
      throw new Refused({ ...problemOf("It was changed."), code: "document.revision" });
    }
    if (command.type === "document.type") {
      this.#put(command.changes, { author: command.author, cause: "typed" });
    } else if (command.type === "document.undo") {
      const text = this.#before.at(-1) ?? this.text;
      this.#put([{ start: 0, end: [...this.text].length, text }], { author: null, cause: "undone" });
    }
    return { ...NOTHING_MORE, revision: this.revision };
  }

  #put(changes: readonly Replaced[], told: Pick<DocumentFrame, "author" | "cause">): void {
    const base = this.revision;
    this.revision += 1;
    this.#before.push(this.text);
    this.text = changedText(this.text, changes);
    this.server.tell(documentFrame({ revision: this.revision, base, changes, ...told }));
  }
}
