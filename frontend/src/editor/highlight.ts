/** CodeMirror's look and the marks of lines: which lines belong to the chosen node, and where a run went wrong. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type LineRange, type LineTrouble, within } from "./lines";

/** What is marked in the text. */
export interface Marks {
  readonly chosen: LineRange | null;
  readonly troubles: readonly LineTrouble[];
}

/** Mark these lines instead of those before. */
export const mark = StateEffect.define<Marks>();

const chosenLine = Decoration.line({ class: "stepgraph-chosen" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(mark));
    return effect === undefined ? lines.map(transaction.changes) : decorate(transaction.state, effect.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState, { chosen, troubles }: Marks): DecorationSet {
  const ranges = [];
  const shown = within(chosen, state.doc.lines);
  for (let line = shown?.from ?? 1; line <= (shown?.to ?? 0); line += 1) {
    ranges.push(chosenLine.range(state.doc.line(line).from));
  }
  for (const { line, sentence } of troubles) {
    if (within({ from: line, to: line }, state.doc.lines) !== null) {
      const trouble = Decoration.line({ class: "stepgraph-trouble", attributes: { title: sentence } });
      ranges.push(trouble.range(state.doc.line(line).from));
    }
  }
  return Decoration.set(ranges, true);
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-str)" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: "var(--code-fn)" },
  { tag: tags.className, color: "var(--code-fn)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-num)" },
  { tag: tags.comment, color: "var(--code-com)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--t-small)", lineHeight: "18px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", border: "0", color: "var(--ink-3)", minWidth: "40px" },
  ".cm-lineNumbers .cm-gutterElement": { fontSize: "11px", padding: "0 8px 0 12px" },
  ".cm-content": { padding: "6px 0" },
  ".cm-line": { padding: "0 8px 0 4px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".stepgraph-chosen": { backgroundColor: "var(--accent-soft)", boxShadow: "inset 2px 0 var(--accent)" },
  ".stepgraph-trouble": {
    backgroundColor: "var(--refuse-soft)",
    boxShadow: "inset 2px 0 var(--refuse)",
    textDecoration: "underline wavy var(--refuse) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "3px 0 0 2px" },
  ".cm-tooltip": {
    border: "0",
    borderRadius: "var(--r2)",
    backgroundColor: "var(--float)",
    color: "var(--ink)",
    boxShadow: "var(--e3)",
    maxWidth: "420px",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--t-small)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--sans)", borderLeft: "3px solid var(--ink-3)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--refuse)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--wait)" },
  ".cm-diagnosticAction": {
    margin: "6px 6px 0 0",
    padding: "2px 8px",
    borderRadius: "var(--r1)",
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-lintRange-error": underline("--refuse"),
  ".cm-lintRange-warning": underline("--wait"),
  ".cm-lintRange-info": underline("--ink-3"),
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 5%, transparent)" },
  ".cm-activeLine.stepgraph-chosen": { backgroundColor: "var(--accent-soft)" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".cm-searchMatch": { backgroundColor: "var(--wait-soft)", outline: "1px solid var(--wait)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-button, .cm-textfield": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "inherit",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--r1)",
  },
  ".cm-panels": { backgroundColor: "var(--surface-2)", color: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--surface-3)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
});

function underline(colour: string) {
  return {
    // The library's own picture has one colour for light and dark.
    backgroundImage: "none",
    textDecoration: `underline wavy var(${colour}) 1px`,
    textUnderlineOffset: "3px",
  };
}

/** Colours, marks and look. */
export const looks: Extension = [syntaxHighlighting(colours), marked, look];
