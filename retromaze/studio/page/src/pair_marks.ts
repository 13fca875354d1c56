// The line that the reader points at, by the pointer or the cursor, and those that answer it on the other side.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { lineMark } from "./line_mark";

const paired = lineMark("paired-line");
export const setPaired = paired.set;

const looks = EditorView.theme({ ".cm-line.paired-line": { boxShadow: "inset 0 0 0 1px var(--soft)" } });

export const pairMarks: Extension[] = [paired.field, looks];

/** Tells the line under the pointer or the cursor, 0 for none, and whether the reader has `chosen` it: by the cursor. */
export function pointing(onLine: (line: number, chosen: boolean) => void): Extension {
  const lineAt = (view: EditorView, position: number) => view.state.doc.lineAt(position).number;
  return [
    EditorView.domEventHandlers({
      pointermove(event, view) {
        const row = (event.target as Element).closest(".cm-line");
        onLine(row ? lineAt(view, view.posAtDOM(row)) : 0, false);
      },
      pointerleave: () => onLine(0, false),
      blur: () => onLine(0, false),
    }),
    EditorView.updateListener.of((update) => {
      const { view, selectionSet, docChanged } = update;
      if (selectionSet && !docChanged && view.hasFocus) onLine(lineAt(view, update.state.selection.main.head), true);
    }),
  ];
}
