/** The editor on the page's document: CodeMirror over the shared text. Plain objects; `useCodeView` puts it on the page. */

import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { type ChangeSet, EditorSelection, EditorState, Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { Mend } from "../protocol/generated";
import { type DocumentState, drawnGraphIn } from "../store/document";
import { edit, redo, undo } from "../store/drawing";
import type { Page } from "../store/page";
import { type Diagnosis, diagnosesOf } from "./diagnostics";
import { type Marks, mark } from "./highlight";
import { keepSeen, type Revealed, seenIn } from "./lastSeen";
import { within } from "./lines";
import { lets, pythonEditor } from "./python";
import { SharedText, textOf } from "./shared";
import type { Words } from "./words";

export interface CodeEditorOptions {
  readonly page: Page;
  readonly document: DocumentState;
  readonly parent: HTMLElement;
  readonly nonce: string;
  /** A person put the cursor into a line, without typing. */
  readonly onLine: (line: number) => void;
}

const PAUSE_MS = 150;

export class CodeEditor {
  readonly #page: Page;
  readonly #shared: SharedText;
  readonly #view: EditorView;
  readonly #stops: (() => void)[];
  readonly #path: string;
  #revealed: Revealed;
  /** The marks are those of a text that could not be read: once it can, they are gone before the rules have looked. */
  #showsFault = false;
  /** An undo was asked here: its change takes the cursor along. */
  #follows = false;
  #onLine: CodeEditorOptions["onLine"];

  constructor({ page, document, parent, nonce, onLine }: CodeEditorOptions) {
    this.#page = page;
    this.#onLine = onLine;
    this.#shared = new SharedText({
      page,
      document,
      author: crypto.randomUUID(),
      apply: (changes) => this.#apply(changes),
      later: (then) => {
        const timer = setTimeout(then, PAUSE_MS);
        return () => clearTimeout(timer);
      },
    });
    this.#path = document.view.path;
    const seen = seenIn(this.#path);
    this.#revealed = seen?.revealed ?? { chosen: null, asked: 0 };
    const inText = (offset: number) => Math.min(offset, document.text.length);
    const state = EditorState.create({
      doc: textOf(document.text),
      ...(seen === null ? {} : { selection: { anchor: inText(seen.anchor), head: inText(seen.head) } }),
      extensions: [
        pythonEditor({
          nonce,
          text: document.text,
          words: () => wordsIn(page),
          undo: () => this.#takeBack(undo),
          redo: () => this.#takeBack(redo),
        }),
        EditorView.updateListener.of((update) => this.#updated(update)),
        EditorView.domEventHandlers({ blur: () => void this.#shared.tell() }),
      ],
    });
    this.#view = new EditorView({ state, parent });
    this.#view.scrollDOM.scrollTop = seen?.scrollTop ?? 0;
    const tell = () => void this.#shared.tell();
    window.addEventListener("pagehide", tell);
    this.#stops = [
      page.typing(() => this.#shared.tell()),
      page.state.watch(
        (now) => now.document,
        () => this.#documentChanged(),
      ),
      () => window.removeEventListener("pagehide", tell),
    ];
    this.#documentChanged();
  }

  mark(marks: Marks): void {
    this.#view.dispatch({ effects: mark.of(marks) });
  }

  /** Scroll to what a person chose or asked for, unless that was done before. */
  reveal(what: Partial<Revealed>, line: number | null): void {
    const before = this.#revealed;
    this.#revealed = { ...before, ...what };
    const isNew = before.chosen !== this.#revealed.chosen || before.asked !== this.#revealed.asked;
    const { doc } = this.#view.state;
    const range = line === null || !isNew ? null : within({ from: line, to: line }, doc.lines);
    if (range !== null) {
      const { from } = doc.line(range.from);
      this.#view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 36 }) });
    }
  }

  /** What is typed and not told is told; nothing more is taken in. */
  close(): void {
    const { anchor, head } = this.#view.state.selection.main;
    keepSeen(this.#path, {
      anchor,
      head,
      scrollTop: this.#view.scrollDOM.scrollTop,
      revealed: this.#revealed,
    });
    void this.#shared.tell();
    this.#shared.close();
    for (const stop of this.#stops) {
      stop();
    }
    this.#view.destroy();
  }

  #updated(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      if (transaction.docChanged && transaction.annotation(Transaction.remote) !== true) {
        this.#shared.typed(transaction.changes, transaction.annotation(Transaction.time) ?? 0);
      }
      if (transaction.isUserEvent("select")) {
        const { doc, selection } = update.state;
        this.#onLine(doc.lineAt(selection.main.head).number);
      }
    }
  }

  #apply(changes: ChangeSet): void {
    const spec = { changes, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] };
    if (this.#follows) {
      this.#follows = false;
      this.#view.dispatch({
        ...spec,
        selection: EditorSelection.cursor(endOf(changes)),
        scrollIntoView: true,
      });
    } else {
      this.#view.dispatch(spec);
    }
  }

  #takeBack(act: (page: Page) => Promise<unknown>): void {
    this.#follows = true;
    void act(this.#page).finally(() => {
      this.#shared.catchUp();
      this.#follows = false;
    });
  }

  #documentChanged(): void {
    this.#shared.catchUp();
    const { document } = this.#page.state.get();
    if (document === null) {
      return;
    }
    const { conflict, readOnly } = document.view;
    const isReadOnly = readOnly !== null || conflict !== null;
    if (this.#view.state.readOnly !== isReadOnly) {
      this.#view.dispatch(lets(isReadOnly ? "nothing" : "all"));
    }
    const isShown = this.#shared.revision === document.view.revision;
    const found = isShown ? (diagnosesOf(document) ?? (this.#showsFault ? [] : null)) : null;
    if (found !== null) {
      this.#showsFault = document.fault !== null;
      this.#view.dispatch(
        setDiagnostics(
          this.#view.state,
          found.map((one) => this.#diagnostic(one, document)),
        ),
      );
    }
  }

  #diagnostic({ from, to, severity, sentence, code, mends }: Diagnosis, document: DocumentState): Diagnostic {
    return {
      from,
      to,
      severity,
      message: sentence,
      source: code,
      actions: mends.map((mend) => ({ name: mend.title, apply: () => this.#mend(mend, document) })),
    };
  }

  /** A mend counts in the text that it was found in. */
  #mend({ title, changes }: Mend, { findingsRevision }: DocumentState): void {
    if (this.#shared.revision === findingsRevision) {
      void edit(this.#page, { type: "text.replace", title, changes });
    } else {
      this.#page.refuse(`${title}: the text was changed since this was found; it is looked through again.`);
    }
  }
}

/** Where the last of the changes ends, in the new text. */
function endOf(changes: ChangeSet): number {
  let end = 0;
  changes.iterChanges((_from, _to, _fromNew, toNew) => {
    end = toNew;
  });
  return end;
}

function wordsIn({ state }: Page): Words {
  const now = state.get();
  const graph = drawnGraphIn(now);
  return {
    channels: graph?.channels.map(({ name }) => name) ?? [],
    nodes: graph?.nodes.map(({ name }) => name) ?? [],
    functions: now.document?.drawing?.functions ?? [],
  };
}
