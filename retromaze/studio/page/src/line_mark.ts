// One marked line of a text: an effect that says which, from 1, or 0 for none, and the field that shows it.
import { StateEffect, StateField, type Extension, type StateEffectType } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export function lineMark(className: string): { set: StateEffectType<number>; field: Extension } {
  const set = StateEffect.define<number>();
  const mark = Decoration.line({ class: className });
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const effect of transaction.effects)
        if (effect.is(set)) {
          const { doc } = transaction.state;
          const known = effect.value > 0 && effect.value <= doc.lines;
          return known ? Decoration.set(mark.range(doc.line(effect.value).from)) : Decoration.none;
        }
      return value.map(transaction.changes);
    },
    provide: (made) => EditorView.decorations.from(made),
  });
  return { set, field };
}
