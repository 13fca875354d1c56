// Marks the running line of a side, the statement in it, and the ranges that correspond to the other side's line.
import { StateEffect, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { linesIn, type Stretch } from "./blocks";
import { lineMark, markField } from "./line_mark";

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

const marks = markField(setPlace, (state, place) => {
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

const looks = EditorView.theme({
  ".cm-line.running-line": { backgroundColor: "var(--run-faint)", boxShadow: "inset 3px 0 var(--run)" },
  ".cm-line.lit-line": { backgroundColor: "var(--lit)" },
  ".cm-line.lit-line.running-line": { backgroundColor: "var(--run-faint)" },
  ".cm-line.answering-line": { boxShadow: "inset 0 0 0 1px var(--run)" },
  ".cm-line.different-line": { backgroundColor: "var(--difference-wash)", boxShadow: "inset 3px 0 var(--difference)" },
  ".running-statement": { backgroundColor: "var(--run-wash)", borderRadius: "2px" },
});

export const placeMarks: Extension[] = [marks, difference.field, looks];
