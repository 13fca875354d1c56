// Underlines the words of a text that cannot be parsed, or at which the run failed.
import { Prec, StateEffect, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { markField } from "./line_mark";
import type { Problem } from "./messages";

export const setProblems = StateEffect.define<readonly Problem[]>();

const field = markField(setProblems, ({ doc }, problems) => {
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

const looks = EditorView.theme({
  ".problem": { textDecoration: "underline wavy var(--difference)", textUnderlineOffset: "3px" },
});

// The lowest precedence makes these marks the outer ones, around the colored words.
export const problemMarks: Extension[] = [Prec.lowest(field), looks];
