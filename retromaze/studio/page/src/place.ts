// Where a side runs: its line, the statement in it, and the stretches that answer the other side's line.
import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import { isIn, type Stretch } from "./blocks";
import { lineMark } from "./line_mark";

export interface Place {
  line: number;
  column: number;
  lit: readonly Stretch[];
  /** Whether the line does not run now, but answers the other side's line at another time. */
  elsewhere?: boolean;
}

export const setPlace = StateEffect.define<Place>();

const runningLine = Decoration.line({ class: "running-line" });
const answeringLine = Decoration.line({ class: "answering-line" });
const litLine = Decoration.line({ class: "lit-line" });
const runningStatement = Decoration.mark({ class: "running-statement" });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPlace)) return decorations(transaction.state, effect.value);
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The line where the two sides part. */
const difference = lineMark("different-line");
export const setDifferent = difference.set;

function decorations(state: EditorState, place: Place): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const lines = new Set(place.line ? [place.line] : []);
  for (const [first, last] of place.lit) for (let number = first; number <= last; number++) lines.add(number);
  for (const number of [...lines].sort((one, other) => one - other)) if (number >= 1 && number <= state.doc.lines) markLine(builder, state, number, place);
  return builder.finish();
}

function markLine(builder: RangeSetBuilder<Decoration>, state: EditorState, number: number, place: Place): void {
  const line = state.doc.line(number);
  if (isIn(place.lit, number)) builder.add(line.from, line.from, litLine);
  if (number !== place.line) return;
  builder.add(line.from, line.from, place.elsewhere ? answeringLine : runningLine);
  const statement = statementAt(state, place);
  if (statement) builder.add(statement.from, statement.to, runningStatement);
}

/** Where in the text the running statement stands; null where no column is known. */
export function statementAt(state: EditorState, place: Place): { from: number; to: number } | null {
  if (place.line < 1 || place.line > state.doc.lines) return null;
  const line = state.doc.line(place.line);
  const from = place.column - 1;
  if (from < 0 || from >= line.length) return null;
  return { from: line.from + from, to: line.from + statementEnd(line.text, from) };
}

/** A statement of BASIC ends at a colon outside of texts, or where a comment begins. */
function statementEnd(text: string, from: number): number {
  const label = text[from] === "@" ? 1 : 0;
  let quoted = false;
  for (let place = from + label; place < text.length; place++) {
    if (text[place] === '"') quoted = !quoted;
    else if (!quoted && (text[place] === ":" || text[place] === "'")) return place;
  }
  return text.length;
}

const looks = EditorView.theme({
  ".cm-line.running-line": { backgroundColor: "var(--run-faint)", boxShadow: "inset 3px 0 var(--run)" },
  ".cm-line.lit-line": { backgroundColor: "var(--lit)" },
  ".cm-line.lit-line.running-line": { backgroundColor: "var(--run-faint)" },
  ".cm-line.answering-line": { boxShadow: "inset 0 0 0 1px var(--run)" },
  ".cm-line.different-line": { backgroundColor: "var(--difference-wash)", boxShadow: "inset 3px 0 var(--difference)" },
  ".running-statement": { backgroundColor: "var(--run-wash)", borderRadius: "2px" },
});

export const placeMarks: Extension[] = [marks, difference.field, looks];
