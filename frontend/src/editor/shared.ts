/**
 * The text of an editor and the document's, kept one: what is typed is told to the server, what others change is put
 * around what is typed.
 *
 * `base` is a revision of the document. What was typed since is one set of changes on it, told or still held back; the
 * editor shows the base with it. While something told waits for its answer, others' changes wait too: the answer says
 * whether they came before it.
 */

import { type ChangeSet, Text } from "@codemirror/state";
import { pointsOf } from "../base/codePoints";
import type { DocumentView, TextEdit } from "../protocol/generated";
import { Refused } from "../protocol/http";
import type { DocumentState } from "../store/document";
import type { Page } from "../store/page";
import { forgetRefusal } from "../store/refusal";
import { changesFrom, changesTo } from "./changes";

export interface SharedOptions {
  readonly page: Page;
  readonly document: DocumentState;
  /** What this editor's typing is called; no other editor may be called so. */
  readonly author: string;
  /** Put the changes of others into the editor. */
  readonly apply: (changes: ChangeSet) => void;
  /** Call back when a person has not typed for a moment. Returns how to call it off. */
  readonly later: (then: () => void) => () => void;
}

/** Typing that begins this soon after the typing before is taken back with it. */
const JOINS_MS = 700;

type Answer = "outdated" | "refused" | "told";

export class SharedText {
  readonly #options: SharedOptions;
  #revision: number;
  #doc: Text;
  /** The time that the text came whole which the base goes back to. */
  #loads: number;
  /** Typed, and not told. */
  #held: ChangeSet | null = null;
  #telling: Promise<void> | null = null;
  /** Set before the first command leaves: its frame may be here before the promise is. */
  #isTelling = false;
  #callOff: () => void = () => undefined;
  #count = 0;
  /** The revision that this editor's typing made last, and when it was typed: the next may join it. */
  #lastTold = -1;
  #lastTyped = Number.NEGATIVE_INFINITY;
  #joins = false;
  /** How the document stood when typing was refused: it is not told again before that is otherwise. */
  #refusedAt: DocumentView | null = null;

  constructor(options: SharedOptions) {
    this.#options = options;
    this.#revision = options.document.view.revision;
    this.#doc = textOf(options.document.text);
    this.#loads = options.document.loads;
  }

  /** The revision that the editor shows exactly; null while something is typed that the server does not know. */
  get revision(): number | null {
    return this.#held === null && !this.#isTelling ? this.#revision : null;
  }

  /** A person typed, at a time in ms. */
  typed(changes: ChangeSet, time: number): void {
    if (this.#held === null) {
      this.#joins = this.#lastTold === this.#revision && time - this.#lastTyped < JOINS_MS;
      this.#held = changes;
    } else {
      this.#held = this.#held.compose(changes);
    }
    this.#lastTyped = time;
    this.#tellSoon();
  }

