// Marks in a text: an effect that sets them, and a field that shows them.
import { StateEffect, StateField, type EditorState, type Extension, type StateEffectType } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** Returns a field that shows the `marks` for the last value that was set; they move with the text. */
export function markField<Value>(set: StateEffectType<Value>, marks: (state: EditorState, value: Value) => DecorationSet): Extension {
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
export function lineMark(className: string): { set: StateEffectType<readonly number[]>; field: Extension } {
  const set = StateEffect.define<readonly number[]>();
  const mark = Decoration.line({ class: className });
  const field = markField(set, ({ doc }, lines) => {
    const known = lines.filter((line) => line > 0 && line <= doc.lines);
    return Decoration.set(known.map((line) => mark.range(doc.line(line).from)), true);
  });
  return { set, field };
}
