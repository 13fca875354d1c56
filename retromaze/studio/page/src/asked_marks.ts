// Marks the line of a text that the card's answer is about.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { lineMark } from "./line_mark";

const asked = lineMark("asked-line");
export const setAsked = asked.set;

const looks = EditorView.theme({
  ".cm-line.asked-line": { outline: "2px solid var(--asked)", outlineOffset: "-2px", borderRadius: "3px" },
});

export const askedMarks: Extension[] = [asked.field, looks];
