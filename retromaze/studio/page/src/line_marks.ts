// Marks in the two texts: blocks that correspond, the running line, errors, and what the reader points at.
import { type EditorState, type Extension, Prec, StateEffect, type StateEffectType, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Problem } from "./messages";
import { wordAt, wordsIn } from "./smilebasic";

/** Returns a field that shows the `marks` for the last value that was set; they move with the text. */
function markField<Value>(set: StateEffectType<Value>, marks: (state: EditorState, value: Value) => DecorationSet): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, { effects, changes, state }) {
      for (const effect of effects) if (effect.is(set)) return marks(state, effect.value);
      return shown.map(changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** Returns an effect that sets the marked lines, from 1, and their field. */
function lineMark(className: string): { set: StateEffectType<readonly number[]>; field: Extension } {
  const set = StateEffect.define<readonly number[]>();
  const mark = Decoration.line({ class: className });
  const field = markField(set, ({ doc }, lines) => {
    const known = lines.filter((line) => line > 0 && line <= doc.lines);
    return Decoration.set(known.map((line) => mark.range(doc.line(line).from)), true);
  });
  return { set, field };
}

// ---- blocks: ranges of lines of the two texts that correspond, a colored stripe at the inner edge of each

export type Stretch = readonly [first: number, last: number];

/** A range of lines of the port or a module, and the number of the listing's lines to which it corresponds. */
export type Answer = readonly [first: number, last: number, breadth: number];

/** Whether a line is in one of these ranges. */
export function isIn(stretches: readonly (Stretch | Answer)[], line: number): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}

/** The lines of ranges, each once. */
export function linesIn(stretches: readonly (Stretch | Answer)[]): number[] {
  return [...new Set(stretches.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)))];
}

/** Lines of the listing, the corresponding lines of the port, and the number of their color. */
export interface Block {
  listing: Stretch;
  port: Stretch;
  color: number;
}

const COLORS = 6;

/** The ranges that correspond to the fewest lines, of ranges that are sorted by that. */
export function narrowest(answers: readonly Answer[]): Answer[] {
  return answers.filter((each) => each[2] === answers[0]?.[2]);
}

/** The blocks in the listing's order; lines with the same ranges have the same color. */
export function blocksOf(answers: readonly (readonly Answer[])[]): Block[] {
  const colors = new Map<string, number>();
  const blocks: Block[] = [];
  let before: Block[] = [];
  let last = "";
  answers.forEach((stretches, line) => {
    const name = String(stretches);
    if (before.length && name === last) for (const each of before) each.listing = [each.listing[0], line];
    else {
      if (!colors.has(name)) colors.set(name, colors.size % COLORS);
      before = stretches.map(([first, last]) => ({ listing: [line, line], port: [first, last], color: colors.get(name) ?? 0 }));
      blocks.push(...before);
    }
    last = name;
  });
  return blocks;
}

export const setStripes = StateEffect.define<readonly { lines: Stretch; color: number }[]>();

const STRIPES = Array.from({ length: COLORS }, (_, color) => Decoration.line({ attributes: { style: `--stripe: var(--block-${color})` }, class: "striped" }));

export const blockStripes = markField(setStripes, ({ doc }, wanted) => {
  // A line with several stripes shows the last one.
  const colors = new Map(wanted.flatMap(({ lines, color }) => linesIn([lines]).map((line): [number, number] => [line, color])));
  const known = [...colors].filter(([line]) => line <= doc.lines);
  return Decoration.set(known.flatMap(([line, color]) => STRIPES[color]?.range(doc.line(line).from) ?? []), true);
});

// ---- the running line of a side, the statement in it, and the ranges that correspond to the other side's line

export interface Place {
  line: number;
  column: number;
  lit: readonly Stretch[];
  /** Whether the line does not run now, but corresponds to the other side's line. */
  elsewhere?: boolean;
}

export const setPlace = StateEffect.define<Place>();

const runningLine = Decoration.line({ class: "running-line" });
const answeringLine = Decoration.line({ class: "answering-line" });
const litLine = Decoration.line({ class: "lit-line" });
const runningStatement = Decoration.mark({ class: "running-statement" });

/** The line of the first difference. */
const difference = lineMark("different-line");
export const setDifferent = difference.set;

const placeField = markField(setPlace, (state, place) => {
  const { doc } = state;
  const known = (lines: number[]) => lines.filter((line) => line >= 1 && line <= doc.lines).map((line) => doc.line(line).from);
  const running = place.elsewhere ? answeringLine : runningLine;
  const found = [...known(linesIn(place.lit)).map((from) => litLine.range(from)), ...known([place.line]).map((from) => running.range(from))];
  const statement = statementAt(state, place);
  if (statement) found.push(runningStatement.range(statement.from, statement.to));
  return Decoration.set(found, true);
});

/** The running statement's range in the text; null if its column is not known. */
export function statementAt(state: EditorState, place: Place): { from: number; to: number } | null {
  if (place.line < 1 || place.line > state.doc.lines) return null;
  const line = state.doc.line(place.line);
  const from = place.column - 1;
  if (from < 0 || from >= line.length) return null;
  return { from: line.from + from, to: line.from + statementEnd(line.text, from) };
}

