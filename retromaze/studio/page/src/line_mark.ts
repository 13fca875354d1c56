// Marked lines of a text: an effect that says which, from 1, and the field that shows them.
import { StateEffect, StateField, type Extension, type StateEffectType } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export function lineMark(className: string): { set: StateEffectType<readonly number[]>; field: Extension } {
  const set = StateEffect.define<readonly number[]>();
  const mark = Decoration.line({ class: className });
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const effect of transaction.effects)
        if (effect.is(set)) {
          const { doc } = transaction.state;
          const known = effect.value.filter((line) => line > 0 && line <= doc.lines);
          return Decoration.set(known.map((line) => mark.range(doc.line(line).from)), true);
        }
      return value.map(transaction.changes);
    },
    provide: (made) => EditorView.decorations.from(made),
  });
  return { set, field };
}