  /** Tell what is held back, now; null when there is nothing. */
  tell(): Promise<void> | null {
    if (!this.#isTelling && this.#held !== null) {
      this.#callOff();
      this.#isTelling = true;
      this.#telling = this.#tellAll().finally(() => {
        this.#telling = null;
        this.#isTelling = false;
        this.catchUp();
      });
    }
    return this.#telling;
  }

  /** Take what others changed since the base into the editor. */
  catchUp(): void {
    const { document } = this.#options.page.state.get();
    if (document !== null && !this.#isTelling) {
      this.#take(document);
    }
  }

  close(): void {
    this.#callOff();
  }

  async #tellAll(): Promise<void> {
    let goesOn = true;
    while (goesOn && this.#held !== null) {
      const told = this.#held;
      this.#held = null;
      goesOn = await this.#tellOne(told);
    }
  }

  /** False when there is no use in telling on at once. */
  async #tellOne(told: ChangeSet): Promise<boolean> {
    const answer = await this.#ask(told);
    if (answer !== "told") {
      // It was typed all the same: with what was typed meanwhile it waits for the next time.
      this.#held = this.#held === null ? told : told.compose(this.#held);
    }
    const { document } = this.#options.page.state.get();
    const before = this.#revision;
    if (document !== null) {
      this.#take(document);
    }
    // Where another change came first and is not known here yet, its frame brings this one along.
    return answer === "told" || (answer === "outdated" && this.#revision !== before);
  }

  async #ask(told: ChangeSet): Promise<Answer> {
    const { page, author } = this.#options;
    this.#count += 1;
    const name = `${author}-${this.#count}`;
    const joins = this.#joins;
    const changes = wireChanges(this.#doc, told);
    try {
      const accepted = await page.ask({
        type: "document.type",
        author: name,
        joins,
        revision: this.#revision,
        changes,
      });
      this.#revision = accepted.revision ?? this.#revision + 1;
      this.#doc = told.apply(this.#doc);
      this.#lastTold = this.#revision;
      // What is typed on while this was under way belongs to it.
      this.#joins = true;
      return "told";
    } catch (reason) {
      if (reason instanceof Refused && reason.problem.code === "document.revision") {
        forgetRefusal(page);
        return "outdated";
      }
      this.#refusedAt = page.state.get().document?.view ?? null;
      return "refused";
    }
  }

  /** Bring the base to the document's newest revision. */
  #take({ view, text, trail, loads }: DocumentState): void {
    const isOtherText = loads !== this.#loads;
    if (isOtherText || view.revision > this.#revision) {
      // Revisions of a server that was started anew count from the beginning: only the text itself tells.
      const news = isOtherText ? [] : trail.filter(({ revision }) => revision > this.#revision);
      const isLinked = news[0]?.revision === this.#revision + 1;
      const changes = isLinked
        ? news.map((one) => (doc: Text) => changesFrom(doc, one.changes))
        : [(doc: Text) => changesTo(doc, text)];
      for (const changesOf of changes) {
        this.#rebase(changesOf(this.#doc));
      }
      this.#revision = view.revision;
      this.#loads = loads;
      // Undo takes the last change back, whosever it is: mine no longer is the one before.
      this.#joins = false;
    }
    if (this.#held !== null && !this.#isTelling && view !== this.#refusedAt) {
      this.#tellSoon();
    }
  }

  #tellSoon(): void {
    this.#callOff();
    this.#callOff = this.#options.later(() => void this.tell());
  }

  /** One change of somebody else's, on the base: the editor gets it around what is typed, which then stands on it. */
  #rebase(theirs: ChangeSet): void {
    if (theirs.empty) {
      return;
    }
    this.#doc = theirs.apply(this.#doc);
    const mine = this.#held;
    if (mine === null) {
      this.#options.apply(theirs);
    } else {
      this.#options.apply(theirs.map(mine, true));
      this.#held = mine.map(theirs);
    }
  }
}

/** The document's text for CodeMirror: lines end with LF and nothing else, whatever other signs a string may hold. */
export function textOf(text: string): Text {
  return Text.of(text.split("\n"));
}

/** The most that one span of the wire takes. */
const LONGEST = 200_000;

/** As the wire tells it: code points of the old text, long texts in pieces that follow each other. */
function wireChanges(doc: Text, changes: ChangeSet): TextEdit[] {
  const points = pointsOf(doc.toString());
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    let start = points(from);
    const end = points(to);
    for (const text of piecesOf(inserted.toString())) {
      edits.push({ start, end, text });
      start = end;
    }
  });
  return edits;
}

/** A text in pieces that the wire takes; at least one, and no sign is cut in two. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  do {
    const isInSign = /[\uD800-\uDBFF]/.test(text[at + LONGEST - 1] ?? "");
    const end = at + LONGEST - (isInSign ? 1 : 0);
    pieces.push(text.slice(at, end));
    at = end;
  } while (at < text.length);
  return pieces;
}
