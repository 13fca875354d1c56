// The lines at which a run stops, as dots before their numbers; a click on a number sets or removes one.
import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { EditorView, gutter, GutterMarker, lineNumbers } from "@codemirror/view";

class Dot extends GutterMarker {
  override toDOM(): Node {
    return document.createTextNode("●");
  }
}

const DOT = new Dot();

export const toggleStop = StateEffect.define<number>();
export const clearStops = StateEffect.define<null>();

const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let found = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(clearStops)) found = RangeSet.empty;
      if (effect.is(toggleStop) && effect.value >= 1 && effect.value <= transaction.state.doc.lines) found = toggled(found, transaction.state.doc.line(effect.value).from);
    }
    return found;
  },
});

function toggled(found: RangeSet<GutterMarker>, at: number): RangeSet<GutterMarker> {
  let there = false;
  found.between(at, at, (from) => void (there ||= from === at));
  return there ? found.update({ filter: (from) => from !== at }) : found.update({ add: [DOT.range(at)] });
}

/** The lines with a dot, from 1. */
export function stopLines(state: EditorState): number[] {
  const lines = new Set<number>();
  for (const cursor = state.field(marks).iter(); cursor.value; cursor.next()) lines.add(state.doc.lineAt(cursor.from).number);
  return [...lines];
}

/** `onChange` is called when dots were set or removed. */
export function stopMarks(onChange: () => void): Extension {
  const mousedown = (view: EditorView, block: { from: number }): boolean => {
    view.dispatch({ effects: toggleStop.of(view.state.doc.lineAt(block.from).number) });
    return true;
  };
  return [
    marks,
    gutter({ class: "stop-marks", markers: (view) => view.state.field(marks), initialSpacer: () => DOT, domEventHandlers: { mousedown } }),
    lineNumbers({ domEventHandlers: { mousedown } }),
    EditorView.updateListener.of((update) => {
      if (update.startState.field(marks) !== update.state.field(marks)) onChange();
    }),
    looks,
  ];
}

const looks = EditorView.theme({
  ".stop-marks .cm-gutterElement": { color: "var(--difference)", padding: "0 0 0 3px", minWidth: "13px", cursor: "pointer" },
  ".cm-lineNumbers .cm-gutterElement": { cursor: "pointer" },
});
