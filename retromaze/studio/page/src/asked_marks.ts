// The line of a text that the card tells of: who drew, or stored, what was asked about.
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export const setAsked = StateEffect.define<number>();

const askedLine = Decoration.line({ class: "asked-line" });

const asked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setAsked)) {
        const { doc } = transaction.state;
        const known = effect.value > 0 && effect.value <= doc.lines;
        return known ? Decoration.set(askedLine.range(doc.line(effect.value).from)) : Decoration.none;
      }
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const looks = EditorView.theme({
  ".cm-line.asked-line": { outline: "2px solid var(--asked)", outlineOffset: "-2px", borderRadius: "3px" },
});

export const askedMarks: Extension[] = [asked, looks];