/** The end of a statement of BASIC: a colon outside of strings, or the beginning of a comment. */
function statementEnd(text: string, from: number): number {
  const label = text[from] === "@" ? 1 : 0;
  let quoted = false;
  for (let place = from + label; place < text.length; place++) {
    if (text[place] === '"') quoted = !quoted;
    else if (!quoted && (text[place] === ":" || text[place] === "'")) return place;
  }
  return text.length;
}

const placeTheme = EditorView.theme({
  ".cm-line.running-line": { backgroundColor: "var(--run-faint)", boxShadow: "inset 3px 0 var(--run)" },
  ".cm-line.lit-line": { backgroundColor: "var(--lit)" },
  ".cm-line.lit-line.running-line": { backgroundColor: "var(--run-faint)" },
  ".cm-line.answering-line": { boxShadow: "inset 0 0 0 1px var(--run)" },
  ".cm-line.different-line": { backgroundColor: "var(--difference-wash)", boxShadow: "inset 3px 0 var(--difference)" },
  ".running-statement": { backgroundColor: "var(--run-wash)", borderRadius: "2px" },
});

export const placeMarks: Extension[] = [placeField, difference.field, placeTheme];

// ---- errors: words that cannot be parsed, or at which the run failed, are underlined

export const setProblems = StateEffect.define<readonly Problem[]>();

const problemField = markField(setProblems, ({ doc }, problems) => {
  const found = problems.flatMap((each) => marked(doc, each));
  // a run fails where the text cannot be parsed: that is marked once
  return Decoration.set([...new Map(found.map((each) => [each.from, each])).values()], true);
});

function marked(doc: Text, { line: number, column, words }: Problem) {
  if (number < 1) return [];
  const line = doc.line(Math.min(number, doc.lines));
  const from = Math.min(line.from + Math.max(column - 1, 0), line.to);
  const word = /^[A-Za-z_@][\w@$%#]*|^\S/.exec(line.text.slice(from - line.from))?.[0];
  // At a line's end the whole line is underlined.
  const [start, end] = word ? [from, from + word.length] : [line.from, line.to];
  return start < end ? [Decoration.mark({ class: "problem", attributes: { title: words } }).range(start, end)] : [];
}

const problemTheme = EditorView.theme({
  ".problem": { textDecoration: "underline wavy var(--difference)", textUnderlineOffset: "3px" },
});

// The lowest precedence makes these marks the outer ones, around the colored words.
export const problemMarks: Extension[] = [Prec.lowest(problemField), problemTheme];

// ---- lines and names that the reader points at, by pointer or cursor, with their counterparts on the other side,
// and the line that the answer to a question is about

const paired = lineMark("paired-line");
export const setPaired = paired.set;

const asked = lineMark("asked-line");
export const setAsked = asked.set;

/** The name that is marked everywhere in the text; "" for none. */
export const setNamed = StateEffect.define<string>();

const namedMark = Decoration.mark({ class: "named" });
const named = markField(setNamed, ({ doc }, name) => {
  const found = name ? wordsIn(doc.toString()).filter((each) => each.text.toLowerCase() === name.toLowerCase()) : [];
  return Decoration.set(found.map(({ from, to }) => namedMark.range(from, to)));
});

const pairTheme = EditorView.theme({
  ".cm-line.paired-line": { boxShadow: "inset 0 0 0 1px var(--soft)" },
  ".cm-line.asked-line": { outline: "2px solid var(--asked)", outlineOffset: "-2px", borderRadius: "3px" },
});

export const pairMarks: Extension[] = [paired.field, named, asked.field, pairTheme];

/**
 * Reports the line under the pointer or the cursor, 0 for none, and whether it was `chosen`, by the cursor; and the
 * word there, "" for none.
 */
export function pointing(onLine: (line: number, chosen: boolean) => void, onWord: (word: string) => void): Extension {
  const lineAt = (view: EditorView, position: number) => view.state.doc.lineAt(position).number;
  let before = "";
  const point = (view: EditorView, position: number | null, chosen = false) => {
    const word = (position !== null && wordAt(view.state, position)?.text) || "";
    if (word !== before || chosen) onWord((before = word));
  };
  const leave = (_event: Event, view: EditorView) => {
    onLine(0, false);
    point(view, null);
  };
  return [
    EditorView.domEventHandlers({
      pointermove(event, view) {
        const row = (event.target as Element).closest(".cm-line");
        onLine(row ? lineAt(view, view.posAtDOM(row)) : 0, false);
        point(view, view.posAtCoords(event));
      },
      pointerleave: leave,
      blur: leave,
    }),
    EditorView.updateListener.of(({ view, state, selectionSet, docChanged }) => {
      if (!selectionSet || docChanged || !view.hasFocus) return;
      const { head } = state.selection.main;
      onLine(lineAt(view, head), true);
      point(view, head, true);
    }),
  ];
}
