// Marks lines and names that the reader points at, by pointer or cursor, and their counterparts on the other side; and
// the line that the answer to a question is about.
import { StateEffect, type Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { lineMark, markField } from "./line_mark";
import { wordAt, wordsIn } from "./listing";

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

const looks = EditorView.theme({
  ".cm-line.paired-line": { boxShadow: "inset 0 0 0 1px var(--soft)" },
  ".cm-line.asked-line": { outline: "2px solid var(--asked)", outlineOffset: "-2px", borderRadius: "3px" },
});

export const pairMarks: Extension[] = [paired.field, named, asked.field, looks];

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
